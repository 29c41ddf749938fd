// Duration of searches in a large office: 5,000 folders, 500,000 documents, 200,000 messages, 100,000 invoices, 50,000
// proposals and contracts.
// Usage: node bench/search.ts [rounds] (writes bench/results/search.txt)
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { unlimited } from '../domain/actor.ts'
import { installForms } from '../server/hr-forms/install.ts'
import { installPolicies } from '../server/hr-policies/install.ts'
import { openDataKeys } from '../server/kit/data-keys.ts'
import { Database, openPool } from '../server/kit/db.ts'
import { masterKeyFrom } from '../server/kit/master-key.ts'
import { migrate } from '../server/kit/migrate.ts'
import './needs.ts'
import { startPostgres } from '../server/embedded-postgres/supervisor.ts'
import { findAnything } from '../server/search/queries.ts'
import { people, seedFixtures } from '../server/seed/fixtures.ts'

const root = join(import.meta.dirname, '..')
const rounds = Number(process.argv[2] ?? 100)

/** Ids of a table's rows, in the order of their numbers. */
const id = (table: string) => `('0192${table}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const folderOf = `('01920001-0000-7000-8000-' || lpad(to_hex(1 + n % 5000), 12, '0'))::uuid`
const at = `timestamptz '2025-01-01' + n * interval '1 minute'`
const firm = `(array['Blue Ridge','Tidewater','Shenandoah','Old Dominion','Piedmont','Chesapeake','James River','Allegheny'])[1 + n % 8] || ' ' ||
  (array['Millwork','Marine Supply','Dental','Academy','Logistics','Bakery','Foundry','Orchards','Clinic','Tutors','Builders'])[1 + n % 11] || ' ' || n`
const file = `(array['Employee handbook','I-9','W-4','Offer letter','Wage statement','Leave policy','Job description'])[1 + n % 7] || ' ' ||
  (array['Castillo','Haddad','Nguyen','Okafor','Petrov','Ramirez','Schmidt','Tanaka','Underwood'])[1 + n % 9] || ' ' || n || '.pdf'`
const sentence = `(array['Could you look at','I have a question about','Attached is','Thank you for','We need to update'])[1 + n % 5] || ' ' ||
  (array['the handbook','our leave policy','the overtime rule','the offer letter','her last paycheck','the audit'])[1 + n % 6] || ' for ' ||
  (array['Castillo','Haddad','Nguyen','Okafor','Petrov','Ramirez','Schmidt','Tanaka','Underwood'])[1 + n % 9] || ' before week ' || n % 53 || '. ' ||
  repeat('The details are the same as last year, and nothing else has changed since then. ', n % 4) || 'Ticket ' || n`

/** One of twenty staff members has 250 folders, and all together uploaded half a million documents. */
const rows = [
  `insert into users (id, username, email, first_name, last_name, role, created_at, updated_at)
   select ${id('0000')}, 'person' || n, 'person' || n || '@example.com', (array['Dana','Lee','Kim','Noor','Ira'])[1 + n % 5],
     (array['Castillo','Haddad','Nguyen','Okafor','Petrov','Ramirez'])[1 + n % 6] || n, case when n <= 20 then 'staff' else 'client' end, ${at}, ${at}
   from generate_series(1, 5020) n`,
  `insert into client_folders (id, name, client_id, assigned_staff_id, created_by_id, services, created_at, updated_at)
   select ${id('0001')}, ${firm}, ('01920000-0000-7000-8000-' || lpad(to_hex(n + 20), 12, '0'))::uuid,
     case when n % 20 = 0 then '${people.sam.id}' else ('01920000-0000-7000-8000-' || lpad(to_hex(1 + n % 20), 12, '0')) end::uuid, '${people.alice.id}',
     'HR Consulting', ${at}, ${at} from generate_series(1, 5000) n`,
  `insert into documents (id, file_name, original_name, file_size, mime_type, storage_key, sha256, client_folder_id, uploaded_by_id, created_at)
   select ${id('0002')}, 'a.pdf', ${file}, 9, 'application/pdf', 'bench-' || n, '', ${folderOf}, '${people.alice.id}', ${at}
   from generate_series(1, 500000) n`,
  `insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
   select ${id('0007')}, ${sentence}, ${folderOf}, '${people.alice.id}', n % 2 = 0, ${at} from generate_series(1, 200000) n`,
  `insert into staff_notes (id, content, client_folder_id, author_id, created_at)
   select ${id('0008')}, ${sentence}, ${folderOf}, '${people.alice.id}', ${at} from generate_series(1, 20000) n`,
  `insert into proposals (id, client_folder_id, created_by_id, title, description, total_cost, status, sent_at, created_at, updated_at)
   select ${id('0003')}, ${folderOf}, '${people.alice.id}', 'Handbook and audit ' || n, 'Hours', 100, 'sent', ${at}, ${at}, ${at}
   from generate_series(1, 50000) n`,
  `insert into contracts (id, client_folder_id, created_by_id, contract_number, client_name, client_email, client_company, terms, total_value, start_date, created_at, updated_at)
   select ${id('0004')}, ${folderOf}, '${people.alice.id}', 'PROHR-202501-' || lpad(n::text, 6, '0'), 'Dana Castillo', 'd@example.com', ${firm},
     'Net 30', 100, '2025-01-01', ${at}, ${at} from generate_series(1, 50000) n`,
  `insert into invoices (id, client_folder_id, created_by_id, invoice_number, description, subtotal, total, status, due_date, sent_at, created_at, updated_at)
   select ${id('0005')}, ${folderOf}, '${people.alice.id}', 'INV-20250101-' || lpad(n::text, 6, '0'), 'Consulting, month ' || n % 12, 100 + n % 977, 100 + n % 977,
     'sent', date '2025-01-01' + n % 700, ${at}, ${at}, ${at} from generate_series(1, 100000) n`,
  `insert into service_requests (id, business_name, first_name, last_name, email, phone, services, service_names, needs_description, business_goals, created_at, updated_at)
   select ${id('0006')}, ${firm}, 'Noor', 'Haddad', 'noor@example.com', '(757) 555-0142', '{hr-consulting}', '{HR Consulting}', 'Help', 'More', ${at}, ${at}
   from generate_series(1, 20000) n`,
]

const folder = await mkdtemp(join(tmpdir(), 'portal-search-'))
const postgres = await startPostgres({ dataDir: join(folder, 'data'), log: { debug() {}, warn() {} } })
const { host, port, user } = postgres.connection
const address = { host, port, user, database: 'postgres' }
await migrate(address, join(root, 'server/migrations'))
const pool = openPool(address, 2, () => {})
const db = new Database(pool, () => new Date('2026-01-15T15:00:00Z'), {
  write: async () => [],
  publish() {},
})
const masterKey = masterKeyFrom(randomBytes(32))
const keys = openDataKeys(db, async () => masterKey)
await db.transaction({ actorId: null, address: 'bench', requestId: 'bench' }, (tx) => seedFixtures(tx, 'none'))
await installPolicies(db)
await installForms(db)
const client = new pg.Client(address)
await client.connect()
for (const statement of rows) await client.query(statement)
await client.query('vacuum analyze')
await client.end()

const readers = {
  administrator: people.alice,
  'staff, 250 folders': people.sam,
  'client, one folder': { ...people.ann, id: '01920000-0000-7000-8000-000000000016' },
}
const searches = [
  'b',
  'ha',
  'blu',
  'handbook',
  'handbook castillo',
  'castillo 40321',
  'overtime castillo',
  'overtime okafor',
  'ticket 140321',
  'INV-20250101-0420',
  '499999',
  'orchards 3',
  'zzzzz',
]
const lines = ['reader                 searched               found    p50 ms   p99 ms']
for (const [name, actor] of Object.entries(readers))
  for (const q of searches) {
    const times: number[] = []
    let count = 0
    for (let i = 0; i < rounds; i++) {
      const started = performance.now()
      const { groups } = await findAnything(db, keys, { ...actor, ...unlimited }, { q })
      times.push(performance.now() - started)
      count = groups.reduce((sum, { items }) => sum + items.length, 0)
    }
    times.sort((a, b) => a - b)
    const part = (share: number) =>
      (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
    lines.push(
      [name.padEnd(22), q.padEnd(20), String(count).padStart(6), part(0.5).padStart(9), part(0.99).padStart(8)].join(
        ' ',
      ),
    )
  }
const report = `${lines.join('\n')}\n`
process.stdout.write(report)
await pool.end()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
process.stdout.write('Done: nothing of this bench is left running.\n')
