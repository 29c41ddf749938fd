// The database hangs or is killed: every caller is told so within five seconds, the portal lives, and is well again soon after.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { migrate } from '../../server/kit/migrate.ts'
import { type Postgres, startPostgres } from '../../server/embedded-postgres/supervisor.ts'
import { cookieName } from '../../server/kit/session.ts'
import { openSession } from '../../server/sessions/session-store.ts'
import { buildParts, type Built } from '../../server/parts.ts'
import { folders, people, seedCast } from '../../server/seed/cast.ts'

let dataDir: string
let postgres: Postgres
let parts: Built
let app: FastifyInstance
let cookie: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-frozen-'))
  postgres = await startPostgres({ dataDir, log: { debug() {}, warn() {} } })
  await migrate(postgres.connection, join(import.meta.dirname, '../../server/migrations'))
  const config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir })
  parts = await buildParts(config, postgres.connection, { checkAnswers: true })
  const origin = { actorId: null, address: 'test', requestId: 'test' }
  await parts.db.transaction(origin, (tx) => seedCast(tx, 'none'))
  const { id, role } = people.ann
  const secret = await parts.db.transaction(origin, (tx) =>
    openSession(tx, { id, role }, { userAgent: 'test', address: '' }),
  )
  cookie = `${cookieName(config.publicUrl)}=${secret}`
  app = await buildApp(parts)
  await parts.startBackground()
})

afterAll(async () => {
  await app.close()
  await parts.close()
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

/** The postmaster and its children, whom a stop of the postmaster alone would leave at work. */
function processes(): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    } catch {
      return 0 // ended meanwhile
    }
  }
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postgres.pid)
  return [postgres.pid, ...children.map(Number)]
}

const tell = (signal: 'SIGSTOP' | 'SIGCONT') => processes().forEach((pid) => process.kill(pid, signal))

describe.skipIf(process.platform !== 'linux')('H4: a database', () => {
  it('that hangs is answered for with 503 within five seconds, and all is well five seconds after', async () => {
    expect((await send('before')).status).toBe(201)
    tell('SIGSTOP')
    try {
      const [alive, ready, read, ...writes] = await Promise.all([
        get('/healthz'),
        get('/readyz'),
        get('/api/client-folders'),
        // More than there are connections: some wait for one, some for the answer on one.
        ...Array.from({ length: 20 }, (_, n) => send(`during ${n}`)),
      ])
      expect(alive.status).toBe(200)
      expect(ready.status).toBe(503)
      for (const answer of [read, ...writes]) {
        expect([answer.status, answer.code, Number(answer.retryAfter)]).toEqual([503, 'unavailable', 5])
        expect(answer.seconds).toBeLessThan(5)
      }
      // The second wave meets connections that are broken rather than new.
      const later = await send('during, later')
      expect([later.status, later.seconds < 5]).toEqual([503, true])
    } finally {
      tell('SIGCONT')
    }
    const back = performance.now()
    await expect.poll(async () => (await send('after')).status, { timeout: 5000, interval: 100 }).toBe(201)
    expect(performance.now() - back).toBeLessThan(5000)
    expect((await get('/readyz')).status).toBe(200)
    const contents = (await app.inject({ method: 'GET', url: messages, headers: { cookie } })).json<
      { content: string }[]
    >()
    // What was refused was not written; what was answered with 201 was.
    expect(contents.map(({ content }) => content)).toEqual(['before', 'after'])
  })

  it('that is killed comes back, and what was acknowledged is there', async () => {
    process.kill(postgres.pid, 'SIGKILL')
    expect([201, 503]).toContain((await send('while it is gone')).status)
    await expect.poll(async () => (await send('and after that')).status, { timeout: 15_000, interval: 100 }).toBe(201)
    const { body } = await app.inject({ method: 'GET', url: messages, headers: { cookie } })
    expect(body).toContain('before')
    expect(body).toContain('and after that')
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
  })
})
