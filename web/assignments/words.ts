import type { AssignmentView } from '../../domain/assignment.ts'
import type { z } from 'zod'
import type { AssignmentHistory, RequiredAction } from '../../domain/assignment.ts'
import { daysUntil, formatDate, formatDue } from '../kit/dates.ts'

type Event = z.infer<typeof AssignmentHistory>[number]

/** "Due Mar 14, in 3 days"; once done only the day counts. */
export function dueWords({ dueDate, status }: Pick<AssignmentView, 'dueDate' | 'status'>, now: Date): string {
  if (dueDate === null) return 'No due date'
  return `Due ${isOpen({ status }) ? formatDue(dueDate, now) : formatDate(dueDate, now)}`
}

export const isLate = ({ dueDate, status }: Pick<AssignmentView, 'dueDate' | 'status'>, now: Date) =>
  isOpen({ status }) && dueDate !== null && daysUntil(dueDate, now) < 0

const isOpen = ({ status }: Pick<AssignmentView, 'status'>) => status !== 'completed' && status !== 'cancelled'

/** Open ones first, by due date. */
export const inOrder = <T extends Pick<AssignmentView, 'dueDate' | 'status'>>(assignments: readonly T[]): T[] =>
  assignments.toSorted((a, b) => {
    if (isOpen(a) !== isOpen(b)) return isOpen(a) ? -1 : 1
    return isOpen(a) ? (a.dueDate ?? '9999').localeCompare(b.dueDate ?? '9999') : 0
  })

export const requiredActionLabels: Record<z.infer<typeof RequiredAction>, string> = {
  nothing: 'Complete the task',
  signature: 'Sign a document',
  upload: 'Upload a file',
}

/** What happened, in one word or two; back to "in progress" after it was done is a reopening. */
export function historyWords(event: Event, earlier: readonly Event[]): string {
  if (event.action === 'assignment.in-progress')
    return earlier.some(({ action }) => action === 'assignment.completed') ? 'Reopened' : 'Started'
  return words[event.action] ?? 'Updated'
}

const words: Record<string, string> = {
  'assignment.created': 'Assigned',
  'assignment.changed': 'Updated',
  'assignment.completed': 'Done',
  'assignment.cancelled': 'Canceled',
  'assignment.document-added': 'File added',
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  noComments: 'No comments yet. Both sides can read what you write here.',
  cancel: 'The client can see that it was canceled and read the reason. You can’t undo this.',
}
