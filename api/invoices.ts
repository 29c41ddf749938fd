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
import { Payment, PaymentInput } from '../domain/payment.ts'
import { CalendarDate, Id } from '../domain/text.ts'
import { change, create, list, raw, read, search } from './kit/endpoint.ts'

/** A span of days of the office's calendar, both ends included. */
const day = CalendarDate.refine((date) => date >= '1900-01-01', 'Please enter a date from 1900 on.').optional()
const period = { from: day, to: day }

/** `due`: the nearest due date first; `amount`: the largest first. */
const found = {
  ...search,
  status: InvoiceStatus.optional(),
  clientFolderId: Id.optional(),
  order: z.enum(['newest', 'due', 'amount']).optional(),
}

export const listInvoices = list({
  path: '/api/invoices',
  who: 'signed-in',
  summary:
    'Administrators see all invoices, staff those of their folders, clients those that were sent to them. A sent one past its due date is found as overdue.',
  of: InvoiceSummary,
  query: found,
})

export const exportInvoices = raw('GET', {
  path: '/api/invoices/csv',
  who: administrators,
  summary: 'The invoices that were sent in a period, for the bookkeeper: CSV (RFC 4180, UTF-8), amounts in dollars.',
  query: period,
})

export const exportInvoiceList = raw('GET', {
  path: '/api/invoices/list/csv',
  who: team,
  summary: 'The list of invoices with its filters, drafts included, as CSV (RFC 4180, UTF-8); amounts in dollars.',
  query: found,
})

export const readInvoice = read({
  path: '/api/invoices/:id',
  who: 'signed-in',
  summary: 'One invoice, with its lines and what happened to it. Amounts in cents.',
  reply: InvoiceDetails,
})

export const createInvoice = create({
  path: '/api/invoices',
  who: administrators,
  summary:
    'An administrator drafts an invoice. The number is allotted; lines left out come from the contract; sums left out are computed and those sent must agree (400). Tax is 5.75 % of the subtotal, none for a tax-exempt folder.',
  body: InvoiceInput,
  reply: InvoiceView,
})

export const changeInvoice = change('PUT', {
  path: '/api/invoices/:id',
  who: 'signed-in',
  summary: 'Changes a draft; what is left out stays. 409 once it was sent.',
  body: InvoiceChange,
  reply: InvoiceView,
})

export const changeInvoiceStatus = change('PATCH', {
  path: '/api/invoices/:id/status',
  who: 'signed-in',
  summary:
    '`sent` sends a draft; `paid` records what is open as a payment of today; `void` takes an invoice without payments back, with a reason.',
  body: InvoiceStatusChange,
  reply: InvoiceView,
})

export const readInvoicePdf = raw('GET', {
  path: '/api/invoices/:id/pdf',
  who: 'signed-in',
  summary:
    'The invoice on paper, as it stands now; of an erased client the paper that is kept, for administrators, and 409 for others.',
})

export const listPayments = list({
  path: '/api/invoices/:id/payments',
  who: 'signed-in',
  summary: "An invoice's payments.",
  of: Payment,
})

export const recordPayment = create({
  path: '/api/invoices/:id/payments',
  who: 'signed-in',
  summary:
    'An administrator records money that came in, in cents. More than the balance is refused (409); the invoice is paid when nothing is open any more.',
  body: PaymentInput,
  reply: Payment,
})

export const readReceipt = raw('GET', {
  path: '/api/payments/:id/pdf',
  who: 'signed-in',
  summary: 'The receipt of one payment. 409 once the client was erased.',
})

export const exportPayments = raw('GET', {
  path: '/api/payments/csv',
  who: administrators,
  summary: 'The payments of a period, for the bookkeeper: CSV (RFC 4180, UTF-8), amounts in dollars.',
  query: period,
})
