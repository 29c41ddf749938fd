import { daysUntil, formatLongDate, officeDay } from '../kit/dates.ts'

export interface Day<T> {
  day: string
  items: T[]
}

/** What happened, in its order, day by day of the office's calendar. */
export function byDay<T>(items: readonly T[], instantOf: (item: T) => string): Day<T>[] {
  const days: Day<T>[] = []
  for (const item of items) {
    const day = officeDay(instantOf(item))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** "Today", "Yesterday", "March 9, 2026" */
export function dayWords(day: string, now = new Date()): string {
  const distance = daysUntil(day, now)
  if (distance === 0) return 'Today'
  return distance === -1 ? 'Yesterday' : formatLongDate(day)
}
