import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import {
  type AccessRequestDecision,
  assertCanDecide,
  type FolderAccessRequest,
  type FolderAccessRequestView,
} from '../../domain/folder-access-request.ts'
import { conflict } from '../../domain/errors.ts'
import { setClient } from '../client-folders/actions.ts'
import { folderFor, hasContent } from '../client-folders/queries.ts'
import { insertContact } from '../folder-contacts/actions.ts'
import type { Tx } from '../kit/db.ts'
import { Recipient } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { accessDecided } from './emails.ts'
import { accessRequestFor } from './queries.ts'
import { typed } from '../kit/row-types.ts'

const AskerRow = Recipient.extend({ role: z.string() })

export async function decideAccessRequest(
  tx: Tx,
  actor: Actor,
  id: string,
  { status }: AccessRequestDecision,
  ifMatch: IfMatch,
): Promise<FolderAccessRequestView> {
  const { clientFolderId } = await accessRequestFor(tx, actor, id)
  // Every change of a folder's members takes this lock, so that the request is read after concurrent changes.
  const folder = await folderFor(tx, actor, clientFolderId, { lock: 'change', part: 'folder' })
  const request = await accessRequestFor(tx, actor, id)
  assertCanDecide(request, actor, status)
  assertVersion(request, ifMatch)
  if (status === 'confirmed') await confirm(tx, actor, folder, request)
  await tx.run(sql`
    update folder_access_requests set status = ${status}, decided_by_id = ${actor.id}, decided_at = ${tx.now}, version = version + 1,
      updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    {
      action: `folder-access.${status}`,
      id,
      clientFolderId,
      details: { kind: request.kind },
    },
    {
      type: 'folder-access-requests',
      id,
      clientFolderId,
      teamOnly: true,
      userIds: [request.requestedById, folder.clientId],
    },
    { type: 'client-folders', id: clientFolderId, clientFolderId, teamOnly: true },
  )
  if (status !== 'withdrawn' && request.requestedById !== actor.id) {
    const asker = await tx.one(typed(AskerRow)`
      select id as "userId", email, first_name as name, role from users where id = ${request.requestedById}`)
    const { role, ...to } = asker
    tx.mail(accessDecided(to, clientFolderId, status, role !== 'client'))
  }
  return accessRequestFor(tx, actor, id)
}

const UserIdRow = z.object({ userId: z.string() })

async function confirm(tx: Tx, actor: Actor, folder: ClientFolder, request: FolderAccessRequest): Promise<void> {
  assertNotArchived(folder)
  const account = await tx.maybe(typed(UserIdRow)`
    select u.id as "userId" from folder_access_requests r join users u on u.id = r.user_id
    where r.id = ${request.id} and u.role = 'client' and u.is_active for share of u`)
  if (account === null)
    throw conflict('This account is deactivated or isn’t a client account. Reactivate it, or decline the request.')
  const { userId } = account
  if (request.kind === 'client') {
    if (folder.clientId !== null && (await hasContent(tx, folder.id)))
      throw conflict(
        'This folder has a client and content. Decline the request, then change the client on the folder page.',
      )
    return setClient(tx, folder, userId)
  }
  const { name, email, money, documents, messages, sign, requestedById } = request
  await insertContact(tx, actor, folder, {
    userId,
    name: name ?? '',
    email: email ?? '',
    money,
    documents,
    messages,
    sign,
    addedById: requestedById,
    invited: false,
  })
}
