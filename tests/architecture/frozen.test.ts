// The database hangs or is killed: every caller gets an error within five seconds, and the portal survives and recovers
// soon after.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { migrate } from '../../server/kit/migrate.ts'
import { type Postgres, startPostgres } from '../../server/embedded-postgres/supervisor.ts'
import { cookieName } from '../../server/kit/session.ts'
import { openSession } from '../../server/sessions/session-store.ts'
import { createContext, type CreatedContext } from '../../server/create-context.ts'
import { folders, people, seedFixtures } from '../../server/seed/fixtures.ts'
import { signalPostgres } from '../postmaster.ts'

let dataDir: string
let postgres: Postgres
let context: CreatedContext
let app: FastifyInstance
let cookie: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-frozen-'))
  postgres = await startPostgres({ dataDir, log: { debug() {}, warn() {} } })
  await migrate(postgres.connection, join(import.meta.dirname, '../../server/migrations'))
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir })
  context = await createContext(config, postgres.connection, { checkAnswers: true })
  const origin = { actorId: null, address: 'test', requestId: 'test' }
  await context.db.transaction(origin, (tx) => seedFixtures(tx, 'none'))
  const { id, role } = people.ann
  const secret = await context.db.transaction(origin, (tx) =>
    openSession(tx, { id, role }, { userAgent: 'test', address: '' }),
  )
  cookie = `${cookieName(config.publicUrl)}=${secret}`
  app = await buildApp(context)
  await context.startBackground()
})

afterAll(async () => {
  await app.close()
  await context.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const messages = `/api/client-folders/${folders.acme.id}/messages`
const get = async (url: string) => timed(() => app.inject({ method: 'GET', url, headers: { cookie } }))
const send = async (content: string) =>
  timed(() => app.inject({ method: 'POST', url: messages, headers: { cookie }, payload: { content } }))

async function timed(
  call: () => Promise<{
    statusCode: number
    headers: { 'retry-after'?: string | number | string[] }
    json(): { code?: string }
  }>,
) {
  const start = performance.now()
  const response = await call()
  const retryAfter = response.headers['retry-after']
  const seconds = (performance.now() - start) / 1000
  return { status: response.statusCode, code: response.json().code, retryAfter, seconds }
}

const sendSignal = (signal: 'SIGSTOP' | 'SIGCONT') => signalPostgres(postgres.pid, signal)

describe.skipIf(process.platform !== 'linux')('H4: a failing database', () => {
  it('is answered with 503 within five seconds when it hangs, and recovers within five more', async () => {
    expect((await send('before')).status).toBe(201)
    sendSignal('SIGSTOP')
    try {
      const [alive, ready, read, ...writes] = await Promise.all([
        get('/healthz'),
        get('/readyz'),
        get('/api/client-folders'),
        // More than there are connections: some wait for a connection, some for a reply on one.
        ...Array.from({ length: 20 }, (_, n) => send(`during ${n}`)),
      ])
      expect(alive.status).toBe(200)
      expect(ready.status).toBe(503)
      for (const answer of [read, ...writes]) {
        expect([answer.status, answer.code, Number(answer.retryAfter)]).toEqual([503, 'unavailable', 5])
        expect(answer.seconds).toBeLessThan(5)
      }
      // The second wave uses broken connections rather than new ones.
      const later = await send('during, later')
      expect([later.status, later.seconds < 5]).toEqual([503, true])
    } finally {
      sendSignal('SIGCONT')
    }
    const back = performance.now()
    await expect.poll(async () => (await send('after')).status, { timeout: 5000, interval: 100 }).toBe(201)
    expect(performance.now() - back).toBeLessThan(5000)
    expect((await get('/readyz')).status).toBe(200)
    const contents = (await app.inject({ method: 'GET', url: messages, headers: { cookie } })).json<
      { content: string }[]
    >()
    // Refused writes were not stored; those answered with 201 were.
    expect(contents.map(({ content }) => content)).toEqual(['before', 'after'])
  })

  it('is restarted when it is killed, and has everything that was acknowledged', async () => {
    process.kill(postgres.pid, 'SIGKILL')
    expect([201, 503]).toContain((await send('while it is gone')).status)
    await expect.poll(async () => (await send('and after that')).status, { timeout: 60_000, interval: 100 }).toBe(201)
    const { body } = await app.inject({ method: 'GET', url: messages, headers: { cookie } })
    expect(body).toContain('before')
    expect(body).toContain('and after that')
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
  })
})
