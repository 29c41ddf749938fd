import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import { type Actor, nameOf } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import {
  assertCanRetract,
  isFromClient,
  Message,
  type MessageInput,
  type NewMessageInput,
} from '../../domain/message.ts'
import { assertFilledIn } from '../../domain/saved-reply.ts'
import { folderFor, lockInFolder, openFolder, visibleFolders } from '../client-folders/queries.ts'
import { draftDeletion } from '../drafts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { documentsOf, linkDocuments } from './documents.ts'
import { messageArrived } from './emails.ts'
import { answered, unansweredFrom, updateUnansweredThread } from './unanswered-threads.ts'

/** A message that was written in the portal. Throws 400 if the team left a field of a saved reply in it. */
export async function writeMessage(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: NewMessageInput,
): Promise<Message> {
  if (!isFromClient(actor)) assertFilledIn(input.content)
  return sendMessage(tx, actor, clientFolderId, input)
}

/** @param isReply false for a message to many clients, which doesn't answer a thread or delete the sender's draft */
export async function sendMessage(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { content, documentIds = [] }: MessageInput & Partial<NewMessageInput>,
  { isReply = true }: { isReply?: boolean } = {},
): Promise<Message> {
  const folder = await openFolder(tx, actor, clientFolderId, 'messages')
  const id = newId()
  const fromClient = isFromClient(actor)
  const message = { id, content, clientFolderId, senderId: actor.id, isFromClient: fromClient }
  const thread = fromClient ? unansweredFrom(clientFolderId, id, tx.now) : answered(clientFolderId)
  const draft = draftDeletion({ userId: actor.id, clientFolderId, kind: 'message' })
  await tx.run(sql`
    with message as (
      insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
      values (${id}, ${content}, ${clientFolderId}, ${actor.id}, ${fromClient}, ${tx.now})
    )
    ${fromClient || isReply ? sql`, thread as (${thread})` : sql``}
    ${isReply ? sql`, draft as (${draft})` : sql``}
    select`)
  const documents = await linkDocuments(tx, actor, message, documentIds)
  const details = documents.length === 0 ? {} : { documentIds }
  tx.record({ action: 'message.sent', id, clientFolderId, details }, { type: 'messages', id, clientFolderId })
  const email = messageArrived(folder, actor)
  if (email !== null && email.to.userId !== actor.id) tx.mail(email)
  const sent = { senderName: nameOf(actor), createdAt: tx.now.toISOString(), retractedAt: null, version: 1 }
  return { ...message, ...sent, documents }
}

export async function retractMessage(tx: Tx, actor: Actor, id: string): Promise<Message> {
  await lockInFolder(tx, sql`messages m`, sql`m`, id, visibleFolders(actor, 'messages'))
  const message = await readMessage(tx, actor, id)
  if (message === null) throw notFound()
  const { clientFolderId } = message
  assertCanRetract(message, actor, tx.now)
  assertNotArchived(await folderFor(tx, actor, clientFolderId, { part: 'messages' }))
  await tx.run(sql`update messages set content = '', retracted_at = ${tx.now}, version = version + 1 where id = ${id}`)
  await tx.run(sql`delete from message_documents where message_id = ${id}`)
  await updateUnansweredThread(tx, clientFolderId)
  tx.record({ action: 'message.retracted', id, clientFolderId }, { type: 'messages', id, clientFolderId })
  return { ...message, content: '', documents: [], retractedAt: tx.now.toISOString(), version: message.version + 1 }
}

const readMessage = (tx: Tx, actor: Actor, id: string): Promise<Message | null> =>
  tx.maybe(typed(Message)`
    select m.id, m.content, m.client_folder_id as "clientFolderId", m.sender_id as "senderId",
      person_name(sender.first_name, sender.last_name) as "senderName", m.is_from_client as "isFromClient", m.version,
      iso(m.created_at) as "createdAt", iso(m.retracted_at) as "retractedAt", ${documentsOf(actor)}
    from messages m join users sender on sender.id = m.sender_id join client_folders f on f.id = m.client_folder_id
    where m.id = ${id} and ${visibleFolders(actor, 'messages')}`)
