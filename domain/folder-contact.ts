// A contact: another person of the client's company who sees its folder, and the parts of it that they were given.
// The folder's client stays the one who signs, approves and declines. A contact is added, changed and removed by the team of the
// folder and by its client.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { type ClientFolder, isClientOf, assertNotArchived } from './client-folder.ts'
import { FolderRights } from './folder-rights.ts'
import { conflict, forbidden } from './errors.ts'
import { emailAddress, Id, Instant, kept, requiredPersonName } from './text.ts'

export const FolderContactInput = z.strictObject({
  name: requiredPersonName('Name is required'),
  email: emailAddress('Email is required', 'Please enter a valid email address.'),
  ...FolderRights.shape,
})
export type FolderContactInput = z.infer<typeof FolderContactInput>

/** An edit: what is left out stays as it was. */
export const FolderContactChange = z
  .strictObject({ name: requiredPersonName('Name is required'), ...FolderRights.shape })
  .partial()
export type FolderContactChange = z.infer<typeof FolderContactChange>

export const FolderContact = z.object({
  id: Id,
  clientFolderId: Id,
  /** Null while an administrator has not confirmed the account. */
  userId: Id.nullable(),
  name: z.string(),
  /** As it was typed, while it is the account's. */
  email: z.string(),
  ...FolderRights.shape,
  status: z.enum(['active', 'waiting']),
  addedById: Id,
  addedByName: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type FolderContact = z.infer<typeof FolderContact>

/** So many people may share a folder with its client. */
export const mostContacts = 25

/** Refuses (403) a contact, who sees the folder, yet neither the others nor who may do what. */
export function assertCanManageContacts(folder: Pick<ClientFolder, 'clientId'>, actor: Actor): void {
  if (isClient(actor) && !isClientOf(folder, actor))
    throw forbidden('Only the team and the client of this folder can see and change its contacts.')
}

/** Refuses also (409) an archived folder and one that is full. Rights can be taken away at any time. */
export function assertCanAddContact(
  folder: Pick<ClientFolder, 'clientId' | 'status'>,
  actor: Actor,
  others: number,
): void {
  assertCanManageContacts(folder, actor)
  assertNotArchived(folder)
  if (others >= mostContacts)
    throw conflict(`A folder has at most ${mostContacts} contacts. Remove one before you add another.`)
}
