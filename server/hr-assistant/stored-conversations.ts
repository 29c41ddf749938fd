// Encrypts questions, answers, and the kind of answer: questions contain names and personal problems, and a database
// dump must not show who reported a crisis.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { AnswerLanguage, AssistantConversation, ConversationKind } from '../../domain/hr-assistant.ts'
import { encryptText, decryptText } from '../kit/field-encryption.ts'
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
  threadId: true,
  direct: true,
  applies: true,
  nextSteps: true,
  likeQuestion: true,
  choices: true,
}).extend({
  /** Ids of the given answers in content/assistant; context for the next question of the thread. */
  answerIds: z.array(z.string()),
})
export type ConversationText = z.infer<typeof ConversationText>

const about = (id: string) => `bot-conversations ${id}`

/** Replies to a crisis are short, so the text is padded to hide its length. */
const paddedTo = 8192

export function encryptConversation(keys: DataKeys, id: string, conversation: ConversationText): Promise<Buffer> {
  const text = JSON.stringify(ConversationText.parse(conversation))
  const bytes = Buffer.byteLength(text)
  return encryptText(keys, text + ' '.repeat(Math.ceil(bytes / paddedTo) * paddedTo - bytes), about(id))
}

/** Fields that earlier releases did not store. */
const ofEarlierReleases = {
  threadId: null,
  direct: null,
  applies: null,
  nextSteps: [],
  likeQuestion: null,
  choices: [],
  answerIds: [],
} satisfies Partial<ConversationText>

/** A stored row; earlier releases stored the text, or `kind` and the fields after it, in columns. */
export const StoredText = ConversationText.omit({
  threadId: true,
  direct: true,
  applies: true,
  nextSteps: true,
  likeQuestion: true,
  choices: true,
  answerIds: true,
}).extend({
  query: z.string().nullable(),
  response: z.string().nullable(),
  kind: ConversationKind.nullable(),
  language: AnswerLanguage.nullable(),
  confidence: z.int().nullable(),
  relevantPolicyIds: z.array(z.string()).nullable(),
  contentEncrypted: z.instanceof(Buffer).nullable(),
})
export type StoredText = z.infer<typeof StoredText>
export type Decrypted<Row extends StoredText> = Omit<Row, keyof StoredText> & ConversationText

export async function decryptConversation<Row extends StoredText>(
  keys: DataKeys,
  id: string,
  { contentEncrypted, ...row }: Row,
): Promise<Decrypted<Row>> {
  const text =
    contentEncrypted === null
      ? {}
      : (JSON.parse(await decryptText(keys, contentEncrypted, about(id))) as ConversationText)
  return { ...ofEarlierReleases, ...row, ...text } as unknown as Decrypted<Row>
}

/** The columns of earlier releases, and the encrypted text that replaces them. */
export const storedText = sql`
  c.query, c.response, c.passages, c.person_first as "personFirst", c.kind, c.crisis, c.language, c.confidence,
  c.relevant_policy_ids as "relevantPolicyIds", c.content_encrypted as "contentEncrypted"`

const ClearRow = StoredText.extend({ id: z.string() })

/** Encrypts the plain text of earlier releases row by row, so that it can be stopped and continued. */
export async function encryptConversations(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows(typed(ClearRow)`
      select c.id, ${storedText} from bot_conversations c where c.confidence is not null order by c.id limit 100`)
    for (const row of rows) {
      const text = await encryptConversation(keys, row.id, await decryptConversation(keys, row.id, row))
      await db.run(sql`
        update bot_conversations set content_encrypted = ${text}, query = null, response = null, passages = '[]', person_first = null,
          kind = null, crisis = null, language = null, confidence = null, relevant_policy_ids = null
        where id = ${row.id} and confidence is not null`)
    }
    if (rows.length === 0) return
  }
}
