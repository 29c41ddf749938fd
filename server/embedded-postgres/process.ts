/**
 * Runs a PostgreSQL server: starts it until it is ready or throws a sentence, and stops it even if this process dies.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresEnvironment } from './cluster.ts'
import { removeLeftovers, stopOrphans, readPidFile, stopOnWindows } from './leftovers.ts'
import type { RunAs } from './user.ts'
import { StartError } from '../kit/start-error.ts'

export type Place = {
  cluster: string
  socketDir: string
  binaries: { postgres: string; pgCtl: string }
  runAs: RunAs
  port: number
  settings: Record<string, string>
  log: Log
}

export type Log = { debug(message: string): void; warn(message: string): void }

const windows = process.platform === 'win32'
const timeoutMs = 60_000

/** Resolves when the server accepts connections. */
export async function launch(place: Place): Promise<ChildProcess> {
  const { cluster, socketDir, log } = place
  const until = Date.now() + timeoutMs
  await removeLeftovers(cluster, socketDir, place.binaries.pgCtl)
  for (;;) {
    const { child, lastWords } = run(place)
    while (child.exitCode === null && child.signalCode === null) {
      if (readPidFile(cluster)?.ready) return child
      if (Date.now() > until) break
      await sleep(2)
    }
    // Backends of a killed PostgreSQL hold its shared memory until they notice.
    if (Date.now() > until || stopOrphans(cluster) === 0) {
      child.stdin.destroy()
      throw new StartError(`PostgreSQL did not start in ${cluster}: ${lastWords() || 'it printed no reason.'}`)
    }
    log.debug('Processes of an earlier PostgreSQL still end; trying again.')
    await sleep(20)
  }
}

/**
 * Runs until its standard input closes, which happens when we stop it or when this process dies, however suddenly. The
 * shell then requests a fast, clean shutdown. It also exits with PostgreSQL's exit code.
 */
const watchdog = `exec 3<&0
"$0" "$@" 3<&- </dev/null & p=$!
{ read -r _ <&3; kill -INT $p; } 2>/dev/null & w=$!
exec 3<&-
wait $p; s=$?
kill $w 2>/dev/null
exit $s`

function run(place: Place) {
  const settings = Object.entries(place.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const postgres = [place.binaries.postgres, '-D', place.cluster, '-p', String(place.port), ...settings]
  const [program = '', ...rest] = windows ? postgres : ['/bin/sh', '-c', watchdog, ...postgres]
  const { command, args, ...as } = place.runAs.spawn(program, rest)
  const child = spawn(command, args, {
    ...as,
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
    // A separate process group: Ctrl+C in a terminal signals only the portal, which stops PostgreSQL last.
    detached: !windows,
    windowsHide: true,
  })
  let last = ''
  const remember = (line: string) => {
    if (/FATAL|PANIC|error/i.test(line) || !last) last = line.replace(/^(FATAL|PANIC):\s*/, '')
    place.log.debug(line)
  }
  child.on('error', (error) => remember(error.message))
  createInterface(child.stderr).on('line', remember)
  return { child, lastWords: () => last }
}

/** Fast and clean; after 15 seconds PostgreSQL is stopped immediately, and recovers when it starts. */
export async function shutDown(child: ChildProcess, { cluster, binaries }: Place) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (windows) stopOnWindows(cluster, binaries.pgCtl)
  else child.stdin?.destroy()
  const impatient = setTimeout(() => stopOrphans(cluster), 15_000)
  await ended
  clearTimeout(impatient)
}
