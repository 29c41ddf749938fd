// Creates requested exports one at a time in a separate process. A killed attempt leaves at most bytes without a row,
// which are swept; the next run on any instance starts the export over.
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { Actor } from '../../domain/actor.ts'
import { exportAttempts, exportDays } from '../../domain/folder-export.ts'
import { newId } from '../kit/id.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { withoutData } from '../kit/log.ts'
import type { AppContext } from '../app-context.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { openWorkerPool, type WorkerPool } from '../kit/worker-pool.ts'
import { exportReady } from './emails.ts'
import type { Exporter, StoredExport } from './store.ts'
import { typed } from '../kit/row-types.ts'

const namespace = 'exports'
const origin = { actorId: null, address: 'job', requestId: 'make-folder-exports' }
const program = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'process.ts' : 'exporter.js')
const heapMegabytes = 300
/** An attempt that is older than this was interrupted. */
const leaseMinutes = 30
const orphanHours = 24

type ExportJobContext = Pick<AppContext, 'db' | 'files' | 'config' | 'log' | 'address'>

const StartedExport = Actor.extend({ copyId: z.string(), clientFolderId: z.string(), attempts: z.number() })
type StartedExport = z.infer<typeof StartedExport>

/** @param atStart also restarts exports that a killed process may have been working on */
export async function makeFolderExports(context: ExportJobContext, { atStart = false } = {}): Promise<void> {
  const before = new Date(context.db.now.getTime() - (atStart ? 0 : leaseMinutes * 60_000))
  const pool = openWorkerPool<Exporter>(context.log, { program, heapMegabytes })
  try {
    for (let started = await begin(context.db, before); started !== null; started = await begin(context.db, before))
      await makeOne(context, pool, started)
  } finally {
    pool.close()
  }
}

/**
 * Claims the next export. The attempt is counted before it starts, so that an export that kills its process fails
 * eventually.
 */
const begin = (db: Database, before: Date): Promise<StartedExport | null> =>
  db.maybe(typed(StartedExport)`
    update folder_exports e set started_at = ${db.now}, attempts = attempts + 1
    from users u
    where u.id = e.user_id and e.id = (
      select id from folder_exports where status = 'waiting' and (started_at is null or started_at < ${before})
      order by created_at limit 1 for update skip locked)
    returning e.id as "copyId", e.client_folder_id as "clientFolderId", e.attempts, ${actorColumns(db.now)}`)

async function makeOne(
  { db, files, config, log, address }: ExportJobContext,
  pool: WorkerPool<Exporter>,
  started: StartedExport,
): Promise<void> {
  const { copyId, clientFolderId, attempts, ...actor } = started
  const storageKey = `${namespace}/${newId()}`
  const exported = await pool
    .run('write', { config, address, actor, clientFolderId, storageKey })
    .catch((error: unknown) => {
      log.warn({ copyId, failure: withoutData(error) }, 'a folder could not be exported')
      return null
    })
  if (exported !== null && (await storeExport(db, copyId, storageKey, exported))) return
  await files.remove(storageKey)
  if (exported !== null) return
  await db.transaction(origin, async (tx) => {
    const over = attempts >= exportAttempts
    await tx.run(sql`
      update folder_exports set status = ${over ? 'failed' : 'waiting'}, started_at = ${over ? tx.now : null}, version = version + 1
      where id = ${copyId} and status = 'waiting'`)
    const entry = { action: 'folder-export.failed' as const, id: copyId, clientFolderId }
    tx.record(entry, { type: 'folder-exports', id: copyId, userIds: [actor.id] })
  })
}

const RecipientRow = z.object({
  clientFolderId: z.string(),
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
})

/** False if another attempt has stored it, or it is no longer needed. */
const storeExport = (db: Database, id: string, storageKey: string, { size, sha256, fileCount }: StoredExport) =>
  db.transaction(origin, async (tx) => {
    const expiresAt = new Date(tx.now.getTime() + exportDays * 86_400_000)
    const row = await tx.maybe(typed(RecipientRow)`
      update folder_exports e
      set status = 'ready', storage_key = ${storageKey}, size = ${size}, sha256 = ${sha256}, file_count = ${fileCount},
        ready_at = ${tx.now}, expires_at = ${expiresAt}, version = e.version + 1
      from users who
      where e.id = ${id} and e.status = 'waiting' and who.id = e.user_id
      returning e.client_folder_id as "clientFolderId", who.id as "userId", who.email, who.first_name as name`)
    if (row === null) return false
    const { clientFolderId, ...to } = row
    tx.record(
      {
        action: 'folder-export.made',
        id,
        clientFolderId,
        details: { size, sha256, fileCount },
      },
      { type: 'folder-exports', id, userIds: [to.userId] },
    )
    tx.mail(exportReady(to, clientFolderId))
    return true
  })

const ExpiredExportRow = z.object({ id: z.string(), storageKey: z.string() })

/** Deletes downloaded and expired exports, and the remains of killed attempts. */
export async function sweepFolderExports(db: Database, files: Files): Promise<void> {
  const ended = await db.rows(typed(ExpiredExportRow)`
    select id, storage_key as "storageKey" from folder_exports
    where storage_key is not null and (expires_at <= ${db.now} or downloaded_at is not null)`)
  for (const { id, storageKey } of ended) {
    await files.remove(storageKey)
    await db.run(sql`
      update folder_exports set storage_key = null, status = case when downloaded_at is null then 'expired' else 'downloaded' end,
        version = version + 1
      where id = ${id}`)
  }
  const dayAgo = new Date(db.now.getTime() - orphanHours * 3_600_000)
  for await (const { key, changedAt } of files.list(namespace)) {
    if (changedAt >= dayAgo) continue
    if ((await db.maybe(sql`select from folder_exports where storage_key = ${key}`)) === null) await files.remove(key)
  }
}
