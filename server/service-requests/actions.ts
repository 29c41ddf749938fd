import sql from 'sql-template-tag'
import { randomInt } from 'node:crypto'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { isClient, team } from '../../domain/actor.ts'
import {
  assertCanAssignRequest,
  assertCanMarkAsNotSpam,
  changeStatus,
  looksLikeSpam,
  type RequestState,
  type ServiceRequest,
  type ServiceRequestSubmission,
  type ServiceRequestView,
  type StatusChange,
  servicesAfter,
  type SubmittedRequest,
} from '../../domain/service-request.ts'
import { assertNotArchived, type ClientFolder } from '../../domain/client-folder.ts'
import { invalid } from '../../domain/errors.ts'
import { newReference, statusPath } from '../../domain/request-status.ts'
import { namesOfOffered } from '../../domain/service-catalog.ts'
import { currentServices } from '../firm-settings/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { activeStaffOr400 } from '../users/queries.ts'
import { requestAssigned, requestSubmitted, requestReceived } from './emails.ts'
import { administratorsToNotify, requestToChange, unsafeRequestToChange, viewed } from './queries.ts'

/**
 * Notifies the complete team, because staff no longer see a request that someone else accepted. A request of an existing
 * client is seen with its folder, and by contacts who see its money.
 */
export const requestChange = ({
  id,
  existingFolderId: clientFolderId,
}: Pick<ServiceRequest, 'id' | 'existingFolderId'>): ChangeEvent =>
  clientFolderId === null
    ? { type: 'service-requests', id, roles: team }
    : { type: 'service-requests', id, clientFolderId, part: 'work', contactPart: 'money' }

export async function submitServiceRequest(
  tx: Tx,
  actor: Actor | null,
  input: ServiceRequestSubmission,
): Promise<SubmittedRequest> {
  const id = newId()
  const token = newSecret()
  const isSuspectedSpam = looksLikeSpam(input, actor)
  const isPublic = actor === null || isClient(actor)
  const serviceNames = namesOfOffered(await currentServices(tx), input.services, isPublic)
  await tx.run(sql`
    insert into service_requests (id, reference, status_token_hash, business_name, first_name, last_name, email, phone, website, services, service_names,
      needs_description, business_goals, industry, company_size, is_suspected_spam, created_at, updated_at)
    values (${id}, ${newReference(randomInt)}, ${hashOf(token)}, ${input.businessName}, ${input.firstName}, ${input.lastName}, ${input.email}, ${input.phone}, ${input.website},
      ${input.services}, ${serviceNames}, ${input.needsDescription}, ${input.businessGoals}, ${input.industry}, ${input.companySize}, ${isSuspectedSpam},
      ${tx.now}, ${tx.now})`)
  const details = isSuspectedSpam ? { isSuspectedSpam } : {}
  tx.record({ action: 'service-request.submitted', id, details }, requestChange({ id, existingFolderId: null }))
  // The sender can't tell a suspected request from any other.
  const request = { ...(await unsafeRequestToChange(tx, id)), isSuspectedSpam: false }
  if (!isSuspectedSpam) await notifyAdministrators(tx, actor)
  tx.mail(requestReceived(request, token))
  const view = actor === null ? { ...request, allowed: [] } : viewed(request, actor)
  return { ...view, statusPath: statusPath(token) }
}

async function notifyAdministrators(tx: Tx, actor: Actor | null) {
  for (const administrator of await administratorsToNotify(tx, actor)) tx.mail(requestSubmitted(administrator))
}

export async function markRequestAsNotSpam(
  tx: Tx,
  actor: Actor,
  id: string,
  ifMatch: IfMatch,
): Promise<ServiceRequestView> {
  const { request } = await requestToChange(tx, actor, id)
  assertCanMarkAsNotSpam(request, actor)
  assertVersion(request, ifMatch)
  await tx.run(sql`
    update service_requests set is_suspected_spam = false, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record({ action: 'service-request.not-spam', id }, requestChange(request))
  await notifyAdministrators(tx, actor)
  return viewed(await unsafeRequestToChange(tx, id), actor)
}

export async function changeRequestStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  change: StatusChange,
  ifMatch: IfMatch,
): Promise<ServiceRequestView> {
  const { request, folder } = await requestToChange(tx, actor, id)
  const { status, assignedStaffId } = changeStatus(request, actor, change)
  assertVersion(request, ifMatch)
  assertWorksIn(folder, actor, assignedStaffId)
  if (folder !== null && request.status === 'pending' && status === 'in-progress')
    await addServices(tx, folder, request)
  if (assignedStaffId !== null && assignedStaffId !== request.assignedStaffId && assignedStaffId !== actor.id)
    tx.mail(requestAssigned(await activeStaffOr400(tx, assignedStaffId), request))
  return save(tx, actor, request, { status, assignedStaffId })
}

export async function assignRequest(
  tx: Tx,
  actor: Actor,
  id: string,
  assignedStaffId: string,
  ifMatch: IfMatch,
): Promise<ServiceRequestView> {
  const { request, folder } = await requestToChange(tx, actor, id)
  assertCanAssignRequest(request, actor)
  assertVersion(request, ifMatch)
  assertWorksIn(folder, actor, assignedStaffId)
  const staff = await activeStaffOr400(tx, assignedStaffId)
  if (assignedStaffId !== request.assignedStaffId) tx.mail(requestAssigned(staff, request))
  return save(tx, actor, request, { status: 'in-progress', assignedStaffId })
}

/** Refuses 400 an assignee who doesn't see the folder of an existing client, and so couldn't see the request. */
function assertWorksIn(folder: ClientFolder | null, actor: Actor, staffId: string | null) {
  if (folder === null || staffId === null || staffId === actor.id || staffId === folder.assignedStaffId) return
  if (folder.creatorHasAccess && staffId === folder.createdById) return
  if (!folder.colleagues.some(({ userId }) => userId === staffId))
    throw invalid('assignedStaffId', 'This person doesn’t work in the client’s folder. Add them to its team first.')
}

/** To the folder of an existing client. Throws 409 if it was archived. */
async function addServices(tx: Tx, folder: ClientFolder, { id, serviceNames }: ServiceRequest) {
  assertNotArchived(folder)
  await tx.run(sql`
    update client_folders set services = ${servicesAfter(folder.services, serviceNames)}, version = version + 1, updated_at = ${tx.now}
    where id = ${folder.id}`)
  tx.record(
    {
      action: 'client-folder.changed',
      id: folder.id,
      clientFolderId: folder.id,
      details: { fields: ['services'], serviceRequestId: id },
    },
    { type: 'client-folders', id: folder.id, clientFolderId: folder.id },
  )
}

async function save(tx: Tx, actor: Actor, before: ServiceRequest, after: RequestState): Promise<ServiceRequestView> {
  const isAccepted = before.status === 'pending' && after.status === 'in-progress'
  await tx.run(sql`
    update service_requests
    set status = ${after.status}, assigned_staff_id = ${after.assignedStaffId},
      ${isAccepted ? sql`accepted_at = ${tx.now}, accepted_by_id = ${after.assignedStaffId ?? actor.id},` : sql``}
      ${after.status === 'in-progress' ? sql`` : sql`ended_at = ${tx.now},`} version = version + 1, updated_at = ${tx.now}
    where id = ${before.id}`)
  const { status, assignedStaffId } = before
  tx.record(
    {
      action: `service-request.${after.status}`,
      id: before.id,
      details: { before: { status, assignedStaffId }, after },
    },
    requestChange(before),
  )
  return viewed(await unsafeRequestToChange(tx, before.id), actor)
}
