import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listMessages as endpoint } from '../../api/messages.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import { Message, MessageReaders } from '../../domain/message.ts'
import { notFound } from '../../domain/errors.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Database } from '../kit/db.ts'
import { toJsonPage } from '../kit/json-page.ts'
import { containing, pageOf, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { documentsOf } from './documents.ts'

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
        m.version, iso(m.created_at) as "createdAt", iso(m.retracted_at) as "retractedAt", ${documentsOf(actor)}
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

/** The receipts of the other side; of the client's, those of people who may still read the thread. */
export async function messageReaders(db: Database, actor: Actor, clientFolderId: string): Promise<MessageReaders> {
  await folderFor(db, actor, clientFolderId, { part: 'messages' })
  const readers = isClient(actor)
    ? sql`
        select null::text as name, r.last_message_id as "lastMessageId", iso(r.at) as at from message_read_receipts r
          join users u on u.id = r.user_id and u.role <> 'client'
        where r.client_folder_id = ${clientFolderId} order by r.last_message_id desc, r.at limit 1`
    : sql`
        select coalesce(person_name(u.first_name, u.last_name), u.email) as name, r.last_message_id as "lastMessageId", iso(r.at) as at
        from message_read_receipts r join users u on u.id = r.user_id join client_folders f on f.id = r.client_folder_id
        where r.client_folder_id = ${clientFolderId} and (u.id = f.client_id or exists (
          select from folder_contacts contact
          where contact.client_folder_id = f.id and contact.user_id = u.id and contact.messages))
        order by r.last_message_id desc, r.at`
  return db.one(typed(MessageReaders)`
    select (select coalesce(jsonb_agg(reader), '[]') from (${readers}) reader) as readers,
      (select r.last_message_id from message_read_receipts r
        where r.user_id = ${actor.id} and r.client_folder_id = ${clientFolderId}) as "ownLastMessageId"`)
}
