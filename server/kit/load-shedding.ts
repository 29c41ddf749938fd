// When more comes than can be done, whoever comes last is told so at once: better a 503 with a time to come back than an answer
// that nobody waits for any more. Past the limit nothing is asked of the database (docs/decisions/0132).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { DomainError } from '../../domain/errors.ts'

interface Limits {
  /** So many at once, however quickly they are done. */
  max: number
  /** How many may wait for longer than the timeout: with one more than these, whoever comes now would wait as long. */
  maxWaiting: number
  timeoutMilliseconds: number
  /** In milliseconds. */
  clock: () => number
}

/** Twice as many as the pool has connections: some calls are slow by themselves, and say nothing of the others. */
export const usualLimits: Limits = {
  max: 250,
  maxWaiting: 20,
  timeoutMilliseconds: 1500,
  clock: () => performance.now(),
}

/** Streams are open for hours and files take their time on slow lines: neither says that the portal is busy. */
export const isLong = (route: string | undefined): boolean =>
  route === '/api/events' || route?.startsWith('/api/objects/upload') === true || route?.endsWith('/file') === true

/** Whoever watches must see that it is alive; the screens' own files ask nothing of the database. */
const always = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

/**
 * Counts requests from when all of them has arrived until their answer is ready: how slowly someone sends or reads says nothing of
 * the work there is.
 */
export function shedLoad(
  app: FastifyInstance,
  endpoints: readonly Pick<Endpoint, 'path' | 'reply'>[],
  { max, maxWaiting, timeoutMilliseconds, clock }: Limits = usualLimits,
): void {
  // PDFs, lists as files and sign-ins have queues of their own.
  const unhurried = new Set<string>(endpoints.filter(({ reply }) => reply === null).map(({ path }) => path))
  const inWork = new Set<FastifyRequest>()
  /** When the work on each began, the oldest first. */
  const waiting = new Map<FastifyRequest, number>()

  function isOverloaded(): boolean {
    if (inWork.size >= max) return true
    if (waiting.size <= maxWaiting) return false
    const [, since = Infinity] = waiting.entries().drop(maxWaiting).next().value ?? []
    return clock() - since > timeoutMilliseconds
  }

  app.addHook('preValidation', (request, reply, done) => {
    const route = request.routeOptions.url
    if (always.has(route ?? '') || isLong(route)) return done()
    if (isOverloaded())
      return done(
        new DomainError('unavailable', 'The portal is very busy right now. Please try again in a moment.', {
          retryAfterSeconds: 2,
        }),
      )
    inWork.add(request)
    if (!unhurried.has(route ?? '')) waiting.set(request, clock())
    reply.raw.once('close', () => {
      inWork.delete(request)
      waiting.delete(request)
    })
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    waiting.delete(request)
    // What is streamed is still being worked on.
    if (payload === null || typeof payload === 'string' || Buffer.isBuffer(payload)) inWork.delete(request)
    done()
  })
}
