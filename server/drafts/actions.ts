import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type Draft, draftRetentionDays, type DraftInput, assertCanDraft } from '../../domain/draft.ts'
import { textLimit } from '../../domain/text.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { draftOf, draftText, encryptDraft, Kind, StoredDraft } from './queries.ts'
import { typed } from '../kit/row-types.ts'

/** Typing is not audited; only the author's other tabs are notified that a newer draft exists. */
export async function saveDraft(
  { db, dataKeys }: Pick<AppContext, 'db' | 'dataKeys'>,
  origin: Origin,
  actor: Actor,
  clientFolderId: string,
  input: DraftInput,
): Promise<Draft> {
  return db.transaction(origin, async (tx) => {
    assertNotArchived(await folderFor(tx, actor, clientFolderId, { part: 'messages' }))
    assertCanDraft(actor, input)
    for (const kind of ['message', 'note'] as const)
      if (input[kind] !== undefined)
        await storeText(tx, dataKeys, { userId: actor.id, clientFolderId, kind }, input[kind])
    tx.publish({ type: 'drafts', id: null, userIds: [actor.id], isPrivate: true })
    return draftOf(tx, dataKeys, actor, clientFolderId)
  })
}

async function storeText(tx: Tx, keys: DataKeys, key: DraftKey, content: string) {
  if (content.trim() === '') return deleteDraft(tx, key)
  return tx.run(sql`
    insert into message_drafts (user_id, client_folder_id, kind, content_encrypted, saved_at)
    values (${key.userId}, ${key.clientFolderId}, ${key.kind}, ${await encryptDraft(keys, key, content)}, ${tx.now})
    on conflict (user_id, client_folder_id, kind) do update
      set content = null, content_encrypted = excluded.content_encrypted, saved_at = excluded.saved_at`)
}

const MovedDraftRow = StoredDraft.extend({ userId: z.string(), clientFolderId: z.string(), kind: Kind })

/**
 * Moves the drafts of a folder to another one, after what the same person has written there. They are encrypted again,
 * since the encryption includes the folder. A text that would become too long stays.
 */
export async function moveDrafts(tx: Tx, keys: DataKeys, fromId: string, toId: string): Promise<void> {
  const drafts = await tx.rows(typed(MovedDraftRow)`
    select user_id as "userId", client_folder_id as "clientFolderId", kind, content, content_encrypted as "contentEncrypted"
    from message_drafts where client_folder_id = any(${[fromId, toId]}::uuid[]) order by user_id, kind for update`)
  for (const { content, contentEncrypted, ...key } of drafts.filter((each) => each.clientFolderId === fromId)) {
    const other = drafts.find(
      ({ clientFolderId, userId, kind }) => clientFolderId === toId && userId === key.userId && kind === key.kind,
    )
    const newKey = { ...key, clientFolderId: toId }
    const before = other === undefined ? [] : [await draftText(keys, newKey, other)]
    const text = [...before, await draftText(keys, key, { content, contentEncrypted })].join('\n\n')
    if (text.length > textLimit) continue
    await storeText(tx, keys, newKey, text)
    await deleteDraft(tx, key)
    tx.publish({ type: 'drafts', id: null, userIds: [key.userId], isPrivate: true })
  }
}

const ClearDraftRow = z.object({ userId: z.string(), clientFolderId: z.string(), kind: Kind, content: z.string() })

/** Encrypts drafts that earlier releases stored as plain text. */
export async function encryptDrafts(db: Database, keys: DataKeys): Promise<void> {
  const drafts = await db.rows(typed(ClearDraftRow)`
    select user_id as "userId", client_folder_id as "clientFolderId", kind, content from message_drafts where content is not null`)
  for (const { content, ...key } of drafts)
    await db.run(sql`
      update message_drafts set content = null, content_encrypted = ${await encryptDraft(keys, key, content)}
      where user_id = ${key.userId} and client_folder_id = ${key.clientFolderId} and kind = ${key.kind} and content = ${content}`)
}

interface DraftKey {
  userId: string
  clientFolderId: string
  kind: Kind
}

/** Deletes the draft of something that was sent. */
export const deleteDraft = (tx: Tx, key: DraftKey) => tx.run(draftDeletion(key))

export const draftDeletion = ({ userId, clientFolderId, kind }: DraftKey): Sql => sql`
  delete from message_drafts where user_id = ${userId} and client_folder_id = ${clientFolderId} and kind = ${kind}`

export async function sweepDrafts(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - draftRetentionDays * 86_400_000)
  await db.run(sql`delete from message_drafts where saved_at < ${before}`)
}
