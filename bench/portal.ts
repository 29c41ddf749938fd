// The built portal on a database of its own choice, for benches: started, asked, measured from outside, and stopped.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchPassword } from './seed.ts'

export interface RunningPortal {
  base: string
  pid: number
  stop: () => Promise<void>
}

export async function startPortal(databaseUrl: string, port: number, flags: string[] = []): Promise<RunningPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const main = join(import.meta.dirname, '../dist/server/main.js')
  const child = spawn(process.execPath, ['--max-semi-space-size=8', ...flags, main], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      DEMO: 'off',
      // The same for each run on a database: what one encrypted, the next reads.
      MASTER_KEY: Buffer.alloc(32, 'bench').toString('base64'),
      // A few people make all the calls.
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

/** What a process has used of the processor, in milliseconds; Linux counts in hundredths of a second. */
export async function cpuOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return text === '' ? 0 : (Number(fields[11]) + Number(fields[12])) * 10
}

/** @param times sorted */
export const at = (times: number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
