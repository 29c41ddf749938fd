// What was asked of the assistant, what it said, and what that is, are stored encrypted: questions name people and their troubles, and
// no dump may show who reported a crisis.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { AnswerLanguage, AssistantConversation, ConversationKind } from '../../domain/hr-assistant.ts'
import { intoBox, outOfBox } from '../kit/boxes.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

const ConversationText = AssistantConversation.pick({
  query: true,
  response: true,
  passages: true,
  personFirst: true,
  kind: true,
  crisis: true,
  language: true,
  confidence: true,
  relevantPolicyIds: true,
})
export type ConversationText = z.infer<typeof ConversationText>

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
export const StoredText = ConversationText.extend({
  query: z.string().nullable(),
  response: z.string().nullable(),
  kind: ConversationKind.nullable(),
  language: AnswerLanguage.nullable(),
  confidence: z.int().nullable(),
  relevantPolicyIds: z.array(z.string()).nullable(),
  saidBox: z.instanceof(Buffer).nullable(),
})
export type StoredText = z.infer<typeof StoredText>
export type Decrypted<Row extends StoredText> = Omit<Row, keyof StoredText> & ConversationText

export async function decryptConversation<Row extends StoredText>(
  keys: DataKeys,
  id: string,
  { saidBox, ...row }: Row,
): Promise<Decrypted<Row>> {
  const text = saidBox === null ? {} : (JSON.parse(await outOfBox(keys, saidBox, about(id))) as ConversationText)
  return { ...row, ...text } as unknown as Decrypted<Row>
}

/** The columns of earlier releases, and the encrypted text that replaces them. */
export const storedText = sql`
  c.query, c.response, c.passages, c.person_first as "personFirst", c.kind, c.crisis, c.language, c.confidence,
  c.relevant_policy_ids as "relevantPolicyIds", c.said_box as "saidBox"`

const ClearRow = StoredText.extend({ id: z.string() })

/** Encrypts what earlier releases stored in the clear, row by row, so that it can be stopped and continued. */
export async function encryptConversations(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows(typed(ClearRow)`
      select c.id, ${storedText} from bot_conversations c where c.confidence is not null order by c.id limit 100`)
    for (const row of rows) {
      const text = await encryptConversation(keys, row.id, await decryptConversation(keys, row.id, row))
      await db.run(sql`
        update bot_conversations set said_box = ${text}, query = null, response = null, passages = '[]', person_first = null,
          kind = null, crisis = null, language = null, confidence = null, relevant_policy_ids = null
        where id = ${row.id} and confidence is not null`)
    }
    if (rows.length === 0) return
  }
}
