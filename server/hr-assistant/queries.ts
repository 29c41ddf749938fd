import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import {
  allowedMoves,
  AssistantConversation,
  type AssistantConversationView,
  QueuedQuestion,
  VerifiedAnswer,
} from '../../domain/hr-assistant.ts'
import { notFound } from '../../domain/errors.ts'
import { foldersOfClient, liesInVisible } from '../client-folders/queries.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { hasWords, searchEncrypted } from '../kit/encrypted-search.ts'
import { containing, pageOf, type Page, type PageQuery, toPage } from '../kit/page.ts'
import { decryptConversation, type Decrypted, storedText, StoredText } from './stored-conversations.ts'
import { typed } from '../kit/row-types.ts'

type Search = PageQuery & { q?: string | undefined }

const shared = sql`
  c.id, c.user_id as "userId", c.client_folder_id as "clientFolderId",
  (select f.name from client_folders f where f.id = c.client_folder_id) as "clientFolderName", ${storedText},
  c.was_helpful as "wasHelpful", c.source, c.version, iso(c.created_at) as "createdAt"`

const columns = sql`${shared}, iso(c.handed_over_at) as "handedOverAt", c.handed_over_folder_id as "handedOverFolderId"`

const queued = sql`${shared}, case when c.needs_review then 'unanswered' else 'not-helpful' end as reason,
  person_name(asker.first_name, asker.last_name) as "askedBy", c.handed_over_at is not null as "handedOver"`

const ConversationRow = AssistantConversation.omit({ checkedBy: true }).extend(StoredText.shape)
const QueuedRow = QueuedQuestion.omit({ checkedBy: true }).extend(StoredText.shape)

type Stored<T extends { checkedBy: string | null }> = Omit<T, 'checkedBy'>

/** The name that stands under a checked answer is the provider's, whoever of its team has checked it. */
const checkedBy = ({ source }: Pick<AssistantConversation, 'source'>, provider: string) =>
  source === 'checked' ? provider : null

export const viewed = (
  row: Stored<AssistantConversation>,
  actor: Actor,
  provider: string,
): AssistantConversationView => ({ ...row, checkedBy: checkedBy(row, provider), allowed: allowedMoves(row, actor) })

/** One's own questions, and nobody else's, whatever one's role. */
const ownedBy = (actor: Actor): Sql => sql`c.user_id = ${actor.id}`

/** What answers show of the portal, and what opens the stored text. */
export interface Assistant {
  provider: string
  keys: DataKeys
}

/** A page of conversations, or of those that have the words. */
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
      select ${columns} from bot_conversations c where ${ownedBy(actor)} ${pageOf(sql`c.id`, page)}`),
  )
  return { items: items.map((row) => viewed(row, actor, provider)), next }
}

/** A conversation of the actor's own, or 404. */
export async function conversationFor(
  reader: Reader,
  keys: DataKeys,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Stored<AssistantConversation>> {
  const found = await reader.maybe(typed(ConversationRow)`
    select ${columns} from bot_conversations c where c.id = ${id} and ${ownedBy(actor)} ${lock ? sql`for update` : sql``}`)
  if (found === null) throw notFound()
  return decryptConversation(keys, id, found)
}

/** Which questions reach whom of the team: administrators all, staff their own and those of folders that they see. */
const reaching = (actor: Actor): Sql =>
  isAdministrator(actor) ? sql`true` : sql`(${ownedBy(actor)} or ${liesInVisible(actor, sql`c.client_folder_id`)})`

const waiting = sql`c.settled_at is null and (c.needs_review or c.was_helpful = false)`

export async function listQueue(
  reader: Reader,
  actor: Actor,
  { provider, keys }: Assistant,
  query: Search,
): Promise<Page<QueuedQuestion>> {
  const { items, next } = await pageOfText(keys, query, (page) =>
    reader.rows(typed(QueuedRow)`
      select ${queued} from bot_conversations c join users asker on asker.id = c.user_id
      where ${waiting} and ${reaching(actor)} ${pageOf(sql`c.id`, page)}`),
  )
  return { items: items.map((row) => queuedView(row, provider)), next }
}

export const queuedView = (row: Stored<QueuedQuestion>, provider: string): QueuedQuestion => ({
  ...row,
  checkedBy: checkedBy(row, provider),
})

/** A question that waits in the actor's queue, or 404. */
export async function queuedFor(
  reader: Reader,
  keys: DataKeys,
  actor: Actor,
  id: string,
): Promise<Stored<QueuedQuestion>> {
  const locked = await reader.maybe(
    sql`select c.id from bot_conversations c where c.id = ${id} and ${waiting} and ${reaching(actor)} for update`,
  )
  if (locked === null) throw notFound()
  const found = await reader.one(
    typed(
      QueuedRow,
    )`select ${queued} from bot_conversations c join users asker on asker.id = c.user_id where c.id = ${id}`,
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

/** The words by which a client would be known: a verified answer may hold none of them. */
export async function wordsOfClient(reader: Reader, userId: string): Promise<(string | null)[]> {
  const rows = await reader.rows(typed(WordRow)`
    select unnest(array[u.last_name, u.email, u.phone, u.company, person_name(u.first_name, u.last_name)]) as word
    from users u where u.id = ${userId} and u.role = 'client'
    union all select f.name from client_folders f where ${foldersOfClient(userId, 'folder')}`)
  return rows.map(({ word }) => word)
}
