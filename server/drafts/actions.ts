import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { type Draft, draftKeptDays, type DraftInput, assertCanDraft } from '../../domain/draft.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Parts } from '../app-context.ts'
import type { Origin } from '../kit/record.ts'
import { draftOf, encryptDraft, Kind } from './queries.ts'
import { typed } from '../kit/row-types.ts'

/** Typing is no act that the trail would need: the caller's other tabs are told that there is a newer draft, and that is all. */
export async function saveDraft(
  { db, dataKeys }: Pick<Parts, 'db' | 'dataKeys'>,
  origin: Origin,
  actor: Actor,
  clientFolderId: string,
  input: DraftInput,
): Promise<Draft> {
  return db.transaction(origin, async (tx) => {
    assertNotArchived(await folderFor(tx, actor, clientFolderId, { part: 'messages' }))
    assertCanDraft(actor, input)
    for (const kind of ['message', 'note'] as const)
      if (input[kind] !== undefined) await keep(tx, dataKeys, actor, clientFolderId, kind, input[kind])
    tx.look({ type: 'drafts', id: null, userIds: [actor.id], isPrivate: true })
    return draftOf(tx, dataKeys, actor, clientFolderId)
  })
}

async function keep(tx: Tx, keys: DataKeys, actor: Actor, clientFolderId: string, kind: Kind, content: string) {
  const key = { userId: actor.id, clientFolderId, kind }
  if (content.trim() === '') return deleteDraft(tx, key)
  return tx.run(sql`
    insert into message_drafts (user_id, client_folder_id, kind, content_box, saved_at)
    values (${actor.id}, ${clientFolderId}, ${kind}, ${await encryptDraft(keys, key, content)}, ${tx.now})
    on conflict (user_id, client_folder_id, kind) do update
      set content = null, content_box = excluded.content_box, saved_at = excluded.saved_at`)
}

const ClearDraftRow = z.object({ userId: z.string(), clientFolderId: z.string(), kind: Kind, content: z.string() })

/** What earlier releases stored in the clear. */
export async function encryptDrafts(db: Database, keys: DataKeys): Promise<void> {
  const drafts = await db.rows(typed(ClearDraftRow)`
    select user_id as "userId", client_folder_id as "clientFolderId", kind, content from message_drafts where content is not null`)
  for (const { content, ...key } of drafts)
    await db.run(sql`
      update message_drafts set content = null, content_box = ${await encryptDraft(keys, key, content)}
      where user_id = ${key.userId} and client_folder_id = ${key.clientFolderId} and kind = ${key.kind} and content = ${content}`)
}

interface DraftKey {
  userId: string
  clientFolderId: string
  kind: Kind
}

/** What was sent is no draft any more. */
export const deleteDraft = (tx: Tx, { userId, clientFolderId, kind }: DraftKey) =>
  tx.run(sql`
    delete from message_drafts where user_id = ${userId} and client_folder_id = ${clientFolderId} and kind = ${kind}`)

export async function sweepDrafts(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - draftKeptDays * 86_400_000)
  await db.run(sql`delete from message_drafts where saved_at < ${before}`)
}
