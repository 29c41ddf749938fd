// Migrates the schema under an advisory lock, and refuses to run on a schema newer than this program. Each file of
// `server/migrations` is plain SQL. The pending ones run in one transaction, which in a large office is committed between
// two files, so that no one waits long for its locks. A file that begins with `-- no transaction`, such as an index of a
// large table that is built concurrently, runs outside it, one statement at a time. Such a file first removes the remains
// of an interrupted run (`drop index concurrently if exists`), and has no semicolon within a statement.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectClient, startTimeout } from './database-client.ts'
import {
  appRoleOf,
  connectAsOwner,
  ensureAccess,
  grantAccess,
  lockTimeoutMilliseconds,
  takeSchemaLock,
} from './database-roles.ts'
import { openPool, type DatabaseAddress } from './db.ts'
import { StartError } from './start-error.ts'

const namesIn = async (folder: string) =>
  (await readdir(folder)).flatMap((file) => (file.endsWith('.sql') ? file.slice(0, -4) : [])).toSorted()

async function applied(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass('public.migrations')")
  if (rows.length === 0) return []
  return (await client.query('select name from migrations order by name')).rows.map((row: { name: string }) => row.name)
}

/** The names missing from `done`. Throws a sentence for a schema that this release can't upgrade. */
function pendingOf(done: string[], names: string[]): string[] {
  const newer = done.findLast((name) => !names.includes(name))
  if (newer !== undefined)
    throw new StartError(
      `A newer release of the portal has used this database: it has migration ${newer}, which this release does not know. ` +
        'Nothing was changed. Start that release or a later one, or restore a backup from before the upgrade.',
    )
  const missing = names.slice(0, done.length).find((name) => !done.includes(name))
  if (missing !== undefined)
    throw new StartError(
      `This database is from a version before release 1.0.0 and can’t be upgraded: it has later migrations but not ${missing}. ` +
        'Nothing was changed. Start the version that last used it, or set up an empty database (CHANGELOG.md says which releases can be upgraded).',
    )
  return names.slice(done.length)
}

/** Refuses a schema that this release doesn't know, before anything is changed. */
export const assertKnownSchema = async (folder: string, names: string[]): Promise<void> =>
  void pendingOf(names, await namesIn(folder))

/** For a read-only command: refuses any schema but its own. */
export async function assertSchema(address: DatabaseAddress, folder: string): Promise<void> {
  const client = await connectClient({
    ...address,
    connectionTimeoutMillis: startTimeout,
    application_name: 'portal migration',
  })
  try {
    const done = await applied(client)
    const pending = pendingOf(done, await namesIn(folder))
    if (done.length === 0) throw new StartError('No portal found in this database: it has no tables.')
    if (pending.length > 0)
      throw new StartError(
        `An earlier release of the portal has used this database (its last migration is ${done.at(-1)}). Start this release once, which upgrades it.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * Applies pending migrations as the role that owns the tables, and returns their names. The portal's role gets its
 * rights in the same transaction.
 * @param upTo brings an empty database to the schema of an earlier release
 */
export async function migrate(address: DatabaseAddress, folder: string, upTo?: string[]): Promise<string[]> {
  const role = appRoleOf(address)
  const client = await connectAsOwner(address)
  const pending = async () => pendingOf(await applied(client), upTo ?? (await namesIn(folder)))
  try {
    const isPending = (await pending()).length > 0
    if (isPending) await takeSchemaLock(client)
    // A newer graphile-worker may add tables of its own, which the portal's role could not create when the jobs start.
    if (isPending || role !== null) await prepareJobs(address.owner ?? address)
    const names = await pending()
    await untilUnlocked(client, async () => apply(client, folder, await pending(), role))
    if (role !== null) await ensureAccess(client, role)
    return names
  } catch (error) {
    if (address.owner !== undefined || !(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new StartError(
      'The database has to be upgraded, and the role in DATABASE_URL has no permission to do that. Set MIGRATION_DATABASE_URL to the URL with the role that owns the tables.',
    )
  } finally {
    await client.end()
  }
}

/** Creates the job tables with their library, which is imported only if needed. */
async function prepareJobs(address: DatabaseAddress): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const pool = openPool(address, 1, () => {})
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

/** A waiting lock request blocks everyone behind it, so it fails after two seconds and everything is retried. */
async function untilUnlocked(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + lockTimeoutMilliseconds; ; await pause(1000))
    try {
      return await work()
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
      if (!isLocked || Date.now() > until) throw error
      await client.query('rollback')
    }
}

const begin = "begin; set local lock_timeout = '2s'"
/** A transaction that has lasted this long is committed before the next file. */
const maxTransactionMilliseconds = 1000

async function apply(client: pg.Client, folder: string, names: string[], role: string | null): Promise<void> {
  if (names.length === 0) return
  await client.query(begin)
  await client.query(
    'create table if not exists migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
  )
  let began = performance.now()
  for (const name of names)
    try {
      const text = await readFile(join(folder, `${name}.sql`), 'utf8')
      const isAlone = text.startsWith('-- no transaction')
      if (isAlone || performance.now() - began > maxTransactionMilliseconds) {
        await client.query('commit')
        if (!isAlone) await client.query(begin)
        began = performance.now()
      }
      for (const statement of isAlone ? text.split(';') : [text]) await client.query(statement)
      if (isAlone) await client.query(begin)
      await client.query('insert into migrations (name, run_on) values ($1, now())', [name])
    } catch (error) {
      if (error instanceof Error) error.message = `Migration ${name}: ${error.message}`
      throw error
    }
  if (role !== null) await grantAccess(client, role)
  await client.query('commit')
}
