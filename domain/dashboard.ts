// What the team sees first: figures, what is worth chasing, and how requests and money have gone. All of it counts what its
// reader may see, in the office's calendar, in cents.
import { z } from 'zod'
import { CalendarDate, Id, Instant } from './text.ts'
import { daysAfter } from './time.ts'

/** Counts of what the caller may see. `staffMembers` is for administrators, `thisMonth` for staff; amounts in cents. */
export const Dashboard = z.object({
  pendingRequests: z.int(),
  overdueRequests: z.int(),
  clientFolders: z.int(),
  foldersOpenedThisWeek: z.int(),
  activeClients: z.int(),
  staffMembers: z.int().nullable(),
  openAssignments: z.int(),
  thisMonth: z.object({ billed: z.int(), collected: z.int() }).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>

/** What one chases, in the order of its urgency. */
export const ChaseKind = z.enum([
  'service-requests',
  'invoices',
  'contracts',
  'documents',
  'proposals',
  'document-requests',
  'assignments',
])
export type ChaseKind = z.infer<typeof ChaseKind>

/** A proposal without an answer and a contract without a signature are worth a word after so many days. */
export const patienceDays = 7

/** A proposal that waits for its answer is worth one as well from so many days before its last. */
export const expiresSoonDays = 3

/** The dashboard shows so many of each kind; the others come page by page. */
export const chasedAtOnce = 3

/** One thing to chase. `since` is when its waiting began, `due` the last day it had; `amount` in cents, of an invoice what is open. */
export const ChaseItem = z.object({
  id: Id,
  kind: ChaseKind,
  clientFolderId: Id.nullable(),
  /** The business: the name of the folder, or of the request. */
  who: z.string(),
  /** Who there is to talk to. */
  contact: z.string().nullable(),
  what: z.string(),
  amount: z.int().nullable(),
  since: Instant,
  due: CalendarDate.nullable(),
})
export type ChaseItem = z.infer<typeof ChaseItem>

/** How many there are of each kind, none left out, and the longest waiting of them. */
export const Chase = z.object({
  groups: z.array(z.object({ kind: ChaseKind, count: z.int(), items: z.array(ChaseItem) })),
  /** When the next request will have waited too long; null while none is waiting. */
  nextAt: Instant.nullable(),
})
export type Chase = z.infer<typeof Chase>

/** Weeks begin on Mondays; the last of them is the present one. */
export const weeksShown = 12
export const RequestsByWeek = z.object({
  weeks: z.array(
    z.object({
      /** Its Monday. */
      week: CalendarDate,
      received: z.int(),
      /** Taken up by somebody within 24 hours. */
      answeredInTime: z.int(),
    }),
  ),
})
export type RequestsByWeek = z.infer<typeof RequestsByWeek>

/** The last month is the present one, and its end is today. What was made void counts nowhere. */
export const monthsShown = 12
export const MoneyByMonth = z.object({
  months: z.array(
    z.object({
      /** Its first day. */
      month: CalendarDate,
      /** The totals of the invoices that were sent in it. */
      billed: z.int(),
      /** The payments dated in it. */
      collected: z.int(),
      /** What was open at its end on invoices whose due date was over. */
      overdue: z.int(),
    }),
  ),
})
export type MoneyByMonth = z.infer<typeof MoneyByMonth>

/** The Monday of a day's week. */
export const mondayOf = (date: string): string => daysAfter(date, -((new Date(date).getUTCDay() + 6) % 7))

/** The Mondays of the last weeks, the oldest first. */
export const lastWeeks = (today: string): string[] =>
  Array.from({ length: weeksShown }, (_, i) => daysAfter(mondayOf(today), 7 * (i + 1 - weeksShown)))

/** The first days of the last months, the oldest first. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: monthsShown }, (_, i) => firstOfMonth(today, i + 1 - monthsShown))

const firstOfMonth = (date: string, monthsLater: number) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + monthsLater, 1)).toISOString().slice(0, 10)
