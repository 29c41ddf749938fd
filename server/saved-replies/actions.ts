import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { team } from '../../domain/roles.ts'
import { assertCanEditReply, type SavedReplyInput, type SavedReplyView } from '../../domain/saved-reply.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { savedReplyFor } from './queries.ts'

const replyChange = (id: string, actor: Actor, isShared: boolean): ChangeEvent => ({
  type: 'saved-replies',
  id,
  ...(isShared ? { roles: team } : { userIds: [actor.id], isPrivate: true }),
})

const ownerOf = (actor: Actor, isShared: boolean) => (isShared ? null : actor.id)

export async function createSavedReply(
  tx: Tx,
  actor: Actor,
  { title, content, isShared }: SavedReplyInput,
): Promise<SavedReplyView> {
  assertCanEditReply(isShared, actor)
  const id = newId()
  await tx.run(sql`
    insert into saved_replies (id, title, content, owner_id, created_at, updated_at)
    values (${id}, ${title}, ${content}, ${ownerOf(actor, isShared)}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'saved-reply.created', id, details: { isShared } }, replyChange(id, actor, isShared))
  return savedReplyFor(tx, actor, id)
}

export async function changeSavedReply(
  tx: Tx,
  actor: Actor,
  id: string,
  { title, content, isShared }: SavedReplyInput,
  ifMatch: IfMatch,
): Promise<SavedReplyView> {
  const before = await savedReplyFor(tx, actor, id, { lock: true })
  assertCanEditReply(before.isShared || isShared, actor)
  assertVersion(before, ifMatch)
  await tx.run(sql`
    update saved_replies set title = ${title}, content = ${content}, owner_id = ${ownerOf(actor, isShared)},
      version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    { action: 'saved-reply.changed', id, details: { before: { isShared: before.isShared }, after: { isShared } } },
    replyChange(id, actor, before.isShared || isShared),
  )
  return savedReplyFor(tx, actor, id)
}

export async function deleteSavedReply(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<SavedReplyView> {
  const reply = await savedReplyFor(tx, actor, id, { lock: true })
  assertCanEditReply(reply.isShared, actor)
  assertVersion(reply, ifMatch)
  await tx.run(sql`delete from saved_replies where id = ${id}`)
  tx.record({ action: 'saved-reply.deleted', id }, replyChange(id, actor, reply.isShared))
  return { ...reply, allowed: [] }
}
