// The team's start page: figures, items that need follow-up, and requests and money over time. Everything is limited to
// what the reader may see, in the office's calendar and in cents.
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

/** Kinds of items that need follow-up, most urgent first. */
export const FollowUpKind = z.enum([
  'service-requests',
  'invoices',
  'contracts',
  'documents',
  'proposals',
  'document-requests',
  'assignments',
])
export type FollowUpKind = z.infer<typeof FollowUpKind>

/** A proposal without a response and a contract without a signature need follow-up after this many days. */
export const followUpAfterDays = 7

/** An unanswered proposal also needs follow-up this many days before it expires. */
export const expiresSoonDays = 3

/** The dashboard shows this many of each kind; the others are paginated. */
export const followUpsShown = 3

/**
 * An item that needs follow-up. `since` is when the wait began, `due` the last day it had; `amount` in cents, for an
 * invoice its balance due.
 */
export const FollowUpItem = z.object({
  id: Id,
  kind: FollowUpKind,
  clientFolderId: Id.nullable(),
  /** The business: the name of the folder, or of the request. */
  who: z.string(),
  /** The contact person. */
  contact: z.string().nullable(),
  what: z.string(),
  amount: z.int().nullable(),
  since: Instant,
  due: CalendarDate.nullable(),
})
export type FollowUpItem = z.infer<typeof FollowUpItem>

/** The total of each kind, and the longest-waiting items. */
export const FollowUps = z.object({
  groups: z.array(z.object({ kind: FollowUpKind, count: z.int(), items: z.array(FollowUpItem) })),
  /** When the next request becomes late; null if none is pending. */
  nextAt: Instant.nullable(),
})
export type FollowUps = z.infer<typeof FollowUps>

/** Weeks begin on Mondays; the last one is the current week. */
export const weeksShown = 12
export const RequestsByWeek = z.object({
  weeks: z.array(
    z.object({
      /** Its Monday. */
      week: CalendarDate,
      received: z.int(),
      /** Accepted by someone within 24 hours. */
      answeredInTime: z.int(),
    }),
  ),
})
export type RequestsByWeek = z.infer<typeof RequestsByWeek>

/** The last one is the current month, up to today. Void invoices are not counted. */
export const monthsShown = 12
export const MoneyByMonth = z.object({
  months: z.array(
    z.object({
      /** Its first day. */
      month: CalendarDate,
      /** Total of the invoices that were sent in it. */
      billed: z.int(),
      /** Payments dated in it. */
      collected: z.int(),
      /** Outstanding at its end on overdue invoices. */
      overdue: z.int(),
    }),
  ),
})
export type MoneyByMonth = z.infer<typeof MoneyByMonth>

/** The Monday of a date's week. */
export const mondayOf = (date: string): string => daysAfter(date, -((new Date(date).getUTCDay() + 6) % 7))

/** The Mondays of the last weeks, oldest first. */
export const lastWeeks = (today: string): string[] =>
  Array.from({ length: weeksShown }, (_, i) => daysAfter(mondayOf(today), 7 * (i + 1 - weeksShown)))

/** The first days of the last months, oldest first. */
export const lastMonths = (today: string): string[] =>
  Array.from({ length: monthsShown }, (_, i) => firstOfMonth(today, i + 1 - monthsShown))

const firstOfMonth = (date: string, monthsLater: number) =>
  new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + monthsLater, 1)).toISOString().slice(0, 10)
