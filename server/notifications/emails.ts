import { type Recipient, type Email, firm } from '../kit/record.ts'

/** Each morning, to everyone who chose a daily summary: the number of new items, without their content. */
export const dailySummary = (to: Recipient, count: number): Email => {
  const items = count === 1 ? '1 item needs' : `${count} items need`
  return {
    to,
    subject: `${firm} portal: ${items} your attention`,
    lines: [
      `Since your last summary, ${items} your attention.`,
      'You chose to get one email a day. You can change this under “Notifications.”',
    ],
    link: { label: 'View notifications', path: '/notifications' },
    about: 'summary',
  }
}
