// A large consultancy after three years, fictional and the same each time: 5,000 clients, a million messages, half a
// million documents. Its largest folder has 50,000 messages; its busiest staff member has 251 folders.
import pg from 'pg'
import { installForms } from '../server/hr-forms/install.ts'
import { installPolicies } from '../server/hr-policies/install.ts'
import { Database, type DatabaseAddress, openPool } from '../server/kit/db.ts'
import { largeOffice, names } from './large-office-rows.ts'

/** @param asOf the day on which the three years end. One transaction; refused if there are any users. */
export async function seedLargeOffice(
  address: DatabaseAddress,
  passwordHash: string,
  asOf: Date,
  print: (line: string) => void = () => {},
): Promise<void> {
  await installLibrary(address, asOf)
  const client = new pg.Client(address)
  await client.connect()
  try {
    const { rows } = await client.query('select 1 from users limit 1')
    if (rows.length > 0) throw new Error('There are people in this database already. Give an empty one.')
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '512MB'; set local work_mem = '64MB'")
    // Updating a trigram index row by row takes ten times as long as building it at the end.
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select indexname as name, indexdef as made from pg_indexes where schemaname = 'public' and indexdef like '%USING gin%'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(names(asOf))
    for (const statement of largeOffice(passwordHash)) {
      const started = performance.now()
      const { command, rowCount } = await client.query(statement)
      const what = /^\s*(?:insert into|update|analyze)\s+(\S+)/.exec(statement)?.[1] ?? ''
      if (command === 'INSERT') print(`${String(rowCount).padStart(9)} ${what} ${seconds(started)}`)
    }
    // Not required of this office: the benches sign in with passwords alone.
    await client.query(
      `insert into portal_facts (name, value) values ('second-factor-default', '{}') on conflict do nothing`,
    )
    const started = performance.now()
    for (const { made } of indexes) await client.query(made)
    print(`${String(indexes.length).padStart(9)} indexes of trigrams ${seconds(started)}`)
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const seconds = (started: number) => `${((performance.now() - started) / 1000).toFixed(1)} s`

const installLibrary = (address: DatabaseAddress, asOf: Date) =>
  withDatabase(address, asOf, async (db) => {
    await installPolicies(db)
    await installForms(db)
  })

async function withDatabase(address: DatabaseAddress, now: Date, work: (db: Database) => Promise<void>): Promise<void> {
  const pool = openPool(address, 1, () => {})
  try {
    await work(new Database(pool, () => now, { write: async () => [], publish() {} }))
  } finally {
    await pool.end()
  }
}
