import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listMessages as endpoint } from '../../api/messages.ts'
import type { Actor } from '../../domain/actor.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, pageOf, toPage, type Page, type WrittenItem } from '../kit/page.ts'

export async function listMessages(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<WrittenItem>> {
  await folderFor(reader, actor, clientFolderId)
  const rows = await reader.rows<WrittenItem>(sql`
    select id, row_to_json(message)::text as json from (
    select m.id, m.content, m.client_folder_id as "clientFolderId", m.sender_id as "senderId",
      person_name(sender.first_name, sender.last_name) as "senderName", m.is_from_client as "isFromClient",
      m.version, iso(m.created_at) as "createdAt"
    from messages m join users sender on sender.id = m.sender_id
    where m.client_folder_id = ${clientFolderId}
      ${query.q ? sql`and m.content ilike ${containing(query.q)}` : sql``}
      ${pageOf(sql`m.id`, query, query.order)}
    ) message`)
  return toPage(rows, query)
}
