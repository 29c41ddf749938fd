import type { Recurrence, TaskDetails, TaskView } from '../../domain/task.ts'
import { daysAfter } from '../../domain/time.ts'
import { daysUntil, formatDate, formatDue } from '../kit/dates.ts'

type Dated = Pick<TaskView, 'dueDate' | 'status'> & Partial<Pick<TaskView, 'completedAt'>>

/** "Mar 14, in 3 days"; "Done Mar 12". */
export function dueWords({ dueDate, status, completedAt = null }: Dated, now: Date): string {
  if (status === 'done' && completedAt !== null) return `Done ${formatDate(completedAt, now)}`
  if (dueDate === null) return 'No due date'
  return status === 'done' ? formatDate(dueDate, now) : formatDue(dueDate, now)
}

export const isLate = ({ dueDate, status }: Dated, now: Date): boolean =>
  status !== 'done' && dueDate !== null && daysUntil(dueDate, now) < 0

export const recurrenceLabels: Record<Recurrence, string> = {
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
}

/** "2 of 5"; empty without a checklist. */
export const progressOf = ({ checklist }: Pick<TaskView, 'checklist'>): string =>
  checklist.length === 0 ? '' : `${checklist.filter(({ isDone }) => isDone).length} of ${checklist.length}`

export const assigneeOf = ({ assigneeName }: Pick<TaskView, 'assigneeName'>): string => assigneeName ?? 'Unassigned'

const eventWords: Record<string, string> = {
  'task.created': 'Created',
  'task.changed': 'Updated',
  'task.checked': 'Item checked',
  'task.unchecked': 'Item unchecked',
  'task.to-do': 'Moved back to To do',
  'task.in-progress': 'Started',
  'task.done': 'Completed',
  'task.reopened': 'Reopened',
}

export const historyWords = ({ action }: TaskDetails['history'][number]): string => eventWords[action] ?? 'Updated'

/** Open tasks by due date: those due before the week first, and each day of the week. */
export function byDayOfWeek(tasks: readonly TaskView[], days: readonly string[]) {
  const [monday = ''] = days
  return {
    earlier: tasks.filter(({ dueDate }) => dueDate !== null && dueDate < monday),
    days: days.map((day) => ({ day, tasks: tasks.filter(({ dueDate }) => dueDate === day) })),
  }
}

/** The days of the current week that are shown: on a weekend, those of the coming week as well. */
export function daysFrom(monday: string, today: string): string[] {
  const weekend = today >= daysAfter(monday, 5)
  return Array.from({ length: weekend ? 14 : 7 }, (_, at) => daysAfter(monday, at))
}

export interface PlannedDays {
  /** Several days in a row only if none has a task. */
  days: string[]
  tasks: readonly TaskView[]
}

/** Past days without tasks are left out, and days without tasks that follow each other are one. */
export function withoutEmpty(planned: readonly { day: string; tasks: readonly TaskView[] }[], today: string) {
  const shown: PlannedDays[] = []
  for (const { day, tasks } of planned) {
    const last = shown.at(-1)
    const isEmpty = tasks.length === 0 && day !== today
    if (isEmpty && day < today) continue
    if (isEmpty && last?.tasks.length === 0 && !last.days.includes(today)) last.days.push(day)
    else shown.push({ days: [day], tasks })
  }
  return shown
}

/** What a screen reader says about dragging a card on the board. */
export const dragTexts = {
  instructions:
    'To move the card, press Space or Enter. Choose a column with the arrow keys, and press Space or Enter again. To cancel, press Escape.',
  started: (title: string) => `“${title}” is being moved.`,
  over: (title: string, column: string) => `“${title}” is over ${column}.`,
  overOwnColumn: (title: string, column: string) => `“${title}” is over ${column}, its current column.`,
  outside: (title: string) => `“${title}” isn’t over a column.`,
  dropped: (title: string, column: string) => `“${title}” was dropped on ${column}.`,
  stays: (title: string, column: string) => `“${title}” stays in ${column}.`,
}

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  page: 'Plan the team’s work. Clients never see it.',
  none: 'Tasks will appear here when you create one, or start a job in a client folder.',
  noneInFolder: 'The team’s tasks for this client will appear here. The client never sees them.',
  archived: 'This folder is archived and can only be read. To change this task, set the folder’s status to Active.',
  remove: 'This deletes the task for everyone on the team. You can’t undo this.',
  former: (name: string) => `${name} no longer has access. Assign the task to someone else.`,
  repeats: 'When it’s done, the next one is created.',
}
