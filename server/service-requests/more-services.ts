// Requests for more services by a client: submitted for a folder, and seen with it.
import { randomInt } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listRequestsOfFolder as endpoint } from '../../api/service-requests.ts'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { newReference } from '../../domain/request-status.ts'
import { namesOfOffered } from '../../domain/service-catalog.ts'
import { type MoreServicesInput, OwnServiceRequest } from '../../domain/service-request.ts'
import { folderFor, folderToAddTo } from '../client-folders/queries.ts'
import { currentServices } from '../firm-settings/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { requestChange } from './actions.ts'
import { moreServicesRequested } from './emails.ts'
import { administratorsToNotify } from './queries.ts'

const PersonRow = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
})

/** Filled in from the account and the folder. Throws 404 without the money right, 409 for an archived folder. */
export async function requestMoreServices(
  tx: Tx,
  actor: Actor,
  folderId: string,
  input: MoreServicesInput,
): Promise<OwnServiceRequest> {
  const folder = await folderToAddTo(tx, actor, folderId, 'money')
  assertNotArchived(folder)
  const serviceNames = namesOfOffered(await currentServices(tx), input.services, false)
  const person = await tx.one(typed(PersonRow)`
    select coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName", u.email, coalesce(u.phone, '') as phone,
      coalesce((select client.company from users client where client.id = ${folder.clientId}), ${folder.name}::text) as company
    from users u where u.id = ${actor.id}`)
  const id = newId()
  await tx.run(sql`
    insert into service_requests (id, reference, business_name, first_name, last_name, email, phone, services, service_names,
      needs_description, business_goals, existing_folder_id, submitted_by_id, created_at, updated_at)
    values (${id}, ${newReference(randomInt)}, ${person.company}, ${person.firstName}, ${person.lastName}, ${person.email}, ${person.phone},
      ${input.services}, ${serviceNames}, ${input.needsDescription}, '', ${folder.id}, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record(
    { action: 'service-request.more-services', id, clientFolderId: folder.id, details: { services: input.services } },
    requestChange({ id, existingFolderId: folder.id }),
  )
  const lead = { userId: folder.assignedStaffId, email: folder.assignedStaffEmail, name: folder.assignedStaffName }
  const administrators = await administratorsToNotify(tx, actor)
  for (const to of [lead, ...administrators.filter(({ userId }) => userId !== lead.userId)])
    tx.mail(moreServicesRequested(to))
  return tx.one(typed(OwnServiceRequest)`${requests} where r.id = ${id}`)
}

const requests: Sql = sql`
  select r.id, r.reference, r.service_names as "serviceNames", r.needs_description as "needsDescription", r.status,
    person_name(r.first_name, r.last_name) as "submittedByName", iso(r.created_at) as "createdAt", iso(r.accepted_at) as "acceptedAt", r.version
  from service_requests r`

export async function listRequestsOfFolder(
  reader: Reader,
  actor: Actor,
  folderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<OwnServiceRequest>> {
  const folder = await folderFor(reader, actor, folderId, { part: 'money' })
  const rows = await reader.rows(typed(OwnServiceRequest)`
    ${requests} where r.existing_folder_id = ${folder.id} ${pageOf(sql`r.id`, query)}`)
  return toPage(rows, query)
}
