// A request to add an existing account to a folder, as its client or a contact. Needed if the account already belongs
// to a folder that the person naming it cannot see; nothing is shared until an administrator confirms it.
import { z } from 'zod'
import { type Actor, isAdministrator, Role } from './actor.ts'
import { FolderRights } from './folder-rights.ts'
import { conflict, forbidden } from './errors.ts'
import { Id, Instant, versioned } from './text.ts'

export const AccessRequestStatus = z.enum(['pending', 'confirmed', 'declined', 'withdrawn'])
export type AccessRequestStatus = z.infer<typeof AccessRequestStatus>

export const AccessRequestKind = z.enum(['client', 'contact'])
export type AccessRequestKind = z.infer<typeof AccessRequestKind>

export const AccessRequestDecision = z.strictObject({
  status: z.enum(['confirmed', 'declined', 'withdrawn'], 'Choose confirmed, declined, or withdrawn.'),
})
export type AccessRequestDecision = z.infer<typeof AccessRequestDecision>

export const AccessRequestAction = z.enum(['confirm', 'decline', 'withdraw'])
export type AccessRequestAction = z.infer<typeof AccessRequestAction>

export const FolderAccessRequest = z.object({
  id: Id,
  clientFolderId: Id,
  clientFolderName: z.string(),
  kind: AccessRequestKind,
  /** As entered; null if the account was named by its id. */
  email: z.string().nullable(),
  /** A contact's name, as entered. */
  name: z.string().nullable(),
  ...FolderRights.shape,
  status: AccessRequestStatus,
  requestedById: Id,
  requestedByName: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** Whose account it is and its folders: for administrators only, null for everyone else. */
  account: z
    .object({
      name: z.string().nullable(),
      email: z.string(),
      role: Role,
      isActive: z.boolean(),
      folders: z.array(z.string()),
    })
    .nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type FolderAccessRequest = z.infer<typeof FolderAccessRequest>

export const FolderAccessRequestView = FolderAccessRequest.extend({ allowed: z.array(AccessRequestAction) })
export type FolderAccessRequestView = z.infer<typeof FolderAccessRequestView>

export const allowedActions = (
  { status }: Pick<FolderAccessRequest, 'status'>,
  actor: Actor,
): AccessRequestAction[] => {
  if (status !== 'pending') return []
  return isAdministrator(actor) ? ['confirm', 'decline', 'withdraw'] : ['withdraw']
}

/** Throws 403 for a decision by anyone but an administrator, and 409 for a decided request. */
export function assertCanDecide(
  { status }: Pick<FolderAccessRequest, 'status'>,
  actor: Actor,
  decision: AccessRequestDecision['status'],
): void {
  if (decision !== 'withdrawn' && !isAdministrator(actor))
    throw forbidden('Only an administrator can confirm or decline this request.')
  if (status !== 'pending') throw conflict(`This request is already ${status}.`)
}
