import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listServiceRequests as endpoint } from '../../api/service-requests.ts'
import { type Actor, isAdministrator, isClient } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import {
  allowedActions,
  excerptLength,
  maySeeRequest,
  ActionFacts,
  ServiceRequest,
  ServiceRequestSummary,
} from '../../domain/service-request.ts'
import { folderFor, isInVisibleFolder } from '../client-folders/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { Recipient } from '../kit/record.ts'
import { newRequest } from './emails.ts'
import { JsonRow, toJsonPage } from '../kit/json-page.ts'
import { containing, pageOf, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { referenceIn } from '../../domain/request-status.ts'

const own = sql`
  r.id, r.reference, r.business_name as "businessName", r.first_name as "firstName", r.last_name as "lastName", r.email, r.phone, r.services, r.service_names as "serviceNames",
  r.status, r.is_suspected_spam as "isSuspectedSpam", r.assigned_staff_id as "assignedStaffId",
  person_name(holder.first_name, holder.last_name) as "assignedStaffName", r.existing_folder_id as "existingFolderId",
  existing.name as "existingFolderName", r.merged_into_id as "mergedIntoId", r.version, iso(r.created_at) as "createdAt", iso(r.updated_at) as "updatedAt"`

// Measuring the length of every description would cost more than the rest of the list.
const summary = sql`${own},
  case when octet_length(r.needs_description) > ${excerptLength}::int then left(r.needs_description, ${excerptLength}::int)
    else r.needs_description end as "needsDescription"`

const columns = sql`${own}, f.id as "clientFolderId", r.needs_description as "needsDescription", r.website, r.business_goals as "businessGoals", r.industry,
  r.company_size as "companySize"`

const tables = sql`
  service_requests r left join users holder on holder.id = r.assigned_staff_id
    left join client_folders f on f.service_request_id = r.id
    left join client_folders existing on existing.id = r.existing_folder_id`

/** SQL condition: a request (alias `r`) waits among the suspected spam. */
const isSetApart = sql`(r.is_suspected_spam and r.status = 'pending')`

/**
 * SQL condition: the requests that the actor may see; those of an existing client with its folder. For a single row the
 * rule is `maySeeRequest`; a test checks that both agree.
 * @param r the alias of the requests
 */
export function visibleRequests(actor: Actor, r = 'r'): Sql {
  const row = raw(r)
  return seenRequests(actor, r, sql`and (${row}.status = 'pending' or ${row}.assigned_staff_id = ${actor.id})`)
}

/** The same among pending requests. It reads only columns that their index has, so counting them reads no rows. */
export const visiblePendingRequests = (actor: Actor, r = 'r'): Sql => seenRequests(actor, r, sql``)

/** @param open the rest of the condition on a request of no existing client */
function seenRequests(actor: Actor, r: string, open: Sql): Sql {
  if (isAdministrator(actor)) return sql`true`
  if (isClient(actor) || !mayUsePart(actor, 'work')) return sql`false`
  const folder = raw(`${r}.existing_folder_id`)
  return sql`(${folder} is null ${open} or ${isInVisibleFolder(actor, folder, 'work')})`
}

export const viewed = <T extends ActionFacts>(request: T, actor: Actor) => ({
  ...request,
  allowed: allowedActions(request, actor),
})

const ListedRequest = ServiceRequestSummary.omit({ allowed: true })
const ListRow = JsonRow.extend(ActionFacts.shape)

export async function listServiceRequests(
  db: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ServiceRequestSummary>> {
  const { q, status, assignedStaffId, suspectedSpam, order } = query
  const rows = await db.rows(typed(ListRow)`
    select found.id, row_to_json(found)::text as json, found.status, found."isSuspectedSpam", found."assignedStaffId", found."clientFolderId",
      found."existingFolderId"
    from (
    select ${summary}, f.id as "clientFolderId" from ${tables}
    where ${visibleRequests(actor)} and ${suspectedSpam ? isSetApart : sql`not ${isSetApart}`}
      ${status ? sql`and r.status = ${status}` : sql``}
      ${assignedStaffId ? sql`and r.assigned_staff_id = ${assignedStaffId}` : sql``}
      ${q ? sql`and ${matching(q)}` : sql``}
      ${pageOf(sql`r.id`, query, order)}
    ) found order by found.id ${order === 'newest' ? sql`desc` : sql`asc`}`)
  return toJsonPage(ListedRequest, rows, query, (facts) => ({ allowed: allowedActions(facts, actor) }))
}

/** By words, or by the reference that someone gives on the phone. */
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
  if (request.existingFolderId !== null) await folderFor(reader, actor, request.existingFolderId, { part: 'work' })
  return request
}

/** Locked for a change, without an access check. */
export async function unsafeRequestToChange(tx: Tx, id: string): Promise<ServiceRequest> {
  return unsafeRequest(tx, id, { lock: true })
}

const ExistingFolderRow = z.object({ id: z.string().nullable() })

/**
 * Locked for a change, after the folder of an existing client, which the actor must see. The domain checks the rest for each
 * action, because the loser of a race to accept learns who won although they may no longer see the request.
 */
export async function requestToChange(tx: Tx, actor: Actor, id: string) {
  const of = await tx.maybe(
    typed(ExistingFolderRow)`select existing_folder_id as id from service_requests where id = ${id}`,
  )
  const folder = of?.id == null ? null : await folderFor(tx, actor, of.id, { lock: 'change', part: 'work' })
  return { request: await unsafeRequestToChange(tx, id), folder }
}

async function unsafeRequest(reader: Reader, id: string, { lock }: { lock: boolean }): Promise<ServiceRequest> {
  // Locked before reading, so that a concurrent transaction's writes are visible.
  if (lock) await reader.maybe(sql`select id from service_requests where id = ${id} for update`)
  const request = await reader.maybe(typed(ServiceRequest)`select ${columns} from ${tables} where r.id = ${id}`)
  if (request === null) throw notFound()
  return request
}

const quietMinutes = 15

/** Administrators to notify of a new request, each once for several unread requests. */
export const administratorsToNotify = (tx: Tx, actor: Actor | null): Promise<Recipient[]> =>
  tx.rows(typed(Recipient)`
    select u.id as "userId", u.email, u.first_name as name from users u
    where u.role in ('admin', 'master-admin') and u.is_active and u.id is distinct from ${actor?.id ?? null}::uuid
      and not exists (
        select from notifications n
        where n.user_id = u.id and n.about = ${newRequest} and n.read_at is null
          and n.created_at > ${new Date(tx.now.getTime() - quietMinutes * 60_000)})
    order by u.id`)
