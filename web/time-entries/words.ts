import type { TimeEntryView, TimeSummary } from '../../domain/time-entry.ts'
import { daysAfter } from '../../domain/time.ts'

/** Begun minutes count in full; at least one. */
export const minutesSince = (startedAt: string, now: Date): number =>
  Math.max(1, Math.ceil((now.getTime() - Date.parse(startedAt)) / 60_000))

/** "0:05", "1:30": the running timer, and the days of a week. */
export const clockOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return daysAfter(day, weekday === 0 ? -6 : 1 - weekday)
}

export const daysOfWeek = (monday: string): string[] => [0, 1, 2, 3, 4, 5, 6].map((days) => daysAfter(monday, days))

export interface DayOfTime {
  date: string
  /** Of the day as a whole, also where its later entries are not loaded. */
  minutes: number
  entries: TimeEntryView[]
}

/** Entries by day, in their order. */
export function byDay(entries: readonly TimeEntryView[], summary: TimeSummary | undefined): DayOfTime[] {
  const days = new Map<string, TimeEntryView[]>()
  for (const entry of entries) days.set(entry.date, [...(days.get(entry.date) ?? []), entry])
  return [...days].map(([date, list]) => ({
    date,
    minutes:
      summary?.days.find((day) => day.date === date)?.minutes ?? list.reduce((sum, each) => sum + each.minutes, 0),
    entries: list,
  }))
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  addToInvoice: 'Creates a draft invoice. Each entry is billed once.',
  running: (since: string) => `Running since ${since}. It continues until you record or discard it.`,
  noTimeInFolder: 'Time will appear here when someone records it for this client. Clients never see it.',
}
