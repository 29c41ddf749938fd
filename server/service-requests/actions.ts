import sql from 'sql-template-tag'
import { randomInt } from 'node:crypto'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { team } from '../../domain/actor.ts'
import {
  assertCanAssignRequest,
  changeStatus,
  type RequestState,
  type ServiceRequest,
  type ServiceRequestInput,
  type ServiceRequestView,
  type StatusChange,
  type SubmittedRequest,
} from '../../domain/service-request.ts'
import { newReference, statusPath } from '../../domain/request-status.ts'
import type { Tx } from '../kit/db.ts'
import type { Look } from '../kit/record.ts'
import { hashOf, newSecret } from '../kit/session.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { activeStaffOr400 } from '../users/queries.ts'
import { requestAssigned, requestCameIn, requestReceived } from './emails.ts'
import { administratorsToTell, unsafeRequestToMove, viewed } from './queries.ts'

/** The whole team looks again: staff lose sight of a request that somebody else accepted. */
const requestLook = (id: string): Look => ({ type: 'service-requests', id, roles: team })

export async function submitServiceRequest(
  tx: Tx,
  actor: Actor | null,
  input: ServiceRequestInput,
): Promise<SubmittedRequest> {
  const id = newId()
  const token = newSecret()
  await tx.run(sql`
    insert into service_requests (id, reference, status_token_hash, business_name, first_name, last_name, email, phone, website, services, needs_description,
      business_goals, industry, company_size, created_at, updated_at)
    values (${id}, ${newReference(randomInt)}, ${hashOf(token)}, ${input.businessName}, ${input.firstName}, ${input.lastName}, ${input.email}, ${input.phone}, ${input.website},
      ${input.services}, ${input.needsDescription}, ${input.businessGoals}, ${input.industry}, ${input.companySize},
      ${tx.now}, ${tx.now})`)
  tx.record({ action: 'service-request.submitted', id }, requestLook(id))
  const request = await unsafeRequestToMove(tx, id)
  for (const administrator of await administratorsToTell(tx, actor)) tx.mail(requestCameIn(administrator))
  tx.mail(requestReceived(request, token))
  const view = actor === null ? { ...request, allowed: [] } : viewed(request, actor)
  return { ...view, statusPath: statusPath(token) }
}

export async function changeRequestStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  change: StatusChange,
  ifMatch: IfMatch,
): Promise<ServiceRequestView> {
  const request = await unsafeRequestToMove(tx, id)
  const { status, assignedStaffId } = changeStatus(request, actor, change)
  assertVersion(request, ifMatch)
  if (assignedStaffId !== null && assignedStaffId !== request.assignedStaffId && assignedStaffId !== actor.id)
    tx.mail(requestAssigned(await activeStaffOr400(tx, assignedStaffId)))
  return save(tx, actor, request, { status, assignedStaffId })
}

export async function assignRequest(
  tx: Tx,
  actor: Actor,
  id: string,
  assignedStaffId: string,
  ifMatch: IfMatch,
): Promise<ServiceRequestView> {
  const request = await unsafeRequestToMove(tx, id)
  assertCanAssignRequest(request, actor)
  assertVersion(request, ifMatch)
  const staff = await activeStaffOr400(tx, assignedStaffId)
  if (assignedStaffId !== request.assignedStaffId) tx.mail(requestAssigned(staff))
  return save(tx, actor, request, { status: 'in-progress', assignedStaffId })
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
    requestLook(before.id),
  )
  return viewed(await unsafeRequestToMove(tx, before.id), actor)
}
