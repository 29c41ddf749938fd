// A document that is sent to many clients: each folder gets a copy of its file.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { bulkContents } from '../../domain/bulk-action.ts'
import type { AppContext } from '../app-context.ts'
import { addDocument, ExaminedUpload } from '../documents/actions.ts'
import type { Tx } from '../kit/db.ts'
import { hashOf, newSecret } from '../kit/session.ts'

/** The document as it is stored with the action. */
export const StoredDocument = bulkContents.document.extend({ upload: ExaminedUpload })

/**
 * Adds a copy of the file to a folder as a document. The upload of the copy is stored first, outside the transaction: if
 * the process is killed, the next attempt uses the same copy, and the sweep of uploads deletes one that is never used.
 * @param id of the copy and its document; the same for each attempt
 */
export async function sendCopy(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { upload, ...content }: z.output<typeof StoredDocument>,
  id: string,
): Promise<void> {
  const { size, sha256 } = upload
  const storageKey = `documents/${id}`
  await db.run(sql`
    insert into uploads (id, user_id, storage_key, token_hash, max_size, expires_at, copy_of_id, created_at)
    values (${id}, ${actor.id}, ${storageKey}, ${hashOf(newSecret())}, ${size}, ${tx.now}, ${upload.id}, ${tx.now})
    on conflict (id) do update set discarded_at = null, created_at = ${tx.now}`)
  if (!(await files.exists(storageKey))) {
    const { stream } = await files.read(upload.storageKey)
    await files.put(storageKey, stream, { limit: size, size })
  }
  await tx.run(sql`update uploads set stored_at = ${tx.now}, size = ${size}, sha256 = ${sha256} where id = ${id}`)
  await addDocument(tx, actor, { ...content, clientFolderId }, { ...upload, id, storageKey })
}
