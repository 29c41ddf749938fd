// PostgreSQL servers for a test, on local ports: they can be killed, frozen, and made replicas of each other.
import { spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../../server/embedded-postgres/binaries.ts'
import { ensureCluster, superuser } from '../../server/embedded-postgres/cluster.ts'
import { launch, shutDown } from '../../server/embedded-postgres/process.ts'
import { choosePostgresUser } from '../../server/embedded-postgres/user.ts'
import { freePort } from '../../server/embedded-postgres/supervisor.ts'
import { signalPostgres } from '../postmaster.ts'

export interface DatabaseServer {
  port: number
  /** Stops it cleanly. */
  stop(): Promise<void>
  /** Kills it and all its processes, like a power failure. */
  kill(): void
  /** On the same port. */
  startAgain(settings?: Record<string, string>): Promise<void>
  freeze(): void
  thaw(): void
  query<T extends object>(text: string): Promise<T[]>
  /** A new server, not running yet, that will replicate this one; this one must be stopped at that time. */
  replica(name: string): DatabaseServer
}

export interface Databases {
  make(): Promise<DatabaseServer>
  remove(): Promise<void>
}

/** A folder for the servers of a test; `remove` ends them all. */
export async function openDatabases(): Promise<Databases> {
  const binaries = await findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'portal-instances-'))
  // When started by root, PostgreSQL runs as another user and must reach its own files in this folder.
  chmodSync(folder, 0o711)
  const runAs = choosePostgresUser(join(folder, 'none'), [folder, binaries.folder])
  const running = new Set<ChildProcess>()
  const log = { debug() {}, warn() {} }

  function server(cluster: string, port: number, always: Record<string, string>): DatabaseServer {
    const place = (more: Record<string, string>) => ({
      cluster,
      socketDir: cluster,
      binaries,
      runAs,
      port,
      log,
      settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', ...always, ...more },
    })
    let child: ChildProcess | null = null
    const postmaster = () => Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    const sendSignal = (signal: NodeJS.Signals) => signalPostgres(postmaster(), signal)
    return {
      port,
      async startAgain(settings = {}) {
        child = await launch(place(settings))
        running.add(child)
      },
      async stop() {
        if (child !== null) await shutDown(child, place({}))
        if (child !== null) running.delete(child)
      },
      kill: () => sendSignal('SIGKILL'),
      freeze: () => sendSignal('SIGSTOP'),
      thaw: () => sendSignal('SIGCONT'),
      async query<T extends object>(text: string) {
        const client = new pg.Client({ host: '127.0.0.1', port, user: superuser, database: 'postgres' })
        client.on('error', () => {})
        await client.connect()
        try {
          return (await client.query<T>(text)).rows
        } finally {
          await client.end()
        }
      },
      replica(name) {
        const copy = join(folder, name)
        const copied = spawnSync('cp', ['-a', cluster, copy])
        if (copied.status !== 0) throw new Error(`The cluster could not be copied: ${String(copied.stderr)}`)
        rmSync(join(copy, 'postmaster.pid'), { force: true })
        writeFileSync(join(copy, 'standby.signal'), '')
        if (runAs.owner) chownSync(join(copy, 'standby.signal'), runAs.owner.uid, runAs.owner.gid)
        const conninfo = `host=127.0.0.1 port=${port} user=${superuser} application_name=${name}`
        return server(copy, freePorts.shift() ?? 0, { primary_conninfo: conninfo, hot_standby: 'on' })
      },
    }
  }

  const freePorts = [await freePort(), await freePort(), await freePort(), await freePort()]
  let made = 0
  return {
    async make() {
      const cluster = join(folder, `server-${++made}`)
      await ensureCluster(cluster, binaries, runAs)
      const first = server(cluster, freePorts.shift() ?? 0, {})
      await first.startAgain()
      return first
    },
    async remove() {
      for (const child of running) child.stdin?.destroy()
      await Promise.all(
        [...running].map(
          async (child) => child.exitCode ?? child.signalCode ?? new Promise((resolve) => child.once('exit', resolve)),
        ),
      )
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A folder next to others of the test, for an instance's data. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-instance-'))
  mkdirSync(folder, { recursive: true })
  return folder
}
