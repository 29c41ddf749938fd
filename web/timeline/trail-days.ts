// The trail by the office's days.
import type { AuditEntry } from '../../domain/audit.ts'
import { daysUntil, formatLongDate, officeDay } from '../kit/dates.ts'

export interface TrailDay {
  day: string
  entries: AuditEntry[]
}

/** Entries newest first, under the day each stands in. */
export function daysOf(entries: readonly AuditEntry[]): TrailDay[] {
  const days: TrailDay[] = []
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
