import type { Addressee, Letter } from '../kit/record.ts'

/** Once a morning, to whoever chose so: how much waits, and nothing of what. */
export const dailySummary = (to: Addressee, count: number): Letter => ({
  to,
  subject: count === 1 ? '1 thing is waiting for you' : `${count} things are waiting for you`,
  lines: [
    count === 1 ? 'Since yesterday, 1 thing is waiting for you.' : `${count} things are waiting for you.`,
    'You chose to hear of them once a day. You can change that under "Notifications".',
  ],
  link: { label: 'See what is waiting', path: '/notifications' },
  about: 'summary',
})
