import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import {
  assertCanInImport,
  type ClientImportChange,
  type ClientImportStart,
  type ClientImportView,
  guessMapping,
  importLimitBytes,
  type ImportMapping,
  maxImportRows,
} from '../../domain/client-import.ts'
import { newId } from '../kit/id.ts'
import type { Database, Tx } from '../kit/db.ts'
import { readCsv } from '../kit/read-csv.ts'
import type { ChangeEvent, Origin } from '../kit/record.ts'
import { rowsOf } from '../kit/rows.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { activeStaffOr400 } from '../users/queries.ts'
import { type CheckedRow, checkRows } from './check.ts'
import { clientImportFor } from './queries.ts'

/** Administrators are notified of everything. */
export const clientImportChange = (id: string): ChangeEvent => ({ type: 'client-imports', id })

/** Reads and checks the file before anything is locked. */
export async function createClientImport(
  db: Database,
  origin: Origin,
  actor: Actor,
  { bytes, fileName }: { bytes: Buffer; fileName: string },
): Promise<ClientImportView> {
  const { headers, rows } = await readCsv(bytes, { bytes: importLimitBytes, rows: maxImportRows, what: 'clients' })
  const mapping = guessMapping(headers)
  const checked = await checkRows(db, rows, mapping, null)
  return db.transaction(origin, async (tx) => {
    const id = newId()
    await tx.run(sql`
      insert into client_imports (id, file_name, headers, mapping, started_by_id, created_at)
      values (${id}, ${fileName}, ${JSON.stringify(headers)}, ${JSON.stringify(mapping)}, ${actor.id}, ${tx.now})`)
    await storeRows(tx, id, checked)
    tx.record({ action: 'client-import.uploaded', id, details: { rows: rows.length } }, clientImportChange(id))
    return clientImportFor(tx, id)
  })
}

const rowsInStatement = 1000

/** In batches, because each statement must finish within seconds. */
async function storeRows(tx: Tx, id: string, rows: readonly CheckedRow[]) {
  for (let start = 0; start < rows.length; start += rowsInStatement) {
    const stored = rows.slice(start, start + rowsInStatement).map(({ clientFolderId, ...row }) => ({
      id: newId(),
      ...row,
      client_folder_id: clientFolderId,
    }))
    await tx.run(sql`
      insert into client_import_rows (id, client_import_id, row, cells, client, name, email, status, reason, client_folder_id)
      select r.id, ${id}, r.row, r.cells, r.client, r.name, r.email, r.status, r.reason, r.client_folder_id
      from ${rowsOf(
        'id uuid, row integer, cells jsonb, client jsonb, name text, email text, status text, reason text, client_folder_id uuid',
        stored,
      )}
      on conflict (client_import_id, row) do update set client = excluded.client, name = excluded.name, email = excluded.email,
        status = excluded.status, reason = excluded.reason, client_folder_id = excluded.client_folder_id`)
  }
}

const StoredCells = z.object({ row: z.int(), cells: z.array(z.string()) })

export async function changeClientImport(
  tx: Tx,
  id: string,
  { mapping, defaultLeadId }: ClientImportChange,
  ifMatch: IfMatch,
): Promise<ClientImportView> {
  const before = await clientImportFor(tx, id, { lock: true })
  assertCanInImport('map', before)
  assertVersion(before, ifMatch)
  if (defaultLeadId !== null) await activeStaffOr400(tx, defaultLeadId, 'defaultLeadId')
  const rows = await tx.rows(
    typed(StoredCells)`select row, cells from client_import_rows where client_import_id = ${id} order by row`,
  )
  await storeRows(tx, id, await checkRows(tx, rows, withinHeaders(mapping, before.headers.length), defaultLeadId))
  await tx.run(sql`
    update client_imports set mapping = ${JSON.stringify(mapping)}, default_lead_id = ${defaultLeadId}, version = version + 1
    where id = ${id}`)
  tx.record({ action: 'client-import.checked', id }, clientImportChange(id))
  return clientImportFor(tx, id)
}

/** Ignores columns that the file doesn't have. */
const withinHeaders = (mapping: ImportMapping, columns: number) =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, index]) => [field, index !== null && index < columns ? index : null]),
  ) as ImportMapping

export async function startClientImport(
  tx: Tx,
  actor: Actor,
  id: string,
  { invites }: ClientImportStart,
): Promise<ClientImportView> {
  const before = await clientImportFor(tx, id, { lock: true })
  assertCanInImport('start', before)
  await tx.run(sql`
    update client_imports set status = 'running', invites = ${invites}, started_by_id = ${actor.id}, version = version + 1
    where id = ${id}`)
  await tx.rows(sql`select graphile_worker.add_job('run-client-imports', job_key => 'run-client-imports')`)
  tx.record(
    { action: 'client-import.started', id, details: { invites, counts: before.counts } },
    clientImportChange(id),
  )
  return clientImportFor(tx, id)
}

/** Waits for the row that is being imported. */
export async function stopClientImport(tx: Tx, id: string): Promise<ClientImportView> {
  const before = await clientImportFor(tx, id, { lock: true })
  assertCanInImport('stop', before)
  await tx.run(sql`
    update client_imports set status = 'stopped', finished_at = ${tx.now}, version = version + 1 where id = ${id}`)
  tx.record({ action: 'client-import.stopped', id, details: { counts: before.counts } }, clientImportChange(id))
  return clientImportFor(tx, id)
}

export async function discardClientImport(tx: Tx, id: string): Promise<{ id: string }> {
  const before = await clientImportFor(tx, id, { lock: true })
  assertCanInImport('discard', before)
  await tx.run(sql`delete from client_imports where id = ${id}`)
  tx.record({ action: 'client-import.discarded', id }, clientImportChange(id))
  return { id }
}
