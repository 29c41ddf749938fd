// A day's peak in the large office and three times that: an open loop of reads, searches, deep pages and messages by people of every
// role while 300 browsers listen; and a bare peer at the same rate in the same run, since machines differ and are busy with others.
//   DATABASE_URL=… node bench/load.ts [seconds] [rates, such as 60,200]     on a database of `npm run bench:seed`; needs a build
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Reader, readersOf } from './large-office-calls.ts'
import { type Call, type Figures, openLoop } from './open-loop.ts'
import { at, memoryOf, startPortal } from './portal.ts'

const seconds = Number(process.argv[2] ?? 60)
const rates = (process.argv[3] ?? '60,200').split(',').map(Number)
const listening = 300
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('Set DATABASE_URL to a database of the large office.')

const loopFile = join(await mkdtemp(join(tmpdir(), 'portal-load-')), 'loop.json')
process.env.LOOP_WATCH = loopFile
const portal = await startPortal(databaseUrl, 4472, ['--import', join(import.meta.dirname, 'loop-watch.ts')])
const { readers, largest } = await readersOf(portal.base)

/** The same draw each time. */
let drawn = 1
const draw = () => (drawn = (drawn * 48271) % 2147483647) / 2147483647
const oneOf = <T>(all: T[]): T => all[Math.floor(draw() * all.length)] as T

const kindOf = (path: string): string => {
  if (path.startsWith('/api/search')) return 'search, everywhere'
  if (/[?&]q=/.test(path)) return 'search, in a list'
  if (/dashboard|reports|figures|counts|waiting$/.test(path)) return 'dashboards and counts'
  return 'first pages'
}

const named = (path: string) => path.replace(largest, ':largest')
const sorted = (kind: string) =>
  readers.flatMap((reader) => reader.paths.filter((path) => kindOf(path) === kind).map((path) => ({ reader, path })))

async function deepPages(): Promise<{ reader: Reader; path: string }[]> {
  const of = async (reader: Reader | undefined, first: string) => {
    let path: string = first
    for (let n = 1; n < 200; n++) {
      const answer = await fetch(`${portal.base}${path}`, { headers: { cookie: reader?.cookie ?? '' } })
      await answer.arrayBuffer()
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? path
    }
    return { reader: reader as Reader, path }
  }
  return [
    await of(readers[0], '/api/invoices'),
    await of(readers[0], '/api/audit'),
    await of(readers[3], `/api/client-folders/${largest}/messages`),
  ]
}

/** Of a hundred calls 62 open a list, 10 a dashboard or a count, 6 search everywhere, 4 in a list, 3 look far back, 15 write a message. */
const reads = {
  'first pages': sorted('first pages'),
  'dashboards and counts': sorted('dashboards and counts'),
  'search, everywhere': sorted('search, everywhere'),
  'search, in a list': sorted('search, in a list'),
  'page 200': await deepPages(),
}
const shares: [keyof typeof reads | 'messages written', number][] = [
  ['first pages', 62],
  ['dashboards and counts', 10],
  ['search, everywhere', 6],
  ['search, in a list', 4],
  ['page 200', 3],
  ['messages written', 15],
]
const byPath = new Map<string, number[]>()
function choose(): Call {
  let place = draw() * 100
  const [kind] = shares.find(([, share]) => (place -= share) < 0) ?? ['first pages' as const]
  if (kind === 'messages written') {
    const reader = oneOf([readers[0], readers[1], readers[3]]) as Reader
    const body = () => ({ content: `Thank you, that is number ${Math.floor(draw() * 1e6)}.` })
    return { name: kind, path: `/api/client-folders/${largest}/messages`, cookie: reader.cookie, body }
  }
  const { reader, path } = oneOf(reads[kind])
  return { name: `${kind} | ${reader.who} ${named(path)}`, path, cookie: reader.cookie }
}

let heard = 0
const streams = Array.from({ length: listening }, (_, n) => {
  const headers = { cookie: readers[n % readers.length]?.cookie ?? '' }
  const stream = get(`${portal.base}/api/events`, { headers, agent: false }, (answer) =>
    answer.on('data', (chunk: Buffer) => (heard += chunk.toString().split('event: change').length - 1)),
  )
  stream.on('error', () => {})
  return stream
})

const figuresOf = (times: number[]) => {
  times.sort((a, b) => a - b)
  return [0.5, 0.95, 0.99].map((share) => at(times, share))
}
const lines = [
  `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores shared with PostgreSQL, this bench and whatever else ran;` +
    ` ${seconds} s each, ${listening} browsers listening`,
]
const say = (line: string) => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}

function told(rate: number, { times, errors }: Figures, peer: number): void {
  const all = [...times.values()].flat()
  const row = (name: string, of: number[]) => {
    const [p50 = 0, p95 = 0, p99 = 0] = figuresOf(of)
    const cells = [p50, p95, p99].map((ms) => ms.toFixed(1).padStart(8)).join('')
    say(`${name.padEnd(26)}${String(of.length).padStart(7)}${cells}${(p99 / peer).toFixed(1).padStart(9)}`)
  }
  say(`\n${rate}/s${''.padEnd(20)}   calls     p50     p95     p99  x peer's p99`)
  row('all', all)
  for (const [kind] of shares)
    row(
      kind,
      [...times].flatMap(([name, of]) => (name === kind || name.startsWith(`${kind} |`) ? of : [])),
    )
  say(
    `errors: ${errors.length}${errors.length > 0 ? ` (${[...new Set(errors.filter(Boolean))].slice(0, 5).join('; ')})` : ''}`,
  )
  for (const [name, of] of times) byPath.set(name, [...(byPath.get(name) ?? []), ...of])
}

async function loopDelay(): Promise<{ p99: number; worst: number }> {
  process.kill(portal.pid, 'SIGUSR2')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return JSON.parse(await readFile(loopFile, 'utf8')) as { p99: number; worst: number }
}

const peerProcess = spawn(process.execPath, [join(import.meta.dirname, 'bare-peer.ts')], {
  env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, PORT: '4473', FOLDER: largest },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const peerBase = 'http://127.0.0.1:4473'
while (
  !(await fetch(peerBase).then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await new Promise((resolve) => setTimeout(resolve, 50))

try {
  // Plans are made and code is warm before anything is measured.
  await openLoop(portal.base, 40, 15, choose)
  await openLoop(peerBase, 40, 5, () => ({ name: 'peer', path: '/' }))
  for (const rate of rates) {
    await loopDelay()
    const peer = await openLoop(peerBase, rate, Math.min(seconds, 20), () => ({ name: 'peer', path: '/' }))
    const [peer50 = 0, peer95 = 0, peer99 = 0] = figuresOf([...peer.times.values()].flat())
    await loopDelay()
    told(rate, await openLoop(portal.base, rate, seconds, choose), peer99)
    const { p99, worst } = await loopDelay()
    say(`bare peer: p50 ${peer50.toFixed(1)}, p95 ${peer95.toFixed(1)}, p99 ${peer99.toFixed(1)} ms`)
    say(
      `event loop late by p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms; memory ${(await memoryOf(portal.pid)).toFixed(0)} MB; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  say(`\nheard by the listening browsers: ${heard} changes`)
  say('\nthe 25 slowest calls by p95')
  const slow = [...byPath].map(([name, of]) => ({ name, count: of.length, figures: figuresOf(of) }))
  for (const { name, count, figures } of slow
    .toSorted((a, b) => (b.figures[1] ?? 0) - (a.figures[1] ?? 0))
    .slice(0, 25))
    say(`${figures.map((ms) => ms.toFixed(1).padStart(8)).join('')}  ${String(count).padStart(4)} times  ${name}`)
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
  await writeFile(join(import.meta.dirname, 'results/load.txt'), `${lines.join('\n')}\n`)
} finally {
  for (const stream of streams) stream.destroy()
  peerProcess.kill('SIGTERM')
  await portal.stop()
}
