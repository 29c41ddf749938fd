// A contact: another person of the client's company who sees its folder, and the parts of it that they were given.
// The folder's client stays the one who signs, approves and declines. A contact is added, changed and removed by the team of the
// folder and by its client.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { type ClientFolder, type FolderPart, isClientOf, writeTo } from './client-folder.ts'
import { conflict, forbidden } from './refusal.ts'
import { emailAddress, Id, Instant, kept, requiredName } from './text.ts'

/** What of a folder can be given or kept back; its name and its assignments are every contact's to see. */
export const FolderRights = z.object({ money: z.boolean(), documents: z.boolean(), messages: z.boolean() })
export type FolderRights = z.infer<typeof FolderRights>
export const folderRights = ['money', 'documents', 'messages'] as const satisfies readonly (keyof FolderRights)[]

export const FolderContactInput = z.strictObject({
  name: requiredName('Name is required'),
  email: emailAddress('Email is required'),
  ...FolderRights.shape,
})
export type FolderContactInput = z.infer<typeof FolderContactInput>

/** An edit: what is left out stays as it was. */
export const FolderContactChange = z
  .strictObject({ name: requiredName('Name is required'), ...FolderRights.shape })
  .partial()
export type FolderContactChange = z.infer<typeof FolderContactChange>

export const FolderContact = z.object({
  id: Id,
  clientFolderId: Id,
  userId: Id,
  name: z.string(),
  email: z.string(),
  ...FolderRights.shape,
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
export function manageContacts(folder: Pick<ClientFolder, 'clientId'>, actor: Actor): void {
  if (isClient(actor) && !isClientOf(folder, actor))
    throw forbidden('Only the team and the client of this folder can see and change its contacts.')
}

/** Refuses also (409) an archived folder and one that is full. Rights can be taken away at any time. */
export function addContact(folder: Pick<ClientFolder, 'clientId' | 'status'>, actor: Actor, others: number): void {
  manageContacts(folder, actor)
  writeTo(folder)
  if (others >= mostContacts)
    throw conflict(`A folder has at most ${mostContacts} contacts. Remove one before you add another.`)
}

const needed: Record<FolderPart, readonly (keyof FolderRights)[]> = {
  folder: [],
  money: ['money'],
  documents: ['documents'],
  messages: ['messages'],
  everything: folderRights,
}

/** The rights without which a contact does not see a part. */
export const rightsNeeded = (part: FolderPart): readonly (keyof FolderRights)[] => needed[part]

const parts: Record<string, FolderPart> = {
  'client-folders': 'folder',
  assignments: 'folder',
  documents: 'documents',
  'document-requests': 'documents',
  messages: 'messages',
  proposals: 'money',
  contracts: 'money',
  invoices: 'money',
  payments: 'money',
}

/** Where a thing lies, by the noun of its address: for whoever is told that it changed. A noun that is not named is for all rights. */
export const partOf = (noun: string): FolderPart => parts[noun] ?? 'everything'
