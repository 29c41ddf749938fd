// A member of a folder: a staff member who sees it and works in it like the consultant who leads it. The lead and
// administrators add and remove members.
import { z } from 'zod'
import type { Actor } from './actor.ts'
import { type ClientFolder, assertNotArchived, mayManageTeam } from './client-folder.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { Id, Instant, versioned } from './text.ts'

export const FolderMemberInput = z.strictObject({ userId: z.uuid('Choose a staff member.') })
export type FolderMemberInput = z.infer<typeof FolderMemberInput>

export const FolderMember = z.object({
  id: Id,
  clientFolderId: Id,
  userId: Id,
  name: z.string().nullable(),
  email: z.string(),
  addedById: Id,
  addedByName: z.string().nullable(),
  createdAt: Instant,
  ...versioned,
})
export type FolderMember = z.infer<typeof FolderMember>

/** Maximum number of members in a folder. */
export const maxMembers = 25

/** Throws 403 for everyone but the lead and administrators. */
export function assertCanManageTeam(folder: Pick<ClientFolder, 'assignedStaffId'>, actor: Actor): void {
  if (!mayManageTeam(folder, actor))
    throw forbidden('Only the consultant who leads this folder and administrators can change its team.')
}

/** Also throws 409 for an archived folder, and 400 for the lead. Members can be removed at any time. */
export function assertCanAddMember(
  folder: Pick<ClientFolder, 'assignedStaffId' | 'status'>,
  actor: Actor,
  userId: string,
): void {
  assertCanManageTeam(folder, actor)
  assertNotArchived(folder)
  if (userId === folder.assignedStaffId)
    throw invalid('userId', 'This person already leads the folder. Choose another staff member.')
}

/** Throws 409 for a member, and for a folder with the maximum number. @param members ids of their accounts */
export function assertIsNew(members: readonly string[], userId: string): void {
  if (members.includes(userId)) throw conflict('This person is already a member of the folder.', 'userId')
  if (members.length >= maxMembers)
    throw conflict(`A folder can have at most ${maxMembers} members. Remove one before you add another.`)
}
