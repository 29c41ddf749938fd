import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listDocumentRequests as endpoint } from '../../api/document-requests.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import {
  allowedActions,
  DocumentRequest,
  type DocumentRequestView,
  maxFilesNamed,
  DocumentRequestCounts,
} from '../../domain/document-request.ts'
import { notFound } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, pageIn, placeIn, toPage, type Page, Place } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** Lateness depends on the day. */
type DatedReader = Reader & { readonly now: Date }

const columns = sql`
  r.id, r.client_folder_id as "clientFolderId", r.requested_by_id as "requestedById",
  person_name(asker.first_name, asker.last_name) as "requestedByName", r.title, r.description,
  r.document_type as "documentType", r.priority, r.status, r.due_date as "dueDate", r.reason,
  iso(r.returned_at) as "returnedAt", iso(r.completed_at) as "completedAt",
  (select coalesce(jsonb_agg(file), '[]') from (
    select d.id, d.original_name as "originalName", person_name(giver.first_name, giver.last_name) as "uploadedByName",
      iso(d.created_at) as "createdAt"
    from documents d join users giver on giver.id = d.uploaded_by_id
    where d.document_request_id = r.id and d.withdrawn_at is null and d.replaced_by_id is null order by d.id desc limit ${maxFilesNamed}::int) file) as files,
  (select count(*)::int from documents d where d.document_request_id = r.id and d.withdrawn_at is null and d.replaced_by_id is null) as "fileCount",
  r.version, iso(r.created_at) as "createdAt"`

const tables = sql`
  document_requests r join users asker on asker.id = r.requested_by_id join client_folders f on f.id = r.client_folder_id`

export const viewed = (
  request: DocumentRequest,
  actor: Actor,
  folder: Pick<ClientFolder, 'status'>,
): DocumentRequestView => ({ ...request, allowed: allowedActions(request, actor, folder.status !== 'archived') })

/** The same rule as `isLate` in the domain; a test checks that both agree. */
const isLate = (today: string) => sql`(r.status = 'pending' and r.due_date < ${today}::date)`

/** Open requests first, earliest due first, and those without a due date after them. */
const dueOrder: Order = {
  by: sql`(case r.status when 'pending' then '0' when 'submitted' then '1' else '2' end
  || coalesce(r.due_date::text, '9999-12-31'))`,
  type: 'text',
}

const ListedRequest = DocumentRequest.extend({ place: Place })

export async function listDocumentRequests(
  reader: DatedReader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<DocumentRequestView>> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  const { q, status, late } = query
  const order = query.order === 'due' ? dueOrder : undefined
  const rows = await reader.rows(typed(ListedRequest)`
    select ${columns}, ${placeIn(order)} from ${tables}
    where r.client_folder_id = ${clientFolderId}
      ${status ? sql`and r.status = ${status}` : sql``}
      ${late ? sql`and ${isLate(officeDate(reader.now))}` : sql``}
      ${q ? sql`and (r.title || ' ' || coalesce(r.description, '')) ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`r.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((request) => viewed(request, actor, folder)), next }
}

export async function countDocumentRequests(
  reader: DatedReader,
  actor: Actor,
  clientFolderId: string,
): Promise<DocumentRequestCounts> {
  await folderFor(reader, actor, clientFolderId, { part: 'documents' })
  const of = (which: Sql) => sql`count(*) filter (where ${which})::int`
  return reader.one(typed(DocumentRequestCounts)`
    select ${of(sql`r.status = 'pending'`)} as pending, ${of(isLate(officeDate(reader.now)))} as late,
      ${of(sql`r.status = 'submitted'`)} as submitted, ${of(sql`r.status = 'completed'`)} as completed,
      ${of(sql`r.status = 'cancelled'`)} as cancelled
    from document_requests r where r.client_folder_id = ${clientFolderId}`)
}

/**
 * A document request that the actor may see, with its folder; throws 404 otherwise.
 * @param lock keeps the request unchanged and its folder active until the transaction ends
 */
export async function documentRequestFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ request: DocumentRequest; folder: ClientFolder }> {
  if (lock) await lockInFolder(reader, sql`document_requests r`, sql`r`, id, visibleFolders(actor, 'documents'))
  const request = await reader.maybe(typed(DocumentRequest)`
    select ${columns} from ${tables} where r.id = ${id} and ${visibleFolders(actor, 'documents')}`)
  if (request === null) throw notFound()
  return { request, folder: await folderFor(reader, actor, request.clientFolderId, { part: 'documents' }) }
}
