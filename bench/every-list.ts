// Cost of every list, count, and search in the large office, one call after another, and of the 200th page compared with the
// first: CPU of the portal and of PostgreSQL, and pages read by PostgreSQL, which do not depend on the load of the
// machine.
// Usage: DATABASE_URL=… node bench/every-list.ts [rounds] [part of a name] (needs a build, and a database of `node
// bench/seed-large-office.ts`)
// Pages are counted if the extension pg_stat_statements is installed; with a part of a name, also prints the
// statements, most expensive first.
import { readersOf } from './large-office-calls.ts'
import { needBuild, needLargeOffice } from './needs.ts'
import { at, memoryOf, startPortal } from './portal.ts'
import { openWatch } from './watch.ts'

const rounds = Number(process.argv[2] ?? 20)
const wanted = process.argv[3]
needBuild()
const databaseUrl = needLargeOffice()

const portal = await startPortal(databaseUrl, Number(process.env.PORT ?? 4471))
const watch = await openWatch(databaseUrl, portal.pid)

/** PostgreSQL plans a prepared statement five times, then switches to a generic plan. */
const warming = 6
/** Database CPU above which a call is reported. */
const suspect = 3

interface Cost {
  who: string
  path: string
  status: number
  p50: number
  node: number
  postgres: number
  pages: number
}

async function call(path: string, cookie: string) {
  const started = performance.now()
  const answer = await fetch(`${portal.base}${path}`, { headers: { cookie } })
  await answer.arrayBuffer()
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  return { next, status: answer.status, took: performance.now() - started }
}

async function measure(path: string, cookie: string): Promise<Omit<Cost, 'who' | 'path'>> {
  for (let i = 0; i < warming; i++) {
    const { status } = await call(path, cookie)
    if (status !== 200) return { status, p50: 0, node: 0, postgres: 0, pages: 0 }
  }
  const before = await watch.soFar()
  const times: number[] = []
  for (let i = 0; i < rounds; i++) times.push((await call(path, cookie)).took)
  const after = await watch.soFar()
  const each = (key: 'node' | 'postgres' | 'pages') => (after[key] - before[key]) / rounds
  times.sort((a, b) => a - b)
  return { status: 200, p50: at(times, 0.5), node: each('node'), postgres: each('postgres'), pages: each('pages') }
}

const say = (line: string) => {
  process.stdout.write(`${line}\n`)
}
const printCost = ({ who, path, status, p50, node, postgres, pages }: Cost) => {
  const figures = [p50, node, postgres].map((ms) => ms.toFixed(1).padStart(8)).join('')
  say(`${who.padEnd(23)}${status === 200 ? `${figures}${pages.toFixed(0).padStart(8)}` : ` status ${status}`}  ${path}`)
}

/** Lists whose 200th page can be reached. */
const deep = ['/api/invoices', '/api/invoices?order=due', '/api/invoices?order=amount']
const deepForAdministrators = ['/api/users', '/api/users?order=name', '/api/audit', '/api/outbox']
const deepInLargest = ['messages', 'documents']

async function page200(first: string, cookie: string): Promise<string | null> {
  let page: string | null = first
  for (let n = 1; n < 200 && page !== null; n++) page = (await call(page, cookie)).next
  return page
}

try {
  const { readers, largest } = await readersOf(portal.base)
  await watch.quiet()
  const named = (path: string) => path.replace(largest, ':largest')
  const costs: Cost[] = []
  async function take(who: string, path: string, cookie: string, name = path) {
    if (wanted !== undefined && !`${who} ${named(name)}`.includes(wanted)) return
    if (wanted !== undefined) await watch.statements(0)
    const cost = { ...(await measure(path, cookie)), who, path: named(name) }
    costs.push(cost)
    printCost(cost)
    if (wanted !== undefined) for (const line of await watch.statements(4)) say(line)
  }
  say(
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; ${rounds} calls of each, one at a time; pages of 8 KB`,
  )
  say(`${'who'.padEnd(23)}${['p50 ms', 'Node ms', 'PG ms', 'pages'].map((head) => head.padStart(8)).join('')}`)
  for (const { who, cookie, paths } of readers) for (const path of paths) await take(who, path, cookie)

  const [administrator, , , client] = readers
  const far = [
    ...[...deep, ...deepForAdministrators].map((path) => ({ path, reader: administrator })),
    ...deepInLargest.map((list) => ({ path: `/api/client-folders/${largest}/${list}`, reader: client })),
  ]
  for (const { path, reader } of far) {
    if (reader === undefined || (wanted !== undefined && !path.includes(wanted))) continue
    const last = await page200(path, reader.cookie)
    await take(reader.who, path, reader.cookie, `${path} page 1`)
    if (last !== null) await take(reader.who, last, reader.cookie, `${path} page 200`)
  }
  if (wanted === undefined) {
    const dear = costs.filter(({ postgres }) => postgres > suspect).toSorted((a, b) => b.postgres - a.postgres)
    say(`\n${costs.length} calls; ${dear.length} take more than ${suspect} ms of PostgreSQL's CPU:`)
    dear.forEach(printCost)
    say(`memory of the portal's process: ${(await memoryOf(portal.pid)).toFixed(0)} MB`)
  }
} finally {
  await watch.close()
  await portal.stop()
}
process.stdout.write('Done: nothing of this bench is left running.\n')
