// An invoice: what a client owes for work done, in lines with totals. States: draft → sent → paid; a sent one past its
// due date is automatically overdue; draft, sent, or overdue → void. It is paid when its payments reach the total.
// Administrators create and manage invoices; the client sees sent ones.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { InvoiceLine, InvoiceLineInput } from './invoice-lines.ts'
import { inDollars, optionalCents } from './money.ts'
import type { PaymentInput } from './payment.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { TaxMode, type TaxTerms } from './sales-tax.ts'
import { maxLines } from './service-line.ts'
import { CalendarDate, calendarDate, Id, Instant, versioned, optionalId, optionalName, optionalText } from './text.ts'

export const InvoiceStatus = z.enum(['draft', 'sent', 'overdue', 'paid', 'void'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

const noLine = 'Add at least one line.'

/** Amounts in cents: missing totals are computed, given ones must match. Missing lines come from the contract. */
export const InvoiceInput = z.strictObject({
  clientFolderId: z.uuid('Choose a client folder.'),
  contractId: optionalId,
  invoiceNumber: optionalName,
  description: optionalText,
  lineItems: z
    .array(InvoiceLineInput, noLine)
    .min(1, noLine)
    .max(maxLines, `An invoice can have at most ${maxLines} lines.`)
    .optional(),
  subtotal: optionalCents,
  tax: optionalCents,
  total: optionalCents,
  dueDate: calendarDate('Enter the due date.').refine((date) => date >= '2000-01-01', 'Enter a date in 2000 or later.'),
})
export type InvoiceInput = z.infer<typeof InvoiceInput>

/** An edit of a draft: fields left out are unchanged. Its folder and number are fixed; if sent, they must match. */
export const InvoiceChange = InvoiceInput.partial()
export type InvoiceChange = z.infer<typeof InvoiceChange>

export const InvoiceStatusChange = z.strictObject({ status: InvoiceStatus, reason: optionalText })
export type InvoiceStatusChange = z.infer<typeof InvoiceStatusChange>

export const InvoiceAction = z.enum(['download', 'edit', 'send', 'record-payment', 'mark-paid', 'void', 'credit'])
export type InvoiceAction = z.infer<typeof InvoiceAction>

/** The firm on an invoice, as it was when the invoice was sent. */
export const Issuer = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** How to pay, in paragraphs. */
  payment: z.array(z.string()),
})
export type Issuer = z.infer<typeof Issuer>

export const Invoice = z.object({
  id: Id,
  invoiceNumber: z.string(),
  clientFolderId: Id,
  clientFolderName: z.string(),
  contractId: Id.nullable(),
  contractNumber: z.string().nullable(),
  createdById: Id,
  createdByName: z.string().nullable(),
  description: z.string().nullable(),
  lineItems: z.array(InvoiceLine),
  subtotal: z.int(),
  tax: z.int(),
  total: z.int(),
  /** The sum of its payments, and the balance; drafts and void invoices have a balance although nothing is owed. */
  amountPaid: z.int(),
  balance: z.int(),
  /** In its credit notes that are not void, and the sales tax in them. */
  credited: z.int(),
  creditedTax: z.int(),
  status: InvoiceStatus,
  dueDate: CalendarDate,
  sentAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  /** The folder's status when the draft was last saved. */
  taxExempt: z.boolean(),
  taxExemptionNumber: z.string().nullable(),
  /** As the firm settings were when the draft was last saved; the rate in thousandths of a percent. */
  taxMode: TaxMode,
  taxRate: z.int(),
  /** Null for a draft, and for one that was sent before there were firm settings. */
  issuer: Issuer.nullable(),
  purchaseOrderNumber: z.string().nullable(),
  /** It bills the client's retainer: what is paid on it is applied to other invoices. */
  isRetainer: z.boolean(),
  /** Why it was voided. */
  reason: z.string().nullable(),
  /** The month in which it was sent is closed. */
  isMonthClosed: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceView = Invoice.omit({ isMonthClosed: true }).extend({
  allowed: z.array(InvoiceAction),
  /** For administrators: why it can’t be voided, if that is because of a closed month. */
  whyNotVoid: z.string().nullable(),
})
export type InvoiceView = z.infer<typeof InvoiceView>

/** An invoice in a list: without its lines, and with the beginning of its description. */
export const InvoiceSummary = InvoiceView.omit({ lineItems: true, issuer: true })
export type InvoiceSummary = z.infer<typeof InvoiceSummary>
export const excerptLength = 300

/** Its history, oldest first; `days` of a reminder is its offset from the due date. */
export const InvoiceHistory = z.array(
  z.object({ at: Instant, action: z.string(), actorName: z.string().nullable(), days: z.int().nullable() }),
)
export type InvoiceHistory = z.infer<typeof InvoiceHistory>
export const InvoiceDetails = InvoiceView.extend({
  history: InvoiceHistory,
  /** For a draft, the firm as it is now. */
  issuer: Issuer,
})
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

/**
 * Its status on a day of the office's calendar: a sent invoice past its due date is overdue, marked or not. SQL has the
 * same rule.
 */
export const statusOn = (today: string, { status, dueDate }: Pick<Invoice, 'status' | 'dueDate'>): InvoiceStatus =>
  status === 'sent' && dueDate < today ? 'overdue' : status

export const balanceOf = ({ total, amountPaid }: Pick<Invoice, 'total' | 'amountPaid'>): number => total - amountPaid

/** The facts that an invoice's actions depend on; `status` is as of today. */
export const ActionFacts = Invoice.pick({
  status: true,
  total: true,
  amountPaid: true,
  credited: true,
  isRetainer: true,
  isMonthClosed: true,
})
export type ActionFacts = z.infer<typeof ActionFacts>

const isOwed = ({ status }: Pick<Invoice, 'status'>) => status === 'sent' || status === 'overdue'

export function allowedActions(invoice: ActionFacts, actor: Actor, folderIsOpen: boolean): InvoiceAction[] {
  if (!isAdministrator(actor) || !folderIsOpen) return ['download']
  const { isRetainer } = invoice
  if (invoice.status === 'draft') return ['download', ...(isRetainer ? [] : (['edit'] as const)), 'send', 'void']
  const credit: InvoiceAction[] = creditableOf(invoice) > 0 ? ['credit'] : []
  if (invoice.status === 'paid') return ['download', ...credit]
  if (!isOwed(invoice)) return ['download']
  return [
    'download',
    ...(balanceOf(invoice) > 0 ? (['record-payment'] as const) : []),
    'mark-paid',
    ...(isUntouched(invoice) && !invoice.isMonthClosed ? (['void'] as const) : []),
    ...credit,
  ]
}

const isUntouched = ({ amountPaid, credited }: ActionFacts) => amountPaid === 0 && credited === 0

/** Null if it can be voided, and if no one could void it in any month. A void invoice is no longer revenue of its month. */
export const whyNotVoid = (invoice: ActionFacts, actor: Actor, folderIsOpen: boolean): string | null =>
  isAdministrator(actor) && folderIsOpen && isOwed(invoice) && isUntouched(invoice) && invoice.isMonthClosed
    ? 'The month in which it was sent is closed. Create a credit note, or reopen the month first.'
    : null

/** Only administrators create, edit, and manage invoices. */
export function assertCanManageInvoices(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators can create and change invoices.')
}

const next: Record<InvoiceStatus, InvoiceStatus[]> = {
  draft: ['sent', 'void'],
  sent: ['paid', 'void'],
  overdue: ['paid', 'void'],
  paid: [],
  void: [],
}

const whatIsPossible: Record<InvoiceStatus, string> = {
  draft: 'A draft can be edited, sent, or voided.',
  sent: 'A sent invoice can be paid or voided.',
  overdue: 'An overdue invoice can be paid or voided.',
  paid: 'A paid invoice can’t be changed.',
  void: 'A void invoice can’t be changed.',
}

/** Throws 403 for anyone but administrators, 409 once it is not a draft, and for one that bills a retainer. */
export function assertCanEditInvoice(invoice: ActionFacts, actor: Actor): void {
  assertCanManageInvoices(actor)
  if (invoice.status !== 'draft') throw conflict(whatIsPossible[invoice.status])
  if (invoice.isRetainer)
    throw conflict('An invoice for a retainer can’t be edited. Void it and bill the retainer again.')
}

/**
 * Throws 403 for anyone but administrators, 409 if its status, payments, or credit notes forbid it: a credit note reduces
 * what was billed, so the invoice is not voided without it.
 */
export function assertCanChangeInvoiceStatus(invoice: ActionFacts, actor: Actor, to: InvoiceStatus): void {
  assertCanManageInvoices(actor)
  if (!next[invoice.status].includes(to)) throw conflict(whatIsPossible[invoice.status])
  if (to === 'void' && invoice.amountPaid > 0)
    throw conflict('Payments were recorded on this invoice, so it can’t be voided.')
  if (to === 'void' && invoice.credited > 0)
    throw conflict('A credit note was created for this invoice. Void the credit note before you void the invoice.')
}

export const taxTermsOf = ({ taxMode, taxRate, taxExempt }: Pick<Invoice, 'taxMode' | 'taxRate' | 'taxExempt'>) => ({
  mode: taxMode,
  rate: taxRate,
  isExempt: taxExempt,
})

/** A draft is sent with the tax that its folder and the firm have today, or it is saved again first. */
export function assertCanSendInvoice(
  invoice: Pick<Invoice, 'taxExempt' | 'taxMode' | 'taxRate'>,
  { mode, rate, isExempt }: TaxTerms,
): void {
  if (invoice.taxExempt !== isExempt)
    throw conflict(
      `The client is ${isExempt ? 'now' : 'no longer'} exempt from sales tax. Edit and save the draft before it is sent.`,
    )
  if (invoice.taxMode !== mode || (mode !== 'off' && invoice.taxRate !== rate))
    throw conflict('The sales tax setting changed. Edit and save the draft before it is sent.')
}

const whyNoPayment: Record<Exclude<InvoiceStatus, 'sent' | 'overdue'>, string> = {
  draft: 'This invoice is a draft. Send it before a payment is recorded.',
  paid: 'This invoice is paid in full.',
  void: 'This invoice is void, so payments can’t be recorded on it.',
}

/**
 * The total paid including this payment, in cents, and whether the invoice is paid. Throws 403 for anyone but
 * administrators, 409 in the wrong status or above the balance, 400 for a future date.
 */
export function payInvoice(
  invoice: ActionFacts,
  actor: Actor,
  payment: Pick<PaymentInput, 'amount' | 'date'>,
  today: string,
): { amountPaid: number; isPaid: boolean } {
  assertCanManageInvoices(actor)
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') throw conflict(whyNoPayment[invoice.status])
  if (payment.date !== undefined && payment.date > today) throw invalid('date', 'A payment can’t have a future date.')
  if (payment.amount > balanceOf(invoice))
    throw conflict(`This is more than the balance due of ${inDollars(balanceOf(invoice))}.`, 'amount')
  const amountPaid = invoice.amountPaid + payment.amount
  return { amountPaid, isPaid: amountPaid === invoice.total }
}

/**
 * The total paid after a negative entry (a reversal or a refund), and whether the invoice is paid; throws 409 for an
 * unsent or void one.
 */
export function subtractPayment(invoice: ActionFacts, amount: number): { amountPaid: number; isPaid: boolean } {
  if (invoice.status === 'draft' || invoice.status === 'void') throw conflict(whyNoPayment[invoice.status])
  const amountPaid = invoice.amountPaid + amount
  if (amountPaid < 0) throw conflict('This is more than was paid on the invoice.', 'amount')
  if (amountPaid > invoice.total)
    throw conflict(`This is more than the balance due of ${inDollars(balanceOf(invoice))}.`, 'amount')
  return { amountPaid, isPaid: amountPaid === invoice.total }
}

/**
 * The most that a credit note for an invoice can be, in cents: never more than its total. For an invoice for a retainer,
 * it is at most the balance due, because what was paid is in the retainer.
 */
function creditableOf(invoice: ActionFacts): number {
  const uncredited = invoice.total - invoice.credited
  return invoice.isRetainer ? Math.min(balanceOf(invoice), uncredited) : uncredited
}

/** Throws 409 for a draft, for a void invoice, and for more than can be credited. */
export function assertCanCredit(invoice: ActionFacts, amount: number): void {
  if (invoice.status === 'draft') throw conflict('This invoice is a draft. Edit its lines instead.')
  if (invoice.status === 'void') throw conflict('This invoice is void, so there is nothing to credit.')
  const left = creditableOf(invoice)
  if (amount > left) throw conflict(`A credit for this invoice can be at most ${inDollars(left)}.`, 'amount')
}
