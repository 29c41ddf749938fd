import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listStaffNotes as endpoint } from '../../api/staff-notes.ts'
import type { Actor } from '../../domain/actor.ts'
import { StaffNote } from '../../domain/staff-note.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

export async function listStaffNotes(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<StaffNote>> {
  const { id } = await folderFor(reader, actor, clientFolderId, { part: 'work' })
  const rows = await reader.rows(typed(StaffNote)`
    select n.id, n.content, n.client_folder_id as "clientFolderId", n.author_id as "authorId",
      person_name(author.first_name, author.last_name) as "authorName", n.version, iso(n.created_at) as "createdAt"
    from staff_notes n join users author on author.id = n.author_id
    where n.client_folder_id = ${id} ${pageOf(sql`n.id`, query, query.order)}`)
  return toPage(rows, query)
}
