// The database: the PostgreSQL that DATABASE_URL names, or the embedded one.
import pg from 'pg'
import { z } from 'zod'
import type { Config } from './config.ts'
import { connectClient, serverUrls, startTimeout, sessionOptions, sessionSettings } from './kit/database-client.ts'
import { asAppRole } from './kit/database-roles.ts'
import type { DatabaseAddress } from './kit/db.ts'
import { runningConnection, startPostgres } from './embedded-postgres/supervisor.ts'
import { typed } from './kit/row-types.ts'
import { statementsOn } from './kit/unit-of-work.ts'
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
  const servers = serverUrls(databaseUrl)
  const [connectionString = databaseUrl] = servers
  return servers.length > 1 ? { connectionString, servers } : { connectionString }
}

/** For commands: starts the embedded PostgreSQL, or connects to the one that a running portal started. */
export async function joinDatabase(config: Settings): Promise<Pick<OpenedDatabase, 'address' | 'stop'>> {
  try {
    return await openDatabaseAddress(config)
  } catch (error) {
    if (!(error instanceof StartError) || error.code !== 'in-use') throw error
    const running = runningConnection(config.dataDir)
    if (running !== undefined) return { address: await asAppRole(running), stop: async () => {} }
    throw new StartError(
      `The portal is running on ${config.dataDir}, and its database can’t be reached from here. Stop the portal and try again.`,
    )
  }
}

const VersionRow = z.object({ version: z.number() })

const SettingRow = z.object({ name: z.string(), setting: z.string() })

async function checkReachable(address: DatabaseAddress, setting: string) {
  let client: pg.Client | undefined
  try {
    client = await connectClient({ ...address, connectionTimeoutMillis: startTimeout, options: sessionOptions })
    const { version } = await statementsOn(client).one(
      typed(VersionRow)`select current_setting('server_version_num')::integer as version`,
    )
    if (version < oldestVersion)
      throw new StartError(`${setting} points to a PostgreSQL version earlier than 15. Use version 15 or later.`)
    await expectSessionSettings(client, setting)
  } catch (error) {
    if (error instanceof StartError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (isRefusedSetting(error))
      throw new StartError(
        `${setting} points to a connection pooler that rejects the settings the portal sends when it connects. ` +
          'With PgBouncer in session mode, set ignore_startup_parameters = options; transaction mode can’t be used. See "Use a connection pooler" in docs/operations.md.',
      )
    throw new StartError(
      `Cannot connect to the database in ${setting} (${reason}). Check that it is running and that the host, user, and password are correct.`,
    )
  } finally {
    await client?.end().catch(() => {})
  }
}

/** PgBouncer's code for a protocol violation, which includes connection settings that it doesn't pass on. */
const isRefusedSetting = (error: unknown) => error instanceof pg.DatabaseError && error.code === '08P01'

/** Behind a pooler that ignores connection settings, the portal would run without its time zone and timeouts. */
async function expectSessionSettings(client: pg.Client, setting: string) {
  const rows = await statementsOn(client).rows(typed(SettingRow)`
    select lower(name) as name, setting from pg_settings where lower(name) = any(${Object.keys(sessionSettings)})`)
  const actual = new Map(rows.map(({ name, setting }) => [name, setting]))
  const ignored = Object.entries(sessionSettings).filter(([name, value]) => actual.get(name) !== value)
  if (ignored.length > 0)
    throw new StartError(
      `The connection pooler that ${setting} names ignores the settings the portal sends when it connects. Set them for the database role: ` +
        ignored.map(([name, value]) => `alter role ${client.user ?? 'portal'} set ${name} = '${value}';`).join(' '),
    )
}
