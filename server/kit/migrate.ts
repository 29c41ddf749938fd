// Brings the schema forward, under a lock, and refuses to run on a schema that is newer than this program.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient, patienceAtStart } from './database-client.ts'
import {
  appRoleOf,
  connectAsOwner,
  ensureAccess,
  grantAccess,
  patienceMilliseconds,
  waitForTurn,
} from './database-roles.ts'
import { openPool, type DatabaseAddress } from './db.ts'
import { buildIndexesAhead, type Migration, withIndexesAhead } from './indexes-ahead.ts'
import { StartError } from './start-error.ts'

const known = async (folder: string) =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .toSorted()

async function applied(client: pg.Client): Promise<string[]> {
  const exists = await client.query(`select to_regclass('public.migrations') is not null as there`)
  if (!exists.rows[0].there) return []
  return (await client.query('select name from migrations order by name')).rows.map((row: { name: string }) => row.name)
}

/** For a program that reads only: the schema is the one it was made for, or a sentence. */
export async function assertSchema(address: DatabaseAddress, folder: string): Promise<void> {
  const client = new DatabaseClient({
    ...address,
    connectionTimeoutMillis: patienceAtStart,
    application_name: 'portal migration',
  })
  await client.connect()
  try {
    const [files, done] = [await known(folder), await applied(client)]
    assertNotNewer(done, files)
    if (done.length === 0) throw new StartError('There is no portal in this database yet: it has no tables.')
    if (done.length < files.length)
      throw new StartError(
        `An earlier release of the portal has used this database (its last migration is ${done.at(-1)}). Start this release once, which upgrades it.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * Answers the names of the migrations that it applied, as the role that owns the tables. The role that the portal connects as gets
 * its rights in the same transaction.
 * @param upTo brings an empty database to the schema of an earlier release, and no further
 */
export async function migrate(address: DatabaseAddress, folder: string, upTo?: string[]): Promise<string[]> {
  const owner = address.owner ?? address
  const role = appRoleOf(address)
  const client = await connectAsOwner(address)
  try {
    const files = wanted(await known(folder), upTo)
    if (isAt(await applied(client), files)) {
      // A newer graphile-worker may bring tables of its own, which the portal's role could not create when the jobs start.
      if (role !== null) await prepareJobs(owner)
      if (role !== null) await ensureAccess(client, role)
      return []
    }
    await client.query("set lock_timeout = '300s'")
    await waitForTurn(client)
    const done = await applied(client)
    if (isAt(done, files)) return []
    // First, and harmless twice: whoever is killed behind it finds the rest still to be done.
    await prepareJobs(owner)
    const pending = await read(folder, files.slice(done.length))
    if (done.length > 0) await buildIndexesAhead(client, pending)
    await runInTime(client, pending, role)
    return pending.map(({ name }) => name)
  } catch (error) {
    if (address.owner !== undefined || !isForbidden(error)) throw error
    throw new StartError(
      'The database has to be upgraded, and the role in DATABASE_URL may not do that. Set MIGRATION_DATABASE_URL to the address with the role that owns the tables.',
    )
  } finally {
    await client.end()
  }
}

const isForbidden = (error: unknown) => error instanceof pg.DatabaseError && error.code === '42501'

/** The tables of the jobs are their library's; it is loaded only when there is something to do. */
async function prepareJobs(address: DatabaseAddress): Promise<void> {
  const { runMigrations } = await import('graphile-worker')
  const pool = openPool(address, 1, () => {})
  try {
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

const read = async (folder: string, names: string[]): Promise<Migration[]> =>
  Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, `${name}.sql`), 'utf8') })))

const isInTheWay = (error: unknown) => error instanceof pg.DatabaseError && /^(55P03|40P01)$/.test(error.code ?? '')

/** Whoever waits for a lock is waited for by all who come after: rather than that it is let go, and everything tried again. */
async function runInTime(client: pg.Client, pending: Migration[], role: string | null): Promise<void> {
  await client.query("set lock_timeout = '2s'")
  for (const until = Date.now() + patienceMilliseconds; ; await pause(1000))
    try {
      return await runAll(client, pending, role)
    } catch (error) {
      if (!isInTheWay(error) || Date.now() > until) throw error
      await client.query('rollback')
    }
}

/** All of them or none. */
async function runAll(client: pg.Client, pending: Migration[], role: string | null): Promise<void> {
  await client.query('begin')
  await client.query(
    'create table if not exists migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null)',
  )
  for (const { name, text } of pending) {
    await client.query(withIndexesAhead(text))
    await client.query('insert into migrations (name, run_on) values ($1, now())', [name])
  }
  if (role !== null) await grantAccess(client, role)
  await client.query('commit')
}

/** The schema of a release that this one knows, or a sentence, before anything is done. */
export const assertKnownSchema = async (folder: string, names: string[]): Promise<void> =>
  void wanted(await known(folder), names)

function wanted(files: string[], upTo: string[] = files): string[] {
  assertNotNewer(upTo, files)
  if (upTo.some((name, at) => name !== files[at]))
    throw new StartError(
      `This release does not know a schema whose last migration is ${upTo.at(-1)}. Use the release that created it.`,
    )
  return upTo
}

function isAt(done: string[], files: string[]): boolean {
  assertNotNewer(done, files)
  const missing = files.slice(0, done.length).find((name) => !done.includes(name))
  if (missing !== undefined)
    throw new StartError(
      `This database is from a version before release 1.0.0 and cannot be upgraded: it has later migrations but not ${missing}. ` +
        'Nothing was changed. Start the version that last used it, or set up an empty database (CHANGELOG.md says which releases can be upgraded).',
    )
  return done.length === files.length
}

function assertNotNewer(done: string[], files: string[]): void {
  const newer = done.filter((name) => !files.includes(name))
  if (newer.length > 0)
    throw new StartError(
      `A newer release of the portal has used this database: it has migration ${newer.at(-1)}, which this release does not know. ` +
        'Nothing was changed. Start that release or a later one, or restore a backup from before the upgrade.',
    )
}
