import type { AuditAction } from '../../domain/audit-events.ts'
import { type InvoiceDetails, type InvoiceHistory, InvoiceStatus, type InvoiceSummary } from '../../domain/invoice.ts'
import { daysUntil, formatDate, formatDue } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'
import { statusWords } from '../kit/StatusBadge.tsx'

type Dated = Pick<InvoiceSummary, 'status' | 'dueDate' | 'paidAt'>

/** When it is due, was due, or was paid: "Due Dec 21, in 30 days", "Was due Nov 18, 3 days ago", "Paid Nov 20". */
export function dueWords({ status, dueDate, paidAt }: Dated, now: Date): string {
  if (status === 'paid') return paidAt === null ? 'Paid' : `Paid ${formatDate(paidAt, now)}`
  if (status === 'void') return 'Nothing is due'
  if (status === 'draft') return `Due ${formatDate(dueDate, now)}`
  return daysUntil(dueDate, now) < 0 ? `Was due ${formatDue(dueDate, now)}` : `Due ${formatDue(dueDate, now)}`
}

/** What one may look for; a client never sees a draft. */
export const statusChoices = (withDrafts: boolean) =>
  InvoiceStatus.options
    .filter((each) => withDrafts || each !== 'draft')
    .map((value) => ({ value, label: statusWords(value) }))

export const isLate = ({ status }: Pick<InvoiceSummary, 'status'>): boolean => status === 'overdue'

/** Where it stands, in a sentence for whoever reads it. */
export function standsWords(
  invoice: Pick<InvoiceDetails, 'status' | 'dueDate' | 'paidAt' | 'balance' | 'amountPaid' | 'total' | 'reason'>,
  now: Date,
): string {
  const { status, balance, amountPaid, total, reason } = invoice
  if (status === 'draft') return 'It is a draft: the client does not see it yet.'
  if (status === 'paid') return `It is paid in full. ${dueWords(invoice, now)}.`
  if (status === 'void') return `It is void, and nothing is to be paid on it.${reason === null ? '' : ` ${reason}`}`
  const open =
    amountPaid === 0 ? `${formatMoney(balance)} is open.` : `${formatMoney(balance)} of ${formatMoney(total)} is open.`
  return `${open} ${dueWords(invoice, now)}.`
}

const deeds: Record<string, string> = {
  'invoice.created': 'Drafted',
  'invoice.changed': 'Changed',
  'invoice.sent': 'Sent',
  'invoice.overdue': 'Became overdue',
  'invoice.payment-recorded': 'Payment recorded',
  'invoice.paid': 'Marked as paid',
  'invoice.void': 'Made void',
} satisfies Partial<Record<AuditAction, string>>

/** "Sent by Alice Moore"; "Reminder sent, 7 days after the due date"; "Became overdue". */
export function historyWords({ action, actorName, days }: InvoiceHistory[number]): string {
  if (action === 'invoice.reminded') return `Reminder sent${days === null ? '' : `, ${distance(days)} the due date`}`
  if (action === 'invoice.overdue') return 'Became overdue'
  return `${deeds[action] ?? 'Changed'} by ${actorName ?? 'the portal'}`
}

const distance = (days: number) => {
  const size = Math.abs(days)
  return `${size} ${size === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'}`
}

/** Besides the newest first. */
export const orders = [
  { value: 'due', label: 'Due first' },
  { value: 'amount', label: 'Largest first' },
] as const
