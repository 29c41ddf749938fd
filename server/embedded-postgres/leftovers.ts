/**
 * What a PostgreSQL that was killed leaves behind: processes that still end, and files that name a process. Called
 * only under the lock of the data folder, so no other portal can be meant.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../kit/start-error.ts'

/** What the postmaster says of itself in its pid file, as pg_ctl reads it. */
export function readPidFile(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'latin1').split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Lets an orphaned PostgreSQL finish (helping it along), then removes what names it. */
export async function clearLeftovers(cluster: string, socketDir: string, pgCtl: string): Promise<void> {
  const before = readPidFile(cluster)
  if (!before) return
  if (process.platform === 'win32') return stopOnWindows(cluster, pgCtl)
  if (isPostmasterOf(cluster, before.pid)) await end(cluster, before.pid)
  endOrphans(cluster)
  // A zombie, or a stranger who was given the same number, would keep PostgreSQL from starting for ever.
  for (const path of [join(cluster, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')])
    rmSync(path, { force: true })
}

/**
 * Ends PostgreSQL's processes that outlived their postmaster, and says how many there were: while one of them holds the old shared
 * memory no new PostgreSQL can start. They only answer for a connection that is gone, so nothing is lost. Anything else that runs in
 * the folder (a shell, a `tail -f`) is not ours to end.
 */
export function endOrphans(cluster: string): number {
  if (process.platform !== 'linux') return 0
  const orphans = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isPostgresOf(cluster, Number(entry)))
  for (const pid of orphans) signal(Number(pid), 'SIGQUIT')
  return orphans.length
}

/** Windows has neither signals nor a watchdog: pg_ctl asks an earlier PostgreSQL, if there is one, to stop. */
export function stopOnWindows(cluster: string, pgCtl: string) {
  spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast'], { stdio: 'ignore' })
}

async function end(cluster: string, pid: number) {
  // The watchdog may have asked already; asking twice does no harm. SIGINT: fast and clean; SIGQUIT: at once.
  for (const [name, patienceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, name)
    for (const until = Date.now() + patienceMs; Date.now() < until; await sleep(5)) {
      if (!isPostmasterOf(cluster, pid)) return
    }
  }
  throw new StartError(
    `An earlier PostgreSQL (process ${pid}) still runs on ${cluster} and does not end: end it first.`,
  )
}

/** A zombie has no working folder, and a stranger with the same number has another one. */
function isPostmasterOf(cluster: string, pid: number) {
  if (process.platform === 'linux') return isPostgresOf(cluster, pid)
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/** A PostgreSQL program that works in this data folder. A program that was replaced while it ran is called "(deleted)". */
function isPostgresOf(cluster: string, pid: number): boolean {
  const program = linkOf(pid, 'exe')?.replace(/ \(deleted\)$/, '')
  return program !== undefined && basename(program) === 'postgres' && linkOf(pid, 'cwd') === cluster
}

function linkOf(pid: number, name: 'cwd' | 'exe'): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/${name}`)
  } catch {
    return undefined
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in this very moment.
  }
}
