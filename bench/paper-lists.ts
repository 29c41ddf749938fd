// What the first page of a list of papers costs when there are 5,000 contracts and 20,000 invoices, against a portal with 50 of each.
//   node bench/paper-lists.ts [rounds]       needs a build; writes bench/results/paper-lists.txt
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/kit/migrate.ts'
import { hashPassword } from '../server/kit/passwords.ts'
import { startPostgres } from '../server/kit/postgres.ts'
import { uuid7 } from '../server/kit/uuid.ts'
import { type RunningPortal, signIn, startPortal } from './portal.ts'
import { benchPassword, seedBench } from './seed.ts'

const root = join(import.meta.dirname, '..')
const rounds = Number(process.argv[2] ?? 5)
const requests = 300
const sizes = { many: { contracts: 5000, invoices: 20_000 }, few: { contracts: 50, invoices: 50 } }
type Size = keyof typeof sizes

/** Twenty invoices a day, from 2023 on. */
const dayOf = (i: number) =>
  new Date(Date.UTC(2023, 0, 1 + Math.floor(i / 20))).toISOString().slice(0, 10).replaceAll('-', '')

const folder = await mkdtemp(join(tmpdir(), 'portal-papers-'))
const postgres = await startPostgres({ dataDir: join(folder, 'data'), log: { debug() {}, warn() {} } })
const { host, user } = postgres.connection
const url = (database: string) => `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`

async function seed(size: Size) {
  const admin = new pg.Client(url('postgres'))
  await admin.connect()
  await admin.query(`create database ${size}`)
  await admin.end()
  await migrate({ connectionString: url(size) }, join(root, 'dist/server/migrations'))
  const { folderIds } = await seedBench({ connectionString: url(size) }, await hashPassword(benchPassword))
  const client = new pg.Client(url(size))
  await client.connect()
  const maker = (await client.query<{ id: string }>("select id from users where username = 'user0'")).rows[0]?.id
  const { contracts, invoices } = sizes[size]
  const at = (i: number) => Date.now() - (invoices + contracts - i) * 60_000
  const insert = (table: string, columns: string, rows: object[]) =>
    client.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  const shared = (i: number) => ({
    id: uuid7(at(i), i, randomBytes(16)),
    client_folder_id: folderIds[i % folderIds.length],
    created_by_id: maker,
    version: 1,
    created_at: new Date(at(i)),
    updated_at: new Date(at(i)),
  })
  await insert(
    'contracts',
    'id, client_folder_id, created_by_id, version, created_at, updated_at, contract_number, client_name, client_email, services, terms, total_value, start_date, status, signed_at, text_version',
    Array.from({ length: contracts }, (_, i) => ({
      ...shared(i),
      contract_number: `PROHR-${dayOf(i).slice(0, 6)}-${String(i + 1).padStart(3, '0')}`,
      client_name: `Client ${i}`,
      client_email: `client${i}@example.com`,
      services: [{ customName: 'Consulting', estimatedHours: 10, hourlyRate: 12_550, totalCost: 125_500 }],
      terms: 'Thirty days’ notice. '.repeat(100),
      total_value: 125_500,
      start_date: '2026-01-01',
      status: ['draft', 'active', 'completed', 'cancelled'][i % 4],
      signed_at: i % 4 === 1 || i % 4 === 2 ? new Date(at(i)) : null,
      text_version: 1,
    })),
  )
  await insert(
    'invoices',
    'id, client_folder_id, created_by_id, version, created_at, updated_at, invoice_number, description, line_items, subtotal, tax, total, amount_paid, status, due_date, sent_at, paid_at, tax_exempt',
    Array.from({ length: invoices }, (_, i) => {
      const status = ['draft', 'sent', 'paid', 'sent', 'overdue', 'void'][i % 6]
      return {
        ...shared(i),
        invoice_number: `INV-${dayOf(i)}-${String((i % 20) + 1).padStart(2, '0')}`,
        description: 'Consulting of the month. '.repeat(8),
        line_items: [{ description: 'Consulting', quantity: 10, rate: 12_550, total: 125_500 }],
        subtotal: 125_500,
        tax: 7216,
        total: 132_716,
        amount_paid: status === 'paid' ? 132_716 : 0,
        status,
        // Of those that were sent, half are past their day without a mark.
        due_date: i % 6 === 3 || status === 'overdue' ? '2026-02-01' : '2099-12-31',
        sent_at: status === 'draft' ? null : new Date(at(i)),
        paid_at: status === 'paid' ? new Date(at(i)) : null,
        tax_exempt: false,
      }
    }),
  )
  await client.query('vacuum analyze')
  await client.end()
}

const tick = 10_000 // microseconds: the kernel counts in hundredths of a second
/** Microseconds of CPU of a process; null once it is gone. */
async function cpuOf(pid: string | number): Promise<{ parent: number; cpu: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) * tick }
}
/** Of PostgreSQL with all its processes; only one portal is asked at a time. */
async function databaseCpu(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(pids.map(async (pid) => ({ pid: Number(pid), of: await cpuOf(pid) })))
  return all.reduce(
    (sum, { pid, of }) => sum + (of !== null && (pid === postgres.pid || of.parent === postgres.pid) ? of.cpu : 0),
    0,
  )
}

interface Figures {
  portal: number
  database: number
  p50: number
}
const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

async function measure({ base, pid }: RunningPortal, path: string, cookie: string): Promise<Figures> {
  const ask = async () => {
    const answer = await fetch(base + path, { headers: { cookie } })
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`)
    return answer.text()
  }
  for (let i = 0; i < 50; i++) await ask()
  const before = { portal: (await cpuOf(pid))?.cpu ?? 0, database: await databaseCpu() }
  const times: number[] = []
  for (let i = 0; i < requests; i++) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return {
    portal: (((await cpuOf(pid))?.cpu ?? 0) - before.portal) / requests,
    database: ((await databaseCpu()) - before.database) / requests,
    p50: middle(times),
  }
}

const lists: { name: string; who: string; path: string }[] = [
  { name: 'contracts, administrator', who: 'user0', path: '/api/contracts' },
  { name: 'contracts, a client', who: 'user51', path: '/api/contracts?limit=1' },
  { name: 'invoices, administrator', who: 'user0', path: '/api/invoices' },
  { name: 'invoices, overdue', who: 'user0', path: '/api/invoices?status=overdue&limit=8' },
  { name: 'invoices, a number', who: 'user0', path: '/api/invoices?q=INV-20230102-07' },
  { name: 'invoices, a client', who: 'user0', path: '/api/invoices?q=Company%207' },
]

try {
  await seed('many')
  await seed('few')
  const running = { many: await startPortal(url('many'), 4481), few: await startPortal(url('few'), 4482) }
  const lines = [
    `Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; medians of ${rounds} rounds of ${requests} requests, one at a time`,
    `5,000 contracts and 20,000 invoices / 50 of each; CPU in microseconds a request, p50 in milliseconds`,
  ]
  for (const { name, who, path } of lists) {
    const got: Record<Size, Figures[]> = { many: [], few: [] }
    const cookies = { many: await signIn(running.many.base, who), few: await signIn(running.few.base, who) }
    for (let round = 0; round < rounds; round++)
      for (const size of ['many', 'few'] as const) got[size].push(await measure(running[size], path, cookies[size]))
    const of = (size: Size, key: keyof Figures) => middle(got[size].map((figures) => figures[key]))
    const ratio = (key: keyof Figures) => (of('many', key) / of('few', key)).toFixed(2)
    const figure = (key: keyof Figures, digits: number) =>
      `${of('many', key).toFixed(digits)} / ${of('few', key).toFixed(digits)} = ${ratio(key)}`
    lines.push(`${name}: portal ${figure('portal', 0)}; database ${figure('database', 0)}; p50 ${figure('p50', 2)}`)
  }
  for (const each of Object.values(running)) await each.stop()
  await mkdir(join(root, 'bench/results'), { recursive: true })
  await writeFile(join(root, 'bench/results/paper-lists.txt'), `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
