// A separate portal: the built program on a free port, with its own database in a temporary folder.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const built = join(import.meta.dirname, '../dist/server/main.js')
/** Shared machines are slow at times. */
const lockTimeoutMilliseconds = 90_000

export interface Portal {
  url: string
  dataDir: string
  pid: number
  /** Everything it printed. */
  output(): string
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Stops it cleanly and deletes its data. */
  stop(): Promise<void>
  /** Kills it, like a power failure. */
  kill(): Promise<void>
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/**
 * @param dataDir of a portal that was killed, to start it again with its data
 * @param through a wrapper program, such as `strace` with its options
 */
export async function startPortal(
  settings: NodeJS.ProcessEnv = {},
  dataDir?: string,
  through: string[] = [],
  program = built,
): Promise<Portal> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'portal-journey-')))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const command = [...through, process.execPath, program]
  const child = spawn(command[0] as string, command.slice(1), {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stdout.on('data', (data: Buffer) => output.push(data.toString()))
  child.stderr.on('data', (data: Buffer) => output.push(data.toString()))
  const ended = new Promise<Awaited<Portal['ended']>>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  )
  const answers = () =>
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  for (const until = Date.now() + lockTimeoutMilliseconds; !(await answers()); await pause(50)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The portal ended: ${output.join('')}`)
    if (Date.now() < until) continue
    child.kill('SIGKILL')
    throw new Error(`The portal did not answer within 90 seconds: ${output.join('')}`)
  }
  return {
    url,
    dataDir: folder,
    pid: child.pid as number,
    output: () => output.join(''),
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
      // A portal that reaches its shutdown limit exits first, while PostgreSQL still writes its last checkpoint.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
