// What somebody without an account sees of the service request they made: where it stands and whether we keep our promise.
// Nobody's name, nothing that was typed.
import { z } from 'zod'
import type { ServiceRequestStatus } from './service-request.ts'
import { Instant } from './text.ts'
import { replyHours } from './time.ts'

/** Accepted: somebody has taken it up. In progress: the work has begun, in a folder of its own. */
export const RequestStage = z.enum(['received', 'accepted', 'in-progress', 'done', 'cancelled'])
export type RequestStage = z.infer<typeof RequestStage>

export const RequestStatus = z.object({
  reference: z.string(),
  stage: RequestStage,
  receivedAt: Instant,
  /** By when we promised to be in touch. */
  promisedBy: Instant,
  acceptedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type RequestStatus = z.infer<typeof RequestStatus>

/** Any text is a token; whether it is a right one only the answer says. */
export const StatusToken = z.strictObject({ token: z.string('Please send the token of the link.') })

export const statusPath = (token: string) => `/requests/${token}`

/** No signs that look alike, and no vowels but A and E: it is read aloud. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const referenceLength = 8

/** @param chance a whole number from 0 up to the given one, for each sign */
export function newReference(chance: (below: number) => number): string {
  const code = Array.from({ length: referenceLength }, () => signs[chance(signs.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** As somebody types it: "k7m4 qx2r" is K7M4-QX2R; null for what is no reference. */
export function referenceIn(words: string): string | null {
  const code = words.toUpperCase().replaceAll(/[\s-]/g, '')
  if (code.length !== referenceLength || !new RegExp(`^[${signs}]+$`).test(code)) return null
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

export const promisedBy = (receivedAt: string): string =>
  new Date(Date.parse(receivedAt) + replyHours * 3_600_000).toISOString()

export function stageOf(status: ServiceRequestStatus, hasFolder: boolean): RequestStage {
  switch (status) {
    case 'pending':
      return 'received'
    case 'in-progress':
      return hasFolder ? 'in-progress' : 'accepted'
    case 'completed':
      return 'done'
    case 'cancelled':
      return 'cancelled'
  }
}
