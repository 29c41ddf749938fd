import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { invalid } from '../../domain/errors.ts'
import type { MessageReading } from '../../domain/to-do.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'

/** Read receipts only move forward; each one is audited. */
export async function noteMessagesRead(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { lastMessageId }: MessageReading,
): Promise<MessageReading> {
  await folderFor(tx, actor, clientFolderId, { part: 'messages' })
  const message = await tx.maybe(sql`
    select id from messages where id = ${lastMessageId} and client_folder_id = ${clientFolderId}`)
  if (message === null) throw invalid('lastMessageId', 'Choose a message from this folder.')
  const further = await tx.maybe(sql`
    insert into message_read_receipts as r (user_id, client_folder_id, last_message_id, at)
    values (${actor.id}, ${clientFolderId}, ${lastMessageId}, ${tx.now})
    on conflict (user_id, client_folder_id) do update set last_message_id = excluded.last_message_id, at = excluded.at
      where r.last_message_id < excluded.last_message_id
    returning r.user_id`)
  tx.record({ action: 'message.read', id: lastMessageId, clientFolderId })
  if (further !== null) {
    tx.publish({ type: 'to-dos', id: null, userIds: [actor.id], isPrivate: true })
    tx.publish({ type: 'message-readers', id: null, clientFolderId })
  }
  return { lastMessageId }
}
