import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listMessages as endpoint } from '../../api/messages.ts'
import type { Actor } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { Id } from '../../domain/text.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Database } from '../kit/db.ts'
import { containing, pageOf, toPage, type Page, type WrittenItem } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { stampOf, type Stamped } from '../kit/written.ts'

const Found = z.object({ id: Id.nullable(), stamp: z.string().nullable() })

export async function listMessages(
  db: Database,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<WrittenItem>> {
  // The folder stands first in the statement: none at all answers no row, an empty one answers a row without a message. It is named
  // twice, because only of a value does PostgreSQL know that this folder has a thousand times the messages of another.
  const statement = typed(Found)`
    select found.id, found.stamp
    from client_folders f left join lateral (
      select m.id, ${stamp} as stamp from ${tables}
      where m.client_folder_id = ${clientFolderId}
        ${query.q ? sql`and m.content ilike ${containing(query.q)}` : sql``}
        ${pageOf(sql`m.id`, query, query.order)}
    ) found on true
    where f.id = ${clientFolderId} and ${visibleFolders(actor, 'messages')}
    order by found.id ${query.order === 'newest' ? sql`desc` : sql`asc`}`
  const rows = await (query.q ? db.found(statement) : db.rows(statement))
  if (rows.length === 0) throw notFound()
  const found = rows.filter((row): row is Stamped => row.id !== null)
  const { items, next } = toPage(found, query)
  return { items: await db.written('messages').of(items, (ids) => writeItems(db, ids)), next }
}

const tables = sql`messages m join users sender on sender.id = m.sender_id`
const stamp = stampOf(sql`m`, sql`sender`)

const writeItems = (db: Database, ids: string[]) =>
  db.rows<WrittenItem & Stamped>(sql`
    select m.id, ${stamp} as stamp, (select row_to_json(item)::text from (
      select m.id, m.content, m.client_folder_id as "clientFolderId", m.sender_id as "senderId",
        person_name(sender.first_name, sender.last_name) as "senderName", m.is_from_client as "isFromClient",
        m.version, iso(m.created_at) as "createdAt") item) as json
    from ${tables} where m.id = any(${ids}::uuid[])`)
