import type { AuditAction } from '../../domain/audit-events.ts'
import { type InvoiceDetails, type InvoiceHistory, InvoiceStatus, type InvoiceSummary } from '../../domain/invoice.ts'
import { clientLabels, invoiceLabels } from '../agreements/status-labels.ts'
import { daysUntil, formatDate, formatDue } from '../kit/dates.ts'
import { formatMoney } from '../kit/money.ts'
import { choicesOf } from '../kit/SelectField.tsx'

type Dated = Pick<InvoiceSummary, 'status' | 'dueDate' | 'paidAt'>

/** When it is due, was due, or was paid: "Due Dec 21, in 30 days", "Was due Nov 18, 3 days ago", "Paid Nov 20". */
export function dueWords({ status, dueDate, paidAt }: Dated, now: Date): string {
  if (status === 'paid') return paidAt === null ? 'Paid' : `Paid ${formatDate(paidAt, now)}`
  if (status === 'void') return 'Nothing due'
  if (status === 'draft') return `Due ${formatDate(dueDate, now)}`
  return daysUntil(dueDate, now) < 0 ? `Was due ${formatDue(dueDate, now)}` : `Due ${formatDue(dueDate, now)}`
}

/** What one may look for; a client never sees a draft. */
export const statusChoices = (isTeam: boolean) =>
  choicesOf(
    InvoiceStatus.options.filter((each) => isTeam || each !== 'draft'),
    isTeam ? invoiceLabels : clientLabels.invoice,
  )

export const isLate = ({ status }: Pick<InvoiceSummary, 'status'>): boolean => status === 'overdue'

/** The status as a sentence. */
export function statusSentence(
  invoice: Pick<InvoiceDetails, 'status' | 'dueDate' | 'paidAt' | 'balance' | 'amountPaid' | 'total' | 'reason'>,
  now: Date,
): string {
  const { status, balance, amountPaid, total, reason, paidAt } = invoice
  if (status === 'draft') return 'Draft. Not visible to the client.'
  if (status === 'paid') return `Paid in full${paidAt === null ? '' : ` ${formatDate(paidAt, now)}`}.`
  if (status === 'void') return `Void. No payment due.${reason === null ? '' : ` ${reason}`}`
  const open =
    amountPaid === 0
      ? `${formatMoney(balance)} outstanding.`
      : `${formatMoney(balance)} of ${formatMoney(total)} outstanding.`
  return `${open} ${dueWords(invoice, now)}.`
}

const auditEntries: Record<string, string> = {
  'invoice.created': 'Created',
  'invoice.changed': 'Updated',
  'invoice.sent': 'Sent',
  'invoice.overdue': 'Became overdue',
  'invoice.payment-recorded': 'Payment recorded',
  'invoice.payment-reversed': 'Entry reversed',
  'invoice.payment-refunded': 'Refund recorded',
  'invoice.credited': 'Credit applied',
  'invoice.retainer-applied': 'Retainer applied',
  'invoice.paid': 'Marked as paid',
  'invoice.void': 'Voided',
} satisfies Partial<Record<AuditAction, string>>

/** "Sent by Alice Moore"; "Reminder sent, 7 days after the due date"; "Became overdue". */
export function historyWords({ action, actorName, days }: InvoiceHistory[number]): string {
  if (action === 'invoice.reminded') return `Reminder sent${days === null ? '' : `, ${distance(days)} the due date`}`
  if (action === 'invoice.overdue') return 'Became overdue'
  return `${auditEntries[action] ?? 'Updated'} by ${actorName ?? 'the portal'}`
}

const distance = (days: number) => {
  const size = Math.abs(days)
  return `${size} ${size === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'}`
}

/** A client's list has the unpaid ones first. */
export const newest = { value: 'newest', label: 'Newest first' } as const

/** Sort orders other than newest first. */
export const orders = [
  { value: 'due', label: 'Earliest due date' },
  { value: 'due-desc', label: 'Latest due date' },
  { value: 'amount', label: 'Highest total' },
  { value: 'amount-asc', label: 'Lowest total' },
] as const

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  exportForBookkeeping: 'CSV files for a spreadsheet, with amounts in dollars. Drafts aren’t included.',
  send: (client: string, total: string) =>
    `We’ll notify ${client} that they have an invoice for ${total}. You can’t edit an invoice after it’s sent.`,
  markPaid: (balance: string) =>
    `This records one payment of ${balance} dated today. To enter the method or a check number, use Record payment instead.`,
  lines: 'Add hours, days, or items, each with its rate. For a discount, enter a negative rate.',
  installments: 'Each installment is a draft invoice until you send it. Sales tax is added to each.',
  sumDiffers: (missing: number) =>
    missing > 0
      ? `The installments are ${formatMoney(missing)} less than the unbilled amount. Change them to match.`
      : `The installments are ${formatMoney(-missing)} more than the unbilled amount. Change them to match.`,
  overContract: (over: number, contractNumber: string) =>
    `This invoice is ${formatMoney(over)} more than the unbilled amount of contract ${contractNumber}, before sales tax.`,
  fromRateCard: 'From a rate card. Accounting exports use its item.',
  recordedTime: 'Recorded time. Its quantity and rate can’t be changed.',
  reverse:
    'This adds an entry with the opposite amount. Both stay on the invoice. We’ll notify the client and show them the reason.',
  reverseOnline:
    'This adds an entry with the opposite amount. The money was received online: you can then apply it to another invoice, add it to the retainer, or refund it. We’ll notify the client and show them the reason.',
  voidInvoice: (wasSent: boolean) =>
    `It keeps its number and stays on file. You can’t undo this.${wasSent ? ' We’ll notify the client and show them your reason.' : ''}`,
}
