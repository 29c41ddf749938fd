// Withdrawing a document, and deleting its file 30 days later.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  assertCanWithdrawDocument,
  DocumentVisibility,
  type WithdrawalInput,
  WithdrawnDocument,
  withdrawnFileDays,
} from '../../domain/document.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Files } from '../file-storage/files.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { pageOf, toPage, type Page, type PageQuery } from '../kit/page.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { publishThreadsWith } from '../messages/documents.ts'
import { CascadeDelete } from '../retention/cascade-delete.ts'
import { removePendingFiles } from '../retention/jobs.ts'
import { endSigning } from '../signatures/signers.ts'
import { deleteDocumentText } from './document-texts.ts'
import { documentChange, documentFor, isSharedWith } from './queries.ts'
import { restoreEarlierVersion } from './versions.ts'

const columnsFor = (actor: Actor) => sql`
  w.id, w.client_folder_id as "clientFolderId",
  case when ${!isClient(actor)} or w.uploaded_by_id = ${actor.id} then w.original_name end as "originalName",
  person_name(who.first_name, who.last_name) as "withdrawnByName", iso(w.withdrawn_at) as "withdrawnAt", w.reason,
  iso(w.file_deleted_at) as "fileDeletedAt"`

const tables = sql`withdrawn_documents w join users who on who.id = w.withdrawn_by_id`

export async function withdrawDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  { reason }: WithdrawalInput,
): Promise<WithdrawnDocument> {
  const { document, folder } = await documentFor(tx, actor, id, { lock: true })
  assertCanWithdrawDocument(document, actor, tx.now)
  assertNotArchived(folder)
  await tx.run(sql`update documents set withdrawn_at = ${tx.now}, version = version + 1 where id = ${id}`)
  await tx.run(sql`
    insert into withdrawn_documents (id, client_folder_id, original_name, visibility, uploaded_by_id, withdrawn_by_id, withdrawn_at, reason)
    values (${id}, ${folder.id}, ${document.originalName}, ${document.visibility}, ${document.uploadedById}, ${actor.id}, ${tx.now}, ${reason})`)
  await deleteDocumentText(tx, id)
  await endSigning(tx, id, 'removed')
  await restoreEarlierVersion(tx, id)
  const entry = { id, clientFolderId: folder.id }
  tx.record({ action: 'document.withdrawn', ...entry }, documentChange(document, folder.id))
  await publishThreadsWith(tx, entry)
  await askAgain(tx, folder.id, document.documentRequestId)
  return tx.one(typed(WithdrawnDocument)`select ${columnsFor(actor)} from ${tables} where w.id = ${id}`)
}

/** A document request whose last file was withdrawn is pending again. */
async function askAgain(tx: Tx, clientFolderId: string, id: string | null) {
  const changed = await tx.run(sql`
    update document_requests set status = 'pending', version = version + 1
    where id = ${id} and status = 'submitted'
      and not exists (select from documents d where d.document_request_id = ${id} and d.withdrawn_at is null)`)
  if (changed === 0) return
  tx.record(
    { action: 'document-request.changed', id, clientFolderId },
    { type: 'document-requests', id, clientFolderId },
  )
}

export async function listWithdrawnDocuments(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: PageQuery,
): Promise<Page<WithdrawnDocument>> {
  await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  const rows = await reader.rows(typed(WithdrawnDocument)`
    select ${columnsFor(actor)} from ${tables}
    where w.client_folder_id = ${clientFolderId} and ${isSharedWith(actor, sql`w`)} ${pageOf(sql`w.id`, query)}`)
  return toPage(rows, query)
}

/** Those of these ids that are withdrawn documents of the folder. The caller may see the folder. */
export const withdrawnIn = (
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  ids: readonly string[],
): Promise<WithdrawnDocument[]> =>
  reader.rows(typed(WithdrawnDocument)`
    select ${columnsFor(actor)} from ${tables}
    where w.id = any(${ids}::uuid[]) and w.client_folder_id = ${clientFolderId} and ${isSharedWith(actor, sql`w`)}
    order by w.id`)

const DueRow = z.object({ clientFolderId: z.string(), visibility: DocumentVisibility })

/**
 * Deletes documents withdrawn more than 30 days ago, with their files, unless a legal hold or a signature prevents it.
 */
export async function deleteWithdrawnFiles(db: Database, files: Files): Promise<void> {
  const before = new Date(db.now.getTime() - withdrawnFileDays * 86_400_000)
  const isDue = sql`
    d.withdrawn_at < ${before} and not d.is_signed
    and not exists (select from signatures s where s.entity_id = d.id)
    and not exists (select from legal_holds h where h.client_folder_id = d.client_folder_id and h.released_at is null)`
  const due = await db.rows(typed(IdRow)`select d.id from documents d where ${isDue} order by d.id`)
  for (const { id } of due)
    await db.transaction({ actorId: null, address: 'job', requestId: 'delete-withdrawn-files' }, async (tx) => {
      const still = await tx.maybe(typed(DueRow)`
        select d.client_folder_id as "clientFolderId", d.visibility from documents d
        where d.id = ${id} and ${isDue} for update`)
      if (still === null) return
      const cascade = await CascadeDelete.begin(tx)
      await cascade.rows('documents', sql`id = ${id}`)
      await tx.run(sql`update withdrawn_documents set file_deleted_at = ${tx.now} where id = ${id}`)
      const { clientFolderId, visibility } = still
      const entry = { id, clientFolderId }
      tx.record({ action: 'document.file-deleted', ...entry }, documentChange({ id, visibility }, clientFolderId))
    })
  if (due.length > 0) await removePendingFiles(db, files)
}
