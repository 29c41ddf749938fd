// The log: one line of JSON per reply and event, with the request number and without personal data.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

const askers = new WeakMap<FastifyRequest, string>()

/** Adds the caller's id to the reply's log line. */
export const logRequester = (request: FastifyRequest, userId: string): void => void askers.set(request, userId)

/** Logs the route instead of the address, because addresses may contain tokens and search words. */
const routed = ({
  method,
  routeOptions,
}: Pick<FastifyRequest, 'method'> & Partial<Pick<FastifyRequest, 'routeOptions'>>) => ({
  method,
  route: routeOptions?.url,
})

export const openLog = (level: string, to?: { write(line: string): void }): Log =>
  pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: routed, res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }) },
    },
    ...(to === undefined ? [] : [to]),
  )

/** One line for each reply, written when it has been sent. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ ...routed(request), status: reply.statusCode, ms, userId: askers.get(request) }, 'answered')
    done()
  })
}

/**
 * An error without user data: omits PostgreSQL's `detail`, which quotes values, and the message if it quotes an invalid
 * value.
 */
export function withoutData(error: unknown) {
  if (!(error instanceof Error)) return { message: 'A value that is not an Error was thrown.', type: typeof error }
  const { name, stack = '' } = error
  const code = 'code' in error ? String(error.code) : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  const quotes = code !== undefined && /^22[0-9A-Z]{3}$|^42[0-9A-Z]{3}$/.test(code)
  const message = quotes ? 'PostgreSQL rejected a statement or a value.' : error.message
  return { name, message, code, constraint, stack: quotes ? stack.slice(stack.indexOf('\n    at ') + 1) : stack }
}
