// A contact: another person of the client's company who sees the folder and the parts they have rights to. A contact
// with the right to sign can be chosen as a signer; only the folder's client approves proposals. Contacts are added,
// changed, and removed by the folder's team and its client.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { type ClientFolder, isClientOf, assertNotArchived } from './client-folder.ts'
import { FolderRights, mayUsePart } from './folder-rights.ts'
import { conflict, forbidden } from './errors.ts'
import { emailAddress, Id, Instant, versioned, requiredPersonName } from './text.ts'

export const FolderContactInput = z.strictObject({
  name: requiredPersonName('Name is required'),
  email: emailAddress('Email is required', 'Enter a valid email address.'),
  ...FolderRights.shape,
  sign: FolderRights.shape.sign.default(false),
})
export type FolderContactInput = z.infer<typeof FolderContactInput>

/** An edit: fields left out are unchanged. */
export const FolderContactChange = z
  .strictObject({ name: requiredPersonName('Name is required'), ...FolderRights.shape })
  .partial()
export type FolderContactChange = z.infer<typeof FolderContactChange>

export const FolderContact = z.object({
  id: Id,
  clientFolderId: Id,
  /** Null until an administrator confirms the account. */
  userId: Id.nullable(),
  name: z.string(),
  /** As entered, if it is still the account's. */
  email: z.string(),
  ...FolderRights.shape,
  status: z.enum(['active', 'waiting']),
  addedById: Id,
  addedByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...versioned,
})
export type FolderContact = z.infer<typeof FolderContact>

/** Maximum number of contacts in a folder. */
export const maxContacts = 25

/** Throws 403 for a contact and a bookkeeper, who see the folder but not the contacts and their rights. */
export function assertCanManageContacts(folder: Pick<ClientFolder, 'clientId'>, actor: Actor): void {
  if (!mayUsePart(actor, 'work') || (isClient(actor) && !isClientOf(folder, actor)))
    throw forbidden('Only the team and the client of this folder can view and change its contacts.')
}

/** Throws 403 for an assistant who gives a contact access to what they don't see themselves. */
export function assertCanGiveRights(
  actor: Actor,
  after: Pick<FolderRights, 'money'>,
  before: Pick<FolderRights, 'money'> | null = null,
): void {
  if (after.money && before?.money !== true && !mayUsePart(actor, 'money'))
    throw forbidden('Your access doesn’t include giving contacts access to proposals, contracts, and invoices.')
}

/** Also throws 409 for an archived folder and for one with the maximum number. Rights can be removed at any time. */
export function assertCanAddContact(
  folder: Pick<ClientFolder, 'clientId' | 'status'>,
  actor: Actor,
  others: number,
): void {
  assertCanManageContacts(folder, actor)
  assertNotArchived(folder)
  if (others >= maxContacts)
    throw conflict(`A folder can have at most ${maxContacts} contacts. Remove one before you add another.`)
}
