import type { InvoicePlanView } from '../../domain/invoice-plan.ts'
import { formatDate } from '../kit/dates.ts'

export const repeatChoices = [
  { value: '1', label: 'Every month' },
  { value: '2', label: 'Every 2 months' },
  { value: '3', label: 'Every 3 months' },
  { value: '6', label: 'Every 6 months' },
  { value: '12', label: 'Every year' },
]

const choiceOf = (everyMonths: number) =>
  repeatChoices.find(({ value }) => value === String(everyMonths)) ?? {
    value: String(everyMonths),
    label: `Every ${everyMonths} months`,
  }

/** The choices, and a number of months that is not among them. */
export const repeatChoicesWith = (everyMonths = 1) => [...new Set([...repeatChoices, choiceOf(everyMonths)])]

const ends = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' } as const
const ordinal = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** "Every month on the 1st" */
export const repeatsWords = ({ everyMonths, dayOfMonth }: Pick<InvoicePlanView, 'everyMonths' | 'dayOfMonth'>) =>
  `${choiceOf(everyMonths).label} on the ${dayOfMonth}${ends[ordinal.select(dayOfMonth)]}`

/** How each invoice is created, as a change of the plan says it. */
export const sendsWords = ({ sends }: Pick<InvoicePlanView, 'sends'>) =>
  sends ? 'sent automatically' : 'created as a draft'

/** "Creates a draft every month on the 1st. Next: Jan 1, 2027. Ends Dec 31, 2027." */
export function planWords(
  plan: Pick<InvoicePlanView, 'everyMonths' | 'dayOfMonth' | 'sends' | 'status' | 'nextOn' | 'endsOn' | 'dueDays'>,
) {
  const { sends, status, nextOn, endsOn, dueDays } = plan
  const repeats = repeatsWords(plan)
  return [
    `${sends ? 'Sends an invoice' : 'Creates a draft'} ${repeats.charAt(0).toLowerCase()}${repeats.slice(1)}.`,
    ...(status === 'active' ? [`Next: ${formatDate(nextOn)}.`] : []),
    ...(endsOn === null ? [] : [`${status === 'ended' ? 'Ended' : 'Ends'} ${formatDate(endsOn)}.`]),
    ...(dueDays === null ? [] : [`Due after ${dueDays} ${dueDays === 1 ? 'day' : 'days'}.`]),
  ].join(' ')
}

export const statusBadges = {
  active: { tone: 'ok', label: 'Active' },
  paused: { tone: 'warn', label: 'Paused' },
  ended: { tone: 'neutral', label: 'Ended' },
} as const

export const statusActions = {
  pause: { label: 'Pause', status: 'paused', done: 'Recurring invoices paused' },
  resume: { label: 'Resume', status: 'active', done: 'Recurring invoices resumed' },
  end: { label: 'End', status: 'ended', done: 'Recurring invoices ended' },
} as const

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  create: 'Creates one invoice for each period, with the sales tax and payment terms in effect that day.',
  edit: 'Your changes apply from the next invoice on. Existing invoices don’t change.',
  updated: (next: string) => `Recurring invoices updated. The next one is on ${next}.`,
  dueDays: (days: number) => `Leave empty for your firm’s payment terms, ${days} ${days === 1 ? 'day' : 'days'}.`,
  end: 'No more invoices will be created. Existing invoices don’t change. You can’t undo this.',
}
