import type { DeadlineView } from '../../domain/deadline.ts'
import { daysBetween } from '../../domain/time.ts'
import { formatDateWithYear } from '../kit/dates.ts'

export type Urgency = 'overdue' | 'soon' | 'later' | 'completed'

/** Where a deadline is on the board. Soon is within 30 days. */
export function urgencyOf({ status, dueDate }: Pick<DeadlineView, 'status' | 'dueDate'>, today: string): Urgency {
  if (status === 'completed') return 'completed'
  if (dueDate < today) return 'overdue'
  return daysBetween(today, dueDate) <= 30 ? 'soon' : 'later'
}

export const urgencyTitles: Record<Urgency, string> = {
  overdue: 'Overdue',
  soon: 'Due within 30 days',
  later: 'Later',
  completed: 'Completed',
}

/** Grouped in the order of the board, without empty groups. */
export const byUrgency = (deadlines: readonly DeadlineView[], today: string) =>
  (['overdue', 'soon', 'later', 'completed'] as const)
    .map((urgency) => ({ urgency, items: deadlines.filter((each) => urgencyOf(each, today) === urgency) }))
    .filter(({ items }) => items.length > 0)

/** "Completed Dec 4, 2026", "Completed Dec 4, 2026, 3 days late" */
export function completionOf(completedOn: string, dueDate: string): string {
  const days = daysBetween(dueDate, completedOn)
  const completed = `Completed ${formatDateWithYear(completedOn)}`
  return days > 0 ? `${completed}, ${days.toLocaleString('en-US')} ${days === 1 ? 'day' : 'days'} late` : completed
}
