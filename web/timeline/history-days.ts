// The audit log by the office's months and days.
import type { AuditEntry } from '../../domain/audit-log.ts'
import { eventWords } from './event-words.ts'
import { daysUntil, formatDate, formatMonth, officeDay } from '../kit/dates.ts'

export interface HistoryMonth {
  /** "November 2026" */
  month: string
  /** `times`: with equal entries before it on the same day, the latest of which it is. */
  entries: { entry: AuditEntry; day: string; isFirstOfDay: boolean; times: number }[]
}

/**
 * Entries newest first, under the month each is in.
 * @param folds whether equal entries that follow each other are one
 */
export function monthsOf(entries: readonly AuditEntry[], folds = false): HistoryMonth[] {
  const months: HistoryMonth[] = []
  let before = ''
  for (const entry of entries) {
    const day = officeDay(entry.at)
    const listed = { entry, day, isFirstOfDay: day !== before, times: 1 }
    const last = months.at(-1)
    const previous = last?.entries.at(-1)
    if (folds && previous?.day === day && eventWords(previous.entry) === eventWords(entry)) {
      previous.times++
      continue
    }
    if (last !== undefined && day.slice(0, 7) === before.slice(0, 7)) last.entries.push(listed)
    else months.push({ month: formatMonth(day), entries: [listed] })
    before = day
  }
  return months
}

/** "Today", "Yesterday", "Nov 21" */
export const dayWords = (day: string, now: Date): string =>
  ['Today', 'Yesterday'][-daysUntil(day, now)] ?? formatDate(day, now)
