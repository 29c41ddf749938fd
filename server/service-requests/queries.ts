import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listServiceRequests as endpoint } from '../../api/service-requests.ts'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import {
  allowedMoves,
  excerptLength,
  maySeeRequest,
  type MoveFacts,
  ServiceRequest,
  ServiceRequestSummary,
} from '../../domain/service-request.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { Addressee } from '../kit/record.ts'
import { newRequest } from './emails.ts'
import { containing, pageOf, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { referenceIn } from '../../domain/request-status.ts'

const own = sql`
  r.id, r.reference, r.business_name as "businessName", r.first_name as "firstName", r.last_name as "lastName", r.email, r.phone, r.services,
  r.status, r.assigned_staff_id as "assignedStaffId",
  person_name(holder.first_name, holder.last_name) as "assignedStaffName", r.version, iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

// Counting the characters of every description would cost more than the rest of the list together.
const summary = sql`${own},
  case when octet_length(r.needs_description) > ${excerptLength}::int then left(r.needs_description, ${excerptLength}::int)
    else r.needs_description end as "needsDescription"`

const folderId = sql`(select f.id from client_folders f where f.service_request_id = r.id) as "clientFolderId"`

const columns = sql`${own}, ${folderId}, r.needs_description as "needsDescription", r.website, r.business_goals as "businessGoals", r.industry,
  r.company_size as "companySize"`

const tables = sql`service_requests r left join users holder on holder.id = r.assigned_staff_id`

/** Which requests (alias `r`) are the actor's to see: the list's rule; a single row's is `maySeeRequest`, and a test holds them together. */
export const visibleRequests = (actor: Actor): Sql =>
  isAdministrator(actor) ? sql`true` : sql`(r.status = 'pending' or r.assigned_staff_id = ${actor.id})`

export const viewed = <T extends MoveFacts>(request: T, actor: Actor) => ({
  ...request,
  allowed: allowedMoves(request, actor),
})

const ListRow = ServiceRequestSummary.omit({ allowed: true })

export async function listServiceRequests(
  db: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ServiceRequestSummary>> {
  const { q, status, assignedStaffId, order } = query
  const rows = await db.rows(typed(ListRow)`
    select ${summary}, ${folderId} from ${tables}
    where ${visibleRequests(actor)}
      ${status ? sql`and r.status = ${status}` : sql``}
      ${assignedStaffId ? sql`and r.assigned_staff_id = ${assignedStaffId}` : sql``}
      ${q ? sql`and ${matching(q)}` : sql``}
      ${pageOf(sql`r.id`, query, order)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((request) => viewed(request, actor)), next }
}

/** By words, or by the reference that somebody says on the phone. */
function matching(q: string): Sql {
  const words = sql`(r.business_name || ' ' || r.first_name || ' ' || r.last_name || ' ' || r.email) ilike ${containing(q)}`
  const reference = referenceIn(q)
  return reference === null ? words : sql`(r.reference = ${reference} or ${words})`
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
  const request = await reader.maybe(typed(ServiceRequest)`select ${columns} from ${tables} where r.id = ${id}`)
  if (request === null) throw notFound()
  return request
}

const quietMinutes = 15

/** Who hears of a new request: administrators, each once for a burst of requests that they have not looked at yet. */
export const administratorsToTell = (tx: Tx, actor: Actor | null): Promise<Addressee[]> =>
  tx.rows(typed(Addressee)`
    select u.id as "userId", u.email, u.first_name as name from users u
    where u.role in ('admin', 'master-admin') and u.is_active and u.id is distinct from ${actor?.id ?? null}::uuid
      and not exists (
        select from notices n
        where n.user_id = u.id and n.about = ${newRequest} and n.read_at is null
          and n.created_at > ${new Date(tx.now.getTime() - quietMinutes * 60_000)})
    order by u.id`)
