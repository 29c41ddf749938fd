import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import {
  assertCanAddMember,
  assertCanManageTeam,
  assertIsNew,
  type FolderMember,
  type FolderMemberInput,
} from '../../domain/folder-member.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'
import { activeStaffOr400 } from '../users/queries.ts'
import { addedToFolder } from './emails.ts'
import { memberFor } from './queries.ts'

const UserIdRow = z.object({ userId: z.string() })

export async function addFolderMember(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  { userId }: FolderMemberInput,
): Promise<FolderMember> {
  // One change of a folder's team at a time, so that no one is added twice or beyond the limit.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'work' })
  assertCanAddMember(folder, actor, userId)
  const staff = await activeStaffOr400(tx, userId, 'userId', 'work')
  const members = await tx.rows(
    typed(UserIdRow)`select user_id as "userId" from folder_members where client_folder_id = ${clientFolderId}`,
  )
  assertIsNew(
    members.map((each) => each.userId),
    userId,
  )
  const id = newId()
  await tx.run(sql`
    insert into folder_members (id, client_folder_id, user_id, added_by_id, created_at)
    values (${id}, ${clientFolderId}, ${userId}, ${actor.id}, ${tx.now})`)
  recordMember(tx, 'folder-member.added', { id, clientFolderId, userId })
  tx.mail(addedToFolder(staff, clientFolderId))
  return (await memberFor(tx, actor, id)).member
}

export async function removeFolderMember(tx: Tx, actor: Actor, id: string): Promise<FolderMember> {
  const { member, folder } = await memberFor(tx, actor, id)
  assertCanManageTeam(folder, actor)
  await removeMembers(tx, sql`id = ${id}`)
  return member
}

const RemovedRow = z.object({ id: z.string(), clientFolderId: z.string(), userId: z.string() })

/** Someone who becomes the lead of these folders is no longer one of their members. */
export const removeAsMember = (tx: Tx, userId: string, clientFolderIds: readonly string[]): Promise<void> =>
  removeMembers(tx, sql`user_id = ${userId} and client_folder_id = any(${clientFolderIds}::uuid[])`)

/** Someone who leaves the team is no longer a member of any folder. */
export const endMemberships = (tx: Tx, userId: string): Promise<void> => removeMembers(tx, sql`user_id = ${userId}`)

async function removeMembers(tx: Tx, which: Sql): Promise<void> {
  const removed = await tx.rows(typed(RemovedRow)`
    delete from folder_members where ${which} returning id, client_folder_id as "clientFolderId", user_id as "userId"`)
  for (const each of removed) recordMember(tx, 'folder-member.removed', each)
}

/** Everyone reloads the folder, and a removed member gets a 404. */
function recordMember(
  tx: Tx,
  action: 'folder-member.added' | 'folder-member.removed',
  { id, clientFolderId, userId }: z.infer<typeof RemovedRow>,
) {
  tx.record(
    { action, id, clientFolderId, details: { userId } },
    { type: 'client-folders', id: clientFolderId, clientFolderId, userIds: [userId] },
  )
}
