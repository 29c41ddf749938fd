import type { InvoicePlanView } from '../../domain/invoice-plan.ts'

export const repeatChoices = [
  { value: '1', label: 'Every month' },
  { value: '2', label: 'Every 2 months' },
  { value: '3', label: 'Every 3 months' },
  { value: '6', label: 'Every 6 months' },
  { value: '12', label: 'Every year' },
]

/** "Every month on day 1" */
export const repeatsWords = ({ everyMonths, dayOfMonth }: Pick<InvoicePlanView, 'everyMonths' | 'dayOfMonth'>) =>
  `${repeatChoices.find(({ value }) => value === String(everyMonths))?.label ?? `Every ${everyMonths} months`} on day ${dayOfMonth}`

export const statusBadges = {
  active: { tone: 'ok', label: 'Active' },
  paused: { tone: 'warn', label: 'Paused' },
  ended: { tone: 'neutral', label: 'Ended' },
} as const

export const actionWords = {
  pause: { label: 'Pause', status: 'paused', done: 'Recurring invoices paused' },
  resume: { label: 'Resume', status: 'active', done: 'Recurring invoices resumed' },
  end: { label: 'End', status: 'ended', done: 'Recurring invoices ended' },
} as const

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  end: 'No more invoices will be created. Existing invoices don’t change. You can’t undo this.',
}
