// Where the records are: the PostgreSQL that DATABASE_URL names, or the portal's own.
import type { Config } from './config.ts'
import { DatabaseClient, eachServer, patienceAtStart, sessionOptions, sessionSettings } from './kit/database-client.ts'
import { asAppRole } from './kit/database-roles.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { runningConnection, startPostgres } from './embedded-postgres/supervisor.ts'
import { StartError } from './kit/start-error.ts'

export interface OpenedDatabase {
  address: DatabaseAddress
  stop(): Promise<void>
  lost: Promise<StartError>
}

const oldestVersion = 150_000

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'migrationDatabaseUrl'>>

export async function openDatabaseAddress(config: Settings): Promise<OpenedDatabase> {
  if (config.databaseUrl === undefined) {
    const postgres = await startPostgres({
      dataDir: config.dataDir,
      log: { debug() {}, warn: (message) => process.stderr.write(`${message}\n`) },
    })
    try {
      const address = await asAppRole(postgres.connection)
      return { address, stop: () => postgres.stop(), lost: postgres.lost }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  }
  const address = addressOf(config.databaseUrl)
  await checkReachable(address, 'DATABASE_URL')
  if (config.migrationDatabaseUrl !== undefined) {
    address.owner = addressOf(config.migrationDatabaseUrl)
    await checkReachable(address.owner, 'MIGRATION_DATABASE_URL')
  }
  return { address, stop: async () => {}, lost: new Promise(() => {}) }
}

function addressOf(databaseUrl: string): DatabaseAddress {
  const servers = eachServer(databaseUrl)
  const [connectionString = databaseUrl] = servers
  return servers.length > 1 ? { connectionString, servers } : { connectionString }
}

/** For a program beside the portal: its own PostgreSQL is started for this, or joined when a running portal has started it. */
export async function joinDatabase(config: Settings): Promise<Pick<OpenedDatabase, 'address' | 'stop'>> {
  try {
    return await openDatabaseAddress(config)
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'in-use') throw error
    const running = runningConnection(config.dataDir)
    if (running !== undefined) return { address: await asAppRole(running), stop: async () => {} }
    throw new StartError(
      `The portal is running on ${config.dataDir} and cannot be joined from here. Stop it and try again.`,
    )
  }
}

async function checkReachable(address: DatabaseAddress, setting: string) {
  const client = new DatabaseClient({
    ...address,
    connectionTimeoutMillis: patienceAtStart,
    options: sessionOptions,
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version")
    if (Number(rows[0]?.version) < oldestVersion)
      throw new StartError(`${setting} names a PostgreSQL older than 15. Please use 15 or later.`)
    await expectSessionSettings(client, setting)
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (/unsupported startup parameter/.test(reason))
      throw new StartError(
        `${setting} names a connection pooler that refuses the settings the portal sends when it connects. ` +
          'With PgBouncer in session mode, set ignore_startup_parameters = options; transaction mode cannot be used. "A connection pooler" in docs/running.md says more.',
      )
    throw new StartError(
      `The database that ${setting} names cannot be reached (${reason}). Is it running, and are name and password right?`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** A pooler that ignores the settings of a connection leaves the portal without its time zone and timeouts. */
async function expectSessionSettings(client: DatabaseClient, setting: string) {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select lower(name) as name, setting from pg_settings where lower(name) = any($1)',
    [Object.keys(sessionSettings)],
  )
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]))
  const ignored = Object.entries(sessionSettings).filter(([name, value]) => actual.get(name) !== value)
  if (ignored.length > 0)
    throw new StartError(
      `The connection pooler that ${setting} names ignores the settings the portal sends when it connects. Set them for the database role: ` +
        ignored.map(([name, value]) => `alter role ${client.user ?? 'portal'} set ${name} = '${value}';`).join(' '),
    )
}
