import { z } from 'zod'
import { notFound } from '../../domain/errors.ts'
import { replyDueBy, type RequestStatus, stageOf } from '../../domain/request-status.ts'
import { ServiceRequestStatus } from '../../domain/service-request.ts'
import type { Database } from '../kit/db.ts'
import { countersForAddress, limitFailures, type RateLimit } from '../kit/rate-limit.ts'
import { hashOf } from '../kit/session.ts'
import { typed } from '../kit/row-types.ts'

const guessing: RateLimit = {
  name: 'request link',
  tries: 30,
  windowSeconds: 15 * 60,
  sentence: 'Too many invalid links were tried from your network. Try again in a few minutes.',
}

/** What everyone with the link may see. Only wrong tokens count against the address. */
export const statusByToken = (db: Database, token: string, address: string): Promise<RequestStatus> =>
  limitFailures(db, countersForAddress(guessing, address), async (countFailure) => {
    const status = await unsafeStatus(db, token)
    if (status !== null) return status
    countFailure()
    throw notFound()
  })

const RequestStatusRow = z.object({
  reference: z.string(),
  status: ServiceRequestStatus,
  hasFolder: z.boolean(),
  isMerged: z.boolean(),
  receivedAt: z.string(),
  acceptedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
})

/** No access check: the token grants access. */
async function unsafeStatus(db: Database, token: string): Promise<RequestStatus | null> {
  const request = await db.maybe(typed(RequestStatusRow)`
    select r.reference, r.status, r.merged_into_id is not null as "isMerged",
      (r.existing_folder_id is not null or exists (select from client_folders f where f.service_request_id = r.id)) as "hasFolder",
      iso(r.created_at) as "receivedAt",
      iso(r.accepted_at) as "acceptedAt", iso(r.ended_at) as "endedAt"
    from service_requests r where r.status_token_hash = ${hashOf(token)}`)
  if (request === null) return null
  const { status, hasFolder, isMerged, ...rest } = request
  return { ...rest, stage: isMerged ? 'merged' : stageOf(status, hasFolder), promisedBy: replyDueBy(rest.receivedAt) }
}
