// Classifies database errors: a conflict to retry, a violated constraint, or an unreachable database.
import pg from 'pg'
import { DomainError } from '../../domain/errors.ts'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Thrown inside a transaction that conflicted with another one, to retry it. */
export class Collision extends Error {}

/** Two transactions conflicted; one of them is retried. */
export const isCollision = (error: unknown) => error instanceof Collision || ['40001', '40P01'].includes(codeOf(error))

/** The server became a replica under an open connection, which is useless now. */
export const isOnReplica = (error: unknown) => codeOf(error) === '25006'

/** The lock timeout expired. */
export const isLocked = (error: unknown) => codeOf(error) === '55P03'

const constraintOf = (error: unknown) =>
  error instanceof pg.DatabaseError && ['23505', '23514', '23503', '23P01'].includes(error.code ?? '')
    ? (error.constraint ?? '')
    : ''

const outOfReach = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAGAIN', // the listen backlog of a hanging server's socket is full
  '25006',
  '25P03',
  '57P05',
  '08003',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '53100', // disk full
  '53300',
  '55P03',
  '57014',
])

/** A missing Unix socket. A missing file with the same error code would not be worth a retry. */
const isWithoutSocket = (error: unknown) =>
  codeOf(error) === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** A call to the driver failed without a word from the server: the connection was lost, closed, or too slow. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed'
}

/**
 * Gives the driver's own errors a type. Errors of the server and of the operating system have a code; the driver's have
 * none, and are plain `Error`s.
 */
export const onDriver = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    const isDrivers = error instanceof Error && error.constructor === Error && !('code' in error)
    throw isDrivers ? new ConnectionFailed(error.message, { cause: error }) : error
  })

/** The database is down, starting, or too slow: a temporary error worth a retry. */
export const isConnectionError = (error: unknown) =>
  error instanceof ConnectionFailed || outOfReach.has(codeOf(error)) || isWithoutSocket(error)

/** Maps a duplicate that the database refused to a sentence; see server/constraints.ts. */
export function asDomainError(error: unknown, sentences: Record<string, () => DomainError>): unknown {
  const sentence = sentences[constraintOf(error)]
  if (sentence) return sentence()
  if (isConnectionError(error))
    return new DomainError('unavailable', 'The portal can’t reach its database right now. Try again in a moment.')
  return error
}
