import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listAssignments as endpoint } from '../../api/assignments.ts'
import type { Actor } from '../../domain/actor.ts'
import { allowedActions, Assignment, type AssignmentView, AssignmentHistory } from '../../domain/assignment.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  a.id, a.title, a.description, a.client_folder_id as "clientFolderId", a.assigned_by_id as "assignedById",
  person_name(giver.first_name, giver.last_name) as "assignedByName", a.status, a.due_date as "dueDate",
  iso(a.completed_at) as "completedAt", 
  (select d.id from documents d where d.id = a.document_id and d.withdrawn_at is null) as "documentId", a.required_action as "requiredAction", a.reason, a.version, iso(a.created_at) as "createdAt"`

const tables = sql`assignments a join users giver on giver.id = a.assigned_by_id join client_folders f on f.id = a.client_folder_id`

export const viewed = (assignment: Assignment, actor: Actor, folder: Pick<ClientFolder, 'status'>): AssignmentView => ({
  ...assignment,
  allowed: allowedActions(assignment, actor, folder.status !== 'archived'),
})

export async function listAssignments(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<AssignmentView>> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  const rows = await reader.rows(typed(Assignment)`
    select ${columns} from ${tables}
    where a.client_folder_id = ${clientFolderId}
      ${query.status ? sql`and a.status = ${query.status}` : sql``}
      ${query.q ? sql`and (a.title || ' ' || a.description) ilike ${containing(query.q)}` : sql``}
      ${pageOf(sql`a.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((assignment) => viewed(assignment, actor, folder)), next }
}

/** An assignment with its folder; throws 404 if the actor may not see the folder. */
export async function assignmentFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ assignment: Assignment; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'documents')
  if (lock) await lockInFolder(reader, sql`assignments a`, sql`a`, id, visible)
  const assignment = await reader.maybe(typed(Assignment)`
    select ${columns} from ${tables} where a.id = ${id} and ${visible}`)
  if (assignment === null) throw notFound()
  return { assignment, folder: await folderFor(reader, actor, assignment.clientFolderId, { part: 'documents' }) }
}

/** The history of an assignment or a team task from the audit log, oldest first, without comments, which are shown themselves. */
export const historyOf = (
  reader: Reader,
  type: 'assignments' | 'tasks',
  id: string,
): Promise<z.infer<typeof AssignmentHistory>> =>
  reader.rows(typed(AssignmentHistory.element)`
    select iso(e.at) as at, e.action, person_name(who.first_name, who.last_name) as "actorName"
    from audit_entries e left join users who on who.id = e.actor_id
    where e.entity_id = ${id} and e.entity_type = ${type}
      and e.action not in ('assignment.comment-added', 'assignment.comment-retracted') order by e.id limit 200`)
