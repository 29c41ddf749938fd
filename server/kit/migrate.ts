// Brings the schema forward, under a lock, and refuses to run on a schema that is newer than this program.
import { readdir } from 'node:fs/promises'
import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'
import { openPool, type DatabaseAddress } from './db.ts'
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
export async function expectSchema(address: DatabaseAddress, folder: string): Promise<void> {
  const client = new DatabaseClient({ ...address, connectionTimeoutMillis: 5000, application_name: 'portal migration' })
  await client.connect()
  try {
    const [files, done] = [await known(folder), await applied(client)]
    refuseNewer(done, files)
    if (done.length === 0) throw new StartError('There is no portal in this database yet: it has no tables.')
    if (done.length < files.length)
      throw new StartError(
        `The database is of an earlier release of the portal (its last step is ${done.at(-1)}). Please start this release once; it brings it forward.`,
      )
  } finally {
    await client.end()
  }
}

/**
 * Answers the names of the migrations that it applied.
 * @param upTo brings an empty database to the schema of an earlier release, and no further
 */
export async function migrate(address: DatabaseAddress, folder: string, upTo?: string[]): Promise<string[]> {
  const client = new DatabaseClient({ ...address, connectionTimeoutMillis: 5000, application_name: 'portal migration' })
  // Its loss is told by the statement that it interrupts.
  client.on('error', () => {})
  await client.connect()
  try {
    const files = wanted(await known(folder), upTo)
    if (isAt(await applied(client), files)) return []
    // Another instance that starts at this moment may be doing it: whoever comes second finds nothing left to do.
    await client.query("set lock_timeout = '300s'")
    await client.query('select pg_advisory_lock(7020051)')
    const done = await applied(client)
    if (isAt(done, files)) return []
    // Loaded only when there is something to do: it is most of a quiet start's time.
    const [{ runner }, worker] = await Promise.all([import('node-pg-migrate'), import('graphile-worker')])
    await client.query("set lock_timeout = '60s'")
    const ran = await runner({
      dbClient: client,
      dir: folder,
      direction: 'up',
      count: files.length - done.length,
      migrationsTable: 'migrations',
      singleTransaction: true,
      log: () => {},
    })
    const pool = openPool(address, 1, () => {})
    try {
      await worker.runMigrations({ pgPool: pool })
    } finally {
      await pool.end()
    }
    return ran.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** The schema of a release that this one knows, or a sentence, before anything is done. */
export const expectKnownSchema = async (folder: string, names: string[]): Promise<void> =>
  void wanted(await known(folder), names)

function wanted(files: string[], upTo: string[] = files): string[] {
  refuseNewer(upTo, files)
  if (upTo.some((name, at) => name !== files[at]))
    throw new StartError(
      `This release of the portal does not know the schema that ends with ${upTo.at(-1)}. Please use the one that made it.`,
    )
  return upTo
}

function isAt(done: string[], files: string[]): boolean {
  refuseNewer(done, files)
  return done.length === files.length
}

function refuseNewer(done: string[], files: string[]): void {
  const newer = done.filter((name) => !files.includes(name))
  if (newer.length > 0)
    throw new StartError(
      `The database was written by a newer version of the portal (it has ${newer.at(-1)}). Please start that version.`,
    )
}
