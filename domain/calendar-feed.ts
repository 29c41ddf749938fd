// The calendar that a person's own calendar program reads: days on which something is due.
import { z } from 'zod'
import { CalendarDate, Instant } from './text.ts'

export const CalendarFeed = z.object({
  /** Whether there is an address that opens. */
  isOpen: z.boolean(),
  createdAt: Instant.nullable(),
  /** When a calendar program last read it, to the hour. */
  readAt: Instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** `url`: shown once; the portal keeps only its hash. */
export const NewCalendarFeed = CalendarFeed.extend({ url: z.url() })
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

/** A day without a time. */
export const DueDay = z.object({
  /** The same for the same thing for ever; the host is added to it. */
  id: z.string(),
  date: CalendarDate,
  title: z.string(),
  /** The page of the portal that it leads to. */
  path: z.string(),
  changes: z.int(),
  since: Instant,
})
export type DueDay = z.infer<typeof DueDay>

/** How far back and ahead the calendar looks, in days. */
export const calendarReach = { back: 60, ahead: 400 }
export const mostDays = 2000
