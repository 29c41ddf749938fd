// What every list, count and search costs in the large office, one call after another, and the 200th page beside the first.
//   DATABASE_URL=… node bench/every-list.ts [rounds]     on a database of `npm run bench:seed`; needs a build
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readersOf } from './large-office-calls.ts'
import { at, cpuOf, memoryOf, startPortal } from './portal.ts'

const rounds = Number(process.argv[2] ?? 40)
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('Set DATABASE_URL to a database of the large office.')

const portal = await startPortal(databaseUrl, 4471)
const { base } = portal

async function timed(path: string, cookie: string): Promise<{ next: string | null; status: number; took: number }> {
  const begun = performance.now()
  const answer = await fetch(`${base}${path}`, { headers: { cookie } })
  await answer.arrayBuffer()
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  return { next, status: answer.status, took: performance.now() - begun }
}

/** Of the portal and of its connections' ends in PostgreSQL: what a machine that is busy with other things cannot spoil. */
const watcher = new pg.Client({ connectionString: databaseUrl })
await watcher.connect()
async function cpuSoFar(): Promise<number> {
  const { rows } = await watcher.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'portal'",
  )
  const each = await Promise.all([portal.pid, ...rows.map(({ pid }) => pid)].map(cpuOf))
  return each.reduce((sum, one) => sum + one, 0)
}

async function measure(path: string, cookie: string) {
  const times: number[] = []
  const before = await cpuSoFar()
  for (let i = 0; i < rounds; i++) {
    const { status, took } = await timed(path, cookie)
    if (status !== 200) return { status, p50: 0, p99: 0, cpu: 0 }
    times.push(took)
  }
  times.sort((a, b) => a - b)
  const cpu = ((await cpuSoFar()) - before) / rounds
  return { status: 200, p50: at(times, 0.5), p99: at(times, 0.99), cpu }
}

const lines: string[] = []
// A connection that ended meanwhile takes what it used with it: then there is no figure.
const line = (who: string, path: string, { status, p50, p99, cpu }: Awaited<ReturnType<typeof measure>>) => {
  const figures =
    status === 200
      ? `${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)} ${(cpu < 0 ? '-' : cpu.toFixed(1)).padStart(8)}`
      : `   status ${status}`
  lines.push(`${who.padEnd(23)} ${figures}  ${path}`)
  process.stdout.write(`${lines.at(-1)}\n`)
}

try {
  const { readers, largest } = await readersOf(base)
  const named = (path: string) => path.replace(largest, ':largest')
  lines.push(
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; ${rounds} calls of each, one at a time`,
  )
  lines.push(`${'who'.padEnd(23)} ${'p50 ms'.padStart(8)} ${'p99 ms'.padStart(8)} ${'CPU ms'.padStart(8)}`)
  const wanted = process.argv[3]
  for (const { who, cookie, paths } of readers)
    for (const path of paths.filter((each) => wanted === undefined || `${who} ${each}`.includes(wanted)))
      line(who, named(path), await measure(path, cookie))
  if (wanted === undefined) {
    const deep = ['/api/invoices', '/api/invoices?order=due', '/api/audit', '/api/outbox'].map((path) => ({
      path,
      reader: readers[0],
    }))
    const inLargest = [`/api/client-folders/${largest}/messages`, `/api/client-folders/${largest}/documents`]
    for (const { path, reader } of [...deep, ...inLargest.map((each) => ({ path: each, reader: readers[3] }))]) {
      if (reader === undefined) continue
      let page: string | null = path
      for (let n = 1; n < 200 && page !== null; n++) page = (await timed(page, reader.cookie)).next
      if (page === null) continue
      line(reader.who, `${named(path)} page 1`, await measure(path, reader.cookie))
      line(reader.who, `${named(path)} page 200`, await measure(page, reader.cookie))
    }
    lines.push(`memory of the portal's process: ${(await memoryOf(portal.pid)).toFixed(0)} MB`)
    await mkdir(join(import.meta.dirname, 'results'), { recursive: true })
    await writeFile(join(import.meta.dirname, 'results/every-list.txt'), `${lines.join('\n')}\n`)
  }
} finally {
  await watcher.end()
  await portal.stop()
}
