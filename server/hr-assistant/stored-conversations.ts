// What was asked of the assistant, and what it said, is stored encrypted: questions name people and their troubles.
import sql from 'sql-template-tag'
import type { AssistantConversation } from '../../domain/hr-assistant.ts'
import { intoBox, outOfBox } from '../kit/boxes.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'

export type ConversationText = Pick<AssistantConversation, 'query' | 'response' | 'passages' | 'personFirst'>

const about = (id: string) => `bot-conversations ${id}`

export const encryptConversation = (
  keys: DataKeys,
  id: string,
  { query, response, passages, personFirst }: ConversationText,
) => intoBox(keys, JSON.stringify({ query, response, passages, personFirst }), about(id))

/** A row as it is stored: those of releases before 0141 have their text in columns and no box. */
export type StoredConversation<T extends ConversationText> = T & { saidBox: Buffer | null }

export async function decryptConversation<T extends ConversationText>(
  keys: DataKeys,
  id: string,
  { saidBox, ...row }: StoredConversation<T>,
): Promise<T> {
  const text = saidBox === null ? {} : (JSON.parse(await outOfBox(keys, saidBox, about(id))) as ConversationText)
  return { ...row, ...text } as unknown as T
}

/** What earlier releases stored in the clear, row by row, so that it can be stopped and continued. */
export async function encryptConversations(db: Database, keys: DataKeys): Promise<void> {
  for (;;) {
    const rows = await db.rows<ConversationText & { id: string }>(sql`
      select id, query, response, passages, person_first as "personFirst" from bot_conversations
      where query is not null order by id limit 100`)
    for (const { id, ...text } of rows)
      await db.run(sql`
        update bot_conversations set said_box = ${await encryptConversation(keys, id, text)}, query = null, response = null,
          passages = '[]', person_first = null
        where id = ${id} and query is not null`)
    if (rows.length === 0) return
  }
}
