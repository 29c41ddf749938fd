// A test app: the real app on its own database, with the test users signed in, a movable clock, and the sent mail.
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { inject } from 'vitest'
import { officeHour } from '../domain/time.ts'
import { buildApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import { createContext, type CreatedContext } from '../server/create-context.ts'
import { type Database, type DatabaseAddress, openPool, type Statements } from '../server/kit/db.ts'
import { statementsOn, runOn } from '../server/kit/unit-of-work.ts'
import { checkRows, typed } from '../server/kit/row-types.ts'
import { bodyOf, render, StoredBody } from '../server/emails/email-body.ts'
import type { Log } from '../server/kit/log.ts'
import { storedBody } from '../server/emails/mailer.ts'
import type { Seal } from '../server/seal/seal.ts'
import { cookieName } from '../server/kit/session.ts'
import { openSession } from '../server/sessions/session-store.ts'
import { folders, people } from '../server/seed/fixtures.ts'
import { databaseOn, portalOn, type ServerAddress, templateName } from './databases.ts'

checkRows()

export const fixturePassword = 'a fine long pass phrase'
/** The id of nothing. */
export const unknownId = '01890000-0000-7000-8000-00000000dead'

export type Name = keyof typeof people

export interface Answer {
  status: number
  /** Any reply; tests name the fields they check, and the server has validated it against its schema. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

export type Headers = Record<string, string>

/** A person with a browser: calls carry their cookie; bodies are JSON. */
export interface Caller {
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  delete(path: string, headers?: Headers): Promise<Answer>
  send(options: InjectOptions): Promise<Answer>
  readonly cookie: string | null
}

export interface TestApp extends Record<Name, Caller> {
  app: FastifyInstance
  /** With the portal's role, which may change neither tables nor the audit log. */
  db: Database
  /** With the role that owns the tables. */
  owner: Statements & Pick<Database, 'pool' | 'run'>
  seal: Seal
  /** The app context, for tests below the API. */
  context: CreatedContext
  config: Config
  visitor: Caller
  people: typeof people
  folders: typeof folders
  /** Advances the portal's clock. */
  pass(time: { minutes?: number; hours?: number; days?: number }): void
  /** The emails so far, oldest first. */
  mail(): Promise<{ to: string; subject: string; text: string; html: string; status: string }[]>
  /** The audit log so far, oldest first. */
  auditLog(): Promise<
    { action: string; actorId: string | null; entityId: string | null; details: Record<string, unknown> }[]
  >
  /** Runs the due jobs, of one task or of all. */
  runJobs(task?: string): Promise<void>
  signIn(id: string, role: 'master-admin' | 'admin' | 'staff' | 'client'): Promise<Caller>
  caller(cookie: string | null): Caller
  /** The real address of the portal, for what can't be injected: streams and uploads. */
  address(): Promise<string>
  /** Starts background work: live notices and jobs. */
  goLive(): Promise<void>
  /** Another instance of the portal on the same database; closed with the test app. */
  twin(): Promise<Instance>
  close(): Promise<void>
}

/** A running portal; a test app is one with test users. */
export type Instance = Pick<TestApp, 'app' | 'db' | 'seal' | 'context' | 'caller' | 'address' | 'goLive'>

let count = 0

/** @param atHour the office hour at which it starts, if a test depends on it */
export async function createTestApp(
  settings: NodeJS.ProcessEnv = {},
  { atHour, log }: { atHour?: number; log?: Log } = {},
): Promise<TestApp> {
  const server = inject('postgres')
  const name = `world_${process.pid}_${++count}`
  const address = await copyTemplate(server, name)
  // A unique folder: another user, or an earlier process with the same id, may have left one under a fixed name.
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-world-'))
  let aged: Promise<unknown> = Promise.resolve()
  let offset = atHour === undefined ? 0 : ((24 + atHour - officeHour(new Date())) % 24) * 3_600_000
  const clock = () => new Date(Date.now() + offset)
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    CALLS_PER_MINUTE: 'off',
    DATA_DIR: dataDir,
    ...settings,
  })
  const running: { app: FastifyInstance; context: CreatedContext }[] = []
  async function start() {
    const context = await createContext(config, address, { clock, checkAnswers: true, ...(log && { log }) })
    const app = await buildApp(context)
    await app.ready()
    await Promise.all([context.dataKeys.inUse(), context.firm.reload()])
    running.push({ app, context })
    const instance: Instance = {
      app,
      db: context.db,
      seal: context.seal,
      context,
      caller: (cookie) => callerOn(app, cookie, () => aged),
      address: async () => {
        if (app.server.listening) return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
        return app.listen({ port: 0, host: '127.0.0.1' })
      },
      goLive: () => context.startBackground(),
    }
    return { context, instance }
  }
  const ownerPool = openPool(address.owner ?? address, 2, () => {})
  const { context, instance } = await start()
  const { caller } = instance
  const signIn: TestApp['signIn'] = async (id, role) => {
    const secret = await context.db.transaction({ actorId: id, address: 'test', requestId: 'test' }, (tx) =>
      openSession(tx, { id, role }, { userAgent: 'test', address: '127.0.0.1' }),
    )
    return caller(`${cookieName(config.publicUrl)}=${secret}`)
  }
  const signedIn: Partial<Record<Name, Caller>> = {}
  for (const [key, person] of Object.entries(people)) signedIn[key as Name] = await signIn(person.id, person.role)
  return {
    ...(signedIn as Record<Name, Caller>),
    ...instance,
    owner: { pool: ownerPool, ...statementsOn(ownerPool), run: (statement: Sql) => runOn(ownerPool, statement) },
    config,
    visitor: caller(null),
    people,
    folders,
    pass({ minutes = 0, hours = 0, days = 0 }) {
      const milliseconds = Math.round(((days * 24 + hours) * 60 + minutes) * 60_000)
      offset += milliseconds
      aged = aged.then(() => ageRateLimits(context.db, milliseconds))
    },
    mail: async () => {
      const rows = await context.db.rows(
        typed(
          StoredBody.extend({ to: z.string(), subject: z.string(), status: z.string() }),
        )`select e."to", e.subject, e.status, ${storedBody} from emails e order by e.id`,
      )
      return Promise.all(
        rows.map(async ({ to, subject, status, ...stored }) => {
          const body = await bodyOf(context.dataKeys, stored)
          return { to, subject, status, ...render(body, stored, config) }
        }),
      )
    },
    auditLog: () =>
      context.db.rows(typed(
        z.object({
          action: z.string(),
          actorId: z.string().nullable(),
          entityId: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      )`
        select action, actor_id as "actorId", entity_id as "entityId", details from audit_entries order by id`),
    runJobs: (task) => context.runDueJobs(task),
    signIn,
    twin: async () => (await start()).instance,
    async close() {
      await ownerPool.end()
      await close(running, server, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The rate limit library uses the machine's clock, so the windows of its rows are moved instead. */
const ageRateLimits = (db: Database, milliseconds: number) =>
  db.run(sql`update rate_limits set expire = expire - ${milliseconds}::bigint`)

async function copyTemplate(server: ServerAddress, name: string): Promise<DatabaseAddress> {
  const admin = new pg.Client(databaseOn(server, 'postgres'))
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  await admin.end()
  return portalOn(server, name)
}

async function close(
  running: { app: FastifyInstance; context: CreatedContext }[],
  server: ServerAddress,
  name: string,
) {
  for (const { app, context } of running) {
    const closed = app.close()
    context.live.endStreams()
    await closed
    await context.close()
  }
  const admin = new pg.Client(databaseOn(server, 'postgres'))
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
}

function callerOn(app: FastifyInstance, cookie: string | null, ready: () => Promise<unknown>): Caller {
  const send = async (options: InjectOptions): Promise<Answer> => {
    await ready()
    const headers = { ...(cookie === null ? {} : { cookie }), ...options.headers }
    const response = await app.inject({ ...options, headers })
    const json = String(response.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: response.statusCode,
      body: json && response.body !== '' ? JSON.parse(response.body) : null,
      headers: response.headers,
      text: response.body,
    }
  }
  const withBody =
    (method: 'POST' | 'PUT' | 'PATCH') =>
    (url: string, body?: unknown, headers: Headers = {}) =>
      send({
        method,
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(body ?? {}),
      })
  return {
    cookie,
    send,
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: (url, headers = {}) => send({ method: 'DELETE', url, headers }),
  }
}
