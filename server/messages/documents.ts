// Documents of the folder that a message links. Each reader opens them with their own rights.
import sql, { join, type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { Document, isTeamOnly } from '../../domain/document.ts'
import { invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import type { MessageDocument } from '../../domain/message.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import { isListedFor, isSharedWith } from '../documents/queries.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const teamOnly = 'The client can’t see a team-only document. Share it with the client, or remove it from the message.'
const sentence = 'A document was withdrawn or isn’t in this folder. Remove it from the message.'

const LinkedRow = Document.pick({ id: true, originalName: true, visibility: true })

/**
 * Links these documents to a new message. Throws 400 for a document that is withdrawn, replaced, team-only, or of another
 * folder, and for someone who doesn't see the folder's documents.
 */
export async function linkDocuments(
  tx: Tx,
  actor: Actor,
  { id, clientFolderId }: { id: string; clientFolderId: string },
  documentIds: readonly string[],
): Promise<MessageDocument[]> {
  if (documentIds.length === 0) return []
  await folderFor(tx, actor, clientFolderId, { part: 'documents' }).catch(notFoundAsInvalid('documentIds', sentence))
  // Locked, so that none is withdrawn at the same time.
  const found = await tx.rows(typed(LinkedRow)`
    select d.id, d.original_name as "originalName", d.visibility from documents d
    where d.id = any(${documentIds}::uuid[]) and d.client_folder_id = ${clientFolderId} and ${isListedFor(actor, sql`d`)}
    order by d.id for share`)
  if (found.some(isTeamOnly)) throw invalid('documentIds', teamOnly)
  const names = new Map(found.map((each) => [each.id, each.originalName]))
  const documents = documentIds.map((documentId): MessageDocument => {
    const name = names.get(documentId)
    if (name === undefined) throw invalid('documentIds', sentence)
    return { state: 'available', id: documentId, name }
  })
  const rows = documentIds.map((documentId, position) => sql`(${id}, ${position}, ${documentId})`)
  await tx.run(sql`insert into message_documents (message_id, position, document_id) values ${join(rows)}`)
  return documents
}

/** The documents of a message (alias `m`) in a folder (alias `f`). */
export const documentsOf = (actor: Actor): Sql => sql`
  (select coalesce(jsonb_agg(case
      when not (${visibleFolders(actor, 'documents')}) then jsonb_build_object('state', 'hidden')
      when d.id is null then jsonb_build_object('state', 'withdrawn')
      else jsonb_build_object('state', 'available', 'id', d.id, 'name', d.original_name) end order by l.position), '[]')
    from message_documents l left join documents d on d.id = l.document_id and d.withdrawn_at is null
      and ${isSharedWith(actor, sql`d`)}
    where l.message_id = m.id) as documents`

/** Published when a document is withdrawn, so that open threads no longer link it. */
export async function publishThreadsWith(tx: Tx, document: { id: string; clientFolderId: string }): Promise<void> {
  const linked = await tx.maybe(sql`select from message_documents where document_id = ${document.id} limit 1`)
  if (linked !== null) tx.publish({ type: 'messages', id: null, clientFolderId: document.clientFolderId })
}
