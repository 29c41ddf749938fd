// Rate limits, counted by rate-limiter-flexible. Those of individual endpoints are counted in PostgreSQL, so that they
// hold across instances and restarts; the limit on all calls of a person is counted in memory and shared in batches
// (docs/decisions/0145).
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import type { Actor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { onDriver } from './database-errors.ts'
import type { Database } from './db.ts'

export interface RateLimit {
  name: string
  /** Allowed attempts per window; the next one is refused. */
  tries: number
  windowSeconds: number
  sentence: string
}

/** A limit and the subject that it counts for. */
export interface Counter {
  limit: RateLimit
  subject: string
}

/** Attempts for a complete /48, in multiples of a /64's: anyone can rent a /48, which has 65,536 /64 networks. */
const networksPerSite = 4

/**
 * The networks that an address is counted by: an IPv4 address itself; for IPv6 the /64, which belongs to one customer,
 * and the /48 around it.
 */
export function networksOf(address: string): { network: string; isSite: boolean }[] {
  if (!ipaddr.isValid(address)) return [{ network: address, isSite: false }]
  // `process` converts an IPv4-mapped IPv6 address (::ffff:192.0.2.1) to IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [{ network: parsed.toString(), isSite: false }]
  const group = (parsed as ipaddr.IPv6).parts.map((part) => part.toString(16))
  return [
    { network: `${group.slice(0, 4).join(':')}::/64`, isSite: false },
    { network: `${group.slice(0, 3).join(':')}::/48`, isSite: true },
  ]
}

/** The network that identifies an address. */
export const networkOf = (address: string): string => networksOf(address)[0]?.network ?? address

/** Counts by address. @param who additional key of the attempts, such as the name entered at sign-in */
export const countersForAddress = (limit: RateLimit, address: string, who = ''): Counter[] =>
  networksOf(address).map(({ network, isSite }) => ({
    limit: isSite ? { ...limit, tries: limit.tries * networksPerSite } : limit,
    subject: `${who}${who === '' ? '' : ' '}${network}`,
  }))

/** The limit declared by an endpoint, per user or, signed out, per address. */
export function countersForEndpoint(
  { method, path, rateLimit }: Pick<Endpoint, 'method' | 'path' | 'rateLimit'>,
  actor: Actor | null,
  address: string,
): Counter[] {
  if (rateLimit === undefined || (rateLimit.exceptTeam === true && actor !== null && actor.role !== 'client')) return []
  const limit = { name: `${method} ${path}`, ...rateLimit }
  return actor === null ? countersForAddress(limit, address) : [{ limit, subject: `person ${actor.id}` }]
}

/** Counts one attempt against each limit. Throws 429 with the retry time if one is exceeded. */
export async function limitRate(db: Database, counters: Counter[]): Promise<void> {
  for (const { limit, subject } of counters) await consume(limiterOf(db, limit), subject, limit.sentence)
}

/**
 * Runs work under limits that count only failures. An attempt is counted before the work starts, so that concurrent
 * ones gain nothing, and uncounted unless the work called `countFailure`.
 */
export async function limitFailures<T>(
  db: Database,
  counters: Counter[],
  work: (countFailure: () => void) => Promise<T>,
): Promise<T> {
  let counted: Counter[] = []
  try {
    for (const counter of counters) {
      await limitRate(db, [counter])
      counted.push(counter)
    }
    return await work(() => void (counted = []))
  } finally {
    for (const { limit, subject } of counted) await onDriver(limiterOf(db, limit).reward(subject))
  }
}

const limiters = new WeakMap<Database, Map<string, RateLimiterPostgres>>()

function limiterOf(db: Database, { name, tries, windowSeconds }: RateLimit): RateLimiterPostgres {
  const ofDatabase = limiters.get(db) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(db, ofDatabase)
  const id = `${name} ${tries}`
  const known = ofDatabase.get(id)
  if (known !== undefined) return known
  const limiter = new RateLimiterPostgres({
    storeClient: db.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // The job `sweep-machinery` deletes expired counts.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: tries,
    duration: windowSeconds,
  })
  ofDatabase.set(id, limiter)
  return limiter
}

async function consume(limiter: RateLimiterPostgres | RateLimiterMemory, subject: string, sentence: string) {
  try {
    return await onDriver(limiter.consume(subject))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw tooMany(sentence, error.msBeforeNext)
  }
}

const tooMany = (sentence: string, milliseconds: number) =>
  new DomainError('too-many', sentence, { retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) })

export interface CallLimit {
  /** Counts one call of a user, or of an address if signed out; throws 429 above the limit. */
  count(subject: { person: string } | { address: string }): Promise<void>
}

/** A user's calls are written to the database in batches of this size. */
const batch = 50

/**
 * Limits a user's calls per minute over all instances. Each instance counts in memory; after each batch it adds the
 * batch to a shared count, and refuses the user once that is used up.
 */
export function openCallLimit(db: Database, calls: number, windowSeconds = 60): CallLimit {
  if (calls === Infinity) return { count: async () => {} }
  const limit: RateLimit = {
    name: 'calls',
    tries: calls,
    windowSeconds,
    sentence: 'Too many requests in one minute. Wait a moment, then try again.',
  }
  const own = new Map<number, RateLimiterMemory>()
  const ownOf = ({ tries }: RateLimit) => {
    const limiter = own.get(tries) ?? new RateLimiterMemory({ points: tries, duration: windowSeconds })
    own.set(tries, limiter)
    return limiter
  }

  /** One batch above the limit, so that no one who stays within it is refused because of the time of sharing. */
  async function share({ limit: { tries }, subject }: Counter) {
    const shared = limiterOf(db, { ...limit, tries: tries + batch })
    await shared.consume(subject, batch).catch((result: unknown) => {
      // Without a database the calls fail anyway.
      if (!(result instanceof RateLimiterRes)) return
      return ownOf({ ...limit, tries }).block(subject, result.msBeforeNext / 1000)
    })
  }

  return {
    async count(subject) {
      const counters =
        'person' in subject ? [{ limit, subject: subject.person }] : countersForAddress(limit, subject.address)
      for (const counter of counters) {
        const { consumedPoints } = await consume(ownOf(counter.limit), counter.subject, limit.sentence)
        if (consumedPoints % batch === 0) void share(counter)
      }
    },
  }
}

/** A limit per instance, for counts that need not be exact. Returns whether another one is allowed. */
export function openMemoryLimit(tries: number, windowSeconds: number): (subject: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: tries, duration: windowSeconds })
  return (subject) =>
    limiter.consume(subject).then(
      () => true,
      () => false,
    )
}
