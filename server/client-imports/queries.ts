// Only administrators reach these endpoints, and they see every import.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listClientImportRows as endpoint } from '../../api/client-imports.ts'
import { allowedInImport, ClientImport, ClientImportRow, type ClientImportView } from '../../domain/client-import.ts'
import type { ImportRowStatus } from '../../domain/import.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  m.id, m.file_name as "fileName", m.status, m.headers, m.mapping, m.default_lead_id as "defaultLeadId", m.invites,
  m.started_by_id as "startedById", person_name(starter.first_name, starter.last_name) as "startedByName",
  (select jsonb_build_object('pending', count(*) filter (where r.status = 'pending'), 'done', count(*) filter (where r.status = 'done'),
      'skipped', count(*) filter (where r.status = 'skipped'), 'failed', count(*) filter (where r.status = 'failed'))
    from client_import_rows r where r.client_import_id = m.id) as counts,
  iso(m.finished_at) as "finishedAt", m.version, iso(m.created_at) as "createdAt"`

const tables = sql`client_imports m join users starter on starter.id = m.started_by_id`

const viewed = (its: ClientImport): ClientImportView => ({ ...its, allowed: allowedInImport(its) })

export async function listClientImports(reader: Reader, query: PageQuery): Promise<Page<ClientImportView>> {
  const rows = await reader.rows(typed(ClientImport)`
    select ${columns} from ${tables} where true ${pageOf(sql`m.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(viewed), next }
}

export async function clientImportFor(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ClientImportView> {
  if (lock) await reader.rows(sql`select from client_imports where id = ${id} for update`)
  const found = await reader.maybe(typed(ClientImport)`select ${columns} from ${tables} where m.id = ${id}`)
  if (found === null) throw notFound()
  return viewed(found)
}

const inStatus = (status: ImportRowStatus | undefined): Sql => (status ? sql`and r.status = ${status}` : sql``)

/** In the order of the file. */
export async function listClientImportRows(
  reader: Reader,
  id: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ClientImportRow>> {
  await clientImportFor(reader, id)
  const rows = await reader.rows(typed(ClientImportRow)`
    select r.id, r.row, r.name, r.email, r.status, r.reason, r.client_folder_id as "clientFolderId" from client_import_rows r
    where r.client_import_id = ${id} ${inStatus(query.status)} ${pageOf(sql`r.id`, query, 'oldest')}`)
  return toPage(rows, query)
}

const CellsRow = z.object({
  id: z.string(),
  row: z.int(),
  cells: z.array(z.string()).nullable(),
  reason: z.string().nullable(),
})
type CellsRow = z.infer<typeof CellsRow>

/** The rows with the cells of the file. */
export async function importedCells(
  reader: Reader,
  id: string,
  query: PageQuery & { status?: ImportRowStatus | undefined },
): Promise<Page<CellsRow>> {
  const rows = await reader.rows(typed(CellsRow)`
    select r.id, r.row, r.cells, r.reason from client_import_rows r
    where r.client_import_id = ${id} ${inStatus(query.status)} ${pageOf(sql`r.id`, query, 'oldest')}`)
  return toPage(rows, query)
}
