import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listAssignmentComments as endpoint } from '../../api/assignments.ts'
import type { Actor } from '../../domain/actor.ts'
import { assertNotCancelled } from '../../domain/assignment.ts'
import { AssignmentComment, type AssignmentCommentInput } from '../../domain/assignment-comment.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { assertCanRetract, isFromClient } from '../../domain/message.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { pageOf, toPage, type Page, type PageQuery } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { commentAdded } from './emails.ts'
import { assignmentFor } from './queries.ts'

const commentWhere = (where: Sql) => typed(AssignmentComment)`
  select c.id, c.content, c.assignment_id as "assignmentId", a.title as "assignmentTitle", c.client_folder_id as "clientFolderId", c.sender_id as "senderId",
    person_name(sender.first_name, sender.last_name) as "senderName", c.is_from_client as "isFromClient", c.version,
    iso(c.created_at) as "createdAt", iso(c.retracted_at) as "retractedAt"
  from assignment_comments c join assignments a on a.id = c.assignment_id join users sender on sender.id = c.sender_id
    join client_folders f on f.id = c.client_folder_id
  where ${where}`

export async function listAssignmentComments(
  reader: Reader,
  actor: Actor,
  assignmentId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<AssignmentComment>> {
  await assignmentFor(reader, actor, assignmentId)
  const rows = await reader.rows(
    commentWhere(sql`c.assignment_id = ${assignmentId} ${pageOf(sql`c.id`, query, query.order)}`),
  )
  return toPage(rows, query)
}

/** The comments on all assignments of a folder, for its export. The caller may see the folder. */
export async function commentsInFolder(
  reader: Reader,
  clientFolderId: string,
  query: PageQuery,
): Promise<Page<AssignmentComment>> {
  const rows = await reader.rows(
    commentWhere(sql`c.client_folder_id = ${clientFolderId} ${pageOf(sql`c.id`, query, 'oldest')}`),
  )
  return toPage(rows, query)
}

export async function addAssignmentComment(
  tx: Tx,
  actor: Actor,
  assignmentId: string,
  { content }: AssignmentCommentInput,
): Promise<AssignmentComment> {
  const { assignment, folder } = await assignmentFor(tx, actor, assignmentId, { lock: true })
  assertNotArchived(folder)
  assertNotCancelled(assignment)
  const id = newId()
  await tx.run(sql`
    insert into assignment_comments (id, assignment_id, client_folder_id, content, sender_id, is_from_client, created_at)
    values (${id}, ${assignmentId}, ${folder.id}, ${content}, ${actor.id}, ${isFromClient(actor)}, ${tx.now})`)
  recordComment(tx, 'assignment.comment-added', { id, assignmentId, clientFolderId: folder.id })
  const email = commentAdded(folder, assignment, actor)
  if (email !== null && email.to.userId !== actor.id) tx.mail(email)
  return tx.one(commentWhere(sql`c.id = ${id}`))
}

export async function retractAssignmentComment(tx: Tx, actor: Actor, id: string): Promise<AssignmentComment> {
  const visible = visibleFolders(actor, 'documents')
  await lockInFolder(tx, sql`assignment_comments c`, sql`c`, id, visible)
  const comment = await tx.maybe(commentWhere(sql`c.id = ${id} and ${visible}`))
  if (comment === null) throw notFound()
  assertCanRetract(comment, actor, tx.now, 'comment')
  assertNotArchived(await folderFor(tx, actor, comment.clientFolderId, { part: 'documents' }))
  await tx.run(sql`
    update assignment_comments set content = '', retracted_at = ${tx.now}, version = version + 1 where id = ${id}`)
  recordComment(tx, 'assignment.comment-retracted', comment)
  return tx.one(commentWhere(sql`c.id = ${id}`))
}

const recordComment = (
  tx: Tx,
  action: 'assignment.comment-added' | 'assignment.comment-retracted',
  { id, assignmentId, clientFolderId }: Pick<AssignmentComment, 'id' | 'assignmentId' | 'clientFolderId'>,
) =>
  tx.record(
    { action, id: assignmentId, clientFolderId, details: { commentId: id } },
    { type: 'assignments', id: assignmentId, clientFolderId },
  )
