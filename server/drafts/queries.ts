import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { Draft } from '../../domain/draft.ts'
import { intoBox, outOfBox } from '../kit/boxes.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'

/** The caller's own, in a folder that they may see. */
export async function draftOf(reader: Reader, keys: DataKeys, actor: Actor, clientFolderId: string): Promise<Draft> {
  const rows = await reader.rows<StoredDraft & { kind: Kind; savedAt: string }>(sql`
    select kind, content, content_box as "contentBox", iso(saved_at) as "savedAt"
    from message_drafts where user_id = ${actor.id} and client_folder_id = ${clientFolderId} order by saved_at`)
  const draft: Draft = { message: '', note: '', savedAt: null }
  for (const { kind, savedAt, ...stored } of rows) {
    draft[kind] = await draftText(keys, { userId: actor.id, clientFolderId, kind }, stored)
    draft.savedAt = savedAt
  }
  return draft
}

export type Kind = 'message' | 'note'
interface DraftKey {
  userId: string
  clientFolderId: string
  kind: Kind
}
/** One of the two is null: drafts of releases before 0141 were stored as text. */
interface StoredDraft {
  content: string | null
  contentBox: Buffer | null
}

const about = ({ userId, clientFolderId, kind }: DraftKey) => `message-drafts ${userId} ${clientFolderId} ${kind}`

export const encryptDraft = (keys: DataKeys, key: DraftKey, content: string) => intoBox(keys, content, about(key))

const draftText = async (keys: DataKeys, key: DraftKey, { content, contentBox }: StoredDraft) =>
  contentBox === null ? (content ?? '') : outOfBox(keys, contentBox, about(key))
