import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { allowedActions, AssistantConversation, type AssistantConversationView } from '../../domain/hr-assistant.ts'
import { QueuedQuestion, VerifiedAnswer } from '../../domain/assistant-queue.ts'
import { type Employer, headCountOf, Sector } from '../../domain/audience.ts'
import { DomainError, invalid, notFound } from '../../domain/errors.ts'
import { foldersOfClient, isInVisibleFolder, visibleFolders } from '../client-folders/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { hasWords, searchEncrypted } from '../kit/encrypted-search.ts'
import { containing, pageOf, type Page, type PageQuery, toPage } from '../kit/page.ts'
import { decryptConversation, type Decrypted, storedText, StoredText } from './stored-conversations.ts'
import { typed } from '../kit/row-types.ts'

type Search = PageQuery & { q?: string | undefined }

/** A question stays with the person who asked it, but the name of the folder is for those who see it. */
const sharedFor = (actor: Actor): Sql => sql`
  c.id, c.user_id as "userId", c.client_folder_id as "clientFolderId",
  (select f.name from client_folders f where f.id = c.client_folder_id and ${visibleFolders(actor, 'folder')}) as "clientFolderName", ${storedText},
  c.was_helpful as "wasHelpful", c.rating_reason as "ratingReason", c.source, c.version, iso(c.created_at) as "createdAt"`

const columnsFor = (actor: Actor): Sql =>
  sql`${sharedFor(actor)}, iso(c.escalated_at) as "escalatedAt", c.escalated_folder_id as "escalatedFolderId"`

const queuedColumns = (
  actor: Actor,
): Sql => sql`${sharedFor(actor)}, case when c.needs_review then 'unanswered' else 'not-helpful' end as reason,
  person_name(asker.first_name, asker.last_name) as "askedBy", c.escalated_at is not null as "isEscalated"`

/** Not columns: encrypted with the text, or derived from the row. */
const notStored = {
  checkedBy: true,
  threadId: true,
  direct: true,
  applies: true,
  nextSteps: true,
  likeQuestion: true,
  choices: true,
} as const

const ConversationRow = AssistantConversation.omit(notStored).extend(StoredText.shape)
const QueuedRow = QueuedQuestion.omit(notStored).extend(StoredText.shape)

type Stored<T extends { checkedBy: string | null }> = Omit<T, 'checkedBy'> & { answerIds: string[] }

/** Verified answers name the provider, not the team member who verified them. */
const checkedBy = ({ source }: Pick<AssistantConversation, 'source'>, provider: string) =>
  source === 'checked' ? provider : null

export const viewed = (
  row: Stored<AssistantConversation>,
  actor: Actor,
  provider: string,
): AssistantConversationView => {
  const { answerIds: _, ...conversation } = row
  return { ...conversation, checkedBy: checkedBy(row, provider), allowed: allowedActions(row, actor) }
}

/** Questions are private to the person who asked, whatever the role. */
const ownedBy = (actor: Actor): Sql => sql`c.user_id = ${actor.id}`

/** Provider details for answers, and the keys to decrypt the stored text. */
export interface Assistant {
  provider: string
  keys: DataKeys
}

/** One page of conversations, optionally those that match a search. */
function pageOfText<Row extends StoredText & { id: string }>(
  keys: DataKeys,
  query: Search,
  rowsOf: (page: PageQuery) => Promise<Row[]>,
): Promise<Page<Decrypted<Row> & { id: string }>> {
  const { q } = query
  return searchEncrypted(query, rowsOf, async (row) => {
    const opened = await decryptConversation(keys, row.id, row)
    return q === undefined || hasWords(`${opened.query} ${opened.response}`, q) ? opened : null
  })
}

export async function listConversations(
  reader: Reader,
  actor: Actor,
  { provider, keys }: Assistant,
  query: Search,
): Promise<Page<AssistantConversationView>> {
  const { items, next } = await pageOfText(keys, query, (page) =>
    reader.rows(typed(ConversationRow)`
      select ${columnsFor(actor)} from bot_conversations c where ${ownedBy(actor)} ${pageOf(sql`c.id`, page)}`),
  )
  return { items: items.map((row) => viewed(row, actor, provider)), next }
}

/** One of the actor's own conversations, or 404. */
export async function conversationFor(
  reader: Reader,
  keys: DataKeys,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Stored<AssistantConversation>> {
  const found = await reader.maybe(typed(ConversationRow)`
    select ${columnsFor(actor)} from bot_conversations c where c.id = ${id} and ${ownedBy(actor)} ${lock ? sql`for update` : sql``}`)
  if (found === null) throw notFound()
  return decryptConversation(keys, id, found)
}

/** The context for the next question of a thread. Another person's question is a 400, like one that does not exist. */
export async function contextOf(reader: Reader, keys: DataKeys, actor: Actor, id: string) {
  const previous = await conversationFor(reader, keys, actor, id).catch((error: unknown) => {
    throw error instanceof DomainError ? invalid('previousId', 'Choose one of your own questions.') : error
  })
  return {
    // Leave a crisis message out of the context of the next question.
    query: previous.kind === 'crisis' ? '' : previous.query,
    answers: previous.answerIds,
    threadId: previous.threadId ?? previous.id,
  }
}

const EmployerRow = z.object({
  headCount: z.int().nullable(),
  companySize: z.string().nullable(),
  sector: Sector.nullable(),
})

/** The known facts about the client of a folder that the caller may see. */
export async function employerOf(reader: Reader, clientFolderId: string | null): Promise<Employer> {
  if (clientFolderId === null) return { headCount: null, sector: null }
  const folder = await reader.one(typed(EmployerRow)`
    select f.head_count as "headCount", f.sector,
      (select r.company_size from service_requests r where r.id = f.service_request_id) as "companySize"
    from client_folders f where f.id = ${clientFolderId}`)
  return { headCount: headCountOf(folder), sector: folder.sector }
}

/** The queue: administrators see all questions, staff their own and those of folders that they may see. */
const visibleConversations = (actor: Actor): Sql =>
  isAdministrator(actor)
    ? sql`true`
    : sql`(${ownedBy(actor)} or ${isInVisibleFolder(actor, sql`c.client_folder_id`, 'work')})`

const waiting = sql`c.resolved_at is null and (c.needs_review or c.was_helpful = false)`

export async function listQueue(
  reader: Reader,
  actor: Actor,
  { provider, keys }: Assistant,
  query: Search,
): Promise<Page<QueuedQuestion>> {
  const { items, next } = await pageOfText(keys, query, (page) =>
    reader.rows(typed(QueuedRow)`
      select ${queuedColumns(actor)} from bot_conversations c join users asker on asker.id = c.user_id
      where ${waiting} and ${visibleConversations(actor)} ${pageOf(sql`c.id`, page)}`),
  )
  return { items: items.map((row) => queuedView(row, provider)), next }
}

export function queuedView(row: Stored<QueuedQuestion>, provider: string): QueuedQuestion {
  const { answerIds: _, ...question } = row
  return { ...question, checkedBy: checkedBy(row, provider) }
}

/** A question in the actor's queue, or 404. */
export async function queuedFor(
  reader: Reader,
  keys: DataKeys,
  actor: Actor,
  id: string,
): Promise<Stored<QueuedQuestion>> {
  const locked = await reader.maybe(
    sql`select c.id from bot_conversations c where c.id = ${id} and ${waiting} and ${visibleConversations(actor)} for update`,
  )
  if (locked === null) throw notFound()
  const found = await reader.one(
    typed(
      QueuedRow,
    )`select ${queuedColumns(actor)} from bot_conversations c join users asker on asker.id = c.user_id where c.id = ${id}`,
  )
  return decryptConversation(keys, id, found)
}

const verifiedColumns = sql`
  a.id, a.question, a.answer, a.passages, a.created_by_id as "createdById",
  person_name(who.first_name, who.last_name) as "createdByName", a.version, iso(a.created_at) as "createdAt",
  iso(a.updated_at) as "updatedAt"`

export async function listVerifiedAnswers(reader: Reader, query: Search): Promise<Page<VerifiedAnswer>> {
  const rows = await reader.rows(typed(VerifiedAnswer)`
    select ${verifiedColumns} from verified_answers a join users who on who.id = a.created_by_id
    where a.is_active ${query.q ? sql`and (a.question || ' ' || a.answer) ilike ${containing(query.q)}` : sql``}
      ${pageOf(sql`a.id`, query)}`)
  return toPage(rows, query)
}

export async function verifiedAnswerFor(reader: Reader, id: string): Promise<VerifiedAnswer> {
  const locked = await reader.maybe(
    sql`select a.id from verified_answers a where a.id = ${id} and a.is_active for update`,
  )
  if (locked === null) throw notFound()
  return reader.one(typed(VerifiedAnswer)`
    select ${verifiedColumns} from verified_answers a join users who on who.id = a.created_by_id where a.id = ${id}`)
}

const WordRow = z.object({ word: z.string().nullable() })

/** Words that would identify a client: a verified answer may contain none of them. */
export async function wordsOfClient(reader: Reader, userId: string): Promise<(string | null)[]> {
  const rows = await reader.rows(typed(WordRow)`
    select unnest(array[u.last_name, u.email, u.phone, u.company, person_name(u.first_name, u.last_name)]) as word
    from users u where u.id = ${userId} and u.role = 'client'
    union all select f.name from client_folders f where ${foldersOfClient(userId, 'folder')}`)
  return rows.map(({ word }) => word)
}
