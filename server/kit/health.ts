// Is it alive, and can it serve: two cheap addresses for whoever watches the portal.
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Database } from './db.ts'
import type { CallLimit } from './rate-limit.ts'

/** @param checks what must be reachable besides the database, by name */
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

const patienceMilliseconds = 2000

/** Whoever asks whether we are ready is not kept waiting for a server that hangs. */
export async function inTime(check: Promise<unknown>): Promise<unknown> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMilliseconds)
  return Promise.race([check, late]).finally(() => clearTimeout(timer))
}
