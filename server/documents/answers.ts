// Completes what a new document answers, other than a document request: an assignment.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { invalid } from '../../domain/errors.ts'
import { changeAssignmentStatus } from '../assignments/actions.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const AssignmentStateRow = z.object({ status: z.string(), requiredAction: z.string() })

/** Attaches the file to an assignment that requires one; a file from the client completes it. */
export async function answerAssignment(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  id: string,
  documentId: string,
): Promise<void> {
  const assignment = await tx.maybe(typed(AssignmentStateRow)`
    select status, required_action as "requiredAction" from assignments where id = ${id} and client_folder_id = ${folder.id} for update`)
  if (assignment === null) throw invalid('assignmentId', 'Choose an assignment from this folder.')
  if (assignment.status === 'cancelled') throw invalid('assignmentId', 'This assignment was canceled.')
  if (isClient(actor) && assignment.requiredAction !== 'upload')
    throw invalid('assignmentId', 'This assignment doesn’t need a file.')
  if (isClient(actor)) await changeAssignmentStatus(tx, actor, id, { status: 'completed', reason: null }, null)
  await tx.run(sql`update assignments set document_id = ${documentId}, version = version + 1 where id = ${id}`)
  const entry = { action: 'assignment.document-added' as const, id, clientFolderId: folder.id }
  tx.record({ ...entry, details: { documentId } }, { type: 'assignments', id, clientFolderId: folder.id })
}
