import { type Email, firm, type Recipient } from '../kit/record.ts'

/** To every administrator, once each quarter. */
export const accessReviewDue = (to: Recipient, others: readonly Recipient[]): Email => ({
  to,
  alsoTo: others,
  subject: `${firm} portal: time to review access`,
  lines: [
    'A new quarter has started. Check who on your team and on the clients’ side can see which client folders, and remove access that is no longer needed.',
  ],
  notice: 'Review who can see client folders',
  link: { label: 'Review access', path: '/access-review' },
  about: 'access-review',
})
