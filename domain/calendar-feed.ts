// A user's calendar feed for their own calendar program: due dates.
import { z } from 'zod'
import { CalendarDate, Instant } from './text.ts'

export const CalendarFeed = z.object({
  /** Whether a feed address is active. */
  isOpen: z.boolean(),
  createdAt: Instant.nullable(),
  /** When a calendar program last read it, to the hour. */
  readAt: Instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** `url`: shown once; the portal stores only its hash. */
export const NewCalendarFeed = CalendarFeed.extend({ url: z.url() })
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

/** An all-day event. */
export const DueDay = z.object({
  /** Stable for the same item; the host is appended to it. */
  id: z.string(),
  date: CalendarDate,
  title: z.string(),
  /** The portal page that it links to. */
  path: z.string(),
  changes: z.int(),
  since: Instant,
})
export type DueDay = z.infer<typeof DueDay>

/** The range of the calendar in days before and after today. */
export const calendarReach = { back: 60, ahead: 400 }
export const maxDays = 2000
