import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { invalid } from '../../domain/errors.ts'
import type { MessageReading } from '../../domain/waiting.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'

/** Reading goes on, never back; each time stands in the trail. */
export async function noteMessagesRead(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { lastMessageId }: MessageReading,
): Promise<MessageReading> {
  await folderFor(tx, actor, clientFolderId, { part: 'messages' })
  const message = await tx.maybe(sql`
    select id from messages where id = ${lastMessageId} and client_folder_id = ${clientFolderId}`)
  if (message === null) throw invalid('lastMessageId', 'Please choose a message of this folder.')
  const further = await tx.maybe(sql`
    insert into message_readings as r (user_id, client_folder_id, last_message_id, at)
    values (${actor.id}, ${clientFolderId}, ${lastMessageId}, ${tx.now})
    on conflict (user_id, client_folder_id) do update set last_message_id = excluded.last_message_id, at = excluded.at
      where r.last_message_id < excluded.last_message_id
    returning r.user_id`)
  tx.record({ action: 'message.read', id: lastMessageId, clientFolderId })
  if (further !== null) tx.look({ type: 'waiting', id: null, userIds: [actor.id], isPrivate: true })
  return { lastMessageId }
}
