import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listMessages as endpoint } from '../../api/messages.ts'
import type { Actor } from '../../domain/actor.ts'
import { Message } from '../../domain/message.ts'
import { notFound } from '../../domain/errors.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Database } from '../kit/db.ts'
import { toJsonPage } from '../kit/json-page.ts'
import { containing, pageOf, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const MessageJsonRow = z.object({ id: z.string().nullable(), json: z.string().nullable() })

export async function listMessages(
  db: Database,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<Message>> {
  // The folder comes first in the statement: an invisible folder returns no row, and an empty one returns a row without
  // a message. The id is given twice, because PostgreSQL estimates the number of messages of this folder only from a
  // constant.
  const statement = typed(MessageJsonRow)`
    select found.id, row_to_json(found)::text as json
    from client_folders f left join lateral (
      select m.id, m.content, m.client_folder_id as "clientFolderId", m.sender_id as "senderId",
        person_name(sender.first_name, sender.last_name) as "senderName", m.is_from_client as "isFromClient",
        m.version, iso(m.created_at) as "createdAt", iso(m.retracted_at) as "retractedAt"
      from messages m join users sender on sender.id = m.sender_id
      where m.client_folder_id = ${clientFolderId}
        ${query.q ? sql`and m.content ilike ${containing(query.q)}` : sql``}
        ${pageOf(sql`m.id`, query, query.order)}
    ) found on true
    where f.id = ${clientFolderId} and ${visibleFolders(actor, 'messages')}
    order by found.id ${query.order === 'newest' ? sql`desc` : sql`asc`}`
  const rows = await (query.q ? db.found(statement) : db.rows(statement))
  if (rows.length === 0) throw notFound()
  const messages = rows.flatMap(({ id, json }) => (id === null || json === null ? [] : { id, json }))
  return toJsonPage(Message, messages, query)
}
