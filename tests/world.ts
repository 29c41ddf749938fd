// A world for one story: the real app on a database of its own, with the cast signed in, a clock that can be moved, and the mail.
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
import { buildParts, type Built } from '../server/parts.ts'
import { type Database, type DatabaseAddress, openPool, type Reader } from '../server/kit/db.ts'
import { readerOn, runOn } from '../server/kit/unit-of-work.ts'
import { checkRows, typed } from '../server/kit/row-types.ts'
import { bodyOf, render, StoredBody } from '../server/emails/email-body.ts'
import type { Log } from '../server/kit/log.ts'
import { storedBody } from '../server/emails/mailer.ts'
import type { Seal } from '../server/seal/seal.ts'
import { cookieName } from '../server/kit/session.ts'
import { openSession } from '../server/sessions/session-store.ts'
import { folders, people } from '../server/seed/cast.ts'
import { databaseOn, portalOn } from './prepare.ts'

export interface ServerAddress {
  connectionString?: string
  host?: string
  port?: number
  user?: string
}

checkRows()

export const templateName = 'portal_template'
export const castPassword = 'a fine long pass phrase'
/** Of nothing that is. */
export const unknownId = '01890000-0000-7000-8000-00000000dead'

export type Name = keyof typeof people

export interface Answer {
  status: number
  /** Whatever the call answers; stories name what they look at, and the server has held it against its schema. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

export type Headers = Record<string, string>

/** Somebody at a browser: calls carry their cookie; bodies are JSON. */
export interface Caller {
  get(path: string, headers?: Headers): Promise<Answer>
  post(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  patch(path: string, body?: unknown, headers?: Headers): Promise<Answer>
  delete(path: string, headers?: Headers): Promise<Answer>
  send(options: InjectOptions): Promise<Answer>
  readonly cookie: string | null
}

export interface World extends Record<Name, Caller> {
  app: FastifyInstance
  /** As the portal connects, which may neither change tables nor the audit log. */
  db: Database
  /** As the role that owns the tables. */
  owner: Reader & Pick<Database, 'pool' | 'run'>
  seal: Seal
  /** What the portal is made of, for stories about what lies beneath its answers. */
  parts: Built
  config: Config
  visitor: Caller
  people: typeof people
  folders: typeof folders
  /** Moves the clock of the portal. */
  pass(time: { minutes?: number; hours?: number; days?: number }): void
  /** The letters so far, oldest first. */
  mail(): Promise<{ to: string; subject: string; text: string; html: string; status: string }[]>
  /** The trail so far, oldest first. */
  trail(): Promise<
    { action: string; actorId: string | null; entityId: string | null; details: Record<string, unknown> }[]
  >
  runJobs(): Promise<void>
  signIn(id: string, role: 'master-admin' | 'admin' | 'staff' | 'client'): Promise<Caller>
  caller(cookie: string | null): Caller
  /** Where the portal listens for real, for what can't be injected: streams and uploads. */
  address(): Promise<string>
  /** Starts what runs beside the answers: live notices and jobs. */
  goLive(): Promise<void>
  /** Another instance of the portal on the same database; closed with the world. */
  twin(): Promise<Instance>
  close(): Promise<void>
}

/** One running portal; the world is one with a cast. */
export type Instance = Pick<World, 'app' | 'db' | 'seal' | 'parts' | 'caller' | 'address' | 'goLive'>

let count = 0

/** @param atHour the hour of the office at which it begins, where a story depends on it */
export async function createWorld(
  settings: NodeJS.ProcessEnv = {},
  { atHour, log }: { atHour?: number; log?: Log } = {},
): Promise<World> {
  const server = inject('postgres')
  const name = `world_${process.pid}_${++count}`
  const address = await copyTemplate(server, name)
  // A folder of its own: another user, or an earlier process with the same number, may have left one under a fixed name.
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
  const running: { app: FastifyInstance; parts: Built }[] = []
  async function start() {
    const parts = await buildParts(config, address, { clock, checkAnswers: true, ...(log && { log }) })
    const app = await buildApp(parts)
    await app.ready()
    await parts.dataKeys.inUse()
    running.push({ app, parts })
    const instance: Instance = {
      app,
      db: parts.db,
      seal: parts.seal,
      parts,
      caller: (cookie) => callerOn(app, cookie, () => aged),
      address: async () => {
        if (app.server.listening) return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
        return app.listen({ port: 0, host: '127.0.0.1' })
      },
      goLive: () => parts.startBackground(),
    }
    return { parts, instance }
  }
  const ownerPool = openPool(address.owner ?? address, 2, () => {})
  const { parts, instance } = await start()
  const { caller } = instance
  const signIn: World['signIn'] = async (id, role) => {
    const secret = await parts.db.transaction({ actorId: id, address: 'test', requestId: 'test' }, (tx) =>
      openSession(tx, { id, role }, { userAgent: 'test', address: '127.0.0.1' }),
    )
    return caller(`${cookieName(config.publicUrl)}=${secret}`)
  }
  const signedIn: Partial<Record<Name, Caller>> = {}
  for (const [key, person] of Object.entries(people)) signedIn[key as Name] = await signIn(person.id, person.role)
  return {
    ...(signedIn as Record<Name, Caller>),
    ...instance,
    owner: { pool: ownerPool, ...readerOn(ownerPool), run: (statement: Sql) => runOn(ownerPool, statement) },
    config,
    visitor: caller(null),
    people,
    folders,
    pass({ minutes = 0, hours = 0, days = 0 }) {
      const milliseconds = Math.round(((days * 24 + hours) * 60 + minutes) * 60_000)
      offset += milliseconds
      aged = aged.then(() => ageRateLimits(parts.db, milliseconds))
    },
    mail: async () => {
      const rows = await parts.db.rows(
        typed(
          StoredBody.extend({ to: z.string(), subject: z.string(), status: z.string() }),
        )`select e."to", e.subject, e.status, ${storedBody} from emails e order by e.id`,
      )
      return Promise.all(
        rows.map(async ({ to, subject, status, ...stored }) => {
          const body = await bodyOf(parts.dataKeys, stored)
          return { to, subject, status, ...render(body, stored.toConfirmed, config) }
        }),
      )
    },
    trail: () =>
      parts.db.rows(typed(
        z.object({
          action: z.string(),
          actorId: z.string().nullable(),
          entityId: z.string().nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      )`
        select action, actor_id as "actorId", entity_id as "entityId", details from audit_entries order by id`),
    runJobs: () => parts.workOff(),
    signIn,
    twin: async () => (await start()).instance,
    async close() {
      await ownerPool.end()
      await close(running, server, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The library that counts rate limits goes by the machine's clock, so the windows of its rows are moved instead. */
const ageRateLimits = (db: Database, milliseconds: number) =>
  db.run(sql`update rate_limits set expire = expire - ${milliseconds}::bigint`)

async function copyTemplate(server: ServerAddress, name: string): Promise<DatabaseAddress> {
  const admin = new pg.Client(databaseOn(server, 'postgres'))
  await admin.connect()
  await admin.query(`create database ${name} template ${templateName}`)
  await admin.end()
  return portalOn(server, name)
}

async function close(running: { app: FastifyInstance; parts: Built }[], server: ServerAddress, name: string) {
  for (const { app, parts } of running) {
    const closed = app.close()
    parts.live.hangUp()
    await closed
    await parts.close()
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
