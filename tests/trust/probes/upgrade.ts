// H9: a database of an earlier release is brought forward: with a million messages while people write to it, from the schema of each
// migration, and killed again and again on the way.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../../server/kit/migrate.ts'
import { type DatabaseServer, openDatabases } from '../../instances/database.ts'
import { answers, launchInstance, startInstance } from '../../instances/fleet.ts'
import type { Finding, Probe } from '../check.ts'
import { allMigrations, migrationsFolder, migrationsUpTo } from './released.ts'

const mostSeconds = 5

export const largeUpgrade: Probe = async () =>
  withDatabases(async (server) => {
    const address = await oldDatabase(server, 'large', 1_000_000)
    const work = { goesOn: true }
    const waits = Promise.all(Object.entries(writes).map(([table, write]) => keepWriting(address, table, write, work)))
    const began = performance.now()
    await migrate(address, migrationsFolder)
    const seconds = (performance.now() - began) / 1000
    work.goesOn = false
    const longest = (await waits).toSorted((a, b) => b.seconds - a.seconds)
    const worst = longest[0] ?? { table: 'none', seconds: Infinity }
    return {
      passed: worst.seconds <= mostSeconds,
      figure: `1,000,000 messages and 500,000 documents brought forward in ${seconds.toFixed(0)} s; nobody waited longer than ${worst.seconds.toFixed(1)} s (for ${worst.table})`,
    }
  })

/** What the portal is at when it is killed, as the database shows it. */
const moments = {
  'indexes are built': "query ilike 'create index concurrently%'",
  'the schema changes':
    "application_name = 'portal migration' and backend_xid is not null and query not ilike '%concurrently%'",
}

export const killedUpgrade: Probe = async () =>
  withDatabases(async (server) => {
    const address = await oldDatabase(server, 'killed', 60_000)
    const { columns } = await stateOf(address)
    // A start writes of its own into others: the library, and what it notes of itself.
    const kept = Object.keys(writes).filter((table) => table !== 'audit_entries')
    const before = await stateOf(address, Object.fromEntries(kept.map((table) => [table, columns[table] ?? '*'])))
    const settings = { DATABASE_URL: `postgres://portal@127.0.0.1:${server.port}/killed`, DEMO: 'off' }
    const watcher = await connect({ ...address, database: 'postgres' })
    const killedAt: string[] = []
    const odd: string[] = []
    for (const [name, moment] of Object.entries({ ...moments, ...moments })) {
      const starting = await launchInstance(settings)
      const seen = `select from pg_stat_activity where datname = 'killed' and pid <> pg_backend_pid() and ${moment}`
      for (const until = Date.now() + 60_000; Date.now() < until && !(await answers(`${starting.url}/healthz`));)
        if ((await watcher.query(seen)).rows.length > 0) {
          await starting.kill()
          killedAt.push(name)
          break
        }
      await starting.kill()
      const { names, digests } = await stateOf(address, before.columns)
      if (![before.names.length, (await allMigrations()).length].includes(names.length))
        odd.push(`${names.length} steps`)
      if (digests !== before.digests) odd.push(`other rows after ${name}`)
      if (names.length > before.names.length) break
    }
    await watcher.end()
    const instance = await startInstance(settings)
    await instance.stop()
    const after = await stateOf(address, before.columns)
    const halves = await server.query('select from pg_index where not indisvalid')
    const isWhole = after.digests === before.digests && after.names.length === (await allMigrations()).length
    return {
      passed: killedAt.length >= 2 && odd.length === 0 && isWhole && halves.length === 0,
      figure: `killed while ${killedAt.join(', ')}: ${odd.join(', ') || 'the schema before or the one after, the same rows'}; then brought forward ${isWhole ? 'whole' : 'NOT whole'}`,
    }
  })

/** From each migration on, with rows in every table that takes them: what was kept is the same afterwards. */
export const everyUpgrade: Probe = async () =>
  withDatabases(async (server) => {
    const all = await allMigrations()
    const odd: string[] = []
    let tried = 0
    for (const last of all.filter((name) => name >= '0052' && name !== all.at(-1))) {
      const name = `from_${last.slice(0, 4)}`
      const address = await oldDatabase(server, name, 100, last.slice(0, 4))
      const before = await stateOf(address)
      await migrate(address, migrationsFolder)
      const after = await stateOf(address, before.columns)
      if (after.digests !== before.digests || after.names.length !== all.length) odd.push(last)
      await server.query(`drop database ${name}`)
      tried++
    }
    return {
      passed: odd.length === 0 && tried > 20,
      figure: `from ${tried} schemas: ${odd.join(', ') || 'the same rows'}`,
    }
  })

async function withDatabases(work: (server: DatabaseServer) => Promise<Finding>): Promise<Finding> {
  const databases = await openDatabases()
  const server = await databases.make()
  try {
    return await work(server)
  } finally {
    await server.stop()
    await databases.remove()
  }
}

async function oldDatabase(server: DatabaseServer, database: string, messages: number, upTo = '0058') {
  const address = { host: '127.0.0.1', port: server.port, user: 'portal', database }
  await server.query(`create database ${database}`)
  await migrate(address, migrationsFolder, await migrationsUpTo(upTo))
  const client = await connect(address)
  for (const statement of rows(messages)) await client.query(statement)
  await client.end()
  return address
}

/** The migrations that ran, and a digest over the rows in these columns (all that there are, unless said). */
async function stateOf(address: pg.ClientConfig, columns?: Record<string, string>) {
  const client = await connect(address)
  try {
    const { rows: names } = await client.query<{ name: string }>('select name from migrations order by name')
    const { rows: found } = await client.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('migrations', 'portal_facts', 'data_keys', 'seal_keys')
       group by 1 order by 1`,
    )
    const of = columns ?? Object.fromEntries(found.map((table) => [table.name, table.columns]))
    const digests: string[] = []
    for (const [table, list] of Object.entries(of)) {
      const { rows } = await client.query(
        `select count(*) as n, sum(hashtextextended(t::text, 0)) as sum from (select ${list} from ${table}) t`,
      )
      digests.push(`${table} ${rows[0].n} ${rows[0].sum}`)
    }
    return { names, columns: of, digests: digests.join('\n') }
  } finally {
    await client.end()
  }
}

const id = (n: string) =>
  `('01890000-0000-7' || lpad(to_hex(${n} / 65536), 3, '0') || '-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** With a million messages as large as the large office of the benches; in the words of the first release. */
const rows = (messages: number) => [
  `insert into users (id, username, email, role, created_at, updated_at)
   select ${id('n')}, 'person' || n, 'person' || n || '@example.com', 'client', now(), now() from generate_series(1, 5000) n`,
  `insert into client_folders (id, name, client_id, assigned_staff_id, services, created_by_id, created_at, updated_at)
   select ${id('n')}, 'Firm ' || n, ${id('n')}, ${id('1')}, 'HR Consulting', ${id('n')}, now(), now() from generate_series(1, 5000) n`,
  `insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
   select ${id('n')}, 'Thank you for the handbook. It concerns overtime, number ' || n || ' ' || md5(n::text), ${id('(1 + n % 5000)')}, ${id('(1 + n % 5000)')}, n % 3 > 0, now()
   from generate_series(1, ${messages}) n`,
  `insert into documents (id, file_name, original_name, file_size, mime_type, storage_key, sha256, client_folder_id, uploaded_by_id, created_at)
   select ${id('n')}, n || '.pdf', 'Employee handbook ' || md5(n::text) || '.pdf', 20000, 'application/pdf', 'key-' || n, '', ${id('(1 + n % 5000)')}, ${id('(1 + n % 5000)')}, now()
   from generate_series(1, ${messages / 2}) n`,
  `insert into invoices (id, client_folder_id, created_by_id, invoice_number, subtotal, total, status, due_date, sent_at, created_at, updated_at)
   select ${id('n')}, ${id('(1 + n % 5000)')}, ${id('1')}, 'INV-20260101-' || lpad(n::text, 6, '0'), n, n, 'sent', '2026-01-31', now(), now(), now()
   from generate_series(1, ${messages / 10}) n`,
  `insert into payments (id, invoice_id, client_folder_id, amount, date, method, recorded_by_id, created_at)
   select ${id('n')}, ${id('n')}, ${id('(1 + n % 5000)')}, 1, '2026-01-31', 'check', ${id('1')}, now() from generate_series(1, ${messages / 10}) n`,
  `insert into audit_entries (id, at, action, entity_type, entity_id)
   select ${id('n')}, now(), 'message.sent', 'messages', ${id('n')} from generate_series(1, ${Math.round(messages * 0.3)}) n`,
  `insert into emails (id, "to", subject, text, html, about, status, created_at, sent_at)
   select ${id('n')}, 'person' || n || '@example.com', 'Something is waiting', 'x', 'x', 'messages', 'sent', now(), now() from generate_series(1, ${messages / 20}) n`,
  'analyze',
]

/** Whatever locks a table lets one of these wait. Nothing of them stays. */
const writes = {
  messages: `update messages set version = version where id = ${id('1')}`,
  documents: `update documents set version = version where id = ${id('1')}`,
  invoices: `update invoices set version = version where id = ${id('1')}`,
  payments: `update payments set version = version where id = ${id('1')}`,
  emails: `update emails set attempts = attempts where id = ${id('1')}`,
  users: `update users set version = version where id = ${id('1')}`,
  client_folders: `update client_folders set version = version where id = ${id('1')}`,
  audit_entries: `insert into audit_entries (id, at, action, entity_type) values (gen_random_uuid(), now(), 'x', 'y')`,
}

async function keepWriting(address: pg.ClientConfig, table: string, write: string, work: { goesOn: boolean }) {
  const client = await connect(address)
  let longest = 0
  while (work.goesOn) {
    const began = performance.now()
    await client.query(write)
    longest = Math.max(longest, performance.now() - began)
    await pause(20)
  }
  await client.end()
  return { table, seconds: longest / 1000 }
}

async function connect(address: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(address)
  // A fault is told by the statement that meets it.
  client.on('error', () => {})
  await client.connect()
  return client
}
