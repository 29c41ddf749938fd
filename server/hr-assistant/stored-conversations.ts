// What was asked of the assistant, what it said, and what that is, are stored encrypted: questions name people and their troubles, and
// no dump may show who reported a crisis.
import sql from 'sql-template-tag'
import type { AssistantConversation } from '../../domain/hr-assistant.ts'
import { intoBox, outOfBox } from '../kit/boxes.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'

export type ConversationText = Pick<
  AssistantConversation,
  | 'query'
  | 'response'
  | 'passages'
  | 'personFirst'
  | 'kind'
  | 'crisis'
  | 'language'
  | 'confidence'
  | 'relevantPolicyIds'
>

const about = (id: string) => `bot-conversations ${id}`

/** A crisis is told in a few words: without padding, the length would give it away. */
const paddedTo = 4096

export function encryptConversation(
  keys: DataKeys,
  id: string,
  { query, response, passages, personFirst, kind, crisis, language, confidence, relevantPolicyIds }: ConversationText,
): Promise<Buffer> {
  const content = { query, response, passages, personFirst, kind, crisis, language, confidence, relevantPolicyIds }
  const text = JSON.stringify(content)
  const bytes = Buffer.byteLength(text)
  return intoBox(keys, text + ' '.repeat(Math.ceil(bytes / paddedTo) * paddedTo - bytes), about(id))
}

/** A row as it is stored: earlier releases have the text in columns, or `kind` and what follows it. */
export type StoredConversation<T extends ConversationText> = T & { saidBox: Buffer | null }

export async function decryptConversation<T extends ConversationText>(
  keys: DataKeys,
  id: string,
  { saidBox, ...row }: StoredConversation<T>,
): Promise<T> {
  const text = saidBox === null ? {} : (JSON.parse(await outOfBox(keys, saidBox, about(id))) as ConversationText)
  return { ...row, ...text } as unknown as T
}

/** The columns of earlier releases, and the encrypted text that replaces them. */
export const storedText = sql`
  c.query, c.response, c.passages, c.person_first as "personFirst", c.kind, c.crisis, c.language, c.confidence,
  c.relevant_policy_ids as "relevantPolicyIds", c.said_box as "saidBox"`

/** Encrypts what earlier releases stored in the clear, row by row, so that it can be stopped and continued. */
export async function encryptConversations(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows<StoredConversation<ConversationText> & { id: string }>(sql`
      select c.id, ${storedText} from bot_conversations c where c.confidence is not null order by c.id limit 100`)
    for (const row of rows) {
      const text = await encryptConversation(
        keys,
        row.id,
        await decryptConversation<ConversationText>(keys, row.id, row),
      )
      await db.run(sql`
        update bot_conversations set said_box = ${text}, query = null, response = null, passages = '[]', person_first = null,
          kind = null, crisis = null, language = null, confidence = null, relevant_policy_ids = null
        where id = ${row.id} and confidence is not null`)
    }
    if (rows.length === 0) return
  }
}
