// Rate limits, counted by rate-limiter-flexible. Those of single calls are counted in PostgreSQL, so that they hold across instances
// and restarts; the limit of all calls of a person is counted in memory and shared in batches (docs/decisions/0145).
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import type { Actor } from '../../domain/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Database } from './db.ts'

export interface RateLimit {
  name: string
  /** How often in a window; the next one is refused. */
  tries: number
  windowSeconds: number
  sentence: string
}

/** A limit and whom it counts for. */
export interface Counter {
  limit: RateLimit
  subject: string
}

/** How many /64 networks' worth of tries a whole /48 gets: whoever rents a /48 has 65,536 of them. */
const networksPerSite = 4

/**
 * The networks that an address is counted by: an IPv4 address itself; of IPv6 the /64, which one customer holds as a whole, and
 * the /48 around it.
 */
export function networksOf(address: string): { network: string; isSite: boolean }[] {
  if (!ipaddr.isValid(address)) return [{ network: address, isSite: false }]
  // `process` turns an IPv4 address in its IPv6 form (::ffff:192.0.2.1) into what it is.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return [{ network: parsed.toString(), isSite: false }]
  const group = (parsed as ipaddr.IPv6).parts.map((part) => part.toString(16))
  return [
    { network: `${group.slice(0, 4).join(':')}::/64`, isSite: false },
    { network: `${group.slice(0, 3).join(':')}::/48`, isSite: true },
  ]
}

/** The one network that an address is told apart by. */
export const networkOf = (address: string): string => networksOf(address)[0]?.network ?? address

/** Counts by address. @param who what else the tries are told apart by, such as the name that is signed in with */
export const countersForAddress = (limit: RateLimit, address: string, who = ''): Counter[] =>
  networksOf(address).map(({ network, isSite }) => ({
    limit: isSite ? { ...limit, tries: limit.tries * networksPerSite } : limit,
    subject: `${who}${who === '' ? '' : ' '}${network}`,
  }))

/** The limit that an endpoint declares, for the person or, signed out, the address. */
export function countersForEndpoint(
  { method, path, rateLimit }: Pick<Endpoint, 'method' | 'path' | 'rateLimit'>,
  actor: Actor | null,
  address: string,
): Counter[] {
  if (rateLimit === undefined || (rateLimit.exceptTeam === true && actor !== null && actor.role !== 'client')) return []
  const limit = { name: `${method} ${path}`, ...rateLimit }
  return actor === null ? countersForAddress(limit, address) : [{ limit, subject: `person ${actor.id}` }]
}

/** Counts one try against each of the limits. Past one of them it throws 429, which says when to come back. */
export async function limitRate(db: Database, counters: Counter[]): Promise<void> {
  for (const { limit, subject } of counters) await consume(limiterOf(db, limit), subject, limit.sentence)
}

/**
 * Runs the work under limits that count failures alone. A try is counted before the work begins, so that many at once gain
 * nothing, and taken back unless the work called `countFailure`.
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
    for (const { limit, subject } of counted) await limiterOf(db, limit).reward(subject)
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
    // The job `sweep-machinery` deletes what is past its window.
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
    return await limiter.consume(subject)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw tooMany(sentence, error.msBeforeNext)
  }
}

const tooMany = (sentence: string, milliseconds: number) =>
  new DomainError('too-many', sentence, { retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) })

export interface CallLimit {
  /** Counts one call of a person, or of an address where nobody is signed in; throws 429 past the limit. */
  count(subject: { person: string } | { address: string }): Promise<void>
}

/** The database hears of a person's calls once in so many. */
const batch = 50

/**
 * How many calls a person may make in a minute, whichever instance they reach. Each instance counts in memory; after each batch it
 * adds the batch to a count that all instances share, and refuses the person once that one is used up.
 */
export function openCallLimit(db: Database, calls: number, windowSeconds = 60): CallLimit {
  if (calls === Infinity) return { count: async () => {} }
  const limit: RateLimit = {
    name: 'calls',
    tries: calls,
    windowSeconds,
    sentence: 'That was a great many calls in one minute. Please wait a moment.',
  }
  const own = new Map<number, RateLimiterMemory>()
  const ownOf = ({ tries }: RateLimit) => {
    const limiter = own.get(tries) ?? new RateLimiterMemory({ points: tries, duration: windowSeconds })
    own.set(tries, limiter)
    return limiter
  }

  /** One batch more than the limit, so that nobody who stays within the limit is refused because of when a batch was told. */
  async function share({ limit: { tries }, subject }: Counter) {
    const shared = limiterOf(db, { ...limit, tries: tries + batch })
    await shared.consume(subject, batch).catch((result: unknown) => {
      // Without a database the calls fail by themselves.
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

/** A limit of one instance for what need not be counted exactly: whether one more is within it. */
export function openMemoryLimit(tries: number, windowSeconds: number): (subject: string) => Promise<boolean> {
  const limiter = new RateLimiterMemory({ points: tries, duration: windowSeconds })
  return (subject) =>
    limiter.consume(subject).then(
      () => true,
      () => false,
    )
}
