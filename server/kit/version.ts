// Optimistic locking: an edit names the version that its author saw, and is refused if the row has changed since.
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'

/** The versions in the header, one of which must match the row's (RFC 9110, 13.1.1); null if any will do. */
export type IfMatch = readonly number[] | null

const isStale = () =>
  new DomainError('stale-version', 'This was changed while you were editing. Reload to see the latest version.')

const entityTag = /^(?:W\/)?"([^"]{0,100})"$/

export function ifMatchOf(request: FastifyRequest): IfMatch {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  const tags = header.split(',').map((tag) => entityTag.exec(tag.trim())?.[1])
  if (tags.includes(undefined)) throw isStale()
  return tags.flatMap((tag = '') => (/^\d{1,9}$/.test(tag) ? [Number(tag)] : []))
}

/** Throws 412 unless the loaded row is the version that the author saw. */
export function assertVersion(row: { version: number }, ifMatch: IfMatch): void {
  if (ifMatch !== null && !ifMatch.includes(row.version)) throw isStale()
}
