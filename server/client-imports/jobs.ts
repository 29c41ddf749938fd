// Imports the rows of started imports.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { ImportedClient } from '../../domain/client-import.ts'
import { importDraftDays } from '../../domain/import.ts'
import {
  openAnnouncer,
  type Outcome,
  outcomesOf,
  unsafeStartingAdministrator,
  workThrough,
} from '../bulk-actions/rows.ts'
import { foldersAssigned } from '../client-folders/emails.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { Log } from '../kit/log.ts'
import { Recipient } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { clientImportChange } from './actions.ts'
import { alreadyHere } from './check.ts'
import { importClient } from './import-client.ts'

const RunningRow = z.object({
  id: z.string(),
  startedById: z.string(),
  defaultLeadId: z.string().nullable(),
  invites: z.boolean(),
})
type RunningImport = z.infer<typeof RunningRow>

export function runClientImports(db: Database, log: Log): Promise<void> {
  const isToAnnounce = openAnnouncer()
  return workThrough(db, log, {
    job: 'run-client-imports',
    running: () =>
      db.rows(typed(RunningRow)`
        select id, started_by_id as "startedById", default_lead_id as "defaultLeadId", invites from client_imports
        where status = 'running' order by id`),
    rowsOf: (its) => rowsIn(its, isToAnnounce),
    finish: (its) => finish(db, its),
  })
}

const originOf = ({ startedById }: RunningImport) => ({
  actorId: startedById,
  address: 'job',
  requestId: 'run-client-imports',
})

const PendingRow = z.object({ id: z.string(), client: z.json() })
type PendingRow = z.infer<typeof PendingRow>

const rowsIn = (its: RunningImport, isToAnnounce: (id: string) => boolean) => ({
  origin: originOf(its),
  // The import is locked too: someone who stops it waits for this row.
  claim: (tx: Tx) =>
    tx.maybe(typed(PendingRow)`
      select r.id, r.client from client_imports m join client_import_rows r on r.client_import_id = m.id
      where m.id = ${its.id} and m.status = 'running' and r.status = 'pending'
      order by r.id limit 1 for update of r skip locked for share of m`),
  async act(tx: Tx, row: PendingRow) {
    const actor = await unsafeStartingAdministrator(tx, its.startedById)
    // It was read with its schema when the file was checked.
    const { id, isNew } = await importClient(tx, actor, row.client as ImportedClient, its)
    await tx.run(sql`update client_import_rows set client_folder_id = ${id} where id = ${row.id}`)
    return isNew ? null : alreadyHere
  },
  async settle(tx: Tx, { id }: PendingRow, { status, reason }: Outcome) {
    await tx.run(sql`
      update client_import_rows set status = ${status}, reason = ${reason}, client = null,
        cells = case when ${status}::text = 'failed' then cells end
      where id = ${id} and status = 'pending'`)
    if (isToAnnounce(its.id)) tx.publish(clientImportChange(its.id))
  },
})

const LeadRow = Recipient.extend({ count: z.number() })

/** Each consultant gets one email about all their new folders. */
const finish = (db: Database, its: RunningImport): Promise<void> =>
  db.transaction(originOf(its), async (tx) => {
    const ended = await tx.run(sql`
      update client_imports set status = 'finished', finished_at = ${tx.now}, version = version + 1
      where id = ${its.id} and status = 'running'
        and not exists (select from client_import_rows r where r.client_import_id = ${its.id} and r.status = 'pending')`)
    if (ended === 0) return
    const leads = await tx.rows(typed(LeadRow)`
      select u.id as "userId", u.email, u.first_name as name, count(*)::int as count
      from client_import_rows r join client_folders f on f.id = r.client_folder_id join users u on u.id = f.assigned_staff_id
      where r.client_import_id = ${its.id} and r.status = 'done' and u.is_active group by u.id order by u.id`)
    for (const { count, ...lead } of leads) tx.mail(foldersAssigned(lead, count))
    const counts = await outcomesOf(tx, sql`client_import_rows where client_import_id = ${its.id}`)
    tx.record({ action: 'client-import.finished', id: its.id, details: { counts } }, clientImportChange(its.id))
  })

/** Deletes drafts that were never started, and what the file said about rows that were not imported. */
export async function sweepClientImports(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - importDraftDays * 86_400_000)
  await db.run(sql`delete from client_imports where status = 'draft' and created_at < ${before}`)
  await db.run(sql`
    update client_import_rows r set cells = null, client = null from client_imports m
    where m.id = r.client_import_id and m.finished_at < ${before} and (r.cells is not null or r.client is not null)`)
}
