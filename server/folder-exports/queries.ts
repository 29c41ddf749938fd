import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import { FolderExport, type FolderExportView, statusAt } from '../../domain/folder-export.ts'
import { notFound } from '../../domain/errors.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  e.id, e.client_folder_id as "clientFolderId", f.name as "clientFolderName", e.status, e.size, e.sha256,
  e.file_count as "fileCount", iso(e.ready_at) as "readyAt", iso(e.expires_at) as "expiresAt",
  iso(e.downloaded_at) as "downloadedAt", e.version, iso(e.created_at) as "createdAt"`

const tables = sql`folder_exports e join client_folders f on f.id = e.client_folder_id`

/** The actor's own exports, of folders that they may still see. */
const visibleExports = (actor: Actor): Sql =>
  isClient(actor)
    ? sql`e.user_id = ${actor.id} and f.client_id = ${actor.id}`
    : sql`e.user_id = ${actor.id} and ${visibleFolders(actor)}`

export function viewed(copy: FolderExport, now: Date): FolderExportView {
  const status = statusAt(copy, now)
  return { ...copy, status, allowed: status === 'ready' ? ['download'] : [] }
}

export async function listFolderExports(
  reader: Reader & { readonly now: Date },
  actor: Actor,
  query: PageQuery,
): Promise<Page<FolderExportView>> {
  const rows = await reader.rows(typed(FolderExport)`
    select ${columns} from ${tables} where ${visibleExports(actor)} ${pageOf(sql`e.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((copy) => viewed(copy, reader.now)), next }
}

export async function folderExportFor(reader: Reader, actor: Actor, id: string): Promise<FolderExport> {
  const copy = await reader.maybe(
    typed(FolderExport)`select ${columns} from ${tables} where e.id = ${id} and ${visibleExports(actor)}`,
  )
  if (copy === null) throw notFound()
  return copy
}

/** This person's pending export of this folder. */
export const waitingExport = (reader: Reader, actor: Actor, clientFolderId: string): Promise<FolderExport | null> =>
  reader.maybe(typed(FolderExport)`
    select ${columns} from ${tables}
    where ${visibleExports(actor)} and e.client_folder_id = ${clientFolderId} and e.status = 'waiting'`)

const KeyRow = z.object({ key: z.string().nullable() })

/** The storage key, for callers that already checked access with `folderExportFor`. */
export const unsafeStorageKey = async (reader: Reader, id: string): Promise<string | null> =>
  (await reader.one(typed(KeyRow)`select storage_key as key from folder_exports where id = ${id}`)).key
