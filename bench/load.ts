// A day's peak in the large office, more than three times that, and five times that: an open loop of reads, searches,
// late pages, messages, uploads, and sign-ins by people of every role while 200 browsers listen; and a bare peer at the
// same rate in the same run.
// Usage: DATABASE_URL=… node bench/load.ts [seconds] [rates, such as 60,200,300] (needs a build, and a database of
// `node bench/seed-large-office.ts`)
// Results that do not depend on the load of the machine: CPU per call, and the utilization of two cores at that rate.
// After the last rate, the first one runs again for ten seconds, to show how quickly the portal recovers.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMix } from './load-mix.ts'
import { needBuild, needLargeOffice } from './needs.ts'
import { type Call, type Figures, openLoop } from './open-loop.ts'
import { at, memoryOf, startPortal } from './portal.ts'
import { openWatch } from './watch.ts'

const seconds = Number(process.argv[2] ?? 60)
const rates = (process.argv[3] ?? '60,200,300').split(',').map(Number)
const listening = 200
const cores = 2
needBuild()
const databaseUrl = needLargeOffice()

const loopFile = join(await mkdtemp(join(tmpdir(), 'portal-load-')), 'loop.json')
process.env.LOOP_WATCH = loopFile
const port = Number(process.env.PORT ?? 4472)
const portal = await startPortal(databaseUrl, port, ['--import', join(import.meta.dirname, 'loop-watch.ts')])
const watch = await openWatch(databaseUrl, portal.pid)
const { readers, largest, kinds, choose } = await openMix(portal.base)

let received = 0
const streams = Array.from({ length: listening }, (_, n) => {
  const headers = { cookie: readers[n % readers.length]?.cookie ?? '' }
  const stream = get(`${portal.base}/api/events`, { headers, agent: false }, (answer) =>
    answer.on('data', (chunk: Buffer) => (received += chunk.toString().split('event: change').length - 1)),
  )
  stream.on('error', () => {})
  return stream
})

const say = (line: string) => {
  process.stdout.write(`${line}\n`)
}
const figuresOf = (times: number[]) => {
  times.sort((a, b) => a - b)
  return [0.5, 0.95, 0.99].map((share) => at(times, share))
}
const cells = (figures: number[]) => figures.map((ms) => ms.toFixed(1).padStart(9)).join('')

function printFigures({ times, errors, shed, seconds: took, ownCpu }: Figures) {
  const all = [...times.values()].flat()
  say(`${''.padEnd(26)}  calls      p50      p95      p99`)
  for (const kind of ['all', ...kinds]) {
    const of = [...times].flatMap(([name, each]) =>
      kind === 'all' || name === kind || name.startsWith(`${kind} |`) ? each : [],
    )
    if (of.length > 0) say(`${kind.padEnd(26)}${String(of.length).padStart(7)}${cells(figuresOf(of))}`)
  }
  const kindsOfError = [...new Set(errors.filter(Boolean))].slice(0, 3).join('; ')
  say(
    `answered ${(all.length / took).toFixed(0)}/s, turned away with 503: ${shed}, errors: ${errors.length} ${kindsOfError}; this bench itself: ${(ownCpu / (all.length + shed)).toFixed(2)} ms of CPU a call`,
  )
  const slow = [...times].map(([name, of]) => ({ name, count: of.length, figures: figuresOf(of) }))
  for (const { name, count, figures } of slow.toSorted((a, b) => (b.figures[2] ?? 0) - (a.figures[2] ?? 0)).slice(0, 5))
    say(`  slowest: ${cells(figures)}  ${String(count).padStart(4)} times  ${name}`)
}

async function loopDelay(): Promise<{ p99: number; worst: number }> {
  process.kill(portal.pid, 'SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return JSON.parse(await readFile(loopFile, 'utf8')) as { p99: number; worst: number }
}

/** Samples the portal's memory during the work: every two seconds, in MB. */
async function remembering<T>(work: Promise<T>): Promise<{ result: T; memory: number[] }> {
  const memory: number[] = []
  const timer = setInterval(() => void memoryOf(portal.pid).then((megabytes) => memory.push(megabytes)), 2000)
  const result = await work
  clearInterval(timer)
  return { result, memory: memory.length > 0 ? memory : [await memoryOf(portal.pid)] }
}

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)

async function stage(rate: number, forSeconds: number): Promise<void> {
  await loopDelay()
  const before = await watch.soFar()
  const { result, memory } = await remembering(openLoop(portal.base, rate, forSeconds, () => choose(rate)))
  const after = await watch.soFar()
  const delay = await loopDelay()
  printFigures(result)
  const calls = Math.round(rate * forSeconds)
  const [node, postgres] = [(after.node - before.node) / calls, (after.postgres - before.postgres) / calls]
  say(
    `CPU a call: Node ${node.toFixed(2)} ms, PostgreSQL ${postgres.toFixed(2)} ms; at ${rate}/s that is ${(((node + postgres) * rate) / (cores * 10)).toFixed(0)} % of ${cores} cores, and ${((node * rate) / 10).toFixed(0)} % of one for Node`,
  )
  const third = Math.max(1, Math.floor(memory.length / 3))
  say(
    `event loop late by p99 ${delay.p99.toFixed(0)} ms, worst ${delay.worst.toFixed(0)} ms; memory ${memory.at(-1)?.toFixed(0)} MB, at most ${Math.max(...memory).toFixed(0)}, last third ${(mean(memory.slice(-third)) - mean(memory.slice(0, third))).toFixed(0)} MB above the first; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

const peer = spawn(process.execPath, [join(import.meta.dirname, 'bare-peer.ts')], {
  env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORT: String(port + 1), FOLDER: largest },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const peerBase = `http://127.0.0.1:${port + 1}`
const peerCall: Call = { name: 'peer', path: '/' }
while (
  !(await fetch(peerBase).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await new Promise((resolve) => setTimeout(resolve, 50))

try {
  await watch.quiet()
  say(
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; ${seconds} s each, ${listening} browsers listening`,
  )
  // Warms up query plans and code before measuring.
  await openLoop(portal.base, 40, 15, () => choose(40))
  await openLoop(peerBase, 40, 5, () => peerCall)
  for (const rate of rates) {
    const { times } = await openLoop(peerBase, rate, Math.min(seconds, 10), () => peerCall)
    say(`\n${rate}/s; a bare peer at that rate: ${cells(figuresOf([...times.values()].flat()))}`)
    await stage(rate, seconds)
  }
  const [first = 60] = rates
  say(`\n${first}/s again, right after the stages above`)
  await stage(first, 10)
  say(`received by the listening browsers: ${received} changes`)
} finally {
  for (const stream of streams) stream.destroy()
  peer.kill('SIGTERM')
  await watch.close()
  await portal.stop()
}
process.stdout.write('Done: nothing of this bench is left running.\n')
