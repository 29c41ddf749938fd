import type { AssignmentView } from '../../domain/assignment.ts'
import type { z } from 'zod'
import type { AssignmentHistory, AssignmentWants } from '../../domain/assignment.ts'
import { daysUntil, formatDate, formatDue } from '../kit/dates.ts'

type Event = z.infer<typeof AssignmentHistory>[number]

/** "Due Mar 14, in 3 days"; once done only the day counts. */
export function dueWords({ dueDate, status }: Pick<AssignmentView, 'dueDate' | 'status'>, now: Date): string {
  if (dueDate === null) return 'No due date'
  return status === 'completed' ? `Due ${formatDate(dueDate, now)}` : `Due ${formatDue(dueDate, now)}`
}

export const isLate = ({ dueDate, status }: Pick<AssignmentView, 'dueDate' | 'status'>, now: Date) =>
  status !== 'completed' && dueDate !== null && daysUntil(dueDate, now) < 0

export const wantsWords: Record<z.infer<typeof AssignmentWants>, string> = {
  nothing: 'Nothing but the task itself',
  signature: 'A signature on the document',
  upload: 'A file to be uploaded',
}

/** What happened, in one word or two; back to "in progress" after it was done is a reopening. */
export function historyWords(event: Event, earlier: readonly Event[]): string {
  if (event.action === 'assignment.in-progress')
    return earlier.some(({ action }) => action === 'assignment.completed') ? 'Reopened' : 'Started'
  return words[event.action] ?? 'Changed'
}

const words: Record<string, string> = {
  'assignment.created': 'Given',
  'assignment.changed': 'Changed',
  'assignment.completed': 'Done',
  'assignment.document-added': 'File added',
}
