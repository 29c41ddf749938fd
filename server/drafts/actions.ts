import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type Draft, draftRetentionDays, type DraftInput, assertCanDraft } from '../../domain/draft.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { AppContext } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { draftOf, encryptDraft, Kind } from './queries.ts'
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
      if (input[kind] !== undefined) await storeText(tx, dataKeys, actor, clientFolderId, kind, input[kind])
    tx.publish({ type: 'drafts', id: null, userIds: [actor.id], isPrivate: true })
    return draftOf(tx, dataKeys, actor, clientFolderId)
  })
}

async function storeText(tx: Tx, keys: DataKeys, actor: Actor, clientFolderId: string, kind: Kind, content: string) {
  const key = { userId: actor.id, clientFolderId, kind }
  if (content.trim() === '') return deleteDraft(tx, key)
  return tx.run(sql`
    insert into message_drafts (user_id, client_folder_id, kind, content_encrypted, saved_at)
    values (${actor.id}, ${clientFolderId}, ${kind}, ${await encryptDraft(keys, key, content)}, ${tx.now})
    on conflict (user_id, client_folder_id, kind) do update
      set content = null, content_encrypted = excluded.content_encrypted, saved_at = excluded.saved_at`)
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
export const deleteDraft = (tx: Tx, { userId, clientFolderId, kind }: DraftKey) =>
  tx.run(sql`
    delete from message_drafts where user_id = ${userId} and client_folder_id = ${clientFolderId} and kind = ${kind}`)

export async function sweepDrafts(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - draftRetentionDays * 86_400_000)
  await db.run(sql`delete from message_drafts where saved_at < ${before}`)
}
