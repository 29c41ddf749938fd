/**
 * Supervises the embedded PostgreSQL: started first, restarted when it is killed, and never left running, however the
 * portal ends (docs/decisions/0001).
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { lockDataFolder } from './data-lock.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, socketFolder, superuser } from './cluster.ts'
import { readPidFile } from './leftovers.ts'
import { launch, type Log, type Place, shutDown } from './process.ts'
import { choosePostgresUser } from './user.ts'
import { StartError } from '../kit/start-error.ts'

export { StartError } from '../kit/start-error.ts'

export type Connection = { host: string; port: number; user: string; database: string; password?: string }

export type Postgres = {
  connection: Connection
  /** Id of the current postmaster; a restart changes it. */
  readonly pid: number
  /** Settles only if PostgreSQL ended unexpectedly and could not be restarted: the portal cannot continue then. */
  lost: Promise<StartError>
  /** Waits for the last checkpoint, then releases the data folder. The caller closes its connections first. */
  stop(): Promise<void>
}

const windows = process.platform === 'win32'
/** Restarts within a minute after which a PostgreSQL that keeps ending is reported as lost. */
const startsAMinute = 5

/** Throws a StartError if the folder is in use or this machine cannot run PostgreSQL. */
export async function startPostgres({ dataDir, log }: { dataDir: string; log: Log }): Promise<Postgres> {
  const lock = lockDataFolder(dataDir)
  try {
    const { place, connection } = await prepare(realpathSync(dataDir), log)
    const supervised = await supervise(place)
    let stopped: Promise<void> | undefined
    const stop = () =>
      (stopped ??= supervised.stop().finally(() => {
        if (place.socketDir !== place.cluster) rmSync(place.socketDir, { recursive: true, force: true })
        lock.release()
      }))
    return {
      connection,
      lost: supervised.lost,
      stop,
      get pid() {
        return supervised.pid()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The connection to a running portal's PostgreSQL, for commands (backup, a new administrator). Not on Windows. */
export function runningConnection(dataDir: string): Connection | undefined {
  if (windows || !readPidFile(clusterIn(dataDir))?.ready) return undefined
  const cluster = realpathSync(clusterIn(dataDir))
  return connectionThrough(socketFolder(cluster, choosePostgresUser(cluster, [])))
}

const clusterIn = (dataDir: string) => join(dataDir, 'postgres')
const connectionThrough = (host: string) => ({ host, port: 5432, user: superuser, database: 'postgres' })

async function prepare(dataDir: string, log: Log) {
  const binaries = await findBinaries()
  const cluster = clusterIn(dataDir)
  const runAs = choosePostgresUser(cluster, [dataDir, binaries.folder])
  if (windows) {
    // Without Unix sockets PostgreSQL listens on a local port, so it needs a password, stored next to the data.
    const passwordFile = join(dataDir, 'postgres-password')
    if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    await ensureCluster(cluster, binaries, runAs, passwordFile)
    const port = await freePort()
    const password = readFileSync(passwordFile, 'utf8')
    const place: Place = { cluster, socketDir: '', binaries, runAs, port, settings: settingsFor(''), log }
    return { place, connection: { ...connectionThrough('127.0.0.1'), port, password } }
  }
  await ensureCluster(cluster, binaries, runAs)
  const real = realpathSync(cluster)
  const socketDir = socketFolder(real, runAs)
  const settings = settingsFor(socketDir)
  const place: Place = { cluster: real, socketDir, binaries, runAs, port: 5432, settings, log }
  return { place, connection: connectionThrough(socketDir) }
}

async function supervise(place: Place) {
  let stopping = false
  let reviving: Promise<void> | undefined
  let child = await launch(place)
  const starts = [Date.now()]
  const { promise: lost, resolve: lose } = Promise.withResolvers<StartError>()
  const watch = () =>
    child.once('exit', () => {
      if (!stopping) reviving = revive()
    })
  const revive = async () => {
    place.log.warn('PostgreSQL ended by itself and is started again.')
    starts.push(Date.now())
    try {
      if (starts.filter((at) => at > Date.now() - 60_000).length > startsAMinute) {
        throw new StartError('PostgreSQL keeps stopping unexpectedly. See the log above for the reason.')
      }
      child = await launch(place)
      watch()
    } catch (error) {
      lose(error instanceof StartError ? error : new StartError(String(error)))
    }
  }
  watch()
  return {
    lost,
    pid: () => readPidFile(place.cluster)?.pid ?? 0,
    stop: async () => {
      stopping = true
      await reviving
      await shutDown(child, place)
    },
  }
}

/**
 * Small on purpose: the portal shares its machine. PostgreSQL does not log errors, whose texts may contain personal
 * data; the portal does.
 */
function settingsFor(socketDir: string): Record<string, string> {
  return {
    listen_addresses: windows ? '127.0.0.1' : '',
    unix_socket_directories: windows ? '' : `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    io_method: 'sync',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_line_prefix: '',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // One system call after a crash instead of opening every file.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  }
}

/** A free port on this machine. */
export function freePort() {
  return new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
