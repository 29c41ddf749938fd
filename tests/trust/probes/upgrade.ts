// H9: the first release's database with a million messages is brought forward while people write to it.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../../server/kit/migrate.ts'
import { openDatabases } from '../../instances/database.ts'
import type { Probe } from '../check.ts'
import { migrationsFolder, migrationsUpTo } from './released.ts'

const mostSeconds = 5

export const largeUpgrade: Probe = async () => {
  const databases = await openDatabases()
  const server = await databases.make()
  const address = { host: '127.0.0.1', port: server.port, user: 'portal', database: 'large' }
  try {
    await server.query('create database large')
    await migrate(address, migrationsFolder, await migrationsUpTo('0058'))
    const client = await connect(address)
    for (const statement of rows) await client.query(statement)
    await client.end()
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
  } finally {
    await server.stop()
    await databases.remove()
  }
}

const id = (n: string) =>
  `('01890000-0000-7' || lpad(to_hex(${n} / 65536), 3, '0') || '-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** As large as the large office of the benches, in the words of the first release. */
const rows = [
  `insert into users (id, username, email, role, created_at, updated_at)
   select ${id('n')}, 'person' || n, 'person' || n || '@example.com', 'client', now(), now() from generate_series(1, 5000) n`,
  `insert into client_folders (id, name, client_id, assigned_staff_id, services, created_by_id, created_at, updated_at)
   select ${id('n')}, 'Firm ' || n, ${id('n')}, ${id('1')}, 'HR Consulting', ${id('n')}, now(), now() from generate_series(1, 5000) n`,
  `insert into messages (id, content, client_folder_id, sender_id, is_from_client, created_at)
   select ${id('n')}, 'Thank you for the handbook. It concerns overtime, number ' || n || ' ' || md5(n::text), ${id('(1 + n % 5000)')}, ${id('(1 + n % 5000)')}, n % 3 > 0, now()
   from generate_series(1, 1000000) n`,
  `insert into documents (id, file_name, original_name, file_size, mime_type, storage_key, sha256, client_folder_id, uploaded_by_id, created_at)
   select ${id('n')}, n || '.pdf', 'Employee handbook ' || md5(n::text) || '.pdf', 20000, 'application/pdf', 'key-' || n, '', ${id('(1 + n % 5000)')}, ${id('(1 + n % 5000)')}, now()
   from generate_series(1, 500000) n`,
  `insert into invoices (id, client_folder_id, created_by_id, invoice_number, subtotal, total, status, due_date, sent_at, created_at, updated_at)
   select ${id('n')}, ${id('(1 + n % 5000)')}, ${id('1')}, 'INV-20260101-' || lpad(n::text, 6, '0'), n, n, 'sent', '2026-01-31', now(), now(), now()
   from generate_series(1, 100000) n`,
  `insert into payments (id, invoice_id, client_folder_id, amount, date, method, recorded_by_id, created_at)
   select ${id('n')}, ${id('n')}, ${id('(1 + n % 5000)')}, 1, '2026-01-31', 'check', ${id('1')}, now() from generate_series(1, 100000) n`,
  `insert into audit_entries (id, at, action, entity_type, entity_id)
   select ${id('n')}, now(), 'message.sent', 'messages', ${id('n')} from generate_series(1, 300000) n`,
  `insert into emails (id, "to", subject, text, html, about, status, created_at, sent_at)
   select ${id('n')}, 'person' || n || '@example.com', 'Something is waiting', 'x', 'x', 'messages', 'sent', now(), now() from generate_series(1, 50000) n`,
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
