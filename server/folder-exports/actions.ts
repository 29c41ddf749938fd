import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { type FolderExport, type FolderExportView, assertCanExportFolder } from '../../domain/folder-export.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { newId } from '../kit/id.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Origin } from '../kit/record.ts'
import { assertNotErased } from '../retention/queries.ts'
import { folderExportFor, viewed, waitingExport } from './queries.ts'

/** A repeated or concurrent request returns the export that is already queued. */
export async function createFolderExport(tx: Tx, actor: Actor, clientFolderId: string): Promise<FolderExportView> {
  assertCanExportFolder(await folderToAddTo(tx, actor, clientFolderId, 'folder'), actor)
  await assertNotErased(tx, clientFolderId)
  const id = newId()
  await tx.run(sql`
    insert into folder_exports (id, client_folder_id, user_id, created_at)
    values (${id}, ${clientFolderId}, ${actor.id}, ${tx.now})
    on conflict (user_id, client_folder_id) where status = 'waiting' do nothing`)
  await tx.rows(sql`select graphile_worker.add_job('make-folder-exports', job_key => 'make-folder-exports')`)
  const copy = (await waitingExport(tx, actor, clientFolderId)) ?? (await folderExportFor(tx, actor, id))
  const entry = { action: 'folder-export.asked' as const, id: copy.id, clientFolderId }
  tx.record(entry, { type: 'folder-exports', id: copy.id, userIds: [actor.id] })
  return viewed(copy, tx.now)
}

/** The download is audited before the first byte is sent. */
export const recordFetched = (
  db: Database,
  origin: Origin,
  { id, clientFolderId, sha256 }: FolderExport,
): Promise<void> =>
  db.transaction(origin, async (tx) =>
    tx.record({ action: 'folder-export.fetched', id, clientFolderId, details: { sha256 } }),
  )

/** Sent completely: it cannot be downloaded again. */
export const recordDownloaded = (db: Database, origin: Origin, copy: FolderExport): Promise<void> =>
  db.transaction(origin, async (tx) => {
    const { id, clientFolderId } = copy
    const first = await tx.run(sql`
      update folder_exports set status = 'downloaded', downloaded_at = ${tx.now}, version = version + 1
      where id = ${id} and status = 'ready'`)
    if (first === 0) return
    const entry = { action: 'folder-export.downloaded' as const, id, clientFolderId }
    tx.record(entry, { type: 'folder-exports', id, userIds: [origin.actorId] })
  })
