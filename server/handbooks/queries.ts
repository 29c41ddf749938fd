import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listHandbooks as endpoint } from '../../api/handbooks.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import { type ClientFolder, isOpen } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { allowedActions, Handbook, HandbookVersion, type HandbookView } from '../../domain/handbook.ts'
import { policyFields } from '../../domain/model-policy.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { assembled } from './assemble.ts'

const part = 'documents'

const columns = sql`
  h.id, h.client_folder_id as "clientFolderId", f.name as "clientFolderName", h.title, h.items, h.field_values as fields,
  h.head_count as "headCount", h.sector, h.version, iso(h.created_at) as "createdAt", iso(h.updated_at) as "updatedAt"`

const tables = sql`handbooks h join client_folders f on f.id = h.client_folder_id`

/** The client side sees a handbook once a version was sent. */
const visibleTo = (actor: Actor): Sql =>
  isClient(actor)
    ? sql`${visibleFolders(actor, part)} and exists (select from handbook_versions v where v.handbook_id = h.id)`
    : visibleFolders(actor, part)

export async function listHandbooks(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<HandbookView>> {
  const folder = await folderFor(reader, actor, clientFolderId, { part })
  const rows = await reader.rows(typed(Handbook)`
    select ${columns} from ${tables}
    where h.client_folder_id = ${clientFolderId} and ${visibleTo(actor)} ${pageOf(sql`h.id`, query)}`)
  const { items, next } = toPage(rows, query)
  const views: HandbookView[] = []
  for (const handbook of items) views.push(await viewed(reader, handbook, actor, folder))
  return { items: views, next }
}

/**
 * A handbook that the actor may see, with its folder; throws 404 otherwise.
 * @param lock keeps the handbook unchanged and its folder active until the transaction ends
 */
export async function handbookFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ handbook: Handbook; folder: ClientFolder }> {
  if (lock) await lockInFolder(reader, sql`handbooks h`, sql`h`, id, visibleTo(actor))
  const handbook = await reader.maybe(
    typed(Handbook)`select ${columns} from ${tables} where h.id = ${id} and ${visibleTo(actor)}`,
  )
  if (handbook === null) throw notFound()
  return { handbook, folder: await folderFor(reader, actor, handbook.clientFolderId, { part }) }
}

export async function viewed(
  reader: Reader,
  handbook: Handbook,
  actor: Actor,
  folder: ClientFolder,
): Promise<HandbookView> {
  const versions = await versionsOf(reader, handbook.id)
  if (isClient(actor)) {
    const title = versions[0]?.title ?? handbook.title
    return { ...handbook, title, items: [], fields: {}, titles: [], openFields: [], versions, allowed: [] }
  }
  const { titles, open } = await assembled(reader, handbook, folder)
  return {
    ...handbook,
    titles,
    openFields: open.map((field) => policyFields[field]),
    versions,
    allowed: allowedActions(actor, isOpen(folder)),
  }
}

const versionsOf = (reader: Reader, handbookId: string): Promise<HandbookVersion[]> =>
  reader.rows(typed(HandbookVersion)`
    select v.id, v.number, v.content ->> 'title' as title,
      array(select policy ->> 'title' from jsonb_array_elements(v.content -> 'policies') policy) as policies,
      v.document_id as "documentId", iso(d.signed_at) as "signedAt", iso(d.declined_at) as "declinedAt",
      (select count(*)::int from employee_acknowledgments a where a.version_id = v.id) as "askedEmployees",
      (select count(a.acknowledged_at)::int from employee_acknowledgments a where a.version_id = v.id) as "acknowledgedEmployees",
      person_name(u.first_name, u.last_name) as "createdByName", iso(v.created_at) as "createdAt"
    from handbook_versions v join users u on u.id = v.created_by_id left join documents d on d.id = v.document_id
    where v.handbook_id = ${handbookId} order by v.number desc`)

const ContentRow = z.object({ content: z.unknown() })

/** The stored content of a version; throws 404 if there is none. */
export async function contentOf(reader: Reader, handbookId: string, number: number): Promise<unknown> {
  const row = await reader.maybe(typed(ContentRow)`
    select content from handbook_versions where handbook_id = ${handbookId} and number = ${number}`)
  if (row === null) throw notFound()
  return row.content
}
