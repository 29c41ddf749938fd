// Background work of data deletion and retention. Each step can be interrupted and is restarted by the next run:
// retained PDFs are rendered first, then one transaction deletes the rows and queues their files, then the files are
// deleted.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, unlimited } from '../../domain/actor.ts'
import { invoicePdf, invoiceToPrint } from '../invoices/pdf.ts'
import { newId } from '../kit/id.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { withoutData } from '../kit/log.ts'
import type { AppContext } from '../app-context.ts'
import { storePdf } from '../stored-pdfs/actions.ts'
import { unsafeOriginal } from '../stored-pdfs/queries.ts'
import { peopleOf } from './plan.ts'
import { eraseRows } from './rows.ts'
import { typed } from '../kit/row-types.ts'

type ErasureContext = Pick<AppContext, 'db' | 'files' | 'config' | 'printer' | 'log'>

const origin = { actorId: null, address: 'job', requestId: 'erase-waiting' }

const PendingErasure = z.object({
  id: z.string(),
  clientFolderId: z.string(),
  startedById: z.string(),
  includesAccount: z.boolean(),
  rowsErasedAt: z.date().nullable(),
})
type PendingErasure = z.infer<typeof PendingErasure>

/** The points at which the work can be interrupted. */
export type ErasureStep = 'pdfs' | 'rows' | 'files'

/** @param reached called after each step, before the next one starts */
export async function runErasures(
  context: ErasureContext,
  reached: (step: ErasureStep) => void = () => {},
): Promise<void> {
  const { db, files, log } = context
  const waiting = await db.rows(typed(PendingErasure)`
    select id, client_folder_id as "clientFolderId", started_by_id as "startedById", includes_account as "includesAccount",
      rows_erased_at as "rowsErasedAt"
    from erasures where finished_at is null order by created_at`)
  const failures: unknown[] = []
  for (const erasure of waiting)
    try {
      if (erasure.rowsErasedAt === null) await eraseOne(context, erasure, reached)
      await removePendingFiles(db, files, erasure.id)
      reached('files')
      await finish(db, erasure)
    } catch (error) {
      // A failed deletion does not block others; the job is retried for it.
      log.warn({ erasureId: erasure.id, error: withoutData(error) }, 'an erasure is not done yet')
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

async function eraseOne(context: ErasureContext, erasure: PendingErasure, reached: (step: ErasureStep) => void) {
  await archiveInvoices(context, erasure)
  reached('pdfs')
  await context.db.transaction(origin, async (tx) => {
    const { id, clientFolderId } = erasure
    const still = await tx.maybe(sql`select from erasures where id = ${id} and rows_erased_at is null for update`)
    // Another instance was faster.
    if (still === null) return
    const people = erasure.includesAccount ? (await peopleOf(tx, clientFolderId)).map((person) => person.id) : []
    const counts = await eraseRows(tx, { erasureId: id, clientFolderId, people })
    await tx.run(sql`
      update erasures set rows_erased_at = ${tx.now}, counts = ${JSON.stringify(counts)}::jsonb, version = version + 1
      where id = ${id}`)
    tx.record(
      {
        action: 'erasure.rows-erased',
        id,
        clientFolderId,
        details: { counts, people },
      },
      { type: 'erasures', id },
    )
  })
  reached('rows')
}

const InvoiceRow = z.object({ id: z.string(), version: z.number() })

/**
 * An invoice's PDF is rendered from its rows on request. The rows will lose their content, so the PDF is stored in its
 * current state.
 */
async function archiveInvoices(
  { db, files, config, printer }: ErasureContext,
  { clientFolderId, startedById }: PendingErasure,
) {
  const actor: Actor = { id: startedById, role: 'admin', firstName: null, lastName: null, ...unlimited }
  const sent = await db.rows(typed(InvoiceRow)`
    select id, version from invoices where client_folder_id = ${clientFolderId} and sent_at is not null order by id`)
  for (const { id, version } of sent) {
    if ((await unsafeOriginal(db, id, version)) !== null) continue
    const { printed } = await invoicePdf({ config, printer }, await invoiceToPrint(db, actor, id, config.provider))
    const { storageKey, size, sha256 } = await storePdf(files, printed.bytes)
    const added = await db.run(sql`
      insert into archived_pdfs (id, entity_type, entity_id, kind, entity_version, storage_key, size, sha256, created_at)
      values (${newId()}, 'invoices', ${id}, 'original', ${version}, ${storageKey}, ${size}, ${sha256}, ${db.now})
      on conflict (entity_id, entity_version) where kind = 'original' do nothing`)
    if (added === 0) await files.remove(storageKey)
  }
}

const finish = (db: Database, { id, clientFolderId }: PendingErasure) =>
  db.transaction(origin, async (tx) => {
    const first = await tx.run(sql`
      update erasures set finished_at = ${tx.now}, version = version + 1
      where id = ${id} and finished_at is null and rows_erased_at is not null
        and not exists (select from pending_file_deletions where erasure_id = ${id})`)
    if (first > 0) tx.record({ action: 'erasure.finished', id, clientFolderId }, { type: 'erasures', id })
  })

const KeyRow = z.object({ key: z.string() })

/** Deletes the bytes first, then the row that lists them. @param erasureId all pending ones, if left out */
export async function removePendingFiles(db: Database, files: Files, erasureId?: string): Promise<void> {
  for (;;) {
    const rows = await db.rows(typed(KeyRow)`
      select storage_key as key from pending_file_deletions
      where ${erasureId ?? null}::uuid is null or erasure_id = ${erasureId ?? null} limit 200`)
    for (const { key } of rows) {
      await files.remove(key)
      await db.run(sql`delete from pending_file_deletions where storage_key = ${key}`)
    }
    if (rows.length === 0) return
  }
}
