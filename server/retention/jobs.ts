// What goes on behind an erasure and a purge. Each step may be cut off and is begun again by whoever looks next: papers that are
// kept are drawn first, then rows go in one transaction that also condemns their files, then the bytes go.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { invoicePdf, invoiceToPrint } from '../invoices/pdf.ts'
import { newId } from '../kit/id.ts'
import type { Database } from '../kit/db.ts'
import type { Files } from '../file-storage/files.ts'
import { withoutData } from '../kit/log.ts'
import type { Parts } from '../app-context.ts'
import { storePaper } from '../papers-kept/actions.ts'
import { unsafeOriginal } from '../papers-kept/queries.ts'
import { peopleOf } from './plan.ts'
import { eraseRows } from './rows.ts'
import { typed } from '../kit/row-types.ts'

type EraseParts = Pick<Parts, 'db' | 'files' | 'config' | 'printer' | 'log'>

const origin = { actorId: null, address: 'job', requestId: 'erase-waiting' }

const Waiting = z.object({
  id: z.string(),
  clientFolderId: z.string(),
  begunById: z.string(),
  withPerson: z.boolean(),
  rowsErasedAt: z.date().nullable(),
})
type Waiting = z.infer<typeof Waiting>

/** The points at which the work can be cut off. */
export type ErasureStep = 'papers' | 'rows' | 'files'

/** @param reached told of each step, before the next begins */
export async function eraseWaiting(parts: EraseParts, reached: (step: ErasureStep) => void = () => {}): Promise<void> {
  const { db, files, log } = parts
  const waiting = await db.rows(typed(Waiting)`
    select id, client_folder_id as "clientFolderId", begun_by_id as "begunById", with_person as "withPerson",
      rows_erased_at as "rowsErasedAt"
    from erasures where finished_at is null order by created_at`)
  const failures: unknown[] = []
  for (const erasure of waiting)
    try {
      if (erasure.rowsErasedAt === null) await eraseOne(parts, erasure, reached)
      await removeCondemned(db, files, erasure.id)
      reached('files')
      await finish(db, erasure)
    } catch (error) {
      // One that cannot go on keeps no other waiting; the job is tried again for it.
      log.warn({ erasureId: erasure.id, error: withoutData(error) }, 'an erasure is not done yet')
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

async function eraseOne(parts: EraseParts, erasure: Waiting, reached: (step: ErasureStep) => void) {
  await keepInvoices(parts, erasure)
  reached('papers')
  await parts.db.transaction(origin, async (tx) => {
    const { id, clientFolderId } = erasure
    const still = await tx.maybe(sql`select from erasures where id = ${id} and rows_erased_at is null for update`)
    // Another instance was quicker.
    if (still === null) return
    const people = erasure.withPerson ? (await peopleOf(tx, clientFolderId)).map((person) => person.id) : []
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

const KeptInvoiceRow = z.object({ id: z.string(), version: z.number() })

/** An invoice is drawn from its rows when somebody asks; these will say nothing any more, so the paper is kept as it is now. */
async function keepInvoices({ db, files, config, printer }: EraseParts, { clientFolderId, begunById }: Waiting) {
  const actor: Actor = { id: begunById, role: 'admin', firstName: null, lastName: null }
  const sent = await db.rows(typed(KeptInvoiceRow)`
    select id, version from invoices where client_folder_id = ${clientFolderId} and sent_at is not null order by id`)
  for (const { id, version } of sent) {
    if ((await unsafeOriginal(db, id, version)) !== null) continue
    const { printed } = await invoicePdf({ config, printer }, await invoiceToPrint(db, actor, id))
    const { storageKey, size, sha256 } = await storePaper(files, printed.bytes)
    const added = await db.run(sql`
      insert into papers (id, entity_type, entity_id, kind, entity_version, storage_key, size, sha256, created_at)
      values (${newId()}, 'invoices', ${id}, 'original', ${version}, ${storageKey}, ${size}, ${sha256}, ${db.now})
      on conflict (entity_id, entity_version) where kind = 'original' do nothing`)
    if (added === 0) await files.remove(storageKey)
  }
}

const finish = (db: Database, { id, clientFolderId }: Waiting) =>
  db.transaction(origin, async (tx) => {
    const first = await tx.run(sql`
      update erasures set finished_at = ${tx.now}, version = version + 1
      where id = ${id} and finished_at is null and rows_erased_at is not null
        and not exists (select from condemned_files where erasure_id = ${id})`)
    if (first > 0) tx.record({ action: 'erasure.finished', id, clientFolderId }, { type: 'erasures', id })
  })

const KeyRow = z.object({ key: z.string() })

/** Bytes first, then the row that says that they are to go. @param erasureId all that wait, when left out */
export async function removeCondemned(db: Database, files: Files, erasureId?: string): Promise<void> {
  for (;;) {
    const rows = await db.rows(typed(KeyRow)`
      select storage_key as key from condemned_files
      where ${erasureId ?? null}::uuid is null or erasure_id = ${erasureId ?? null} limit 200`)
    for (const { key } of rows) {
      await files.remove(key)
      await db.run(sql`delete from condemned_files where storage_key = ${key}`)
    }
    if (rows.length === 0) return
  }
}
