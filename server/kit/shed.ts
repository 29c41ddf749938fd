// When more comes than can be done, whoever comes last is told so at once: better a 503 with a time to come back than an answer
// that nobody waits for any more. Past the limit nothing is asked of the database (docs/decisions/0132).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { Refusal } from '../../domain/refusal.ts'

interface Limits {
  /** So many at once, however quickly they are done. */
  most: number
  /** How many may wait for longer than the patience: with one more than these, whoever comes now would wait as long. */
  few: number
  patienceMilliseconds: number
  /** In milliseconds. */
  clock: () => number
}

/** Twice as many as the pool has connections: some calls are slow by themselves, and say nothing of the others. */
export const usualLimits: Limits = { most: 250, few: 20, patienceMilliseconds: 1500, clock: () => performance.now() }

/** Streams are open for hours and files take their time on slow lines: neither says that the portal is busy. */
const isLong = (route: string | undefined) =>
  route === '/api/events' || route?.startsWith('/api/objects/upload') === true || route?.endsWith('/file') === true

/** Whoever watches must see that it is alive; the screens' own files ask nothing of the database. */
const always = new Set(['/healthz', '/readyz', '/metrics', '/assets/*'])

export function shedLoad(
  app: FastifyInstance,
  endpoints: readonly Pick<Endpoint, 'path' | 'reply'>[],
  { most, few, patienceMilliseconds, clock }: Limits = usualLimits,
): void {
  // Papers, lists as files and sign-ins have queues of their own.
  const unhurried = new Set<string>(endpoints.filter(({ reply }) => reply === null).map(({ path }) => path))
  let inWork = 0
  /** When the work on each began, the oldest first: not the time that a slow line takes to send or to read. */
  const waiting = new Map<FastifyRequest, number>()

  function isTooMuch(): boolean {
    if (inWork >= most) return true
    if (waiting.size <= few) return false
    const [, since = Infinity] = waiting.entries().drop(few).next().value ?? []
    return clock() - since > patienceMilliseconds
  }

  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url
    if (always.has(route ?? '') || isLong(route)) return done()
    if (isTooMuch())
      return done(
        new Refusal('unavailable', 'The portal is very busy right now. Please try again in a moment.', {
          retryAfterSeconds: 2,
        }),
      )
    inWork++
    let isOver = false
    // An answer ends when it has left, or when its line breaks.
    const over = () => {
      if (!isOver) inWork--
      isOver = true
      waiting.delete(request)
    }
    reply.raw.once('finish', over).once('close', over)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (!always.has(route) && !isLong(route) && !unhurried.has(route)) waiting.set(request, clock())
    done()
  })
  app.addHook('onSend', (request, _reply, _payload, done) => {
    waiting.delete(request)
    done()
  })
}
