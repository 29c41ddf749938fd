import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import {
  addContact,
  type FolderContact,
  type FolderContactChange,
  type FolderContactInput,
} from '../../domain/folder-contact.ts'
import { type FolderRights, folderRights } from '../../domain/folder-rights.ts'
import { conflict, invalid, Refusal } from '../../domain/refusal.ts'
import { folderFor } from '../client-folders/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { Look } from '../kit/record.ts'
import { expectVersion } from '../kit/version.ts'
import { clientByEmail } from '../users/actions.ts'
import { folderShared } from './emails.ts'
import { contactFor } from './queries.ts'

export async function addFolderContact(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: FolderContactInput,
): Promise<FolderContact> {
  // One change of a folder's people at a time: nobody is added twice, and nobody past the limit.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'folder' })
  const { others } = await tx.one<{ others: number }>(sql`
    select count(*)::int as others from folder_contacts where client_folder_id = ${clientFolderId}`)
  addContact(folder, actor, others)
  const { id: userId, invited } = await personOr400(tx, actor, folder, input)
  if (userId === folder.clientId) throw conflict('This is the client of the folder, who sees all of it.', 'email')
  const id = newId()
  const { name, money, documents, messages } = input
  await tx.run(sql`
    insert into folder_contacts (id, client_folder_id, user_id, name, money, documents, messages, added_by_id, created_at, updated_at)
    values (${id}, ${clientFolderId}, ${userId}, ${name}, ${money}, ${documents}, ${messages}, ${actor.id}, ${tx.now}, ${tx.now})`)
  const { contact } = await contactFor(tx, actor, id)
  tx.record(
    {
      action: 'folder-contact.added',
      type: 'folder-contacts',
      id,
      clientFolderId,
      details: { userId, after: rightsOf(contact) },
    },
    ...looksOf(folder, contact),
  )
  // Whoever was just invited has that letter.
  if (!invited) tx.mail(folderShared(contact))
  return contact
}

export async function changeFolderContact(
  tx: Tx,
  actor: Actor,
  id: string,
  change: FolderContactChange,
  ifMatch: number | null,
): Promise<FolderContact> {
  const { contact, folder } = await contactFor(tx, actor, id, { lock: 'change' })
  expectVersion(contact, ifMatch)
  const after = { ...contact, ...change }
  await tx.run(sql`
    update folder_contacts set name = ${after.name}, money = ${after.money}, documents = ${after.documents},
      messages = ${after.messages}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    {
      action: 'folder-contact.changed',
      type: 'folder-contacts',
      id,
      clientFolderId: folder.id,
      details: { userId: contact.userId, before: rightsOf(contact), after: rightsOf(after) },
    },
    ...looksOf(folder, contact),
  )
  return (await contactFor(tx, actor, id)).contact
}

export async function removeFolderContact(
  tx: Tx,
  actor: Actor,
  id: string,
  ifMatch: number | null,
): Promise<FolderContact> {
  const { contact, folder } = await contactFor(tx, actor, id, { lock: 'change' })
  expectVersion(contact, ifMatch)
  await tx.run(sql`delete from folder_contacts where id = ${id}`)
  recordRemoval(tx, folder, contact)
  return contact
}

/** Whoever becomes the client of the folder is no contact of it any more. */
export async function removeAsContact(tx: Tx, folder: Pick<ClientFolder, 'id' | 'clientId'>): Promise<void> {
  const removed = await tx.maybe<Pick<FolderContact, 'id' | 'userId'> & FolderRights>(sql`
    delete from folder_contacts where client_folder_id = ${folder.id} and user_id = ${folder.clientId}
    returning id, user_id as "userId", money, documents, messages`)
  if (removed !== null) recordRemoval(tx, folder, removed)
}

type Person = Pick<FolderContact, 'id' | 'userId'> & FolderRights

function recordRemoval(tx: Tx, folder: Pick<ClientFolder, 'id' | 'clientId'>, contact: Person) {
  tx.record(
    {
      action: 'folder-contact.removed',
      type: 'folder-contacts',
      id: contact.id,
      clientFolderId: folder.id,
      details: { userId: contact.userId, before: rightsOf(contact) },
    },
    ...looksOf(folder, contact),
  )
}

/** The team and the client read the list again; the contact reads the folder again, and finds in it what is theirs now. */
const looksOf = (
  folder: Pick<ClientFolder, 'id' | 'clientId'>,
  { id, userId }: Pick<Person, 'id' | 'userId'>,
): Look[] => [
  { type: 'folder-contacts', id, clientFolderId: folder.id, teamOnly: true, userIds: [folder.clientId] },
  { type: 'client-folders', id: folder.id, userIds: [userId] },
]

const rightsOf = (rights: FolderRights) => folderRights.filter((right) => rights[right])

/** The client with this address, or a new one. The same sentence for everybody who can be none: who they are is not said. */
function personOr400(tx: Tx, actor: Actor, folder: ClientFolder, { email, name }: FolderContactInput) {
  const [firstName = name, ...rest] = name.trim().split(/\s+/)
  const person = { email, firstName, lastName: rest.join(' ') || null, company: folder.name }
  return clientByEmail(tx, actor, person).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'invalid')
      throw invalid('email', 'Nobody with this email address can be a contact of a folder.')
    throw error
  })
}
