// Moments of a large office's day that an average hides: a start, a start after a kill, a message on its way to its
// reader while 300 browsers listen, ten large uploads at the same time, complete tables as files and documents, and a
// second in which the database is busy.
// Usage: DATABASE_URL=… node bench/latency.ts (needs a build, and a database of `node bench/seed-large-office.ts`)
import { mkdtemp, readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pdfOfSize } from '../tests/samples.ts'
import { openMix } from './load-mix.ts'
import { needBuild, needLargeOffice } from './needs.ts'
import { openLoop } from './open-loop.ts'
import { at, memoryOf, signIn, startPortal } from './portal.ts'

needBuild()
const databaseUrl = needLargeOffice()
const port = Number(process.env.PORT ?? 4474)
const loopFile = join(await mkdtemp(join(tmpdir(), 'portal-moments-')), 'loop.json')
process.env.LOOP_WATCH = loopFile
const start = () => startPortal(databaseUrl, port, ['--import', join(import.meta.dirname, 'loop-watch.ts')])

const say = (line: string) => {
  process.stdout.write(`${line}\n`)
}
const ms = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`
const shares = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  return `p50 ${ms(at(sorted, 0.5))}, p99 ${ms(at(sorted, 0.99))}, at most ${ms(sorted.at(-1) ?? 0)}`
}
async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now()
  const done = await work()
  return [performance.now() - started, done]
}
const pause = (milliseconds: number) => new Promise((go) => setTimeout(go, milliseconds))

say(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`)
const [cold, first] = await timed(start)
const killed = new Promise<void>((resolve) => {
  const gone = setInterval(() => {
    try {
      process.kill(first.pid, 0)
    } catch {
      clearInterval(gone)
      resolve()
    }
  }, 10)
})
process.kill(first.pid, 'SIGKILL')
await killed
const [again, portal] = await timed(start)
say(`start until ready ${ms(cold)}; after a kill ${ms(again)}`)

const { largest, choose } = await openMix(portal.base)
const [admin, staff, client] = await Promise.all(
  ['admin1', 'staff1', 'client1'].map((name) => signIn(portal.base, name)),
)

async function call(path: string, cookie = admin, method = 'GET', body?: object | Uint8Array<ArrayBuffer>) {
  const isJson = body !== undefined && !(body instanceof Uint8Array)
  const answer = await fetch(path.startsWith('/') ? `${portal.base}${path}` : path, {
    method,
    headers: { cookie: cookie ?? '', ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer>) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}
const json = async <T>(path: string) => (await (await call(path)).json()) as T

async function loopDelay(): Promise<{ p99: number; worst: number }> {
  process.kill(portal.pid, 'SIGUSR2')
  await pause(300)
  return JSON.parse(await readFile(loopFile, 'utf8')) as { p99: number; worst: number }
}

/** From the call that writes until the assignee's browser is notified. */
async function messagesOnTheirWay() {
  let notify: (() => void) | null = null
  const open = (cookie: string | undefined, onChange: () => void) => {
    const stream = get(`${portal.base}/api/events`, { headers: { cookie: cookie ?? '' }, agent: false }, (answer) =>
      answer.on('data', (chunk: Buffer) => void (chunk.includes('event: change') && onChange())),
    )
    stream.on('error', () => {})
    return stream
  }
  const others = await Promise.all(Array.from({ length: 20 }, (_, n) => signIn(portal.base, `staff${n + 3}`)))
  const streams = [
    open(staff, () => notify?.()),
    ...Array.from({ length: 299 }, (_, n) => open(others[n % others.length], () => {})),
  ]
  await pause(2000)
  const times: number[] = []
  for (let n = 0; n < 100; n++) {
    const arrived = new Promise<void>((resolve) => (notify = resolve))
    const started = performance.now()
    await call(`/api/client-folders/${largest}/messages`, client, 'POST', { content: `Number ${n}` })
    await arrived
    times.push(performance.now() - started)
  }
  say(`a message until the other side is notified, 300 listening: ${shares(times)}`)
  for (const stream of streams) stream.destroy()
}

async function tenUploads() {
  const bytes = new Uint8Array(pdfOfSize(10_485_760))
  const cookies = await Promise.all(Array.from({ length: 10 }, (_, n) => signIn(portal.base, `staff${n + 30}`)))
  const others = openLoop(portal.base, 60, 40, () => choose(60))
  await pause(30_000)
  // Memory of a newly started portal, and of hashing passwords, does not count toward the uploads.
  const before = await memoryOf(portal.pid)
  let peak = before
  const looking = setInterval(() => void memoryOf(portal.pid).then((now) => (peak = Math.max(peak, now))), 50)
  const each = await Promise.all(
    cookies.map(async (cookie) => {
      const [took] = await timed(async () => {
        const { uploadURL } = (await (await call('/api/objects/upload', cookie, 'POST', {})).json()) as {
          uploadURL: string
        }
        await call(uploadURL, cookie, 'PUT', bytes)
      })
      return took
    }),
  )
  clearInterval(looking)
  const { times, errors } = await others
  say(`ten concurrent uploads of 10 MB: ${shares(each)}; memory +${(peak - before).toFixed(0)} MB`)
  say(`  the others meanwhile, 60/s: ${shares([...times.values()].flat())}; errors ${errors.length}`)
}

async function oneOf(list: string): Promise<string | undefined> {
  const things = await json<{ id: string }[]>(list)
  return things[Math.floor(Math.random() * things.length)]?.id
}

/** Work that would block everyone else if it ran on the main thread. */
async function papersAndTables() {
  // A random one, because PDFs rendered in an earlier run were stored in that run's folder, which was deleted.
  const [invoice, contract] = await Promise.all([oneOf('/api/invoices?limit=200'), oneOf('/api/contracts?limit=200')])
  const paths = [
    '/api/invoices/list/csv',
    '/api/payments/csv',
    '/api/audit/csv',
    `/api/invoices/${invoice}/pdf`,
    `/api/contracts/${contract}/pdf`,
    `/api/client-folders/${largest}/statement/pdf`,
  ]
  for (const path of paths) {
    await loopDelay()
    const [took, size] = await timed(async () => (await (await call(path)).arrayBuffer()).byteLength)
    const { p99, worst } = await loopDelay()
    const name = path.replace(/[0-9a-f]{8}-[0-9a-f-]+/, ':id')
    say(`${name}: ${ms(took)}, ${(size / 1e6).toFixed(1)} MB; the loop late by p99 ${ms(p99)}, at most ${ms(worst)}`)
  }
}

async function healthBesideABusyDatabase() {
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const busy = database.query('select count(*) from generate_series(1, 6000000) n where n::text like $1', ['%7%'])
  let isOver = false
  void busy.finally(() => (isOver = true))
  const times: number[] = []
  const [took] = await timed(async () => {
    while (!isOver) {
      times.push((await timed(() => call('/healthz')))[0])
      await pause(20)
    }
  })
  await database.end()
  say(`/healthz beside a query of ${ms(took)}: ${shares(times)}`)
}

try {
  await openLoop(portal.base, 40, 10, () => choose(40))
  await messagesOnTheirWay()
  await papersAndTables()
  await healthBesideABusyDatabase()
  await tenUploads()
} finally {
  await portal.stop()
}
process.stdout.write('Done: nothing of this bench is left running.\n')
