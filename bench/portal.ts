// The built portal on a given database, for benchmarks: started, called, measured from outside, and stopped.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchPassword } from './seed.ts'

export interface RunningPortal {
  base: string
  pid: number
  stop: () => Promise<void>
}

/** The same for each run on a database, so that later runs can decrypt what earlier ones encrypted. */
export const benchMasterKey = Buffer.alloc(32, 'bench').toString('base64')

export async function startPortal(databaseUrl: string, port: number, flags: string[] = []): Promise<RunningPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const main = join(import.meta.dirname, '../dist/server/main.js')
  const child = spawn(process.execPath, ['--max-semi-space-size=8', ...flags, main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      DEMO: 'off',
      MASTER_KEY: benchMasterKey,
      // A few users make all the calls.
      CALLS_PER_MINUTE: 'off',
      LOG_LEVEL: 'error',
      LOOP_WATCH: process.env.LOOP_WATCH,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const base = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('The portal did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    base,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export async function signIn(base: string, username: string): Promise<string> {
  const answer = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: benchPassword }),
  })
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Of a process, in MB. */
export const memoryOf = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** CPU time of a process and its threads, in milliseconds; Linux counts it in nanoseconds. */
export async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const used = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return used.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

/** @param times sorted */
export const at = (times: number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
