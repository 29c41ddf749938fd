// Dates as people in the office read them. Instants are ISO 8601 in UTC; calendar dates are YYYY-MM-DD and have no zone.
import { officeDate, officeZone } from '../../domain/time.ts'

const formatter = (zone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options })

const isCalendarDate = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/**
 * One way to say dates: a calendar date as it is written, an instant as the office's date. Each is made once, since that takes a
 * hundred times as long as to say a date with it.
 */
function wordsWith(options: Intl.DateTimeFormatOptions): (value: string) => string {
  const ofDay = formatter('UTC', options)
  const ofInstant = formatter(officeZone, options)
  return (value) =>
    isCalendarDate(value) ? ofDay.format(new Date(`${value}T00:00:00Z`)) : ofInstant.format(new Date(value))
}

const dayAndMonth = wordsWith({ month: 'short', day: 'numeric' })
const dayMonthAndYear = wordsWith({ month: 'short', day: 'numeric', year: 'numeric' })

/** The office's calendar date, YYYY-MM-DD, of an instant or of a date that is one already. */
export const officeDay = (value: string | Date) =>
  typeof value === 'string' && isCalendarDate(value) ? value : officeDate(new Date(value))

/** "Mar 14", with the year where it is not this one: "Mar 14, 2025". */
export function formatDate(value: string, now = new Date()): string {
  const thisYear = officeDay(value).slice(0, 4) === officeDay(now).slice(0, 4)
  return thisYear ? dayAndMonth(value) : dayMonthAndYear(value)
}

/** "Mar 14, 2026": for the ends of a range. */
export const formatDateWithYear = dayMonthAndYear

/** "January 12, 2026" */
export const formatLongDate = wordsWith({ month: 'long', day: 'numeric', year: 'numeric' })

/** "January 2026" */
export const formatMonth = wordsWith({ month: 'long', year: 'numeric' })

/** "4:10 PM" */
export const formatTime = wordsWith({ hour: 'numeric', minute: '2-digit' })

/** "Mar 14, 4:10 PM" */
export const formatDateTime = (instant: string, now = new Date()) =>
  `${formatDate(instant, now)}, ${formatTime(instant)}`

/** Whole days from the office's today to that day; negative when it is past. */
export function daysUntil(value: string, now = new Date()): number {
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
  return Math.round((at(officeDay(value)) - at(officeDay(now))) / 86_400_000)
}

/** "Mar 14, in 3 days", "Mar 10, yesterday", "Mar 11, today", "Mar 11, 2024, 2 years ago" */
export const formatDue = (value: string, now = new Date()) => `${formatDate(value, now)}, ${relativeDays(value, now)}`

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** "in 3 days", "yesterday", "2 years ago" */
export function relativeDays(value: string, now: Date): string {
  const days = daysUntil(value, now)
  const size = Math.abs(days)
  if (size < 14) return relative.format(days, 'day')
  if (size < 60) return relative.format(Math.trunc(days / 7), 'week')
  if (size < 730) return relative.format(Math.trunc(days / 30.44), 'month')
  return relative.format(Math.round(days / 365.25), 'year')
}
