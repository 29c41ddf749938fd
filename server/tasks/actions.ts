import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import { invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import {
  assertCanChangeTaskStatus,
  assertCanDeleteTask,
  assertCanEditTask,
  type ChecklistChange,
  type ChecklistItem,
  checkItem,
  nextDueDate,
  recurrences,
  type TaskInput,
  type TaskStatus,
  type TaskView,
} from '../../domain/task.ts'
import { officeDate } from '../../domain/time.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent, Recipient } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { taskAssigned } from './emails.ts'
import { assigneeFor, readTask, taskToChange } from './queries.ts'

/** The team of the folder is notified; of an internal task, its creator and its assignee. */
const taskChange = (id: string, clientFolderId: string | null, userIds: (string | null)[]): ChangeEvent =>
  clientFolderId === null
    ? { type: 'tasks', id, userIds }
    : { type: 'tasks', id, clientFolderId, teamOnly: true, userIds }

export async function createTask(tx: Tx, actor: Actor, input: TaskInput): Promise<TaskView> {
  const folder = await folderOr400(tx, actor, input.clientFolderId)
  const assignee = await assigneeOr400(tx, folder, input.assigneeId === undefined ? actor.id : input.assigneeId)
  const id = await insertTask(tx, actor, folder, { ...input, assigneeId: assignee?.userId ?? null })
  notify(tx, actor, assignee, { id, title: input.title }, folder)
  return readTask(tx, actor, id)
}

type NewTask = Pick<TaskInput, 'title' | 'notes' | 'dueDate' | 'checklist' | 'recurrence'> & {
  assigneeId: string | null
}

/** Stores and records a task with an assignee who was checked. Returns its id. */
export async function insertTask(tx: Tx, actor: Actor, folder: ClientFolder | null, input: NewTask): Promise<string> {
  const id = newId()
  const clientFolderId = folder?.id ?? null
  const { title, notes, dueDate, recurrence, assigneeId } = input
  await tx.run(sql`
    insert into tasks (id, client_folder_id, title, notes, assignee_id, created_by_id, due_date, checklist, recurrence, series_date,
      created_at, updated_at)
    values (${id}, ${clientFolderId}, ${title}, ${notes}, ${assigneeId}, ${actor.id}, ${dueDate}, ${checklistOf(input)}, ${recurrence},
      ${dueDate}, ${tx.now}, ${tx.now})`)
  tx.record(
    { action: 'task.created', id, clientFolderId, details: { assigneeId, dueDate, recurrence } },
    taskChange(id, clientFolderId, [actor.id, assigneeId]),
  )
  return id
}

export async function changeTask(
  tx: Tx,
  actor: Actor,
  id: string,
  input: TaskInput,
  ifMatch: IfMatch,
): Promise<TaskView> {
  const { task, folder: before } = await taskToChange(tx, actor, id)
  if (before !== null) assertNotArchived(before)
  assertCanEditTask(task)
  assertVersion(task, ifMatch)
  const folder =
    input.clientFolderId === task.clientFolderId ? before : await folderOr400(tx, actor, input.clientFolderId)
  const assigneeId = input.assigneeId === undefined ? task.assigneeId : input.assigneeId
  const assignee = await assigneeOr400(tx, folder, assigneeId)
  const { title, notes, dueDate, recurrence } = input
  await tx.run(sql`
    update tasks set client_folder_id = ${folder?.id ?? null}, title = ${title}, notes = ${notes}, assignee_id = ${assigneeId},
      series_date = case when due_date is not distinct from ${dueDate}::date and series_date is not null then series_date else ${dueDate}::date end,
      due_date = ${dueDate}, checklist = ${checklistOf(input)}, recurrence = ${recurrence}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const people = [task.createdById, task.assigneeId, assigneeId]
  const details = {
    before: factsOf(task),
    after: { assigneeId, dueDate, recurrence, clientFolderId: folder?.id ?? null },
  }
  tx.record(
    { action: 'task.changed', id, clientFolderId: folder?.id ?? null, details },
    taskChange(id, before?.id ?? null, people),
    taskChange(id, folder?.id ?? null, people),
  )
  if (assigneeId !== task.assigneeId) notify(tx, actor, assignee, { id, title }, folder)
  return readTask(tx, actor, id)
}

export async function changeTaskStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  to: TaskStatus,
  ifMatch: IfMatch,
): Promise<TaskView> {
  const { task, folder } = await taskToChange(tx, actor, id)
  if (folder !== null) assertNotArchived(folder)
  assertCanChangeTaskStatus(task, to)
  assertVersion(task, ifMatch)
  const isDone = to === 'done'
  await tx.run(sql`
    update tasks set status = ${to}, completed_at = ${isDone ? tx.now : null}, completed_by_id = ${isDone ? actor.id : null},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const action = task.status === 'done' ? ('task.reopened' as const) : (`task.${to}` as const)
  const nextTaskId = isDone && task.recurrence !== null ? await createNext(tx, task) : null
  tx.record(
    {
      action,
      id,
      clientFolderId: task.clientFolderId,
      details: { before: task.status, after: to, ...(nextTaskId === null ? {} : { nextTaskId }) },
    },
    taskChange(id, task.clientFolderId, [task.createdById, task.assigneeId]),
  )
  return readTask(tx, actor, id)
}

const SeriesRow = z.object({ dueDate: z.string(), seriesDate: z.string(), recurrence: z.enum(recurrences) })

/** Creates the next task of a series, unless it exists: a task that is reopened and completed again creates none. */
async function createNext(tx: Tx, task: TaskView): Promise<string | null> {
  const series = await tx.one(typed(SeriesRow)`
    select due_date as "dueDate", series_date as "seriesDate", recurrence from tasks where id = ${task.id}`)
  const id = newId()
  const dueDate = nextDueDate(series, officeDate(tx.now))
  const checklist = checklistOf({ checklist: task.checklist.map(({ text }) => ({ text, isDone: false })) })
  const created = await tx.run(sql`
    insert into tasks (id, client_folder_id, title, notes, assignee_id, created_by_id, due_date, checklist, recurrence, series_date,
      previous_id, created_at, updated_at)
    select ${id}, client_folder_id, title, notes, assignee_id, created_by_id, ${dueDate}, ${checklist}, recurrence, series_date,
      id, ${tx.now}, ${tx.now}
    from tasks where id = ${task.id} on conflict on constraint task_creates_one_next_task do nothing`)
  if (created === 0) return null
  tx.publish(taskChange(id, task.clientFolderId, [task.createdById, task.assigneeId]))
  return id
}

export async function changeTaskChecklist(
  tx: Tx,
  actor: Actor,
  id: string,
  change: ChecklistChange,
  ifMatch: IfMatch,
): Promise<TaskView> {
  const { task, folder } = await taskToChange(tx, actor, id)
  if (folder !== null) assertNotArchived(folder)
  assertCanEditTask(task)
  const checklist = checkItem(task.checklist, change)
  assertVersion(task, ifMatch)
  await tx.run(sql`
    update tasks set checklist = ${JSON.stringify(checklist)}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    {
      action: change.isDone ? 'task.checked' : 'task.unchecked',
      id,
      clientFolderId: task.clientFolderId,
      details: { itemId: change.itemId },
    },
    taskChange(id, task.clientFolderId, [task.createdById, task.assigneeId]),
  )
  return readTask(tx, actor, id)
}

export async function deleteTask(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<TaskView> {
  const { task, folder } = await taskToChange(tx, actor, id)
  assertCanDeleteTask(task, actor)
  if (folder !== null) assertNotArchived(folder)
  assertVersion(task, ifMatch)
  await tx.run(sql`update tasks set previous_id = null where previous_id = ${id}`)
  await tx.run(sql`delete from tasks where id = ${id}`)
  tx.record(
    { action: 'task.deleted', id, clientFolderId: task.clientFolderId, details: factsOf(task) },
    taskChange(id, task.clientFolderId, [task.createdById, task.assigneeId]),
  )
  return { ...task, allowed: [] }
}

const factsOf = ({ assigneeId, dueDate, recurrence, clientFolderId, status }: TaskView) => ({
  assigneeId,
  dueDate,
  recurrence,
  clientFolderId,
  status,
})

const checklistOf = ({ checklist }: Pick<TaskInput, 'checklist'>): string => JSON.stringify(itemsOf(checklist))

/** The items to store: new ones get an id. */
export const itemsOf = (checklist: TaskInput['checklist']): ChecklistItem[] =>
  checklist.map(({ id, text, isDone }) => ({ id: id ?? newId(), text, isDone }))

async function folderOr400(tx: Tx, actor: Actor, id: string | null): Promise<ClientFolder | null> {
  if (id === null) return null
  const folder = await folderToAddTo(tx, actor, id, 'work').catch(
    notFoundAsInvalid('clientFolderId', 'Choose a client folder.'),
  )
  assertNotArchived(folder)
  return folder
}

async function assigneeOr400(tx: Tx, folder: ClientFolder | null, id: string | null): Promise<Recipient | null> {
  if (id === null) return null
  const found = await assigneeFor(tx, folder?.id ?? null, id)
  if (found === null)
    throw invalid(
      'assigneeId',
      folder === null ? 'Choose someone on the team.' : 'Choose someone on the team who can see this client folder.',
    )
  return found
}

function notify(
  tx: Tx,
  actor: Actor,
  to: Recipient | null,
  task: { id: string; title: string },
  folder: ClientFolder | null,
) {
  if (to !== null && to.userId !== actor.id) tx.mail(taskAssigned(to, [task], folder?.id ?? null))
}
