// Time until the first 200: PostgreSQL's own share with new data, the portal with new data, a second start, and with
// DATABASE_URL; and its memory.
// Usage: node bench/start.ts [rounds] (needs a build)
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../server/embedded-postgres/supervisor.ts'
import { needBuild } from './needs.ts'

needBuild()

const root = join(import.meta.dirname, '..')
const rounds = Number(process.argv[2] ?? 5)
const port = 4395
const quiet = { debug() {}, warn() {} }
const median = (numbers: number[]) => Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0)

async function untilFirstAnswer(settings: NodeJS.ProcessEnv): Promise<{ milliseconds: number; megabytes: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { PATH: process.env.PATH, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const isUp = () =>
    fetch(`http://localhost:${port}/`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('The portal did not start.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const milliseconds = performance.now() - began
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  child.kill('SIGTERM')
  await ended
  return { milliseconds, megabytes }
}

const freshFolder = () => mkdtemp(join(tmpdir(), 'portal-start-'))
const figures = {
  postgres: [] as number[],
  fresh: [] as number[],
  again: [] as number[],
  url: [] as number[],
  memory: [] as number[],
}
for (let round = 0; round < rounds; round++) {
  const alone = await freshFolder()
  const began = performance.now()
  const postgres = await startPostgres({ dataDir: alone, log: quiet })
  figures.postgres.push(performance.now() - began)
  const { host, user } = postgres.connection
  const url = `postgres://${user}@localhost/postgres?host=${encodeURIComponent(host)}`
  await untilFirstAnswer({ DATABASE_URL: url, DEMO: 'on', DATA_DIR: alone }) // runs the migrations
  const withUrl = await untilFirstAnswer({ DATABASE_URL: url, DEMO: 'on', DATA_DIR: alone })
  figures.url.push(withUrl.milliseconds)
  figures.memory.push(withUrl.megabytes)
  await postgres.stop()
  const folder = await freshFolder()
  figures.fresh.push((await untilFirstAnswer({ DATA_DIR: folder })).milliseconds)
  figures.again.push((await untilFirstAnswer({ DATA_DIR: folder })).milliseconds)
  await Promise.all([alone, folder].map((each) => rm(each, { recursive: true, force: true })))
}
const load = execFileSync('uptime', { encoding: 'utf8' }).trim()
const text = [
  `Medians of ${rounds} rounds, Node ${process.version}, ${load}`,
  `PostgreSQL alone on fresh data     ${median(figures.postgres)} ms`,
  `the portal on fresh data           ${median(figures.fresh)} ms`,
  `the portal again                   ${median(figures.again)} ms`,
  `the portal with DATABASE_URL       ${median(figures.url)} ms`,
  `memory of its process, idle        ${median(figures.memory)} MB`,
].join('\n')
process.stdout.write(`${text}\n`)
process.stdout.write('Done: nothing of this bench is left running.\n')
