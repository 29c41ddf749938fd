// The version that an edit was based on: what its writer saw is what it changes, or the writer is told.
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../../domain/errors.ts'

/** The versions that the header names, of which one has to be the row's (RFC 9110, 13.1.1); null where any will do. */
export type IfMatch = readonly number[] | null

const isStale = () => new DomainError('stale-version', 'This was changed meanwhile. Please look at the newest version.')

const entityTag = /^(?:W\/)?"([^"]{0,100})"$/

export function ifMatchOf(request: FastifyRequest): IfMatch {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return null
  const tags = header.split(',').map((tag) => entityTag.exec(tag.trim())?.[1])
  if (tags.includes(undefined)) throw isStale()
  return tags.flatMap((tag = '') => (/^\d{1,9}$/.test(tag) ? [Number(tag)] : []))
}

/** The row that an edit loaded is the one that its writer saw, or 412. */
export function assertVersion(row: { version: number }, ifMatch: IfMatch): void {
  if (ifMatch !== null && !ifMatch.includes(row.version)) throw isStale()
}
