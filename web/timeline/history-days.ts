// The audit log by the office's days.
import type { AuditEntry } from '../../domain/audit-log.ts'
import { daysUntil, formatLongDate, officeDay } from '../kit/dates.ts'

export interface HistoryDay {
  day: string
  entries: AuditEntry[]
}

/** Entries newest first, under the day each is in. */
export function daysOf(entries: readonly AuditEntry[]): HistoryDay[] {
  const days: HistoryDay[] = []
  for (const entry of entries) {
    const day = officeDay(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

/** "Today, November 21, 2026" */
export function dayWords(day: string, now: Date): string {
  const words = ['Today', 'Yesterday'][-daysUntil(day, now)]
  return words === undefined ? formatLongDate(day) : `${words}, ${formatLongDate(day)}`
}
