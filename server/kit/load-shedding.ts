// Load shedding: when there is more work than capacity, new requests are refused right away. A 503 with Retry-After is
// better than a late reply that no one waits for. Above the limit the database is not queried (docs/decisions/0132).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { DomainError } from '../../domain/errors.ts'
import { networkOf } from './rate-limit.ts'
import { openSlots } from './slots.ts'

interface Limits {
  /** Concurrent requests, however quickly they are processed. */
  max: number
  /** Of these, from one network, whatever the sender. */
  maxOfNetwork: number
  /** Of these, from one caller. */
  maxOfCaller: number
  /**
   * Who sends a request: the session that it claims, or the network. Without a query, because a caller who sends many
   * simultaneously would fill the queue for the database otherwise.
   */
  callerOf: (request: FastifyRequest) => string
  /** How many requests may exceed the timeout; with more than these, a new request would wait as long. */
  maxWaiting: number
  timeoutMilliseconds: number
  /** In milliseconds. */
  clock: () => number
}

/** Twice the connections of the pool: some requests are slow by nature, which says nothing about load. */
export const defaultLimits: Limits = {
  max: 250,
  maxOfNetwork: 125,
  // A page makes at most twenty.
  maxOfCaller: 30,
  callerOf: ({ ip }) => networkOf(ip),
  maxWaiting: 20,
  timeoutMilliseconds: 1500,
  clock: () => performance.now(),
}

/** For work whose caller disconnected: longer than any reply may take. */
const abandonedMilliseconds = 60_000

/** Streams are open for hours, and files take long on slow lines: neither indicates load. */
export const isLong = (route: string | undefined): boolean =>
  route === '/api/events' || route?.startsWith('/api/objects/upload') === true || route?.endsWith('/file') === true

/** Monitoring must always get a reply, and static files need no database. */
const always = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

const tooBusy = () =>
  new DomainError('unavailable', 'The portal is very busy right now. Try again in a moment.', { retryAfterSeconds: 2 })

const tooManyOfCaller = () =>
  new DomainError('unavailable', 'Many of your requests are still in progress. Try again in a moment.', {
    retryAfterSeconds: 2,
  })

/** Requests of one session are counted together, whatever network they come from. */
export const callerBySession =
  (cookie: string): Limits['callerOf'] =>
  ({ cookies, ip }) => {
    const session = cookies[cookie]
    return session === undefined ? networkOf(ip) : `session ${session}`
  }

/**
 * Counts a request from when it has arrived completely until its reply is ready: slow senders and readers say nothing
 * about load. A streamed reply is counted until its last byte, and the request of a caller who disconnected until its
 * work is over.
 */
export function shedLoad(
  app: FastifyInstance,
  endpoints: readonly Pick<Endpoint, 'path' | 'reply'>[],
  limits: Partial<Limits> = {},
): void {
  const { max, maxOfNetwork, maxOfCaller, callerOf, maxWaiting, timeoutMilliseconds, clock } = {
    ...defaultLimits,
    ...limits,
  }
  // PDFs, exports, and sign-ins have their own queues.
  const unhurried = new Set<string>(endpoints.filter(({ reply }) => reply === null).map(({ path }) => path))
  const inWork = new Map<FastifyRequest, (() => void)[]>()
  const ofNetwork = openSlots(maxOfNetwork)
  const ofCaller = openSlots(maxOfCaller)
  /** Start time of each request being processed, oldest first. */
  const waiting = new Map<FastifyRequest, number>()

  function isOverloaded(): boolean {
    if (inWork.size >= max) return true
    if (waiting.size <= maxWaiting) return false
    const [, since = Infinity] = waiting.entries().drop(maxWaiting).next().value ?? []
    return clock() - since > timeoutMilliseconds
  }

  function begin(request: FastifyRequest) {
    if (isOverloaded()) throw tooBusy()
    const freeCaller = ofCaller.take(callerOf(request))
    if (freeCaller === null) throw tooManyOfCaller()
    const freeNetwork = ofNetwork.take(networkOf(request.ip))
    if (freeNetwork === null) {
      freeCaller()
      throw tooBusy()
    }
    inWork.set(request, [freeCaller, freeNetwork])
  }

  function end(request: FastifyRequest) {
    for (const free of inWork.get(request) ?? []) free()
    inWork.delete(request)
    waiting.delete(request)
  }

  app.addHook('preValidation', (request, reply, done) => {
    const route = request.routeOptions.url
    if (always.has(route ?? '') || isLong(route) || reply.raw.closed) return done()
    try {
      begin(request)
    } catch (error) {
      return done(error as DomainError)
    }
    if (!unhurried.has(route ?? '')) waiting.set(request, clock())
    reply.raw.once('close', () => {
      // Before its headers a reply is still being worked on, whether or not its caller is there. One that takes over
      // its connection after that never says when it is done.
      if (reply.raw.headersSent) end(request)
      else setTimeout(() => end(request), abandonedMilliseconds).unref()
    })
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    waiting.delete(request)
    // A streamed reply is still being produced, unless its caller has left.
    const isWhole = payload === null || typeof payload === 'string' || Buffer.isBuffer(payload)
    if (isWhole || reply.raw.closed) end(request)
    done()
  })
}
