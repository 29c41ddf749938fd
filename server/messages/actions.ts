import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import { type Actor, nameOf } from '../../domain/actor.ts'
import { isFromClient, type Message, type MessageInput } from '../../domain/message.ts'
import { somethingWaits } from '../client-folders/emails.ts'
import { openFolder } from '../client-folders/queries.ts'
import { draftsGone } from '../drafts/actions.ts'
import type { SharedTx } from '../kit/db.ts'
import { rowsOf } from '../kit/rows.ts'
import { areAnswered, nowWait } from './waiting.ts'

interface NewMessage extends Pick<Message, 'id' | 'content' | 'clientFolderId' | 'senderId' | 'isFromClient'> {
  createdAt: Date
}

const newMessages = (messages: NewMessage[]) => sql`
  insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
  select r.* from ${rowsOf(
    'id uuid, content text, "clientFolderId" uuid, "senderId" uuid, "isFromClient" boolean, "createdAt" timestamptz',
    messages,
  )}`

export async function sendMessage(
  tx: SharedTx,
  actor: Actor,
  clientFolderId: string,
  input: MessageInput,
): Promise<Message> {
  const folder = await openFolder(tx, actor, clientFolderId, 'messages')
  const id = newId()
  const fromClient = isFromClient(actor)
  const message = { id, content: input.content, clientFolderId, senderId: actor.id, isFromClient: fromClient }
  tx.atEnd(newMessages, { ...message, createdAt: tx.now })
  if (fromClient) tx.atEnd(nowWait, { clientFolderId, messageId: id, since: tx.now })
  else tx.atEnd(areAnswered, clientFolderId)
  tx.atEnd(draftsGone, { userId: actor.id, clientFolderId, kind: 'message' })
  tx.record({ action: 'message.sent', type: 'messages', id, clientFolderId }, { type: 'messages', id, clientFolderId })
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
