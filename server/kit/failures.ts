// What goes wrong between the portal and its database: a collision to try again, a rule of the database, a database out of reach.
import pg from 'pg'
import { DomainError } from '../../domain/errors.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Thrown inside a transaction that met another one, to have it tried again. */
export class Collision extends Error {}

/** Two transactions met; one of them is to be tried again. */
export const isCollision = (error: unknown) => error instanceof Collision || ['40001', '40P01'].includes(codeOf(error))

/** The server became a replica under an open connection, which is of no more use. */
export const isOnReplica = (error: unknown) => codeOf(error) === '25006'

/** Somebody else's lock was waited for as long as one may. */
export const isLocked = (error: unknown) => codeOf(error) === '55P03'

const constraintOf = (error: unknown) =>
  error instanceof pg.DatabaseError && ['23505', '23514', '23503'].includes(error.code ?? '')
    ? (error.constraint ?? '')
    : ''

const outOfReach = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAGAIN', // more callers at a hanging server's socket than it has room for
  '25006',
  '25P03',
  '57P05',
  '08003',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53100', // its disk is full
  '53300',
  '55P03',
  '57014',
])

/** There is no such socket to call; of a file that is not there it would be no matter of trying again. */
const isWithoutSocket = (error: unknown) =>
  codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** The database is away, starting, or too slow: nobody's mistake, worth another try soon. The driver names some of it in words only. */
export const isOutOfReach = (error: unknown) =>
  outOfReach.has(codeOf(error)) ||
  isWithoutSocket(error) ||
  (error instanceof Error &&
    /^(timeout e|Query read timeout|Connection terminated|Client (was closed|has encountered a connection error)|Cannot use a pool)/.test(
      error.message,
    ))

/** A duplicate that the database refused, as a sentence; see server/constraints.ts. */
export function asDomainError(error: unknown, sentences: Record<string, () => DomainError>): unknown {
  const sentence = sentences[constraintOf(error)]
  if (sentence) return sentence()
  if (isOutOfReach(error))
    return new DomainError(
      'unavailable',
      'The portal cannot reach its records right now. Please try again in a moment.',
    )
  return error
}
