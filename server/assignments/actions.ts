import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { isClient } from '../../domain/actor.ts'
import {
  type AssignmentInput,
  type AssignmentStatusChange,
  assertNotCancelled,
  type AssignmentView,
  assertCanChangeAssignmentStatus,
  assertCanWriteAssignments,
} from '../../domain/assignment.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import { Document, isTeamOnly } from '../../domain/document.ts'
import { invalid } from '../../domain/errors.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { isListed } from '../documents/queries.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { assignmentCompleted, assignmentsCreated } from './emails.ts'
import { assignmentFor, viewed } from './queries.ts'

export async function createAssignment(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: AssignmentInput,
): Promise<AssignmentView> {
  const [id = ''] = await createAssignments(tx, actor, clientFolderId, [input])
  return viewedAfter(tx, actor, id)
}

/** Creates all or none; the client gets one email. Returns their ids. */
export async function createAssignments(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  inputs: readonly AssignmentInput[],
): Promise<string[]> {
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'documents')
  assertCanWriteAssignments(actor)
  assertNotArchived(folder)
  const ids: string[] = []
  for (const input of inputs) {
    await documentOfFolderOr400(tx, folder, input)
    const id = newId()
    await tx.run(sql`
      insert into assignments (id, title, description, client_folder_id, assigned_by_id, due_date, document_id, required_action, created_at)
      values (${id}, ${input.title}, ${input.description}, ${clientFolderId}, ${actor.id}, ${input.dueDate}, ${input.documentId},
        ${input.requiredAction}, ${tx.now})`)
    tx.record({ action: 'assignment.created', id, clientFolderId }, { type: 'assignments', id, clientFolderId })
    ids.push(id)
  }
  const titles = inputs.map(({ title }) => title)
  const email = assignmentsCreated(folder, titles, actor)
  if (email !== null) tx.mail(email)
  return ids
}

export async function changeAssignment(
  tx: Tx,
  actor: Actor,
  id: string,
  input: AssignmentInput,
  ifMatch: IfMatch,
): Promise<AssignmentView> {
  const { assignment, folder } = await assignmentFor(tx, actor, id, { lock: true })
  assertCanWriteAssignments(actor)
  assertNotArchived(folder)
  assertVersion(assignment, ifMatch)
  assertNotCancelled(assignment)
  await documentOfFolderOr400(tx, folder, input)
  await tx.run(sql`
    update assignments set title = ${input.title}, description = ${input.description}, due_date = ${input.dueDate},
      document_id = ${input.documentId}, required_action = ${input.requiredAction}, version = version + 1
    where id = ${id}`)
  tx.record(
    { action: 'assignment.changed', id, clientFolderId: folder.id },
    { type: 'assignments', id, clientFolderId: folder.id },
  )
  return viewedAfter(tx, actor, id)
}

export async function changeAssignmentStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  { status: to, reason }: AssignmentStatusChange,
  ifMatch: IfMatch,
): Promise<AssignmentView> {
  const { assignment, folder } = await assignmentFor(tx, actor, id, { lock: true })
  assertCanChangeAssignmentStatus(assignment, actor, { status: to, reason })
  assertNotArchived(folder)
  assertVersion(assignment, ifMatch)
  await tx.run(sql`
    update assignments set status = ${to}, completed_at = ${to === 'completed' ? tx.now : null}, reason = ${reason}, version = version + 1 where id = ${id}`)
  tx.record(
    {
      action: `assignment.${to === 'pending' ? 'in-progress' : to}`,
      id,
      clientFolderId: folder.id,
      details: { before: assignment.status, after: to },
    },
    { type: 'assignments', id, clientFolderId: folder.id },
  )
  if (isClient(actor) && to === 'completed') {
    const email = assignmentCompleted(folder, assignment.title)
    if (email !== null) tx.mail(email)
  }
  return viewedAfter(tx, actor, id)
}

const ChosenRow = Document.pick({ visibility: true })

/** Locked, so that it isn't made team-only at the same time. */
async function documentOfFolderOr400(tx: Tx, folder: ClientFolder, { documentId }: AssignmentInput) {
  if (!documentId) return
  const found = await tx.maybe(typed(ChosenRow)`
    select d.visibility from documents d
    where d.id = ${documentId} and d.client_folder_id = ${folder.id} and ${isListed(sql`d`)} for share`)
  if (found === null) throw invalid('documentId', 'Choose a document from this folder.')
  if (isTeamOnly(found))
    throw invalid(
      'documentId',
      'The client can’t see this team-only document. Share it with the client, or choose another.',
    )
}

async function viewedAfter(tx: Tx, actor: Actor, id: string) {
  const { assignment, folder } = await assignmentFor(tx, actor, id)
  return viewed(assignment, actor, folder)
}
