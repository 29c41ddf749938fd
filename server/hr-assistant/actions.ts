import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { team } from '../../domain/actor.ts'
import {
  type AssistantConversationView,
  type AssistantPassage,
  assertCanRate,
  assertCanEscalate,
  escalationMessage,
  type EscalationInput,
  isDeclined,
  type Rating,
} from '../../domain/hr-assistant.ts'
import {
  clientWordIn,
  type QueuedQuestion,
  type VerifiedAnswer,
  type VerifiedAnswerInput,
  assertCanWithdrawAnswer,
} from '../../domain/assistant-queue.ts'
import type { Message } from '../../domain/message.ts'
import { invalid, DomainError } from '../../domain/errors.ts'
import { openFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { sendMessage } from '../messages/actions.ts'
import type { AnswerContent } from './ask.ts'
import {
  type Assistant,
  conversationFor,
  queuedFor,
  queuedView,
  verifiedAnswerFor,
  viewed,
  wordsOfClient,
} from './queries.ts'
import type { Library } from './library.ts'
import { encryptConversation } from './stored-conversations.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** Updates the asker's screens and the folder's team; the change record never contains the question. */
const conversationChange = (id: string, userId: string, clientFolderId: string | null): ChangeEvent => ({
  type: 'hr-assistant',
  id,
  clientFolderId,
  teamOnly: true,
  userIds: [userId],
})

export async function saveConversation(
  tx: Tx,
  actor: Actor,
  assistant: Assistant,
  query: string,
  clientFolderId: string | null,
  answer: AnswerContent,
): Promise<AssistantConversationView> {
  if (clientFolderId !== null) await openFolder(tx, actor, clientFolderId, 'folder')
  const id = newId()
  const box = await encryptConversation(assistant.keys, id, { query, ...answer })
  // Neither the row, nor the audit log, nor live events may show whether a question was about a crisis or was answered.
  const needsReview = isDeclined(answer) && answer.kind !== 'crisis' && answer.kind !== 'clarify'
  await tx.run(sql`
    insert into bot_conversations (id, user_id, client_folder_id, content_encrypted, needs_review, relevant_policy_ids, source,
      verified_answer_id, created_at)
    values (${id}, ${actor.id}, ${clientFolderId}, ${box}, ${needsReview}, null, ${answer.source}, ${answer.verifiedAnswerId}, ${tx.now})`)
  const change: ChangeEvent = needsReview
    ? conversationChange(id, actor.id, clientFolderId)
    : { type: 'hr-assistant', id, userIds: [actor.id], isPrivate: true }
  tx.record({ action: 'hr-assistant.asked', id, details: { source: answer.source } }, change)
  return viewed(await conversationFor(tx, assistant.keys, actor, id), actor, assistant.provider)
}

export async function rateConversation(
  tx: Tx,
  actor: Actor,
  assistant: Assistant,
  id: string,
  { wasHelpful, reason }: Rating,
  ifMatch: IfMatch,
): Promise<AssistantConversationView> {
  const conversation = await conversationFor(tx, assistant.keys, actor, id, { lock: true })
  assertVersion(conversation, ifMatch)
  assertCanRate(conversation)
  // A new rating notifies the team, even if it replaces a rating that was already handled.
  await tx.run(sql`
    update bot_conversations set was_helpful = ${wasHelpful}, rating_reason = ${reason}, version = version + 1,
      resolved_at = case when ${wasHelpful}::boolean is false and was_helpful is distinct from false then null else resolved_at end
    where id = ${id}`)
  tx.record(
    { action: 'hr-assistant.rated', id, details: { wasHelpful, reason } },
    conversationChange(id, actor.id, conversation.clientFolderId),
  )
  return viewed(await conversationFor(tx, assistant.keys, actor, id), actor, assistant.provider)
}

export async function escalateConversation(
  tx: Tx,
  actor: Actor,
  assistant: Assistant,
  id: string,
  input: EscalationInput,
): Promise<Message> {
  const conversation = await conversationFor(tx, assistant.keys, actor, id, { lock: true })
  assertCanEscalate({ escalatedAt: conversation.escalatedAt }, actor)
  const clientFolderId = await folderOf(tx, actor, input.clientFolderId, conversation.clientFolderId)
  const message = await sendMessage(tx, actor, clientFolderId, {
    content: escalationMessage(conversation, input.content),
  })
  await tx.run(sql`
    update bot_conversations set escalated_at = ${tx.now}, escalated_folder_id = ${clientFolderId}, version = version + 1
    where id = ${id}`)
  tx.record(
    { action: 'hr-assistant.handed-over', id, clientFolderId },
    conversationChange(id, actor.id, conversation.clientFolderId),
  )
  return message
}

/** The requested folder if it is the client's; otherwise the question's folder, or the client's only folder. */
async function folderOf(tx: Tx, actor: Actor, named: string | null, own: string | null): Promise<string> {
  const folders = await tx.rows(typed(IdRow)`
    select f.id from client_folders f where ${visibleFolders(actor, 'messages')} and f.status <> 'archived' order by f.id`)
  const isTheirs = (id: string | null) => folders.some((folder) => folder.id === id)
  if (named !== null && !isTheirs(named)) throw invalid('clientFolderId', 'Choose one of your folders.')
  if (named !== null) return named
  if (own !== null && isTheirs(own)) return own
  const [folder, another] = folders
  if (folder === undefined)
    throw invalid('clientFolderId', 'You don’t have a client folder to send this to. Call us instead.')
  if (another !== undefined) throw invalid('clientFolderId', 'Choose the folder that this belongs to.')
  return folder.id
}

export async function settleQueued(tx: Tx, actor: Actor, assistant: Assistant, id: string): Promise<QueuedQuestion> {
  const question = await queuedFor(tx, assistant.keys, actor, id)
  await settle(tx, id)
  tx.record({ action: 'hr-assistant.settled', id }, conversationChange(id, question.userId, question.clientFolderId))
  return { ...queuedView(question, assistant.provider), version: question.version + 1 }
}

const settle = (tx: Tx, id: string) =>
  tx.run(sql`update bot_conversations set resolved_at = ${tx.now}, version = version + 1 where id = ${id}`)

export async function writeVerifiedAnswer(
  tx: Tx,
  actor: Actor,
  assistant: Assistant,
  library: Pick<Library, 'quote'>,
  input: VerifiedAnswerInput,
): Promise<VerifiedAnswer> {
  const question = input.conversationId === null ? null : await queuedOr400(tx, assistant, actor, input.conversationId)
  if (question !== null) await assertNoClientWords(tx, input, question.userId)
  const passages: AssistantPassage[] = []
  for (const [i, { policyId, anchor }] of input.passages.entries()) {
    const passage = await library.quote(policyId, anchor)
    if (passage === null) throw invalid(`passages.${i}.anchor`, 'This passage isn’t in the library.')
    passages.push(passage)
  }
  const id = newId()
  await tx.run(sql`
    insert into verified_answers (id, question, answer, passages, created_by_id, created_at, updated_at)
    values (${id}, ${input.question}, ${input.answer}, ${JSON.stringify(passages)}::jsonb, ${actor.id}, ${tx.now}, ${tx.now})`)
  if (question !== null) await settle(tx, question.id)
  tx.record(
    {
      action: 'hr-assistant.answer-verified',
      id,
      details: { conversationId: question?.id ?? null, policyIds: passages.map(({ policyId }) => policyId) },
    },
    { type: 'verified-answers', id, roles: team },
    ...(question === null ? [] : [conversationChange(question.id, question.userId, question.clientFolderId)]),
  )
  return verifiedAnswerFor(tx, id)
}

const queuedOr400 = (tx: Tx, assistant: Assistant, actor: Actor, id: string) =>
  queuedFor(tx, assistant.keys, actor, id).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid('conversationId', 'This question isn’t in your queue.') : error
  })

/** A verified answer is shown to everyone, so it must not identify the client who asked. */
async function assertNoClientWords(tx: Tx, { question, answer }: VerifiedAnswerInput, userId: string) {
  const words = await wordsOfClient(tx, userId)
  for (const [path, text] of [
    ['question', question],
    ['answer', answer],
  ] as const) {
    const word = clientWordIn(text, words)
    if (word !== null) throw invalid(path, `Remove “${word}”: everyone who asks a similar question gets this answer.`)
  }
}

export async function withdrawVerifiedAnswer(tx: Tx, actor: Actor, id: string): Promise<VerifiedAnswer> {
  const verified = await verifiedAnswerFor(tx, id)
  assertCanWithdrawAnswer(verified, actor)
  await tx.run(
    sql`update verified_answers set is_active = false, version = version + 1, updated_at = ${tx.now} where id = ${id}`,
  )
  tx.record({ action: 'hr-assistant.answer-withdrawn', id }, { type: 'verified-answers', id, roles: team })
  return { ...verified, version: verified.version + 1, updatedAt: tx.now.toISOString() }
}
