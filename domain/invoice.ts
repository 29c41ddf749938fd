// An invoice: what a client owes for work done, in lines that add up.
// Lives: draft → sent → paid; a sent one past its due date is overdue, by itself; draft, sent or overdue → void. It is paid when
// its payments reach the total. Administrators make and move invoices; the client sees what was sent.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { assertTotal, Cents, inDollars, lineTotal, optionalCents, Quantity, salesTax, sumOf } from './money.ts'
import type { PaymentInput } from './payment.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { maxLines, type ServiceLine } from './service-line.ts'
import { CalendarDate, Id, Instant, kept, optionalId, optionalName, optionalText, requiredText } from './text.ts'

export const InvoiceStatus = z.enum(['draft', 'sent', 'overdue', 'paid', 'void'])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

/** Net 30, as the terms of the contracts have it. */
export const usualDueDays = 30

export const InvoiceLineInput = z.strictObject({
  description: requiredText('Please describe each line.'),
  quantity: Quantity,
  rate: Cents,
  total: optionalCents,
})
export type InvoiceLineInput = z.infer<typeof InvoiceLineInput>

export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.number(),
  rate: z.int(),
  total: z.int(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

const noLine = 'Please add at least one line.'

/** Sums in cents: those left out are computed, those sent must agree. Lines left out come from the contract. */
export const InvoiceInput = z.strictObject({
  clientFolderId: z.uuid('Please choose a client folder.'),
  contractId: optionalId,
  invoiceNumber: optionalName,
  description: optionalText,
  lineItems: z
    .array(InvoiceLineInput, noLine)
    .min(1, noLine)
    .max(maxLines, `An invoice has at most ${maxLines} lines.`)
    .optional(),
  subtotal: optionalCents,
  tax: optionalCents,
  total: optionalCents,
  dueDate: z.iso
    .date('Please enter the due date.')
    .refine((date) => date >= '2000-01-01', 'Please enter a date from the year 2000 on.'),
})
export type InvoiceInput = z.infer<typeof InvoiceInput>

/** An edit of a draft: what is left out stays as it was. Its folder and its number stay anyway; sent, they have to agree. */
export const InvoiceChange = InvoiceInput.partial()
export type InvoiceChange = z.infer<typeof InvoiceChange>

export const InvoiceStatusChange = z.strictObject({ status: InvoiceStatus, reason: optionalText })
export type InvoiceStatusChange = z.infer<typeof InvoiceStatusChange>

export const InvoiceMove = z.enum(['download', 'edit', 'send', 'record-payment', 'mark-paid', 'void'])
export type InvoiceMove = z.infer<typeof InvoiceMove>

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
  /** The sum of its payments, and what is still open: a void one and a draft owe nothing, yet their balance is told. */
  amountPaid: z.int(),
  balance: z.int(),
  status: InvoiceStatus,
  dueDate: CalendarDate,
  sentAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  /** As the folder was when the draft was last written. */
  taxExempt: z.boolean(),
  taxExemptionNumber: z.string().nullable(),
  purchaseOrderNumber: z.string().nullable(),
  /** Why it was made void. */
  reason: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceView = Invoice.extend({ allowed: z.array(InvoiceMove) })
export type InvoiceView = z.infer<typeof InvoiceView>

/** An invoice in a list: without its lines, and with the beginning of its description. */
export const InvoiceSummary = InvoiceView.omit({ lineItems: true })
export type InvoiceSummary = z.infer<typeof InvoiceSummary>
export const excerptLength = 300

/** What happened to it, oldest first; `days` tells of a reminder how long before or after the due date it was for. */
export const InvoiceHistory = z.array(
  z.object({ at: Instant, action: z.string(), actorName: z.string().nullable(), days: z.int().nullable() }),
)
export type InvoiceHistory = z.infer<typeof InvoiceHistory>
export const InvoiceDetails = InvoiceView.extend({ history: InvoiceHistory })
export type InvoiceDetails = z.infer<typeof InvoiceDetails>

/** What it reads as on a day of the office's: a sent one whose due date is over is overdue, marked or not. SQL says the same. */
export const statusOn = (today: string, { status, dueDate }: Pick<Invoice, 'status' | 'dueDate'>): InvoiceStatus =>
  status === 'sent' && dueDate < today ? 'overdue' : status

export const balanceOf = ({ total, amountPaid }: Pick<Invoice, 'total' | 'amountPaid'>): number => total - amountPaid

/** What an invoice's moves depend on; `status` as it reads today. */
export const MoveFacts = Invoice.pick({ status: true, total: true, amountPaid: true })
export type MoveFacts = z.infer<typeof MoveFacts>

const isOwed = ({ status }: Pick<Invoice, 'status'>) => status === 'sent' || status === 'overdue'

export function allowedMoves(invoice: MoveFacts, actor: Actor, folderIsOpen: boolean): InvoiceMove[] {
  if (!isAdministrator(actor) || !folderIsOpen) return ['download']
  if (invoice.status === 'draft') return ['download', 'edit', 'send', 'void']
  if (!isOwed(invoice)) return ['download']
  return [
    'download',
    ...(balanceOf(invoice) > 0 ? (['record-payment'] as const) : []),
    'mark-paid',
    ...(invoice.amountPaid === 0 ? (['void'] as const) : []),
  ]
}

/** Making, changing and moving invoices is for administrators. */
export function assertCanManageInvoices(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only administrators make and change invoices.')
}

const next: Record<InvoiceStatus, InvoiceStatus[]> = {
  draft: ['sent', 'void'],
  sent: ['paid', 'void'],
  overdue: ['paid', 'void'],
  paid: [],
  void: [],
}

const whatIsPossible: Record<InvoiceStatus, string> = {
  draft: 'A draft can be edited, sent or made void.',
  sent: 'A sent invoice can be paid or made void.',
  overdue: 'An overdue invoice can be paid or made void.',
  paid: 'A paid invoice stays as it is.',
  void: 'A void invoice stays as it is.',
}

/** Refuses 403 for anybody but administrators, 409 once it is no draft any more. */
export function assertCanEditInvoice(invoice: MoveFacts, actor: Actor): void {
  assertCanManageInvoices(actor)
  if (invoice.status !== 'draft') throw conflict(whatIsPossible[invoice.status])
}

/** Refuses 403 for anybody but administrators, 409 what its status or its payments forbid. */
export function assertCanChangeInvoiceStatus(invoice: MoveFacts, actor: Actor, to: InvoiceStatus): void {
  assertCanManageInvoices(actor)
  if (!next[invoice.status].includes(to)) throw conflict(whatIsPossible[invoice.status])
  if (to === 'void' && invoice.amountPaid > 0)
    throw conflict('Payments were recorded on this invoice, so it cannot be made void.')
}

/** A draft is sent with the tax that its folder has today, or it is written anew first. */
export function assertCanSendInvoice(invoice: Pick<Invoice, 'taxExempt'>, folder: { taxExempt: boolean }): void {
  if (invoice.taxExempt !== folder.taxExempt)
    throw conflict(
      `The client is ${folder.taxExempt ? 'now' : 'no longer'} exempt from sales tax. Edit and save the draft before it is sent.`,
    )
}

const whyNoPayment: Record<Exclude<InvoiceStatus, 'sent' | 'overdue'>, string> = {
  draft: 'This invoice is a draft. Send it before a payment is recorded.',
  paid: 'This invoice is paid in full.',
  void: 'This invoice is void and takes no payments.',
}

/**
 * What has been paid, in cents, once this payment is in, and whether that is all of it.
 * Refuses 403 for anybody but administrators, 409 in the wrong status or above the balance, 400 a date to come.
 */
export function payInvoice(
  invoice: MoveFacts,
  actor: Actor,
  payment: Pick<PaymentInput, 'amount' | 'date'>,
  today: string,
): { amountPaid: number; isPaid: boolean } {
  assertCanManageInvoices(actor)
  if (invoice.status !== 'sent' && invoice.status !== 'overdue') throw conflict(whyNoPayment[invoice.status])
  if (payment.date !== undefined && payment.date > today)
    throw invalid('date', 'A payment cannot have a date that is still to come.')
  if (payment.amount > balanceOf(invoice))
    throw conflict(`This is more than the open balance of ${inDollars(balanceOf(invoice))}.`, 'amount')
  const amountPaid = invoice.amountPaid + payment.amount
  return { amountPaid, isPaid: amountPaid === invoice.total }
}

/** The lines with their totals, and the sums. Refuses (400) a sum that was sent and does not agree. */
export function calculateTotals(
  lines: readonly InvoiceLineInput[],
  taxExempt: boolean,
  sent: Pick<InvoiceChange, 'subtotal' | 'tax' | 'total'> = {},
): Pick<Invoice, 'lineItems' | 'subtotal' | 'tax' | 'total'> {
  const lineItems = lines.map(({ description, quantity, rate, total }, at) => ({
    description,
    quantity,
    rate,
    total: assertTotal(`lineItems.${at}.total`, total, lineTotal(quantity, rate)),
  }))
  const subtotal = assertTotal('subtotal', sent.subtotal, sumOf(lineItems.map(({ total }) => total)))
  const tax = assertTotal('tax', sent.tax, taxExempt ? 0 : salesTax(subtotal))
  return { lineItems, subtotal, tax, total: assertTotal('total', sent.total, subtotal + tax) }
}

/** The lines of an invoice for a contract: its services, or one line for its whole value where they carry no prices. */
export function linesOfContract(contract: {
  contractNumber: string
  services: readonly ServiceLine[]
  totalValue: number
}): InvoiceLineInput[] {
  const priced = contract.services.every(({ totalCost }) => totalCost !== null)
  if (contract.services.length === 0 || !priced) {
    const description = `Services under contract ${contract.contractNumber}`
    return [{ description, quantity: 1, rate: contract.totalValue, total: null }]
  }
  return contract.services.map(({ customName, estimatedHours, hourlyRate, totalCost }) => {
    const byTheHour = estimatedHours !== null && hourlyRate !== null
    return {
      description: customName,
      quantity: byTheHour ? estimatedHours : 1,
      rate: byTheHour ? hourlyRate : (totalCost ?? 0),
      total: null,
    }
  })
}
