import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  assertCanInDocumentImport,
  type DocumentImportInput,
  type DocumentImportView,
} from '../../domain/document-import.ts'
import { conflict, invalid, notFoundAsInvalid } from '../../domain/errors.ts'
import { claim } from '../../domain/upload.ts'
import type { AppContext } from '../app-context.ts'
import { bytesOf } from '../file-inspection/bytes.ts'
import { newId } from '../kit/id.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import { rowsOf } from '../kit/rows.ts'
import { uploadFor } from '../uploads/queries.ts'
import { openArchive } from './archive.ts'
import { type CheckedFile, checkFiles, foldersFor } from './check.ts'
import { planOf } from './plan.ts'
import { documentImportFor } from './queries.ts'

/** Administrators are notified of everything. */
export const documentImportChange = (id: string): ChangeEvent => ({ type: 'document-imports', id })

/**
 * Reads and checks the ZIP before anything is locked.
 * @param uploadId the upload that `documentURL` names, null if it names none of this portal
 */
export async function createDocumentImport(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  origin: Origin,
  actor: Actor,
  { fileName, clientFolderId }: DocumentImportInput,
  uploadId: string | null,
): Promise<DocumentImportView> {
  const sentence = 'This upload wasn’t found. Upload the file again.'
  if (uploadId === null) throw invalid('documentURL', sentence)
  const upload = await uploadFor(db, actor, uploadId).catch(notFoundAsInvalid('documentURL', sentence))
  const { size } = claim(upload)
  if (clientFolderId !== null && (await foldersFor(db, [], clientFolderId)).length === 0)
    throw invalid('clientFolderId', 'Choose a client folder.')
  const archive = await openArchive(bytesOf(files, upload.storageKey, size))
  const planned = await planOf(archive, {
    isForOneFolder: clientFolderId !== null,
    async foldersNamed(names) {
      const found = await foldersFor(
        db,
        names.map((name) => name.toLowerCase()),
        null,
      )
      return new Set(found.map(({ name }) => name.toLowerCase()))
    },
  })
  const checked = await checkFiles(db, actor, planned, archive.sizes, clientFolderId)
  return db.transaction(origin, async (tx) => {
    // Keeps the ZIP until the import ends.
    const claimed = await tx.run(sql`
      update uploads set claimed_at = ${tx.now} where id = ${uploadId} and claimed_at is null and discarded_at is null`)
    if (claimed === 0) throw conflict('This upload was already registered as a document.')
    const id = newId()
    await tx.run(sql`
      insert into document_imports (id, file_name, upload_id, client_folder_id, started_by_id, created_at)
      values (${id}, ${fileName}, ${uploadId}, ${clientFolderId}, ${actor.id}, ${tx.now})`)
    await storeRows(tx, id, checked)
    tx.record({ action: 'document-import.uploaded', id, details: { files: checked.length } }, documentImportChange(id))
    return documentImportFor(tx, id)
  })
}

const rowsInStatement = 1000

/** In batches, because each statement must finish within seconds. */
async function storeRows(tx: Tx, id: string, rows: readonly CheckedFile[]) {
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    const stored = rows.slice(start, start + rowsInStatement).map(({ clientFolderId, folderName, ...row }) => ({
      id: newId(),
      ...row,
      folder_name: folderName,
      client_folder_id: clientFolderId,
    }))
    await tx.run(sql`
      insert into document_import_rows (id, document_import_id, row, path, name, folder_name, subfolder, tags, visibility, status, reason,
        client_folder_id)
      select r.id, ${id}, r.row, r.path, r.name, r.folder_name, r.subfolder, r.tags, r.visibility, r.status, r.reason, r.client_folder_id
      from ${rowsOf(
        `id uuid, row integer, path text, name text, folder_name text, subfolder text, tags text[], visibility text, status text, reason text,
          client_folder_id uuid`,
        stored,
      )}`)
  }
}

export async function startDocumentImport(tx: Tx, actor: Actor, id: string): Promise<DocumentImportView> {
  const before = await documentImportFor(tx, id, { lock: true })
  assertCanInDocumentImport('start', before)
  await tx.run(sql`
    update document_imports set status = 'running', started_by_id = ${actor.id}, version = version + 1 where id = ${id}`)
  await tx.rows(sql`select graphile_worker.add_job('run-document-imports', job_key => 'run-document-imports')`)
  tx.record({ action: 'document-import.started', id, details: { counts: before.counts } }, documentImportChange(id))
  return documentImportFor(tx, id)
}

/** Waits for the file that is being imported. */
export async function stopDocumentImport(tx: Tx, id: string): Promise<DocumentImportView> {
  const before = await documentImportFor(tx, id, { lock: true })
  assertCanInDocumentImport('stop', before)
  await tx.run(sql`
    update document_imports set status = 'stopped', finished_at = ${tx.now}, version = version + 1 where id = ${id}`)
  await discardZip(tx, id)
  tx.record({ action: 'document-import.stopped', id, details: { counts: before.counts } }, documentImportChange(id))
  return documentImportFor(tx, id)
}

export async function discardDocumentImport(tx: Tx, id: string): Promise<{ id: string }> {
  const before = await documentImportFor(tx, id, { lock: true })
  assertCanInDocumentImport('discard', before)
  await discardZip(tx, id)
  await tx.run(sql`delete from document_imports where id = ${id}`)
  tx.record({ action: 'document-import.discarded', id }, documentImportChange(id))
  return { id }
}

/** The job `sweep-uploads` deletes its bytes. */
export const discardZip = (tx: Pick<Tx, 'run' | 'now'>, id: string) =>
  tx.run(sql`
    update uploads set claimed_at = null, discarded_at = ${tx.now}
    where id = (select upload_id from document_imports where id = ${id}) and discarded_at is null`)
