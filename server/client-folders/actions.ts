import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import { type Actor, team } from '../../domain/actor.ts'
import {
  assertCanChangeClient,
  assertCanChangeFolder,
  type ClientFolder,
  type ClientFolderChange,
  type ClientFolderInput,
  type ClientFolderView,
  staffOfNewFolder,
} from '../../domain/client-folder.ts'
import { sectorOf } from '../../domain/audience.ts'
import { invalid, DomainError } from '../../domain/errors.ts'
import { assertReauthenticated } from '../../domain/session.ts'
import type { ServiceRequest } from '../../domain/service-request.ts'
import { allowedActions } from '../../domain/service-request.ts'
import { accountByEmail, accountById, requestAccess } from '../folder-access-requests/file.ts'
import type { Tx } from '../kit/db.ts'
import type { Session } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { requestFor } from '../service-requests/queries.ts'
import { removeAsMember } from '../folder-members/actions.ts'
import { removeAsContact } from '../folder-contacts/actions.ts'
import type { NewClient } from '../users/actions.ts'
import { activeStaffOr400 } from '../users/queries.ts'
import { accessEnded, folderAssigned, folderOpened } from './emails.ts'
import { folderFor, hasContent, viewed } from './queries.ts'
import { typed } from '../kit/row-types.ts'

/** A folder from an imported file: more about its client, and no email about each folder. */
interface ImportedFolder {
  person: NewClient
  invites: boolean
}

export async function createClientFolder(
  tx: Tx,
  actor: Actor,
  input: ClientFolderInput,
  imported?: ImportedFolder,
): Promise<ClientFolderView> {
  const assignedStaffId = staffOfNewFolder(actor, input)
  const staff = assignedStaffId === actor.id ? null : await activeStaffOr400(tx, assignedStaffId)
  const request = input.serviceRequestId ? await acceptedRequestOr400(tx, actor, input.serviceRequestId) : null
  const named = await clientOf(tx, actor, input, imported ?? request)
  const client = named === null || named.needsConfirmation ? null : named
  const id = newId()
  await tx.run(sql`
    insert into client_folders (id, name, client_id, assigned_staff_id, services, service_request_id, sector, created_by_id,
      created_at, updated_at)
    values (${id}, ${input.name}, ${client?.userId ?? null}, ${assignedStaffId}, ${input.services}, ${request?.id ?? null},
      ${sectorOf(request?.industry ?? null)}, ${actor.id},
      ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'client-folder.created',
      id,
      clientFolderId: id,
      details: { assignedStaffId, clientId: client?.userId ?? null, serviceRequestId: request?.id ?? null },
    },
    { type: 'client-folders', id, clientFolderId: id },
    ...(request ? [{ type: 'service-requests' as const, id: request.id, roles: team }] : []),
  )
  if (staff !== null && imported === undefined) tx.mail(folderAssigned(staff, id))
  if (named?.needsConfirmation) {
    const email = input.clientId ? null : (input.clientEmail ?? request?.email ?? null)
    await requestAccess(tx, actor, { clientFolderId: id, kind: 'client', userId: named.userId, email, clientId: null })
  }
  const folder = await folderFor(tx, actor, id, { part: 'folder' })
  // An invited client has an invitation email already, and it leads to the folder as well.
  if (client !== null && !client.invited && imported?.invites !== false) tx.mail(folderOpened(folder))
  return viewed(folder, actor)
}

async function acceptedRequestOr400(tx: Tx, actor: Actor, id: string): Promise<ServiceRequest> {
  const unusable = () => invalid('serviceRequestId', 'Choose a request in progress that doesn’t have a folder yet.')
  const request = await requestFor(tx, actor, id, { lock: true }).catch((error: unknown) => {
    throw error instanceof DomainError ? unusable() : error
  })
  if (!allowedActions(request, actor).includes('open-folder')) throw unusable()
  return request
}

async function clientOf(
  tx: Tx,
  actor: Actor,
  input: ClientFolderInput,
  request: ServiceRequest | ImportedFolder | null,
) {
  const at = { path: 'clientEmail', members: [] } as const
  if (request !== null && 'person' in request) return accountByEmail(tx, actor, request.person, at, request)
  if (input.clientId) return accountById(tx, actor, input.clientId)
  if (input.clientEmail) return accountByEmail(tx, actor, { email: input.clientEmail, company: input.name }, at)
  if (request === null) return null
  const { email, firstName, lastName, phone, businessName: company } = request
  return accountByEmail(tx, actor, { email, firstName, lastName, phone, company }, at)
}

export async function changeClientFolder(
  tx: Tx,
  actor: Session,
  id: string,
  { reason = null, ...asked }: ClientFolderChange,
  ifMatch: IfMatch,
): Promise<ClientFolderView> {
  const before = await folderFor(tx, actor, id, { lock: 'change', part: 'folder' })
  assertCanChangeFolder(before, actor, asked)
  const newLead = asked.assignedStaffId === before.assignedStaffId ? undefined : asked.assignedStaffId
  if (newLead !== undefined) assertReauthenticated(actor, tx.now)
  assertVersion(before, ifMatch)
  const change = await withClient(tx, actor, before, asked, reason)
  if (newLead !== undefined) tx.mail(folderAssigned(await activeStaffOr400(tx, newLead), id))
  const after = { ...before, ...change }
  await tx.run(sql`
    update client_folders set name = ${after.name}, services = ${after.services}, status = ${after.status},
      assigned_staff_id = ${after.assignedStaffId}, client_id = ${after.clientId},
      creator_has_access = creator_has_access and assigned_staff_id = ${after.assignedStaffId},
      had_client = had_client or client_id is distinct from ${after.clientId} and client_id is not null, tax_exempt = ${after.taxExempt},
      tax_exemption_number = ${after.taxExemptionNumber}, purchase_order_number = ${after.purchaseOrderNumber},
      pays_online = ${after.paysOnline}, reminders_paused = ${after.remindersPaused}, address = ${after.address},
      head_count = ${after.headCount}, sector = ${after.sector}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    {
      action: 'client-folder.changed',
      id,
      clientFolderId: id,
      details: changed(before, after),
    },
    // Also refreshes the people who lose access, who then get a 404.
    {
      type: 'client-folders',
      id,
      clientFolderId: id,
      userIds: (['clientId', 'assignedStaffId'] as const)
        .filter((member) => before[member] !== after[member])
        .map((member) => before[member]),
    },
  )
  if (before.clientId !== null && after.clientId !== before.clientId)
    await recordClientChange(tx, actor, before, after.clientId, reason)
  if (newLead !== undefined) await removeAsMember(tx, newLead, [id])
  const isGiven = after.clientId !== null && after.clientId !== before.clientId
  if (isGiven) await removeAsContact(tx, after)
  const folder = await folderFor(tx, actor, id, { part: 'folder' })
  if (isGiven) tx.mail(folderOpened(folder))
  return viewed(folder, actor)
}

const HadClientRow = z.object({ hadClient: z.boolean() })

/**
 * The part of the change that takes effect now: an account that needs an administrator's approval is only requested,
 * and is not the client yet. Throws 403 or 400 if the client of a folder with content is changed by anyone but an
 * administrator who reauthenticated and gave a reason.
 */
async function withClient(
  tx: Tx,
  actor: Session,
  before: ClientFolder,
  change: Omit<ClientFolderChange, 'reason'>,
  reason: string | null,
): Promise<Omit<ClientFolderChange, 'reason'>> {
  const { clientId, ...rest } = change
  if (clientId === undefined || clientId === before.clientId) return rest
  const { hadClient } = await tx.one(typed(HadClientRow)`
    select had_client or client_id is not null as "hadClient" from client_folders where id = ${before.id}`)
  if (hadClient && (await hasContent(tx, before.id))) {
    assertCanChangeClient(actor, reason)
    assertReauthenticated(actor, tx.now)
  }
  if (clientId === null) return change
  const { userId, needsConfirmation } = await accountById(tx, actor, clientId)
  if (!needsConfirmation) return change
  await requestAccess(tx, actor, { clientFolderId: before.id, kind: 'client', userId, email: null, clientId: null })
  return rest
}

/** Audits who was replaced, by whom, and why, and notifies the client who lost access. */
async function recordClientChange(
  tx: Tx,
  actor: Actor,
  before: ClientFolder,
  to: string | null,
  reason: string | null,
) {
  await storeClientChange(tx, actor, before, to, reason)
  if (before.clientEmail !== null)
    tx.mail(accessEnded({ email: before.clientEmail, userId: before.clientId, name: before.clientName }))
}

export const storeClientChange = (
  tx: Tx,
  actor: Actor,
  { id, clientId }: Pick<ClientFolder, 'id' | 'clientId'>,
  to: string | null,
  reason: string | null,
): Promise<number> =>
  tx.run(sql`
    insert into client_changes (id, client_folder_id, from_user_id, to_user_id, reason, changed_by_id, created_at)
    values (${newId()}, ${id}, ${clientId}, ${to}, ${reason}, ${actor.id}, ${tx.now})`)

const ClientRow = z.object({ clientName: z.string().nullable(), clientEmail: z.string() })

/** Sets the client of a folder that has none, or no content. The caller has locked the folder. */
export async function setClient(tx: Tx, before: ClientFolder, clientId: string): Promise<void> {
  const after = { ...before, clientId }
  await tx.run(sql`
    update client_folders set client_id = ${clientId}, had_client = had_client or client_id is not null, version = version + 1,
      updated_at = ${tx.now}
    where id = ${before.id}`)
  tx.record(
    {
      action: 'client-folder.changed',
      id: before.id,
      clientFolderId: before.id,
      details: changed(before, after),
    },
    { type: 'client-folders', id: before.id, clientFolderId: before.id, userIds: [before.clientId] },
  )
  await removeAsContact(tx, after)
  const client = await tx.one(typed(ClientRow)`
    select person_name(first_name, last_name) as "clientName", email as "clientEmail" from users where id = ${clientId}`)
  tx.mail(folderOpened({ ...after, ...client }))
}

/** The names of the fields that changed, with before and after where the value is an id or a status. */
function changed(before: ClientFolder, after: ClientFolder) {
  const fields = (Object.keys(after) as (keyof ClientFolder)[]).filter((key) => before[key] !== after[key])
  const telling = fields.filter((key) =>
    ['status', 'assignedStaffId', 'clientId', 'taxExempt', 'paysOnline', 'remindersPaused'].includes(key),
  )
  const pick = (folder: ClientFolder) => Object.fromEntries(telling.map((key) => [key, folder[key]]))
  return { fields, before: pick(before), after: pick(after) }
}
