import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, nameOf } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import {
  assertCanAddContact,
  assertCanGiveRights,
  type FolderContact,
  type FolderContactChange,
  type FolderContactInput,
} from '../../domain/folder-contact.ts'
import { contactRights, FolderRights } from '../../domain/folder-rights.ts'
import { conflict } from '../../domain/errors.ts'
import { folderFor } from '../client-folders/queries.ts'
import { accountByEmail, requestAccess } from '../folder-access-requests/file.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { notifyingOfLostSigner } from '../signatures/lost-signers.ts'
import { folderShared } from './emails.ts'
import { contactFor } from './queries.ts'
import { typed } from '../kit/row-types.ts'

/** @param invites false to send no email to the contact for now */
export async function addFolderContact(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: FolderContactInput,
  { invites }: { invites: boolean } = { invites: true },
): Promise<FolderContact> {
  // One change of a folder's people at a time, so that no one is added twice or beyond the limit.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'folder' })
  await assertRoomFor(tx, actor, folder)
  assertCanGiveRights(actor, input)
  const [firstName = input.name, ...rest] = input.name.trim().split(/\s+/)
  const person = { email: input.email, firstName, lastName: rest.join(' ') || null, company: folder.name }
  const members = [folder.clientId, ...folder.contacts.map(({ userId }) => userId)]
  const { userId, invited, needsConfirmation } = await accountByEmail(
    tx,
    actor,
    person,
    { path: 'email', members },
    { invites },
  )
  if (!needsConfirmation)
    return insertContact(tx, actor, folder, { ...input, userId, invited: invited || !invites, addedById: actor.id })
  const id = await requestAccess(tx, actor, {
    clientFolderId,
    kind: 'contact',
    userId,
    email: input.email,
    contact: input,
    clientId: folder.clientId,
  })
  const at = tx.now.toISOString()
  const asker = { addedById: actor.id, addedByName: nameOf(actor) }
  return {
    ...input,
    ...asker,
    id,
    clientFolderId,
    userId: null,
    status: 'waiting',
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
}

const OthersRow = z.object({ others: z.number() })

/** Throws 409 if the folder is full; requests that wait for an administrator count. */
export async function assertRoomFor(tx: Tx, actor: Actor, { id, ...folder }: ClientFolder) {
  const { others } = await tx.one(typed(OthersRow)`
    select (select count(*) from folder_contacts where client_folder_id = ${id})::int + (select count(*) from folder_access_requests
      where client_folder_id = ${id} and kind = 'contact' and status = 'pending')::int as others`)
  assertCanAddContact(folder, actor, others)
}

type NewContact = FolderContactInput & { userId: string; addedById: string; invited: boolean }

const EmailRow = z.object({ email: z.string() })

/** Adds an account to the folder. The caller has locked the folder and checked that this account may be added. */
export async function insertContact(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  { userId, invited, addedById, name, email, money, documents, messages, sign }: NewContact,
): Promise<FolderContact> {
  if (userId === folder.clientId)
    throw conflict('This person is the client of the folder and can already see all of it.', 'email')
  const id = newId()
  await tx.run(sql`
    insert into folder_contacts (id, client_folder_id, user_id, name, email, money, documents, messages, sign, added_by_id, created_at,
      updated_at)
    values (${id}, ${folder.id}, ${userId}, ${name}, ${email}, ${money}, ${documents}, ${messages}, ${sign}, ${addedById}, ${tx.now}, ${tx.now})`)
  const { contact } = await contactFor(tx, actor, id)
  tx.record(
    {
      action: 'folder-contact.added',
      id,
      clientFolderId: folder.id,
      details: { userId, after: rightsOf(contact) },
    },
    ...contactChanges(folder, { id, userId }),
  )
  // Invited people get the invitation email instead.
  if (!invited) {
    const account = await tx.one(typed(EmailRow)`select email from users where id = ${userId}`)
    tx.mail(folderShared({ ...contact, ...account }))
  }
  return contact
}

export async function changeFolderContact(
  tx: Tx,
  actor: Actor,
  id: string,
  change: FolderContactChange,
  ifMatch: IfMatch,
): Promise<FolderContact> {
  const { contact, folder } = await contactFor(tx, actor, id, { lock: 'change' })
  assertVersion(contact, ifMatch)
  const after = { ...contact, ...change }
  assertCanGiveRights(actor, after, contact)
  const update = sql`
    update folder_contacts set name = ${after.name}, money = ${after.money}, documents = ${after.documents},
      messages = ${after.messages}, sign = ${after.sign}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`
  await notifyingOfLostSigner(tx, contact.userId, () => tx.run(update))
  tx.record(
    {
      action: 'folder-contact.changed',
      id,
      clientFolderId: folder.id,
      details: { userId: contact.userId, before: rightsOf(contact), after: rightsOf(after) },
    },
    ...contactChanges(folder, contact),
  )
  return (await contactFor(tx, actor, id)).contact
}

export async function removeFolderContact(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<FolderContact> {
  const { contact, folder } = await contactFor(tx, actor, id, { lock: 'change' })
  assertVersion(contact, ifMatch)
  await notifyingOfLostSigner(tx, contact.userId, () => tx.run(sql`delete from folder_contacts where id = ${id}`))
  recordRemoval(tx, folder, contact)
  return contact
}

/** The client of a folder is no longer one of its contacts. */
export async function removeAsContact(tx: Tx, folder: Pick<ClientFolder, 'id' | 'clientId'>): Promise<void> {
  const removed = await tx.maybe(typed(Person)`
    delete from folder_contacts where client_folder_id = ${folder.id} and user_id = ${folder.clientId}
    returning id, user_id as "userId", money, documents, messages, sign`)
  if (removed !== null) recordRemoval(tx, folder, removed)
}

/** Everyone on the client's side but the client leaves a folder that was merged into another one. */
export async function removeAllContacts(tx: Tx, folder: Pick<ClientFolder, 'id' | 'clientId'>): Promise<void> {
  const removed = await tx.rows(typed(Person)`
    delete from folder_contacts where client_folder_id = ${folder.id}
    returning id, user_id as "userId", money, documents, messages, sign`)
  for (const contact of removed) recordRemoval(tx, folder, contact)
}

const Person = FolderRights.extend({ id: z.string(), userId: z.string().nullable() })
type Person = z.infer<typeof Person>

function recordRemoval(tx: Tx, folder: Pick<ClientFolder, 'id' | 'clientId'>, contact: Person) {
  tx.record(
    {
      action: 'folder-contact.removed',
      id: contact.id,
      clientFolderId: folder.id,
      details: { userId: contact.userId, before: rightsOf(contact) },
    },
    ...contactChanges(folder, contact),
  )
}

/** The team and the client refresh the list; the contact refreshes the folder, with what they may see now. */
const contactChanges = (
  folder: Pick<ClientFolder, 'id' | 'clientId'>,
  { id, userId }: Pick<Person, 'id' | 'userId'>,
): ChangeEvent[] => [
  { type: 'folder-contacts', id, clientFolderId: folder.id, teamOnly: true, userIds: [folder.clientId] },
  { type: 'client-folders', id: folder.id, userIds: [userId] },
]

const rightsOf = (rights: FolderRights) => contactRights.filter((right) => rights[right])
