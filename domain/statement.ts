// A statement: what a client owes on a day, for how long it has been due, and the payments of the last twelve months.
import { z } from 'zod'
import { InvoiceStatus } from './invoice.ts'
import { EntryKind, PaymentMethod } from './payment.ts'
import { CalendarDate, Id } from './text.ts'

/** Outstanding amounts in cents, by days past the due date. */
export const Aging = z.object({
  current: z.int(),
  days1To30: z.int(),
  days31To60: z.int(),
  days61To90: z.int(),
  over90Days: z.int(),
})
export type Aging = z.infer<typeof Aging>
export type AgingBucket = keyof Aging

export const agingLabels: Record<AgingBucket, string> = {
  current: 'Not due yet',
  days1To30: '1–30 days',
  days31To60: '31–60 days',
  days61To90: '61–90 days',
  over90Days: 'Over 90 days',
}

/** The aging bucket of an amount by days past due (0 and less: not past due). SQL has the same rule. */
export const agingBucket = (daysPastDue: number): AgingBucket => {
  if (daysPastDue <= 0) return 'current'
  if (daysPastDue <= 30) return 'days1To30'
  if (daysPastDue <= 60) return 'days31To60'
  return daysPastDue <= 90 ? 'days61To90' : 'over90Days'
}

/** Maximum number of items of each kind; totals include all. */
export const statementLimit = 500

export const Statement = z.object({
  clientFolderId: Id,
  clientFolderName: z.string(),
  clientName: z.string().nullable(),
  /** The date of the statement in the office. */
  date: CalendarDate,
  balance: z.int(),
  aging: Aging,
  /** Outstanding invoices, longest due first. */
  invoices: z.array(
    z.object({
      id: Id,
      invoiceNumber: z.string(),
      status: InvoiceStatus,
      sentOn: CalendarDate,
      dueDate: CalendarDate,
      daysPastDue: z.int(),
      total: z.int(),
      amountPaid: z.int(),
      balance: z.int(),
      isRetainer: z.boolean(),
    }),
  ),
  openInvoices: z.int(),
  paymentsFrom: CalendarDate,
  /** Newest first. */
  payments: z.array(
    z.object({
      id: Id,
      invoiceId: Id,
      invoiceNumber: z.string(),
      date: CalendarDate,
      kind: EntryKind,
      method: PaymentMethod,
      reference: z.string().nullable(),
      amount: z.int(),
    }),
  ),
  paymentsReceived: z.int(),
  paidInPeriod: z.int(),
  /** Credit notes not yet applied to an invoice, in cents. */
  creditAvailable: z.int(),
  /** These credit notes, oldest first; `tax` is the sales tax in the amount. */
  credits: z.array(
    z.object({
      id: Id,
      creditNoteNumber: z.string(),
      date: CalendarDate,
      amount: z.int(),
      tax: z.int(),
      available: z.int(),
    }),
  ),
  /** Paid in advance and not applied to an invoice yet, in cents. */
  retainerBalance: z.int(),
})
export type Statement = z.infer<typeof Statement>
