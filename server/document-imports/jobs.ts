// Adds the files of started imports.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { importDraftDays } from '../../domain/import.ts'
import {
  openAnnouncer,
  type Outcome,
  outcomesOf,
  unsafeStartingAdministrator,
  workThrough,
} from '../bulk-actions/rows.ts'
import type { ExaminedUpload } from '../documents/actions.ts'
import { bytesOf } from '../file-inspection/bytes.ts'
import type { Database, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { discardZip, documentImportChange } from './actions.ts'
import { type Archive, openArchive } from './archive.ts'
import { addFile, type ImportContext, PendingFile, unpackFile } from './import-file.ts'

const RunningRow = z.object({
  id: z.string(),
  startedById: z.string(),
  uploadId: z.string(),
  storageKey: z.string(),
  size: z.number(),
})
type RunningImport = z.infer<typeof RunningRow>

export function runDocumentImports(context: ImportContext): Promise<void> {
  const { db, files, log } = context
  const isToAnnounce = openAnnouncer()
  const archives = new Map<string, Promise<Archive>>()
  const archiveOf = ({ id, storageKey, size }: RunningImport) => {
    const opened = archives.get(id) ?? openArchive(bytesOf(files, storageKey, size))
    archives.set(id, opened)
    return opened
  }
  return workThrough(db, log, {
    job: 'run-document-imports',
    running: () =>
      db.rows(typed(RunningRow)`
        select m.id, m.started_by_id as "startedById", u.id as "uploadId", u.storage_key as "storageKey", u.size
        from document_imports m join uploads u on u.id = m.upload_id where m.status = 'running' order by m.id`),
    rowsOf: (its) => filesIn(context, its, () => archiveOf(its), isToAnnounce),
    finish: (its) => finish(db, its),
  })
}

const originOf = ({ startedById }: RunningImport) => ({
  actorId: startedById,
  address: 'job',
  requestId: 'run-document-imports',
})

function filesIn(
  context: ImportContext,
  its: RunningImport,
  openZip: () => Promise<Archive>,
  isToAnnounce: (id: string) => boolean,
) {
  const { db } = context
  const origin = originOf(its)
  const unpacked = new Map<string, Promise<ExaminedUpload>>()
  const next = sql`
    select r.id, r.path, r.name, r.subfolder, r.tags, r.visibility, r.client_folder_id as "clientFolderId"
    from document_imports m join document_import_rows r on r.document_import_id = m.id
    where m.id = ${its.id} and m.status = 'running' and r.status = 'pending' order by r.id limit 1`
  const starter = () => db.transaction(origin, (tx) => unsafeStartingAdministrator(tx, its.startedById))
  const unpack = async (actor: Actor, file: PendingFile) =>
    unpackFile(context, origin, actor, await openZip(), its.uploadId, file)
  return {
    origin,
    async prepare() {
      const file = await db.maybe(typed(PendingFile)`${next}`)
      if (file === null) return
      const work = starter().then((actor) => unpack(actor, file))
      // The error is thrown where the row is handled.
      await work.catch(() => {})
      unpacked.set(file.id, work)
    },
    // The import is locked too: someone who stops it waits for this file.
    claim: (tx: Tx) => tx.maybe(typed(PendingFile)`${next} for update of r skip locked for share of m`),
    async act(tx: Tx, file: PendingFile) {
      const actor = await unsafeStartingAdministrator(tx, its.startedById)
      return addFile(tx, actor, file, await (unpacked.get(file.id) ?? unpack(actor, file)))
    },
    async settle(tx: Tx, { id }: PendingFile, { status, reason }: Outcome) {
      await tx.run(sql`
        update document_import_rows set status = ${status}, reason = ${reason} where id = ${id} and status = 'pending'`)
      if (isToAnnounce(its.id)) tx.publish(documentImportChange(its.id))
    },
  }
}

const finish = (db: Database, its: RunningImport): Promise<void> =>
  db.transaction(originOf(its), async (tx) => {
    const ended = await tx.run(sql`
      update document_imports set status = 'finished', finished_at = ${tx.now}, version = version + 1
      where id = ${its.id} and status = 'running'
        and not exists (select from document_import_rows r where r.document_import_id = ${its.id} and r.status = 'pending')`)
    if (ended === 0) return
    await discardZip(tx, its.id)
    const counts = await outcomesOf(tx, sql`document_import_rows where document_import_id = ${its.id}`)
    tx.record({ action: 'document-import.finished', id: its.id, details: { counts } }, documentImportChange(its.id))
  })

/** Deletes drafts that were never started, with their ZIPs. */
export async function sweepDocumentImports(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - importDraftDays * 86_400_000)
  await db.run(sql`
    update uploads set claimed_at = null, discarded_at = ${db.now} where discarded_at is null and id in (
      select upload_id from document_imports where status = 'draft' and created_at < ${before})`)
  await db.run(sql`delete from document_imports where status = 'draft' and created_at < ${before}`)
}
