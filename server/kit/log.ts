// The log: one line of JSON per answer and event, with the number of the request and no personal data.
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

const askers = new WeakMap<FastifyRequest, string>()

/** Who asks stands in the line of the answer, by id alone. */
export const noteAsker = (request: FastifyRequest, userId: string): void => void askers.set(request, userId)

/** The address of a request is logged as its route, because real addresses carry tokens and what people searched for. */
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

/** One line for each answer, written when it has left. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ ...routed(request), status: reply.statusCode, ms, userId: askers.get(request) }, 'answered')
    done()
  })
}

/**
 * An error without what people wrote: PostgreSQL puts values into `detail`, which therefore stays out, and into the message of a
 * value that it cannot take.
 */
export function withoutData(error: unknown) {
  if (!(error instanceof Error)) return { message: 'Something that is no error was thrown.', type: typeof error }
  const { name, stack = '' } = error
  const code = 'code' in error ? String(error.code) : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  const quotes = code !== undefined && /^22[0-9A-Z]{3}$|^42[0-9A-Z]{3}$/.test(code)
  const message = quotes ? 'PostgreSQL refused a statement or a value.' : error.message
  return { name, message, code, constraint, stack: quotes ? stack.slice(stack.indexOf('\n    at ') + 1) : stack }
}
