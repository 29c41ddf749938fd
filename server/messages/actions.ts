import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import { type Actor, nameOf } from '../../domain/actor.ts'
import { isFromClient, type Message, type MessageInput } from '../../domain/message.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import { openFolder } from '../client-folders/queries.ts'
import { deleteDraft } from '../drafts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { threadIsAnswered, threadWaits } from './waiting.ts'

export async function sendMessage(tx: Tx, actor: Actor, clientFolderId: string, input: MessageInput): Promise<Message> {
  const folder = await openFolder(tx, actor, clientFolderId, 'messages')
  const id = newId()
  const fromClient = isFromClient(actor)
  const message = { id, content: input.content, clientFolderId, senderId: actor.id, isFromClient: fromClient }
  await tx.run(sql`
    insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
    values (${id}, ${message.content}, ${clientFolderId}, ${actor.id}, ${fromClient}, ${tx.now})`)
  if (fromClient) await threadWaits(tx, clientFolderId, id)
  else await threadIsAnswered(tx, clientFolderId)
  await deleteDraft(tx, { userId: actor.id, clientFolderId, kind: 'message' })
  tx.record({ action: 'message.sent', id, clientFolderId }, { type: 'messages', id, clientFolderId })
  const letter = somethingWaits(folder, fromClient ? 'team' : 'client', {
    subject: 'A message is waiting for you',
    line: 'A message is waiting for you in the client folder.',
    about: 'messages',
    part: 'messages',
    quietMinutes: 2,
  })
  if (letter !== null && letter.to.userId !== actor.id) tx.mail(letter)
  return { ...message, senderName: nameOf(actor), createdAt: tx.now.toISOString(), version: 1 }
}
