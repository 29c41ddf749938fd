import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listTasks as endpoint } from '../../api/tasks.ts'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { type ClientFolder, FolderStatus } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { allowedForTask, Task, TaskAssignee, type TaskView } from '../../domain/task.ts'
import { isCoveredBy, isWorkedInBy } from '../client-folders/folder-staff.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { Recipient } from '../kit/record.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** SQL: user `who` can work on a task of folder `f`, or on an internal one (`f.id` is null). */
const canWorkOnIt = (now: Date): Sql => sql`(
  who.is_active and who.role <> 'client' and (f.id is null or who.role <> 'staff'
    or who.staff_access <> 'bookkeeper' and (${isWorkedInBy(sql`who.id`)} or ${isCoveredBy(sql`who.id`, now)})))`

/** Tasks `t` with their folder `f` and their assignee `who`, if that person can still work on it. */
export const taskTables = (now: Date): Sql => sql`tasks t left join client_folders f on f.id = t.client_folder_id
  left join users who on who.id = t.assignee_id and ${canWorkOnIt(now)}`

/** SQL condition: the tasks that the actor may see, in `taskTables`. */
export const visibleTasks = (actor: Actor): Sql =>
  isAdministrator(actor)
    ? sql`true`
    : sql`case when t.client_folder_id is null then t.created_by_id = ${actor.id} or coalesce(t.assignee_id = ${actor.id}, false)
        else ${visibleFolders(actor, 'work')} end`

/**
 * SQL: assigned to the actor, or unassigned and theirs to assign: the lead's in a folder, otherwise the creator's.
 */
export const isTaskOf = (actor: Actor): Sql => sql`(case when who.id is not null then who.id = ${actor.id}
  when f.id is null then t.created_by_id = ${actor.id} else f.assigned_staff_id = ${actor.id} end)`

/** SQL: not done, and not in an archived folder, where no one can act on it. */
export const isOpenTask = sql`(t.status <> 'done' and f.status is distinct from 'archived')`

/** The text that the search index contains. */
export const taskText = sql`(t.title || ' ' || coalesce(t.notes, ''))`

const columns = sql`
  t.id, t.title, t.notes, t.client_folder_id as "clientFolderId", f.name as "clientFolderName", who.id as "assigneeId",
  coalesce(person_name(who.first_name, who.last_name), who.email) as "assigneeName",
  (select coalesce(person_name(former.first_name, former.last_name), former.email) from users former
    where former.id = t.assignee_id and who.id is null) as "formerAssigneeName",
  t.created_by_id as "createdById",
  (select person_name(creator.first_name, creator.last_name) from users creator where creator.id = t.created_by_id) as "createdByName",
  t.status, t.due_date as "dueDate", t.checklist, t.recurrence, iso(t.completed_at) as "completedAt",
  (select person_name(doer.first_name, doer.last_name) from users doer where doer.id = t.completed_by_id) as "completedByName",
  t.version, iso(t.created_at) as "createdAt", iso(t.updated_at) as "updatedAt", f.status as "folderStatus"`

const Row = Task.extend({ folderStatus: FolderStatus.nullable() })
const ListedRow = Row.extend({ place: Place })

const viewed = ({ folderStatus, ...task }: z.infer<typeof Row>, actor: Actor): TaskView => ({
  ...task,
  allowed: allowedForTask(task, actor, folderStatus !== 'archived'),
})

type Filters = Omit<z.output<(typeof endpoint)['query']>, 'limit' | 'cursor' | 'order'>

function matching(actor: Actor, { q, clientFolderId, assignee, status, from, to }: Filters): Sql {
  const isOpen = clientFolderId === undefined ? isOpenTask : sql`t.status <> 'done'`
  const conditions = [
    visibleTasks(actor),
    clientFolderId !== undefined && sql`t.client_folder_id = ${clientFolderId}`,
    assignee === 'me' && isTaskOf(actor),
    assignee === 'none' && sql`who.id is null`,
    assignee !== undefined && assignee !== 'me' && assignee !== 'none' && sql`who.id = ${assignee}`,
    status === 'open' && isOpen,
    status !== undefined && status !== 'open' && sql`t.status = ${status}`,
    status !== undefined && status !== 'open' && status !== 'done' && isOpen,
    from !== undefined && sql`t.due_date >= ${from}::date`,
    to !== undefined && sql`t.due_date <= ${to}::date`,
    q !== undefined && sql`(${taskText} || ' ' || coalesce(f.name, '')) ilike ${containing(q)}`,
  ]
  return join(
    conditions.filter((condition) => condition !== false),
    ' and ',
  )
}

const dueDate = sql`coalesce(t.due_date, 'infinity'::date)`
const orders: Record<z.output<(typeof endpoint)['query']>['order'], Order | undefined> = {
  due: { by: dueDate, type: 'date' },
  'due-desc': { by: dueDate, type: 'date', descending: true },
  title: { by: sql`lower(t.title)`, type: 'text' },
  'title-desc': { by: sql`lower(t.title)`, type: 'text', descending: true },
  completed: { by: sql`coalesce(t.completed_at, t.created_at)`, type: 'timestamptz', descending: true },
  newest: undefined,
}

export async function listTasks(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<TaskView>> {
  const order = orders[query.order]
  const rows = await reader.rows(typed(ListedRow)`
    select ${columns}, ${placeIn(order)} from ${taskTables(reader.now)}
    where ${matching(actor, query)} ${pageIn(order, sql`t.id`, { ...query, order: 'newest' })}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewed(Row.parse(row), actor)), next }
}

/** A task that the actor may see; throws 404 otherwise. */
export async function readTask(reader: Reader, actor: Actor, id: string): Promise<TaskView> {
  const row = await reader.maybe(
    typed(Row)`select ${columns} from ${taskTables(reader.now)} where t.id = ${id} and ${visibleTasks(actor)}`,
  )
  if (row === null) throw notFound()
  return viewed(row, actor)
}

/** A task to change, locked, with its folder, which can't be archived until then; throws 404 if the actor may not see it. */
export async function taskToChange(
  reader: Reader,
  actor: Actor,
  id: string,
): Promise<{ task: TaskView; folder: ClientFolder | null }> {
  await reader.maybe(sql`select from tasks where id = ${id} for update`)
  const { clientFolderId } = await readTask(reader, actor, id)
  const folder =
    clientFolderId === null ? null : await folderFor(reader, actor, clientFolderId, { lock: 'add', part: 'work' })
  // Read again, because the folder may have changed before it was locked.
  return { task: await readTask(reader, actor, id), folder }
}

const people = (clientFolderId: string | null, now: Date): Sql => sql`
  users who left join client_folders f on f.id = ${clientFolderId} where ${canWorkOnIt(now)}`

/** The people to whom a task can be assigned, by name. */
export const assigneesIn = (reader: Reader, clientFolderId: string | null): Promise<TaskAssignee[]> =>
  reader.rows(typed(TaskAssignee)`
    select who.id, coalesce(person_name(who.first_name, who.last_name), who.email) as name
    from ${people(clientFolderId, reader.now)} order by lower(coalesce(person_name(who.first_name, who.last_name), who.email)), who.id limit 500`)

export async function taskAssignees(
  reader: Reader,
  actor: Actor,
  { clientFolderId = null }: { clientFolderId?: string | null | undefined },
): Promise<TaskAssignee[]> {
  if (clientFolderId !== null) await folderFor(reader, actor, clientFolderId, { part: 'work' })
  return assigneesIn(reader, clientFolderId)
}

/** A person to whom a task can be assigned, or null. */
export const assigneeFor = (reader: Reader, clientFolderId: string | null, userId: string): Promise<Recipient | null> =>
  reader.maybe(typed(Recipient)`
    select who.id as "userId", who.email, who.first_name as name
    from ${people(clientFolderId, reader.now)} and who.id = ${userId}`)
