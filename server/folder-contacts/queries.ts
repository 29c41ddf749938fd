import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { FolderContact, assertCanManageContacts } from '../../domain/folder-contact.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, type PageQuery, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  c.id, c.client_folder_id as "clientFolderId", c.user_id as "userId", c.name,
  case when lower(c.email) = lower(person.email) then c.email else person.email end as email, 'active' as status, c.money, c.documents, c.messages, c.sign,
  c.added_by_id as "addedById", person_name(adder.first_name, adder.last_name) as "addedByName", c.version,
  iso(c.created_at) as "createdAt", iso(c.updated_at) as "updatedAt"`

const tables = sql`
  folder_contacts c join users person on person.id = c.user_id join users adder on adder.id = c.added_by_id
  join client_folders f on f.id = c.client_folder_id`

export async function listFolderContacts(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: PageQuery,
): Promise<Page<FolderContact>> {
  assertCanManageContacts(await folderFor(reader, actor, clientFolderId, { part: 'folder' }), actor)
  const rows = await reader.rows(typed(FolderContact)`
    select ${columns} from ${tables} where c.client_folder_id = ${clientFolderId} ${pageOf(sql`c.id`, query)}`)
  return toPage(rows, query)
}

const ClientFolderIdRow = z.object({ clientFolderId: z.string() })

/** A contact of a folder that the actor may see; throws 404 otherwise, and 403 for another contact of it. */
export async function contactFor(
  reader: Reader,
  actor: Actor,
  id: string,
  options: { lock?: 'change' } = {},
): Promise<{ contact: FolderContact; folder: ClientFolder }> {
  const place = await reader.maybe(typed(ClientFolderIdRow)`
    select c.client_folder_id as "clientFolderId" from ${tables} where c.id = ${id} and ${visibleFolders(actor, 'folder')}`)
  if (place === null) throw notFound()
  const folder = await folderFor(reader, actor, place.clientFolderId, { ...options, part: 'folder' })
  assertCanManageContacts(folder, actor)
  // Read after the lock, because a concurrent request may have removed them.
  const contact = await reader.maybe(typed(FolderContact)`select ${columns} from ${tables} where c.id = ${id}`)
  if (contact === null) throw notFound()
  return { contact, folder }
}
