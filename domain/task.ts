// A task of the team: for a client, or internal. Clients never see it. States: to do, in progress, and done, in any
// order. A task that repeats creates the next one when it is done for the first time.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { AssignmentHistory } from './assignment.ts'
import { monthsAfter } from './deadline.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import {
  CalendarDate,
  Id,
  Instant,
  versioned,
  optionalChoice,
  optionalDate,
  optionalId,
  optionalText,
  requiredName,
} from './text.ts'
import { daysAfter } from './time.ts'

export const TaskStatus = z.enum(['to-do', 'in-progress', 'done'], 'Choose To do, In progress, or Done.')
export type TaskStatus = z.infer<typeof TaskStatus>

export const recurrences = ['weekly', 'monthly', 'yearly'] as const
export type Recurrence = (typeof recurrences)[number]

export const maxChecklistItems = 50

export const ChecklistItem = z.object({ id: Id, text: z.string(), isDone: z.boolean() })
export type ChecklistItem = z.infer<typeof ChecklistItem>

export const ChecklistInput = z
  .array(
    z.strictObject({
      /** The id of an existing item; a new item has none. */
      id: Id.optional(),
      text: requiredName('Enter the checklist item.'),
      isDone: z.boolean('Choose whether the item is done.').default(false),
    }),
    'The checklist must be a list.',
  )
  .max(maxChecklistItems, `Use at most ${maxChecklistItems} items.`)
  .default([])

export const TaskInput = z
  .strictObject({
    title: requiredName('Enter a title.'),
    notes: optionalText,
    /** None for an internal task. */
    clientFolderId: optionalId,
    /** Defaults to the person who creates the task; null for no one. */
    assigneeId: z
      .union([Id, z.literal(''), z.null()], 'Choose an option from the list.')
      .optional()
      .transform((value) => (value === '' ? null : value)),
    dueDate: optionalDate,
    checklist: ChecklistInput,
    recurrence: optionalChoice(recurrences),
  })
  .refine(({ recurrence, dueDate }) => recurrence === null || dueDate !== null, {
    path: ['dueDate'],
    message: 'Enter a due date. A task that repeats needs one.',
  })
export type TaskInput = z.infer<typeof TaskInput>

export const TaskStatusChange = z.strictObject({ status: TaskStatus })
export type TaskStatusChange = z.infer<typeof TaskStatusChange>

export const ChecklistChange = z.strictObject({
  itemId: z.uuid('Choose an item from the checklist.'),
  isDone: z.boolean('Choose whether the item is done.'),
})
export type ChecklistChange = z.infer<typeof ChecklistChange>

export const TaskAction = z.enum(['edit', 'change-status', 'delete'])
export type TaskAction = z.infer<typeof TaskAction>

export const Task = z.object({
  id: Id,
  title: z.string(),
  notes: z.string().nullable(),
  clientFolderId: Id.nullable(),
  clientFolderName: z.string().nullable(),
  /** Null if it is assigned to no one, or to someone who no longer has access to it. */
  assigneeId: Id.nullable(),
  assigneeName: z.string().nullable(),
  /** Who had it before they lost access. */
  formerAssigneeName: z.string().nullable(),
  createdById: Id,
  createdByName: z.string().nullable(),
  status: TaskStatus,
  dueDate: CalendarDate.nullable(),
  checklist: z.array(ChecklistItem),
  recurrence: z.enum(recurrences).nullable(),
  completedAt: Instant.nullable(),
  completedByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type Task = z.infer<typeof Task>

export const TaskView = Task.extend({ allowed: z.array(TaskAction) })
export type TaskView = z.infer<typeof TaskView>

export const TaskDetails = TaskView.extend({ history: AssignmentHistory })
export type TaskDetails = z.infer<typeof TaskDetails>

/** Someone on the team who can get a task. */
export const TaskAssignee = z.object({ id: Id, name: z.string() })
export type TaskAssignee = z.infer<typeof TaskAssignee>

const mayDelete = ({ createdById }: Pick<Task, 'createdById'>, actor: Actor) =>
  createdById === actor.id || isAdministrator(actor)

/** @param isOpen false in an archived folder */
export function allowedForTask(
  task: Pick<Task, 'status' | 'createdById'>,
  actor: Actor,
  isOpen: boolean,
): TaskAction[] {
  if (!isOpen) return []
  return [
    ...(task.status === 'done' ? [] : (['edit'] as const)),
    'change-status',
    ...(mayDelete(task, actor) ? (['delete'] as const) : []),
  ]
}

const already: Record<TaskStatus, string> = {
  'to-do': 'This task is already marked “To do.”',
  'in-progress': 'This task is already in progress.',
  done: 'This task is already done.',
}

/** Throws 409 if it has the status already. */
export function assertCanChangeTaskStatus({ status }: Pick<Task, 'status'>, to: TaskStatus): void {
  if (status === to) throw conflict(already[to])
}

/** Throws 409 once it is done. */
export function assertCanEditTask({ status }: Pick<Task, 'status'>): void {
  if (status === 'done') throw conflict('This task is done. Reopen it to change it.')
}

export function assertCanDeleteTask(task: Pick<Task, 'createdById'>, actor: Actor): void {
  if (!mayDelete(task, actor)) throw forbidden('You can only delete tasks that you created.')
}

/** The checklist with one item checked or unchecked; throws 400 for an item that it doesn’t have. */
export function checkItem(checklist: readonly ChecklistItem[], { itemId, isDone }: ChecklistChange): ChecklistItem[] {
  if (!checklist.some(({ id }) => id === itemId)) throw invalid('itemId', 'Choose an item from the checklist.')
  return checklist.map((item) => (item.id === itemId ? { ...item, isDone } : item))
}

/** @param seriesDate the first due date of the series, so that the 31st returns after a shorter month */
export interface Repeats {
  dueDate: string
  seriesDate: string
  recurrence: Recurrence
}

/** The due date of the next task: after this one and not in the past, so that missed dates are skipped. */
export function nextDueDate({ dueDate, seriesDate, recurrence }: Repeats, today: string): string {
  const earliest = dueDate < today ? today : daysAfter(dueDate, 1)
  for (let count = 1; ; count++) {
    const date =
      recurrence === 'weekly'
        ? daysAfter(seriesDate, 7 * count)
        : monthsAfter(seriesDate, count * (recurrence === 'monthly' ? 1 : 12))
    if (date >= earliest) return date
  }
}
