import { z } from 'zod'
import { administrators, team } from '../domain/actor.ts'
import {
  InvoiceChange,
  InvoiceDetails,
  InvoiceInput,
  InvoiceStatus,
  InvoiceStatusChange,
  InvoiceSummary,
  InvoiceView,
} from '../domain/invoice.ts'
import { InstallmentsInput } from '../domain/installment.ts'
import { PaymentInput, PaymentView, RefundInput, ReversalInput } from '../domain/payment.ts'
import { CalendarDate, Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

/** A range of days in the office's calendar, both ends included. */
const day = CalendarDate.refine((date) => date >= '1900-01-01', 'Enter a date from 1900 on.').optional()
const period = { from: day, to: day }

/** `due`: earliest due date first; `unpaid`: the unpaid ones first, by due date, then the newest; `amount`: largest first. */
const found = {
  ...search,
  status: InvoiceStatus.optional(),
  clientFolderId: Id.optional(),
  order: z.enum(['newest', 'unpaid', 'due', 'due-desc', 'amount', 'amount-asc']).optional(),
}

export const listInvoices = list({
  path: '/api/invoices',
  who: 'signed-in',
  summary:
    'Lists invoices: all for administrators; for staff, those of their folders; for clients, those sent to them. A sent invoice past its due date has the status overdue.',
  of: InvoiceSummary,
  query: found,
})

export const exportInvoices = raw('GET', {
  path: '/api/invoices/csv',
  who: administrators,
  summary: 'Exports the invoices sent in a period as CSV (RFC 4180, UTF-8), in dollars, for accounting.',
  query: period,
})

export const exportInvoiceList = raw('GET', {
  path: '/api/invoices/list/csv',
  who: team,
  summary: 'Exports the list of invoices with its filters, including drafts, as CSV (RFC 4180, UTF-8), in dollars.',
  query: found,
})

export const readInvoice = read({
  path: '/api/invoices/:id',
  who: 'signed-in',
  summary: 'Returns one invoice with its lines and history. Amounts are in cents.',
  reply: InvoiceDetails,
})

export const createInvoice = create({
  path: '/api/invoices',
  who: administrators,
  summary:
    'Creates a draft invoice and assigns its number. Omitted lines are filled from the contract. Omitted totals are calculated; totals in the body must match (400). Tax is 5.75% of the subtotal, or 0 for a tax-exempt folder. Administrators only.',
  body: InvoiceInput,
  reply: InvoiceView,
})

export const createInstallments = create({
  path: '/api/contracts/:id/installments',
  who: 'signed-in',
  summary:
    'Creates 2 to 12 draft invoices for the unbilled amount of a signed contract, each with a due date and an amount in cents before sales tax. 400 unless the amounts add up to the unbilled amount; 409 if the contract is not signed, was terminated, or has nothing left to bill. Administrators only.',
  body: InstallmentsInput,
  reply: z.object({ invoices: z.array(InvoiceView) }),
})

export const changeInvoice = change('PUT', {
  path: '/api/invoices/:id',
  who: 'signed-in',
  summary: 'Updates a draft; omitted fields do not change. 409 after it was sent.',
  body: InvoiceChange,
  reply: InvoiceView,
})

export const changeInvoiceStatus = change('PATCH', {
  path: '/api/invoices/:id/status',
  who: 'signed-in',
  summary:
    'Changes the status: `sent` sends a draft, `paid` records the balance due as a payment dated today, `void` voids an invoice without payments, with a reason.',
  body: InvoiceStatusChange,
  reply: InvoiceView,
})

export const readInvoicePdf = raw('GET', {
  path: '/api/invoices/:id/pdf',
  who: 'signed-in',
  summary:
    'Returns the invoice as a PDF in its current state. For a deleted client it returns the stored PDF to administrators, and 409 to others.',
})

export const listPayments = list({
  path: '/api/invoices/:id/payments',
  who: 'signed-in',
  summary:
    'Lists the entries of an invoice: payments, reversals, refunds, and applied credits. Amounts are in cents, negative for entries that reduce what was paid.',
  of: PaymentView,
})

export const recordPayment = create({
  path: '/api/invoices/:id/payments',
  who: 'signed-in',
  summary:
    'Records a payment in cents. A payment above the balance due is an error (409); the invoice is paid when the balance is 0. Administrators only.',
  body: PaymentInput,
  reply: PaymentView,
})

export const reversePayment = create({
  path: '/api/payments/:id/reversal',
  who: 'signed-in',
  summary:
    'Reverses an entry of an invoice with a second entry of the opposite sign; the invoice is due again by that amount. 409 for a second reversal, and while a refund of the payment exists. Administrators only.',
  body: ReversalInput,
  reply: PaymentView,
})

export const refundPayment = create({
  path: '/api/payments/:id/refund',
  who: 'signed-in',
  summary:
    'Records that part or all of a payment was returned, in cents. `creditNote` also issues a credit note for the same amount, so that the invoice is not due again. 409 for more than is left of the payment, and for a payment that was made online. Administrators only.',
  body: RefundInput,
  reply: PaymentView,
})

export const readReceipt = raw('GET', {
  path: '/api/payments/:id/pdf',
  who: 'signed-in',
  summary:
    'Returns the receipt of one payment or refund as a PDF. 409 for reversals and credits, and after the client was deleted.',
})

export const exportPayments = raw('GET', {
  path: '/api/payments/csv',
  who: administrators,
  summary: 'Exports the payments of a period as CSV (RFC 4180, UTF-8), in dollars, for accounting.',
  query: period,
})
