import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { Draft } from '../../domain/draft.ts'
import { encryptText, decryptText } from '../kit/field-encryption.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const Kind = z.enum(['message', 'note'])
export type Kind = z.infer<typeof Kind>

export const StoredDraft = z.object({
  content: z.string().nullable(),
  contentEncrypted: z.instanceof(Buffer).nullable(),
})
export type StoredDraft = z.infer<typeof StoredDraft>
const DraftRow = StoredDraft.extend({ kind: Kind, savedAt: z.string() })

/** The caller's own draft, in a folder that they may see. */
export async function draftOf(reader: Reader, keys: DataKeys, actor: Actor, clientFolderId: string): Promise<Draft> {
  const rows = await reader.rows(typed(DraftRow)`
    select kind, content, content_encrypted as "contentEncrypted", iso(saved_at) as "savedAt"
    from message_drafts where user_id = ${actor.id} and client_folder_id = ${clientFolderId} order by saved_at`)
  const draft: Draft = { message: '', note: '', savedAt: null }
  for (const { kind, savedAt, ...stored } of rows) {
    draft[kind] = await draftText(keys, { userId: actor.id, clientFolderId, kind }, stored)
    draft.savedAt = savedAt
  }
  return draft
}

interface DraftKey {
  userId: string
  clientFolderId: string
  kind: Kind
}
/** One of the two is null: releases before 0141 stored drafts as plain text. */
const about = ({ userId, clientFolderId, kind }: DraftKey) => `message-drafts ${userId} ${clientFolderId} ${kind}`

export const encryptDraft = (keys: DataKeys, key: DraftKey, content: string) => encryptText(keys, content, about(key))

export const draftText = async (keys: DataKeys, key: DraftKey, { content, contentEncrypted }: StoredDraft) =>
  contentEncrypted === null ? (content ?? '') : decryptText(keys, contentEncrypted, about(key))
