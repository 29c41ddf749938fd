// Unpacks one file into the store and adds it to its folder as a document.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { DocumentVisibility } from '../../domain/document.ts'
import { DomainError } from '../../domain/errors.ts'
import { sizeLimitFor } from '../../domain/file-kind.ts'
import type { AppContext } from '../app-context.ts'
import { addDocument, type ExaminedUpload, examineUpload } from '../documents/actions.ts'
import { spelledAsInFolder } from '../documents/tags.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { Origin } from '../kit/record.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { type Archive, isDamage } from './archive.ts'
import { alreadyHere } from './check.ts'

export type ImportContext = Pick<AppContext, 'db' | 'files' | 'scanner' | 'seal' | 'log'>

export const PendingFile = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  subfolder: z.string().nullable(),
  tags: z.array(z.string()),
  visibility: DocumentVisibility,
  clientFolderId: z.string(),
})
export type PendingFile = z.infer<typeof PendingFile>

/**
 * Unpacks and examines the file, outside the transaction: both may take a while. Each attempt stores it as an upload of its
 * own, so that two instances don't disturb each other; the sweep of uploads deletes what is never used. Throws 400 for a file
 * that is refused.
 */
export async function unpackFile(
  context: ImportContext,
  origin: Origin,
  actor: Actor,
  archive: Archive,
  zipUploadId: string,
  { path, name }: PendingFile,
): Promise<ExaminedUpload> {
  const { db, files } = context
  const id = newId()
  const storageKey = `documents/${id}`
  const limit = sizeLimitFor(actor)
  await db.run(sql`
    insert into uploads (id, user_id, storage_key, token_hash, max_size, expires_at, copy_of_id, created_at)
    values (${id}, ${actor.id}, ${storageKey}, ${hashOf(newSecret())}, ${limit}, ${db.now}, ${zipUploadId}, ${db.now})`)
  const incoming = { limit, size: archive.sizes.get(path) }
  const stream = await archive.open(path)
  const { size, sha256 } = await files.put(storageKey, stream, incoming).catch((error: unknown) => {
    throw isDamage(stream.errored) ? new DomainError('invalid', 'This file is damaged. Create the ZIP again.') : error
  })
  await db.run(sql`update uploads set stored_at = ${db.now}, size = ${size}, sha256 = ${sha256} where id = ${id}`)
  const upload = await examineUpload(context, origin, actor, inputOf(id, name, size), id)
  if (upload.scan === 'infected') throw new DomainError('invalid', 'The virus scanner found a problem in this file.')
  return upload
}

const inputOf = (id: string, name: string, size: number) => ({
  documentURL: id,
  fileName: name,
  originalName: name,
  fileSize: size,
  mimeType: '',
})

/** Returns null, or why there was nothing to do. */
export async function addFile(
  tx: Tx,
  actor: Actor,
  { name, subfolder, tags, visibility, clientFolderId }: PendingFile,
  upload: ExaminedUpload,
): Promise<string | null> {
  const same = await tx.maybe(typed(IdRow)`
    select id from documents
    where client_folder_id = ${clientFolderId} and sha256 = ${upload.sha256} and withdrawn_at is null limit 1`)
  if (same !== null) return alreadyHere
  await addDocument(tx, actor, { ...inputOf(upload.id, name, upload.size), clientFolderId, visibility }, upload, {
    notifies: false,
  })
  const spelled = await spelledAsInFolder(tx, actor, clientFolderId, { id: upload.id, tags })
  await tx.run(sql`update documents set subfolder = ${subfolder}, tags = ${spelled}::text[] where id = ${upload.id}`)
  return null
}
