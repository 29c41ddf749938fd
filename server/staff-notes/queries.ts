import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listStaffNotes as endpoint } from '../../api/staff-notes.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { StaffNote } from '../../domain/staff-note.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** What the search looks through, of note `n`: the expression of its index. */
export const staffNoteText = sql`(coalesce(n.subject || ' · ' || n.held_with || ' · ', '') || n.content)`

const noteWhere = (where: Sql) => typed(StaffNote)`
  select n.id, n.kind, n.held_on as "heldOn", n.held_with as "heldWith", n.subject, n.content,
    n.client_folder_id as "clientFolderId", n.author_id as "authorId",
    person_name(author.first_name, author.last_name) as "authorName", iso(n.edited_at) as "editedAt", n.version,
    iso(n.created_at) as "createdAt"
  from staff_notes n join users author on author.id = n.author_id join client_folders f on f.id = n.client_folder_id
  where ${where}`

export async function listStaffNotes(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<StaffNote>> {
  const { id } = await folderFor(reader, actor, clientFolderId, { part: 'work' })
  const rows = await reader.rows(noteWhere(sql`n.client_folder_id = ${id} ${pageOf(sql`n.id`, query, query.order)}`))
  return toPage(rows, query)
}

/** A note with its folder; throws 404 if the actor may not see the team's work in the folder. */
export async function staffNoteFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ note: StaffNote; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'work')
  if (lock) await lockInFolder(reader, sql`staff_notes n`, sql`n`, id, visible)
  const note = await reader.maybe(noteWhere(sql`n.id = ${id} and ${visible}`))
  if (note === null) throw notFound()
  return { note, folder: await folderFor(reader, actor, note.clientFolderId, { part: 'work' }) }
}
