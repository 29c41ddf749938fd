// The role that the portal connects as can change rows and append to the audit log, and nothing else.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseOn } from '../tests/databases.ts'
import { createTestApp, type TestApp } from '../tests/test-app.ts'
import { readConfig } from './config.ts'
import { linkPending } from './audit-log/chain.ts'
import { createContext } from './create-context.ts'
import { portalStatus } from './monitoring/status.ts'
import { joinDatabase, openDatabaseAddress } from './database-address.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { migrate } from './kit/migrate.ts'
import { startPostgres } from './embedded-postgres/supervisor.ts'

const migrations = join(import.meta.dirname, 'migrations')
const origin = { actorId: null, address: 'test', requestId: 'test' }

async function query(address: DatabaseAddress, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const attributes = `select current_user as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isPrivileged"
  from pg_roles where rolname = current_user`

describe("the portal's database role", () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await createTestApp()
  })
  afterAll(() => testApp.close())

  it('is not a superuser and creates neither databases nor roles', async () => {
    expect(await query(testApp.context.address, attributes)).toEqual([{ name: 'portal_app', isPrivileged: false }])
  })

  it('owns nothing', async () => {
    expect(await testApp.db.rows(sql`select relname from pg_class where relowner = 'portal_app'::regrole`)).toEqual([])
  })

  it.each([
    "update audit_entries set action = 'nothing'",
    'delete from audit_entries',
    'truncate audit_entries cascade',
    'select from audit_entries for update',
    'alter table audit_entries disable trigger user',
    'drop trigger audit_entries_stay on audit_entries',
    'create or replace function refuse_audit_log_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create rule quiet as on insert to audit_entries do instead nothing',
    'update audit_links set seq = seq',
    'delete from audit_chain',
    'set session_replication_role = replica',
    'create table notes (text text)',
    'create table graphile_worker.notes (text text)',
    'create schema notes',
    'create database notes',
    'create role notes',
    'set role pg_write_all_data',
    "copy users to program 'cat'",
    "select pg_read_file('/etc/passwd')",
  ])('cannot run: %s', async (statement) => {
    await expect(query(testApp.context.address, statement)).rejects.toThrow(
      /permission denied|must be (owner|superuser)/,
    )
  })
})

describe('a data folder of an earlier release', () => {
  let dataDir: string
  let config: ReturnType<typeof readConfig>
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portal-roles-'))
    config = readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir })
    // Everything belongs to the superuser, the only role there is.
    const postgres = await startPostgres({ dataDir, log: { debug() {}, warn() {} } })
    await migrate(postgres.connection, migrations)
    await query(
      postgres.connection,
      "insert into audit_entries (id, at, action, entity_type) values (gen_random_uuid(), now(), 'x', 'y')",
      "select graphile_worker.add_job('verify-audit-log')",
    )
    await postgres.stop()
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  it('gets the role and its rights when it is opened, retains its rows and jobs, and changes nothing the second time', async () => {
    for (const _ of [1, 2]) {
      const opened = await openDatabaseAddress(config)
      const { address } = opened
      try {
        expect(await query(address, attributes)).toEqual([{ name: 'portal_app', isPrivileged: false }])
        expect(await query(address, 'select action from audit_entries')).toEqual([{ action: 'x' }])
        expect(
          await query(
            address,
            'select task_identifier as task, (select count(*)::int from graphile_worker.reschedule_jobs(array[id], attempts => 0)) as changed from graphile_worker.jobs',
          ),
        ).toEqual([{ task: 'verify-audit-log', changed: 1 }])
        await expect(query(address, 'delete from audit_entries')).rejects.toThrow('permission denied')
        expect(await migrate(address, migrations)).toEqual([])
      } finally {
        await opened.stop()
      }
    }
  })

  it('commands connect as the same role while the portal is running', async () => {
    const opened = await openDatabaseAddress(config)
    const { address } = opened
    try {
      const joined = await joinDatabase(config)
      expect(joined.address).toEqual(address)
      expect(await query(joined.address, attributes)).toEqual([{ name: 'portal_app', isPrivileged: false }])
    } finally {
      await opened.stop()
    }
  })
})

const guide = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8')

/**
 * The statements of "Use your own PostgreSQL" in docs/operations.md, with these names: a role and a database `name`, and
 * the role `name_app`. Each role has its name as its password.
 */
function documentedSql(name: string): { owner: string; app: string; database: string } {
  const [, block = ''] = /^## Use your own PostgreSQL$[^]*?```sql\n([^]*?)```/m.exec(guide) ?? []
  const [owner = '', app = '', database = '', ...more] = block
    .trim()
    .split('\n')
    .map((line) =>
      line
        .trim()
        .replace(/\bportal_app\b/, `${name}_app`)
        .replace(/\bportal\b/g, name)
        .replace(/^(create role (\S+) login password) '[^']+'/, "$1 '$2'"),
    )
  expect([owner, app, database].map((statement) => statement.split(' ').slice(0, 3).join(' '))).toEqual([
    `create role ${name}`,
    `create role ${name}_app`,
    `create database ${name}`,
  ])
  expect(more).toEqual([])
  return { owner, app, database }
}

describe('MIGRATION_DATABASE_URL', () => {
  let dataDir: string
  const server = () => databaseOn(inject('postgres'), 'postgres')
  const database = `documented_${process.pid}`
  const earlier = `earlier_${process.pid}`
  const urlFor = (role: string, name = database) => {
    const { host = '', port, connectionString } = databaseOn(inject('postgres'), name)
    if (connectionString === undefined)
      return `postgres://${role}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
    const url = new URL(connectionString)
    url.username = role
    url.password = role
    return url.href
  }
  const configOf = (settings: NodeJS.ProcessEnv) =>
    readConfig({ LOG_LEVEL: 'silent', DEMO: 'off', DATA_DIR: dataDir, ...settings })

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portal-own-'))
    const statements = documentedSql(database)
    await query(server(), statements.owner, statements.app, statements.database)
  })
  afterAll(async () => {
    for (const name of [database, earlier])
      await query(
        server(),
        `drop database if exists ${name} with (force)`,
        `drop role if exists ${name}_app`,
        `drop role if exists ${name}`,
      )
    await rm(dataDir, { recursive: true, force: true })
  })

  it('is required, with a clear error, where the role in DATABASE_URL may not create tables', async () => {
    const { address } = await openDatabaseAddress(configOf({ DATABASE_URL: urlFor(`${database}_app`) }))
    await expect(migrate(address, migrations)).rejects.toThrow(
      'The database has to be upgraded, and the role in DATABASE_URL has no permission to do that. Set MIGRATION_DATABASE_URL to the URL with the role that owns the tables.',
    )
  })

  it('creates the tables, and the portal writes, links its audit log, and runs jobs as the other role', async () => {
    const settings = { DATABASE_URL: urlFor(`${database}_app`), MIGRATION_DATABASE_URL: urlFor(database) }
    const { address } = await openDatabaseAddress(configOf(settings))
    // Two instances that start at the same time.
    const ran = await Promise.all([migrate(address, migrations), migrate(address, migrations)])
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
    const context = await createContext(configOf(settings), address, { checkAnswers: true })
    try {
      await context.startBackground()
      await context.db.transaction(origin, async (tx) => tx.record({ action: 'portal.set-up', id: null }))
      await linkPending(context.db, context.dataKeys)
      await context.runDueJobs()
      expect(await context.db.rows(sql`select from audit_links`)).not.toEqual([])
      await expect(context.db.run(sql`delete from audit_links`)).rejects.toThrow('permission denied')
      const { checks } = await portalStatus(context, () => false)
      expect(checks.find(({ name }) => name === 'database')?.result).toBe('ok')
    } finally {
      await context.close()
    }
  })

  it('is not required once the tables exist', async () => {
    const { address } = await openDatabaseAddress(configOf({ DATABASE_URL: urlFor(`${database}_app`) }))
    expect(await migrate(address, migrations)).toEqual([])
  })

  it('shows a warning on the System status page when it is unset and the role owns the tables', async () => {
    const config = configOf({ DATABASE_URL: urlFor(database) })
    const context = await createContext(config, (await openDatabaseAddress(config)).address)
    try {
      const { checks } = await portalStatus(context, () => false)
      expect(checks.find(({ name }) => name === 'database')).toMatchObject({
        result: 'warning',
        says: expect.stringContaining('The portal’s database role can change the audit log.'),
      })
    } finally {
      await context.close()
    }
  })
  it('takes the audit log from the role that owned it, once the second role of the guide exists', async () => {
    const { owner, app, database: created } = documentedSql(earlier)
    await query(server(), owner, created)
    const alone = await openDatabaseAddress(configOf({ DATABASE_URL: urlFor(earlier, earlier) }))
    await migrate(alone.address, migrations)
    await query(
      alone.address,
      "insert into audit_entries (id, at, action, entity_type) values (gen_random_uuid(), now(), 'x', 'y')",
    )
    await query(server(), app)
    const settings = {
      DATABASE_URL: urlFor(`${earlier}_app`, earlier),
      MIGRATION_DATABASE_URL: urlFor(earlier, earlier),
    }
    const { address } = await openDatabaseAddress(configOf(settings))
    expect(await migrate(address, migrations)).toEqual([])
    expect(await query(address, 'select action from audit_entries')).toEqual([{ action: 'x' }])
    for (const statement of ['delete from audit_entries', "update audit_entries set action = 'z'"])
      await expect(query(address, statement)).rejects.toThrow('permission denied')
    await expect(query(address, 'alter table audit_entries disable trigger user')).rejects.toThrow('must be owner')
    const context = await createContext(configOf(settings), address)
    try {
      const { checks } = await portalStatus(context, () => false)
      expect(checks.find(({ name }) => name === 'database')?.result).toBe('ok')
    } finally {
      await context.close()
    }
  })
})
