// Merging a request into another one of the same person or business.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { notFoundAsInvalid } from '../../domain/errors.ts'
import { assertCanMerge, MergedRequest } from '../../domain/request-merging.ts'
import type { ServiceRequestView } from '../../domain/service-request.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { requestChange } from './actions.ts'
import { requestFor, unsafeRequestToChange, viewed } from './queries.ts'

/** Locks both in the order of their ids, so that two merges can't wait for each other. Returns the one that continues. */
export async function mergeRequest(
  tx: Tx,
  actor: Actor,
  id: string,
  intoId: string,
  ifMatch: IfMatch,
): Promise<ServiceRequestView> {
  await requestFor(tx, actor, id)
  await requestFor(tx, actor, intoId).catch(notFoundAsInvalid('intoId', 'Choose a request that you can see.'))
  await tx.rows(sql`
    select id from service_requests where id = any(${[id, intoId]}::uuid[]) order by id for update`)
  const request = await unsafeRequestToChange(tx, id)
  const into = await unsafeRequestToChange(tx, intoId)
  assertCanMerge(request, into, actor)
  assertVersion(request, ifMatch)
  const added = request.services.flatMap((key, at) =>
    into.services.includes(key) ? [] : [{ key, name: request.serviceNames[at] ?? key }],
  )
  await tx.run(sql`
    update service_requests set status = 'cancelled', merged_into_id = ${intoId}, ended_at = ${tx.now}, version = version + 1,
      updated_at = ${tx.now}
    where id = ${id}`)
  // What was merged into the closed one before is shown with the one that continues.
  await tx.run(sql`update service_requests set merged_into_id = ${intoId} where merged_into_id = ${id}`)
  await tx.run(sql`
    update service_requests set services = services || ${added.map(({ key }) => key)}::text[],
      service_names = service_names || ${added.map(({ name }) => name)}::text[], version = version + 1, updated_at = ${tx.now}
    where id = ${intoId}`)
  tx.record({ action: 'service-request.merged', id, details: { intoId } }, requestChange(request))
  tx.record({ action: 'service-request.continued', id: intoId, details: { mergedId: id } }, requestChange(into))
  return viewed(await unsafeRequestToChange(tx, intoId), actor)
}

export async function mergedRequests(reader: Reader, actor: Actor, id: string): Promise<MergedRequest[]> {
  await requestFor(reader, actor, id)
  return reader.rows(typed(MergedRequest)`
    select r.id, r.reference, r.business_name as "businessName", r.first_name as "firstName", r.last_name as "lastName", r.email, r.phone,
      r.needs_description as "needsDescription", r.business_goals as "businessGoals", iso(r.created_at) as "createdAt"
    from service_requests r where r.merged_into_id = ${id} order by r.id`)
}
