// The version that an edit was made on: what its writer saw is what it changes, or the writer is told.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/refusal.ts'

export function ifMatchOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return null
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
  if (version === undefined)
    throw new Refusal('stale-version', 'This was changed meanwhile. Please look at the newest version.')
  return Number(version)
}

/** The row that an edit loaded is the one that its writer saw, or 412. */
export function expectVersion(row: { version: number }, ifMatch: number | null): void {
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Refusal('stale-version', 'This was changed meanwhile. Please look at the newest version.')
}
