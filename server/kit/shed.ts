// When more comes than can be done, whoever comes last is told so at once: better a 503 with a time to come back than an answer
// that nobody waits for any more. Past the limit nothing is asked of the database.
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../domain/refusal.ts'

/** At 500 answers a second the last of these waits for half a second. */
const usualLimit = 250

/** Streams are open for hours and files take their time on slow lines: neither says that the portal is busy. */
const isLong = (route: string | undefined) =>
  route === '/api/events' || route?.startsWith('/api/objects/upload') === true || route?.endsWith('/file') === true

/** Whoever watches must see that it is alive. */
const always = new Set(['/healthz', '/readyz', '/metrics'])

export function shedLoad(app: FastifyInstance, limit = usualLimit): void {
  let inWork = 0
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url
    if (always.has(route ?? '') || isLong(route)) return done()
    if (inWork >= limit)
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
    }
    reply.raw.once('finish', over).once('close', over)
    done()
  })
}
