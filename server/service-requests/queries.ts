import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listServiceRequests as endpoint } from '../../api/service-requests.ts'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { notFound } from '../../domain/refusal.ts'
import {
  allowedMoves,
  excerptLength,
  maySeeRequest,
  type MoveFacts,
  type ServiceRequest,
  type ServiceRequestView,
} from '../../domain/service-request.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { containing, pageOf, toPage, withAllowed, type Page, type WrittenItem } from '../kit/page.ts'

const shared = sql`
  r.id, r.business_name as "businessName", r.first_name as "firstName", r.last_name as "lastName", r.email, r.phone, r.services,
  r.status, r.assigned_staff_id as "assignedStaffId",
  person_name(holder.first_name, holder.last_name) as "assignedStaffName",
  (select f.id from client_folders f where f.service_request_id = r.id) as "clientFolderId",
  r.version, iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

// Counting the characters of every description would cost more than the rest of the list together.
const summary = sql`${shared},
  case when octet_length(r.needs_description) > ${excerptLength}::int then left(r.needs_description, ${excerptLength}::int)
    else r.needs_description end as "needsDescription"`

const columns = sql`${shared}, r.needs_description as "needsDescription", r.website, r.business_goals as "businessGoals", r.industry,
  r.company_size as "companySize"`

const tables = sql`service_requests r left join users holder on holder.id = r.assigned_staff_id`

/** The list's rule; a single row's is `maySeeRequest`, and a test holds them together. */
const visibleTo = (actor: Actor): Sql =>
  isAdministrator(actor) ? sql`true` : sql`(r.status = 'pending' or r.assigned_staff_id = ${actor.id})`

export const viewed = (request: ServiceRequest, actor: Actor): ServiceRequestView => ({
  ...request,
  allowed: allowedMoves(request, actor),
})

export async function listServiceRequests(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<WrittenItem>> {
  const { q, status, assignedStaffId, order } = query
  const rows = await reader.rows<WrittenItem & MoveFacts>(sql`
    select id, status, "assignedStaffId", "clientFolderId", row_to_json(request)::text as json from (
      select ${summary} from ${tables}
      where ${visibleTo(actor)}
        ${status ? sql`and r.status = ${status}` : sql``}
        ${assignedStaffId ? sql`and r.assigned_staff_id = ${assignedStaffId}` : sql``}
        ${q ? sql`and (r.business_name || ' ' || r.first_name || ' ' || r.last_name || ' ' || r.email) ilike ${containing(q)}` : sql``}
        ${pageOf(sql`r.id`, query, order)}
    ) request`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => withAllowed(row, allowedMoves(row, actor))), next }
}

export async function requestFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ServiceRequest> {
  const request = await unsafeRequest(reader, id, { lock })
  if (!maySeeRequest(request, actor)) throw notFound()
  return request
}

/**
 * Locked for a change, and not yet asked whether the actor may see it: the domain decides that move by move, because the
 * loser of an accept is told who won although the request is no longer theirs to see.
 */
export async function unsafeRequestToMove(tx: Tx, id: string): Promise<ServiceRequest> {
  return unsafeRequest(tx, id, { lock: true })
}

async function unsafeRequest(reader: Reader, id: string, { lock }: { lock: boolean }): Promise<ServiceRequest> {
  // Locked first, read then: what a transaction before us wrote about it is seen whole.
  if (lock) await reader.maybe(sql`select id from service_requests where id = ${id} for update`)
  const request = await reader.maybe<ServiceRequest>(sql`select ${columns} from ${tables} where r.id = ${id}`)
  if (request === null) throw notFound()
  return request
}
