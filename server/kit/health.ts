// Liveness and readiness: two cheap endpoints for monitoring.
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Database } from './db.ts'
import type { CallLimit } from './rate-limit.ts'

/** @param checks required services besides the database, by name */
export function answerHealth(
  app: FastifyInstance,
  { db, calls }: { db: Database; calls: CallLimit },
  checks: Record<string, () => Promise<unknown>> = {},
) {
  app.get('/healthz', async () => ({ ok: true }))

  app.get('/readyz', async (request, reply) => {
    await calls.count({ address: request.ip })
    const all = { database: () => db.rows(sql`select 1`), ...checks }
    const results = await Promise.all(
      Object.entries(all).map(
        async ([name, check]) =>
          [
            name,
            await inTime(check()).then(
              () => 'ok',
              () => 'unreachable',
            ),
          ] as const,
      ),
    )
    const ok = results.every(([, result]) => result === 'ok')
    return reply.code(ok ? 200 : 503).send({ ok, ...Object.fromEntries(results) })
  })
}

const lockTimeoutMilliseconds = 2000

/** Readiness checks must not wait for a hanging server. */
export async function inTime(check: Promise<unknown>): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), lockTimeoutMilliseconds)
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}
