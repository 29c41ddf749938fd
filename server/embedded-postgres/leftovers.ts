/**
 * Cleans up after a killed PostgreSQL: processes that are still ending, and files that name a process. Called only
 * under the data folder's lock, so no other portal is affected.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../kit/start-error.ts'

/** What the postmaster writes to its pid file, read the way pg_ctl does. */
export function readPidFile(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'latin1').split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Ends an orphaned PostgreSQL, then removes the files that name it. */
export async function removeLeftovers(cluster: string, socketDir: string, pgCtl: string): Promise<void> {
  const before = readPidFile(cluster)
  if (!before) return
  if (process.platform === 'win32') return stopOnWindows(cluster, pgCtl)
  if (isPostmasterOf(cluster, before.pid)) await end(cluster, before.pid)
  stopOrphans(cluster)
  // Otherwise a zombie, or another process with the same id, would keep PostgreSQL from starting.
  for (const path of [join(cluster, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')])
    rmSync(path, { force: true })
}

/**
 * Ends PostgreSQL processes that outlived their postmaster, and returns how many there were: no new PostgreSQL can
 * start while one of them holds the old shared memory. They only serve lost connections, so no data is lost. Other
 * programs that run in the folder (a shell, a `tail -f`) are left alone.
 */
export function stopOrphans(cluster: string): number {
  if (process.platform !== 'linux') return 0
  const orphans = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && isPostgresOf(cluster, Number(entry)))
  for (const pid of orphans) signal(Number(pid), 'SIGQUIT')
  return orphans.length
}

/** Windows has no signals and no watchdog, so pg_ctl stops an earlier PostgreSQL. */
export function stopOnWindows(cluster: string, pgCtl: string) {
  spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast'], { stdio: 'ignore' })
}

async function end(cluster: string, pid: number) {
  // The watchdog may have signaled already; repeating it is harmless. SIGINT: fast and clean; SIGQUIT: immediate.
  for (const [name, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    signal(pid, name)
    for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(5)) {
      if (!isPostmasterOf(cluster, pid)) return
    }
  }
  throw new StartError(
    `Another PostgreSQL (pid ${pid}) is still using ${cluster} and does not stop. Stop it, then try again.`,
  )
}

/** A zombie has no working directory, and another process with the same id has a different one. */
function isPostmasterOf(cluster: string, pid: number) {
  if (process.platform === 'linux') return isPostgresOf(cluster, pid)
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/**
 * Whether a PostgreSQL program runs in this data folder. Linux appends "(deleted)" to a program that was replaced while
 * running.
 */
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
    // The process has just ended.
  }
}
