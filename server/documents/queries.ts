import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listDocuments as endpoint } from '../../api/documents.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { ClientFolder, FolderFacts } from '../../domain/client-folder.ts'
import { Document, type DocumentView, isTeamOnly } from '../../domain/document.ts'
import { allowedActions } from '../../domain/document-actions.ts'
import { DocumentFigures, type DocumentListView, documentViewsFor } from '../../domain/document-list.ts'
import { expiringDays } from '../../domain/document-expiration.ts'
import { notFound } from '../../domain/errors.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Database, Reader } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { deliveredAt } from '../signatures/deliveries.ts'
import { signatureSummary } from '../signatures/queries.ts'
import { signersOf } from '../signatures/signer-queries.ts'
import { typed } from '../kit/row-types.ts'
import {
  containing,
  type Order,
  type Page,
  pageIn,
  pageOf,
  type PageQuery,
  Place,
  placeIn,
  reversed,
  toPage,
} from '../kit/page.ts'

/** Whether the client's side is reminded that document `d` expires; `giver` uploaded it. */
export const remindsClient = sql`(d.visibility = 'shared' and coalesce(d.reminds_client, giver.role = 'client'))`

/**
 * SQL condition: no team-only document for the client's side. Every query of documents that can run for a client has it;
 * tests/architecture/document-reads.test.ts lists those without.
 * @param d the document, in a folder whose documents the actor may see
 */
export const isSharedWith = (actor: Pick<Actor, 'role'>, d: Sql): Sql =>
  isClient(actor) ? sql`${d}.visibility = 'shared'` : sql`true`

/** The live event of a changed document. */
export const documentChange = (
  { id, visibility }: Pick<Document, 'id' | 'visibility'>,
  clientFolderId: string,
): ChangeEvent => ({ type: 'documents', id, clientFolderId, teamOnly: isTeamOnly({ visibility }) })

/** The tags of document `d`, which only the team sees. */
const tagsFor = (actor: Actor): Sql => (isClient(actor) ? sql`'{}'::text[]` : sql`d.tags`)

/** For a reader: what they have opened, and the versions and tags that they see. */
const columnsFor = (actor: Actor) => sql`
  d.id, d.file_name as "fileName", d.original_name as "originalName", d.file_size as "fileSize", d.mime_type as "mimeType",
  '/api/documents/' || d.id || '/file' as "objectPath", d.sha256, d.client_folder_id as "clientFolderId",
  d.uploaded_by_id as "uploadedById", person_name(giver.first_name, giver.last_name) as "uploadedByName",
  d.requires_signature as "requiresSignature", d.is_signed as "isSigned", iso(d.signed_at) as "signedAt",
  ${signersOf(sql`d.id`)} as signers, d.sign_by as "signBy",
  ${signatureSummary('documents', sql`d.id`, sql`d.is_signed`)} as signature, d.decline_reason as "declineReason", iso(d.declined_at) as "declinedAt", d.document_request_id as "documentRequestId", d.subfolder, ${tagsFor(actor)} as tags, d.visibility, d.scan,
  d.expires_on as "expiresOn", ${remindsClient} as "remindsClient",
  iso(${deliveredAt(sql`d.id`, sql`d.sha256`, actor.id)}) as "openedAt",
  d.active_content as "activeContent", d.replaced_by_id as "replacedById",
  (select count(*)::int + 1 from documents e
    where e.replaced_by_id = coalesce(d.replaced_by_id, d.id) and (e.created_at, e.id) < (d.created_at, d.id)
      and ${isSharedWith(actor, sql`e`)}) as "versionNumber",
  d.version, iso(d.created_at) as "createdAt"`

const tables = sql`documents d join users giver on giver.id = d.uploaded_by_id join client_folders f on f.id = d.client_folder_id`

/** @param d the documents: neither withdrawn nor replaced by a new version */
export const isListed = (d: Sql): Sql => sql`${d}.withdrawn_at is null and ${d}.replaced_by_id is null`

/** The same for a reader. */
export const isListedFor = (actor: Actor, d: Sql): Sql => sql`${isListed(d)} and ${isSharedWith(actor, d)}`

export const viewed = (document: Document, actor: Actor, folder: FolderFacts): DocumentView => ({
  ...document,
  allowed: allowedActions(document, actor, folder),
})

/** The same rule as `awaitsSignature` in the domain. */
const viewsOn = (today: string): Record<DocumentListView, Sql> => ({
  'to-sign': sql`d.requires_signature and not d.is_signed and d.declined_at is null`,
  signed: sql`d.is_signed`,
  requested: sql`d.document_request_id is not null`,
  'from-client': sql`giver.role = 'client'`,
  'from-team': sql`giver.role <> 'client'`,
  'team-only': sql`d.visibility = 'team-only'`,
  expiring: sql`coalesce(d.expires_on <= ${daysAfter(today, expiringDays)}::date, false)`,
})

const byName: Order = { by: sql`lower(d.original_name)`, type: 'text' }
const bySize: Order = { by: sql`(-d.file_size)`, type: 'bigint' }

const orders: Record<string, Order | undefined> = {
  name: byName,
  'name-desc': reversed(byName),
  size: bySize,
  'size-asc': reversed(bySize),
  expires: { by: sql`coalesce(d.expires_on, 'infinity')`, type: 'date' },
}

const ListedDocument = Document.extend({ place: Place })

export async function listDocuments(
  db: Database,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<DocumentView>> {
  const folder = await folderFor(db, actor, clientFolderId, { part: 'documents' })
  const order = orders[query.order ?? 'newest']
  const statement = typed(ListedDocument)`
    select ${columnsFor(actor)}, ${placeIn(order)} from ${tables}
    where d.client_folder_id = ${clientFolderId} and ${isListedFor(actor, sql`d`)}
      ${query.q ? sql`and d.original_name ilike ${containing(query.q)}` : sql``}
      ${query.visibility ? sql`and d.visibility = ${query.visibility}` : sql``}
      ${query.subfolder ? sql`and lower(d.subfolder) = lower(${query.subfolder})` : sql``}
      ${query.tag ? sql`and lower(${query.tag}) in (select lower(tag) from unnest(${tagsFor(actor)}) tag)` : sql``}
      ${query.view ? sql`and ${viewsOn(officeDate(db.now))[query.view]}` : sql``}
      ${pageIn(order, sql`d.id`, query)}`
  const rows = await (query.q ? db.found(statement) : db.rows(statement))
  const { items, next } = toPage(rows, query)
  return { items: items.map((document) => viewed(document, actor, folder)), next }
}

/** As a table: `name`, `count`. Two spellings of a name are one subfolder. */
export const subfoldersOf = (actor: Actor, clientFolderId: string): Sql => sql`(
  select min(x.subfolder) as name, count(*)::int as count from documents x
  where x.client_folder_id = ${clientFolderId} and ${isListedFor(actor, sql`x`)} and x.subfolder is not null
  group by lower(x.subfolder))`

/**
 * The same for tags: none for a client.
 * @param except the id of a document whose tags don't count
 */
export const tagsOf = (actor: Actor, clientFolderId: string, except: string | null = null): Sql => sql`(
  select min(tag) as name, count(*)::int as count from documents d, unnest(${tagsFor(actor)}) tag
  where d.client_folder_id = ${clientFolderId} and ${isListedFor(actor, sql`d`)} and d.id is distinct from ${except}::uuid
  group by lower(tag))`

/** As JSON, by name. */
const namesIn = (table: Sql): Sql => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('name', s.name, 'count', s.count) order by lower(s.name)), '[]') from ${table} s)`

export async function documentFigures(db: Database, actor: Actor, clientFolderId: string): Promise<DocumentFigures> {
  await folderFor(db, actor, clientFolderId, { part: 'documents' })
  const views = viewsOn(officeDate(db.now))
  const counts = documentViewsFor(actor).map(
    (view) => sql`jsonb_build_object('view', ${view}::text, 'count', count(*) filter (where ${views[view]}))`,
  )
  return db.one(typed(DocumentFigures)`
    select count(*)::int as "all", jsonb_build_array(${join(counts)}) as views,
      ${namesIn(subfoldersOf(actor, clientFolderId))} as subfolders, ${namesIn(tagsOf(actor, clientFolderId))} as tags
    from ${tables} where d.client_folder_id = ${clientFolderId} and ${isListedFor(actor, sql`d`)}`)
}

/** Those of these ids that are documents of the folder, in the order of the ids. The caller may see the folder. */
export const documentsIn = (
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  ids: readonly string[],
): Promise<Document[]> =>
  reader.rows(typed(Document)`
    select ${columnsFor(actor)} from ${tables}
    where d.id = any(${ids}::uuid[]) and d.client_folder_id = ${clientFolderId} and d.withdrawn_at is null
      and ${isSharedWith(actor, sql`d`)}
    order by array_position(${ids}::uuid[], d.id)`)

/** All versions of a document, newest first. The caller may see the folder. @param id of the current version */
export async function versionsOf(reader: Reader, actor: Actor, id: string, query: PageQuery): Promise<Page<Document>> {
  const rows = await reader.rows(typed(Document)`
    select ${columnsFor(actor)} from ${tables}
    where (d.id = ${id} or d.replaced_by_id = ${id}) and d.withdrawn_at is null and ${isSharedWith(actor, sql`d`)} ${pageOf(sql`d.id`, query)}`)
  return toPage(rows, query)
}

/** A document with its folder; throws 404 if the actor may not see it. */
export async function documentFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ document: Document; folder: ClientFolder }> {
  const visible = sql`${visibleFolders(actor, 'documents')} and d.withdrawn_at is null and ${isSharedWith(actor, sql`d`)}`
  if (lock) await lockInFolder(reader, sql`documents d`, sql`d`, id, visible)
  const document = await reader.maybe(typed(Document)`
    select ${columnsFor(actor)} from ${tables} where d.id = ${id} and ${visible}`)
  if (document === null) throw notFound()
  return { document, folder: await folderFor(reader, actor, document.clientFolderId, { part: 'documents' }) }
}

const KeyRow = z.object({ key: z.string() })

/** The storage key of a document, for callers that already checked access with `documentFor`. */
export const unsafeStorageKey = async (reader: Reader, id: string): Promise<string> =>
  (await reader.one(typed(KeyRow)`select storage_key as key from documents where id = ${id}`)).key

const StoredDocument = Document.pick({ originalName: true, mimeType: true, fileSize: true }).extend({
  storageKey: z.string(),
})

/** A document and its storage key without an access check, for the portal's own work. */
export const unsafeDocument = (reader: Reader, id: string): Promise<z.infer<typeof StoredDocument>> =>
  reader.one(typed(StoredDocument)`
    select original_name as "originalName", mime_type as "mimeType", file_size as "fileSize", storage_key as "storageKey"
    from documents where id = ${id}`)
