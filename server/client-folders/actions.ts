import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import { type Actor, team } from '../../domain/actor.ts'
import {
  changeFolder,
  type ClientFolder,
  type ClientFolderChange,
  type ClientFolderInput,
  type ClientFolderView,
  staffOfNewFolder,
} from '../../domain/client-folder.ts'
import { sectorOf } from '../../domain/audience.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { expectProof } from '../../domain/session.ts'
import type { ServiceRequest } from '../../domain/service-request.ts'
import { allowedMoves } from '../../domain/service-request.ts'
import type { Tx } from '../kit/db.ts'
import type { Session } from '../kit/session.ts'
import { expectVersion } from '../kit/version.ts'
import { requestFor } from '../service-requests/queries.ts'
import { removeAsContact } from '../folder-contacts/actions.ts'
import { clientByEmail } from '../users/actions.ts'
import { activeClientOr400, activeStaffOr400 } from '../users/queries.ts'
import { folderAssigned, folderOpened } from './emails.ts'
import { folderFor, viewed } from './queries.ts'

export async function createClientFolder(tx: Tx, actor: Actor, input: ClientFolderInput): Promise<ClientFolderView> {
  const assignedStaffId = staffOfNewFolder(actor, input)
  const staff = assignedStaffId === actor.id ? null : await activeStaffOr400(tx, assignedStaffId)
  const request = input.serviceRequestId ? await acceptedRequestOr400(tx, actor, input.serviceRequestId) : null
  const client = await clientOf(tx, actor, input, request)
  const id = newId()
  await tx.run(sql`
    insert into client_folders (id, name, client_id, assigned_staff_id, services, service_request_id, sector, created_by_id,
      created_at, updated_at)
    values (${id}, ${input.name}, ${client?.id ?? null}, ${assignedStaffId}, ${input.services}, ${request?.id ?? null},
      ${sectorOf(request?.industry ?? null)}, ${actor.id},
      ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'client-folder.created',
      type: 'client-folders',
      id,
      clientFolderId: id,
      details: { assignedStaffId, clientId: client?.id ?? null, serviceRequestId: request?.id ?? null },
    },
    { type: 'client-folders', id, clientFolderId: id },
    ...(request ? [{ type: 'service-requests', id: request.id, roles: team }] : []),
  )
  if (staff !== null) tx.mail(folderAssigned(staff, id))
  const folder = await folderFor(tx, actor, id)
  // Whoever was just invited has that letter; it leads to the folder as well.
  if (client !== null && !client.invited) tx.mail(folderOpened(folder))
  return viewed(folder, actor)
}

async function acceptedRequestOr400(tx: Tx, actor: Actor, id: string): Promise<ServiceRequest> {
  const unusable = () => invalid('serviceRequestId', 'Please choose a request in progress that has no folder yet.')
  const request = await requestFor(tx, actor, id, { lock: true }).catch((error: unknown) => {
    throw error instanceof Refusal ? unusable() : error
  })
  if (!allowedMoves(request, actor).includes('open-folder')) throw unusable()
  return request
}

async function clientOf(tx: Tx, actor: Actor, input: ClientFolderInput, request: ServiceRequest | null) {
  if (input.clientId) {
    await activeClientOr400(tx, input.clientId)
    return { id: input.clientId, invited: false }
  }
  if (input.clientEmail) return clientByEmail(tx, actor, { email: input.clientEmail, company: input.name })
  if (request === null) return null
  const { email, firstName, lastName, phone, businessName: company } = request
  return clientByEmail(tx, actor, { email, firstName, lastName, phone, company })
}

export async function changeClientFolder(
  tx: Tx,
  actor: Session,
  id: string,
  change: ClientFolderChange,
  ifMatch: number | null,
): Promise<ClientFolderView> {
  const before = await folderFor(tx, actor, id, { lock: 'change', part: 'folder' })
  changeFolder(before, actor, change)
  const newLead = change.assignedStaffId === before.assignedStaffId ? undefined : change.assignedStaffId
  if (newLead !== undefined) expectProof(actor, tx.now)
  expectVersion(before, ifMatch)
  if (newLead !== undefined) tx.mail(folderAssigned(await activeStaffOr400(tx, newLead), id))
  if (change.clientId && change.clientId !== before.clientId) await activeClientOr400(tx, change.clientId)
  const after = { ...before, ...change }
  await tx.run(sql`
    update client_folders set name = ${after.name}, services = ${after.services}, status = ${after.status},
      assigned_staff_id = ${after.assignedStaffId}, client_id = ${after.clientId}, tax_exempt = ${after.taxExempt},
      tax_exemption_number = ${after.taxExemptionNumber}, purchase_order_number = ${after.purchaseOrderNumber},
      reminders_paused = ${after.remindersPaused}, head_count = ${after.headCount},
      sector = ${after.sector}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    {
      action: 'client-folder.changed',
      type: 'client-folders',
      id,
      clientFolderId: id,
      details: changed(before, after),
    },
    // Those who lose it look again as well, and find it gone.
    { type: 'client-folders', id, clientFolderId: id, userIds: [before.clientId, before.assignedStaffId] },
  )
  const isGiven = after.clientId !== null && after.clientId !== before.clientId
  if (isGiven) await removeAsContact(tx, after)
  const folder = await folderFor(tx, actor, id)
  if (isGiven) tx.mail(folderOpened(folder))
  return viewed(folder, actor)
}

/** The names of the fields that changed, with before and after where the value is an id or a status. */
function changed(before: ClientFolder, after: ClientFolder) {
  const fields = (Object.keys(after) as (keyof ClientFolder)[]).filter((key) => before[key] !== after[key])
  const telling = fields.filter((key) =>
    ['status', 'assignedStaffId', 'clientId', 'taxExempt', 'remindersPaused'].includes(key),
  )
  const pick = (folder: ClientFolder) => Object.fromEntries(telling.map((key) => [key, folder[key]]))
  return { fields, before: pick(before), after: pick(after) }
}
