// Only administrators reach these endpoints, and they see every import.
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listDocumentImportRows as endpoint } from '../../api/document-imports.ts'
import {
  allowedInDocumentImport,
  DocumentImport,
  DocumentImportRow,
  type DocumentImportView,
} from '../../domain/document-import.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  m.id, m.file_name as "fileName", m.status, m.client_folder_id as "clientFolderId", f.name as "clientFolderName",
  person_name(starter.first_name, starter.last_name) as "startedByName",
  (select jsonb_build_object('pending', count(*) filter (where r.status = 'pending'), 'done', count(*) filter (where r.status = 'done'),
      'skipped', count(*) filter (where r.status = 'skipped'), 'failed', count(*) filter (where r.status = 'failed'))
    from document_import_rows r where r.document_import_id = m.id) as counts,
  iso(m.finished_at) as "finishedAt", m.version, iso(m.created_at) as "createdAt"`

const tables = sql`
  document_imports m join users starter on starter.id = m.started_by_id
    left join client_folders f on f.id = m.client_folder_id`

const viewed = (its: DocumentImport): DocumentImportView => ({ ...its, allowed: allowedInDocumentImport(its) })

export async function listDocumentImports(reader: Reader, query: PageQuery): Promise<Page<DocumentImportView>> {
  const rows = await reader.rows(typed(DocumentImport)`
    select ${columns} from ${tables} where true ${pageOf(sql`m.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(viewed), next }
}

export async function documentImportFor(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<DocumentImportView> {
  if (lock) await reader.rows(sql`select from document_imports where id = ${id} for update`)
  const found = await reader.maybe(typed(DocumentImport)`select ${columns} from ${tables} where m.id = ${id}`)
  if (found === null) throw notFound()
  return viewed(found)
}

/** In the order of the ZIP or its list. */
export async function listDocumentImportRows(
  reader: Reader,
  id: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<DocumentImportRow>> {
  await documentImportFor(reader, id)
  const rows = await reader.rows(typed(DocumentImportRow)`
    select r.id, r.row, r.path, r.name, r.folder_name as "folderName", r.subfolder, r.tags, r.visibility, r.status, r.reason,
      r.client_folder_id as "clientFolderId"
    from document_import_rows r
    where r.document_import_id = ${id} ${query.status ? sql`and r.status = ${query.status}` : sql``} ${pageOf(sql`r.id`, query, 'oldest')}`)
  return toPage(rows, query)
}
