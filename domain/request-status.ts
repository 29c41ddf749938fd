// What a visitor without an account sees of their service request: its stage and whether we keep our promise. No names,
// and nothing that was entered.
import { z } from 'zod'
import type { ServiceRequestStatus } from './service-request.ts'
import { Instant } from './text.ts'
import { replyHours } from './time.ts'

/** Accepted: someone has accepted it. In progress: the work has started, in its own folder. Merged: it is handled
 * with another request. */
export const RequestStage = z.enum(['received', 'accepted', 'in-progress', 'done', 'cancelled', 'merged'])
export type RequestStage = z.infer<typeof RequestStage>

export const RequestStatus = z.object({
  reference: z.string(),
  stage: RequestStage,
  receivedAt: Instant,
  /** When we promised to contact the visitor. */
  promisedBy: Instant,
  acceptedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type RequestStatus = z.infer<typeof RequestStatus>

/** Any text has the form of a token; only the lookup tells whether it is valid. */
export const StatusToken = z.strictObject({ token: z.string('The token of the link is required.') })

export const statusPath = (token: string) => `/requests/${token}`

/** No characters that look alike, and no vowels but A and E, because it is read aloud. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
export const referenceLength = 8

/** @param chance returns a random integer from 0 up to the given one, for each character */
export function newReference(chance: (below: number) => number): string {
  const code = Array.from({ length: referenceLength }, () => signs[chance(signs.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Parses user input: "k7m4 qx2r" is K7M4-QX2R; null if it is not a reference. */
export function referenceIn(words: string): string | null {
  const code = words.toUpperCase().replaceAll(/[\s-]/g, '')
  if (code.length !== referenceLength || !new RegExp(`^[${signs}]+$`).test(code)) return null
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

export const replyDueBy = (receivedAt: string): string =>
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
