import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { writeTo } from '../../domain/client-folder.ts'
import { isFromClient, type Message, type MessageInput } from '../../domain/message.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import { folderFor } from '../client-folders/queries.ts'
import { draftGone } from '../drafts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { isAnswered, nowWaits } from './waiting.ts'

export async function sendMessage(tx: Tx, actor: Actor, clientFolderId: string, input: MessageInput): Promise<Message> {
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'open', part: 'messages' })
  writeTo(folder)
  const id = newId()
  const fromClient = isFromClient(actor)
  tx.atEnd(sql`
    insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
    values (${id}, ${input.content}, ${clientFolderId}, ${actor.id}, ${fromClient}, ${tx.now})`)
  tx.atEnd(fromClient ? nowWaits(clientFolderId, id, tx.now) : isAnswered(clientFolderId))
  tx.atEnd(draftGone(actor, clientFolderId, 'message'))
  tx.record({ action: 'message.sent', type: 'messages', id, clientFolderId }, { type: 'messages', id, clientFolderId })
  const letter = somethingWaits(folder, fromClient ? 'team' : 'client', {
    subject: 'A message is waiting for you',
    line: 'A message is waiting for you in the client folder.',
    about: 'messages',
    part: 'messages',
    quietMinutes: 2,
  })
  if (letter !== null && letter.to.userId !== actor.id) tx.mail(letter)
  return {
    id,
    content: input.content,
    clientFolderId,
    senderId: actor.id,
    senderName: [actor.firstName, actor.lastName].filter(Boolean).join(' ') || null,
    isFromClient: fromClient,
    createdAt: tx.now.toISOString(),
    version: 1,
  }
}
