// The firm's performance by month of the office's calendar: requests answered in time, proposals won and lost, money
// billed and collected. Amounts in cents. Everything is limited to what the reader may see.
import { z } from 'zod'
import { invalid } from './errors.ts'
import { Aging } from './statement.ts'
import { CalendarDate, Id } from './text.ts'

/** YYYY-MM */
export const Month = z.string().regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'Choose a month.')

export const ReportKind = z.enum(['reply-times', 'pipeline', 'money'])
export type ReportKind = z.infer<typeof ReportKind>

/** Both months included; the default is the last twelve including the current one. */
export interface ReportPeriod {
  from?: string | undefined
  to?: string | undefined
}

export const maxMonths = 36
const monthsByDefault = 12

const counts = { inTime: z.int(), late: z.int() }

/** By the month in which the request arrived. */
export const ReplyTimes = z.object({
  months: z.array(
    z.object({
      /** Its first day. */
      month: CalendarDate,
      received: z.int(),
      /** Accepted within 24 hours, and later. */
      ...counts,
      /** Not accepted yet, or cancelled before. */
      notTakenUp: z.int(),
    }),
  ),
  /** The people who accepted them (or to whom they were assigned then), most first; `months` in the same order. */
  people: z.array(z.object({ id: Id, name: z.string(), ...counts, months: z.array(z.object(counts)) })),
})
export type ReplyTimes = z.infer<typeof ReplyTimes>

/**
 * Sent in the month; won (approved) and lost (declined, or expired unanswered) in the month, without withdrawn ones.
 */
export const Pipeline = z.object({
  months: z.array(
    z.object({
      month: CalendarDate,
      sent: z.int(),
      sentValue: z.int(),
      won: z.int(),
      wonValue: z.int(),
      lost: z.int(),
      lostValue: z.int(),
    }),
  ),
})
export type Pipeline = z.infer<typeof Pipeline>

/**
 * Invoices sent in the month, except void ones, and payments dated in it; also for the same month a year earlier. What
 * was credited in the month is not deducted from what was billed in it.
 */
export const Money = z.object({
  months: z.array(
    z.object({
      month: CalendarDate,
      billed: z.int(),
      collected: z.int(),
      /** In credit notes dated in the month, except void ones. */
      credited: z.int(),
      /** In what was billed, without what credit notes reversed in the month. */
      salesTax: z.int(),
      billedYearBefore: z.int(),
      collectedYearBefore: z.int(),
    }),
  ),
})
export type Money = z.infer<typeof Money>

/** The figures whose entries can be listed. */
export const MoneyFigure = z.enum(['billed', 'collected'], 'Choose billed or collected.')
export type MoneyFigure = z.infer<typeof MoneyFigure>

/** An invoice (`date`: the day on which it was sent) or a payment, its reversal, or a refund; the amount in cents. */
export const MoneyEntry = z.object({
  id: Id,
  invoiceId: Id,
  invoiceNumber: z.string(),
  clientFolderId: Id,
  clientFolderName: z.string(),
  date: CalendarDate,
  amount: z.int(),
})
export type MoneyEntry = z.infer<typeof MoneyEntry>

export const maxReceivableClients = 200

/** Today's outstanding balances: unpaid sent invoices by days past due, highest balance first; totals include all clients. */
export const Receivables = z.object({
  date: CalendarDate,
  balance: z.int(),
  aging: Aging,
  clientCount: z.int(),
  clients: z.array(
    z.object({
      clientFolderId: Id,
      clientFolderName: z.string(),
      openInvoices: z.int(),
      balance: z.int(),
      aging: Aging,
    }),
  ),
})
export type Receivables = z.infer<typeof Receivables>

export const maxProfitClients = 200

const ProfitFigures = z.object({
  /** Billed before sales tax, less what was credited; negative if more was credited. */
  income: z.int(),
  /** Recorded time, billable or not, and what of it is billable. */
  minutes: z.int(),
  billableMinutes: z.int(),
  /** The recorded time at the firm's average hourly cost, and the income less that; null while no cost is entered. */
  cost: z.int().nullable(),
  profit: z.int().nullable(),
})

/**
 * What each client brought and what their work cost in a period, in cents: invoices sent, credit notes dated, and time recorded in
 * it. Money paid in advance counts once it is billed for work. Highest income first; totals include all clients.
 */
export const Profit = ProfitFigures.extend({
  /** From the firm settings, as it is now. */
  hourlyCost: z.int().nullable(),
  clientCount: z.int(),
  clients: z.array(ProfitFigures.extend({ clientFolderId: Id, clientFolderName: z.string() })),
})
export type Profit = z.infer<typeof Profit>

/** The first days of the months of a period, oldest first. Throws for one that is reversed or too long. */
export function monthsOf({ from, to }: ReportPeriod, today: string): string[] {
  const last = to ?? (from === undefined ? today.slice(0, 7) : later(from, today.slice(0, 7)))
  const first = from ?? monthAfter(last, 1 - monthsByDefault)
  const count = indexOf(last) - indexOf(first) + 1
  if (count < 1) throw invalid('to', 'The end month is before the start month.')
  if (count > maxMonths) throw invalid('from', `Choose at most ${maxMonths} months.`)
  return Array.from({ length: count }, (_, i) => `${monthAfter(first, i)}-01`)
}

const later = (one: string, other: string) => (one > other ? one : other)

const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

/** Adds months, or subtracts them; YYYY-MM. */
export function monthAfter(month: string, months: number): string {
  const index = indexOf(month) + months
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
}
