// Runs once: starts a PostgreSQL and prepares a database (schema and test users) that each test app is copied from.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { installLibrary } from '../server/library.ts'
import { Database, openPool } from '../server/kit/db.ts'
import { migrate } from '../server/kit/migrate.ts'
import { hashPassword } from '../server/passwords/hashing.ts'
import { startPostgres } from '../server/embedded-postgres/supervisor.ts'
import { seedFixtures } from '../server/seed/fixtures.ts'
import { appRole, databaseOn, portalOn, type ServerAddress, templateName } from './databases.ts'
import { fixturePassword } from './test-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ServerAddress
  }
}

export default async function prepare(project: TestProject) {
  const { server, stop } = await openServer()
  await prepareTemplate(server)
  project.provide('postgres', server)
  return stop
}

export async function openServer(): Promise<{ server: ServerAddress; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { server: { connectionString: given }, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const postgres = await startPostgres({ dataDir, log: { debug() {}, warn() {} } })
  const { host, port, user } = postgres.connection
  const stop = async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server: { host, port, user }, stop }
}

export async function prepareTemplate(server: ServerAddress): Promise<void> {
  const admin = new pg.Client(databaseOn(server, 'postgres'))
  await admin.connect()
  await admin.query(`drop database if exists ${templateName}`)
  await admin.query(`create database ${templateName}`)
  const { rows } = await admin.query('select from pg_roles where rolname = $1', [appRole])
  if (rows.length === 0) await admin.query(`create role ${appRole} login password '${appRole}'`)
  await admin.end()
  const address = portalOn(server, templateName)
  await migrate(address, join(import.meta.dirname, '../server/migrations'))
  const pool = openPool(address, 1, () => {})
  const db = new Database(pool, () => new Date(), { write: async () => [], publish() {} })
  const hash = await hashPassword(fixturePassword)
  await db.transaction({ actorId: null, address: 'seed', requestId: 'seed' }, (tx) => seedFixtures(tx, hash))
  await installLibrary(db)
  await pool.end()
}
