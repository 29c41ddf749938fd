// The log: one line of JSON per request and event, with a request id and no personal data.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

export type Log = FastifyBaseLogger

/** The address of a request is logged as its route, because real addresses carry tokens and what people searched for. */
export const openLog = (level: string): Log =>
  pino({
    level,
    serializers: {
      req: ({ method, routeOptions }: { method: string; routeOptions?: { url?: string } }) => ({
        method,
        route: routeOptions?.url,
      }),
    },
  })

/** An error without what people wrote: PostgreSQL puts values into `detail`, which therefore stays out. */
export function withoutData(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  return { name, message, code, constraint, stack }
}
