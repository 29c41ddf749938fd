// Who becomes the client or a contact of a folder: right away, or through a request that an administrator confirms.
import sql from 'sql-template-tag'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import type { AccessRequestKind } from '../../domain/folder-access-request.ts'
import type { FolderRights } from '../../domain/folder-rights.ts'
import { conflict, invalid } from '../../domain/errors.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { addUser, inviteClient, type NewClient } from '../users/actions.ts'
import { activeAdministrators, unsafeUserByEmail } from '../users/queries.ts'
import { accessRequested } from './emails.ts'
import { takeAdvisoryLock } from '../kit/advisory-lock.ts'

export interface NamedAccount {
  userId: string
  invited: boolean
  /** Nothing may be shared with this account before an administrator confirms it. */
  needsConfirmation: boolean
}

/**
 * The account with this address, or a new invited one. Throws 400 for administrators if the address can't be a
 * client's; everyone else gets the same reply as for someone else's client.
 * @param at the field that the address came in, and who belongs to the folder already
 * @param invites false to leave a new account without an invitation for now
 */
export async function accountByEmail(
  tx: Tx,
  actor: Actor,
  person: NewClient,
  at: { path: 'email' | 'clientEmail'; members: readonly (string | null)[] },
  { invites }: { invites: boolean } = { invites: true },
): Promise<NamedAccount> {
  await takeAdvisoryLock(tx, 'accounts')
  const known = await unsafeUserByEmail(tx, person.email)
  if (known === null) {
    const userId = invites
      ? await inviteClient(tx, actor, person)
      : await addUser(tx, { ...person, role: 'client', createdBy: actor.id })
    return { userId, invited: invites, needsConfirmation: false }
  }
  const canBeClient = known.role === 'client' && known.isActive
  if (isAdministrator(actor) && !canBeClient)
    throw invalid(at.path, 'No one with this email address can be the client or a contact of a folder.')
  const needsConfirmation = !canBeClient || (await belongsElsewhere(tx, actor, known.id, at.members))
  return { userId: known.id, invited: false, needsConfirmation }
}

/** The active client with this id. Throws 400 for any other id. */
export async function accountById(tx: Tx, actor: Actor, id: string): Promise<NamedAccount> {
  await takeAdvisoryLock(tx, 'accounts')
  const found = await tx.maybe(sql`select id from users where id = ${id} and role = 'client' and is_active for share`)
  if (found === null) throw invalid('clientId', 'Choose an active client.')
  return { userId: id, invited: false, needsConfirmation: await belongsElsewhere(tx, actor, id, []) }
}

/** Whether the account belongs to a folder that the actor cannot see. */
async function belongsElsewhere(reader: Reader, actor: Actor, userId: string, members: readonly (string | null)[]) {
  if (isAdministrator(actor) || members.includes(userId)) return false
  const hidden = await reader.maybe(sql`
    select from client_folders f
    where (f.client_id = ${userId} or f.id in (select client_folder_id from folder_contacts where user_id = ${userId}))
      and not ${visibleFolders(actor, 'folder')} limit 1`)
  return hidden !== null
}

interface AccessRequestInput {
  clientFolderId: string
  kind: AccessRequestKind
  userId: string
  email: string | null
  contact?: { name: string } & FolderRights
  /** The folder's client, who is notified of requests about contacts. */
  clientId: string | null
}

/** Creates the request and notifies the administrators. Throws 409 if one is pending already. Lock the folder first. */
export async function requestAccess(tx: Tx, actor: Actor, input: AccessRequestInput): Promise<string> {
  const { clientFolderId, kind, userId, email, contact, clientId } = input
  const waiting = await tx.maybe(sql`
    select from folder_access_requests
    where client_folder_id = ${clientFolderId} and kind = ${kind} and status = 'pending'
      ${kind === 'client' ? sql`` : sql`and user_id = ${userId}`}`)
  if (waiting !== null)
    throw conflict(
      'A request is already waiting for an administrator. Withdraw it before you send another.',
      kind === 'contact' ? 'email' : 'clientId',
    )
  const id = newId()
  await tx.run(sql`
    insert into folder_access_requests (id, client_folder_id, kind, user_id, email, name, money, documents, messages, sign, requested_by_id,
      created_at, updated_at)
    values (${id}, ${clientFolderId}, ${kind}, ${userId}, ${email}, ${contact?.name ?? null}, ${contact?.money ?? false},
      ${contact?.documents ?? false}, ${contact?.messages ?? false}, ${contact?.sign ?? false}, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record(
    { action: 'folder-access.requested', id, clientFolderId, details: { kind } },
    {
      type: 'folder-access-requests',
      id,
      clientFolderId,
      teamOnly: true,
      userIds: kind === 'contact' ? [clientId] : [],
    },
  )
  for (const administrator of await activeAdministrators(tx)) tx.mail(accessRequested(administrator, clientFolderId))
  return id
}
