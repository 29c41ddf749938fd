import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isClient } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { FolderMember } from '../../domain/folder-member.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { type Page, pageOf, type PageQuery, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  m.id, m.client_folder_id as "clientFolderId", m.user_id as "userId", person_name(person.first_name, person.last_name) as name,
  person.email, m.added_by_id as "addedById", person_name(adder.first_name, adder.last_name) as "addedByName",
  iso(m.created_at) as "createdAt", 1 as version`

const tables = sql`
  folder_members m join users person on person.id = m.user_id join users adder on adder.id = m.added_by_id
  join client_folders f on f.id = m.client_folder_id`

export async function listFolderMembers(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: PageQuery,
): Promise<Page<FolderMember>> {
  await folderFor(reader, actor, clientFolderId, { part: 'work' })
  const rows = await reader.rows(typed(FolderMember)`
    select ${columns} from ${tables} where m.client_folder_id = ${clientFolderId} ${pageOf(sql`m.id`, query)}`)
  return toPage(rows, query)
}

const ClientFolderIdRow = z.object({ clientFolderId: z.string() })

/** A member to be changed, with the locked folder; throws 404 if the actor may not see the folder. */
export async function memberFor(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<{ member: FolderMember; folder: ClientFolder }> {
  if (isClient(actor)) throw notFound()
  const place = await tx.maybe(typed(ClientFolderIdRow)`
    select m.client_folder_id as "clientFolderId" from ${tables} where m.id = ${id} and ${visibleFolders(actor, 'work')}`)
  if (place === null) throw notFound()
  const folder = await folderFor(tx, actor, place.clientFolderId, { lock: 'change', part: 'work' })
  // Read after the lock, because a concurrent request may have removed them.
  const member = await tx.maybe(typed(FolderMember)`select ${columns} from ${tables} where m.id = ${id}`)
  if (member === null) throw notFound()
  return { member, folder }
}
