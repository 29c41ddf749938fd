// The audit log by the office's months and days.
import type { AuditEntry } from '../../domain/audit-log.ts'
import { daysUntil, formatDate, formatMonth, officeDay } from '../kit/dates.ts'

export interface HistoryMonth {
  /** "November 2026" */
  month: string
  entries: { entry: AuditEntry; day: string; isFirstOfDay: boolean }[]
}

/** Entries newest first, under the month each is in. */
export function monthsOf(entries: readonly AuditEntry[]): HistoryMonth[] {
  const months: HistoryMonth[] = []
  let before = ''
  for (const entry of entries) {
    const day = officeDay(entry.at)
    const listed = { entry, day, isFirstOfDay: day !== before }
    const last = months.at(-1)
    if (last !== undefined && day.slice(0, 7) === before.slice(0, 7)) last.entries.push(listed)
    else months.push({ month: formatMonth(day), entries: [listed] })
    before = day
  }
  return months
}

/** "Today", "Yesterday", "Nov 21" */
export const dayWords = (day: string, now: Date): string =>
  ['Today', 'Yesterday'][-daysUntil(day, now)] ?? formatDate(day, now)
