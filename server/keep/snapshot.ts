// The database as it stands at one moment: one read-only transaction of its own connection, while everybody else goes on writing.
import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { DatabaseClient } from '../kit/database-client.ts'
import type { DatabaseAddress, Reader } from '../kit/db.ts'
import { readerOn } from '../kit/unit-of-work.ts'

export interface Snapshot extends Reader {
  /** The rows one after the other, so that a table of any size passes through little memory. One stream at a time. */
  stream<T>(statement: Sql): AsyncGenerator<T>
  close(): Promise<void>
}

/** Values are written the same whatever the server's own settings are. */
const settings = [
  'timezone=UTC',
  'datestyle=ISO',
  'intervalstyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
  'statement_timeout=0',
  'lock_timeout=60000',
  'idle_in_transaction_session_timeout=0',
  'cursor_tuple_fraction=1',
]
const atOnce = 500

export async function openConnection(address: DatabaseAddress): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...address,
    connectionTimeoutMillis: 5000,
    application_name: 'portal keep',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
  // Its loss is told by the statement that it interrupts.
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const client = await openConnection(address)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const snapshot = within(client)
    // The moment is that of the first statement.
    await snapshot.rows(sql`select now()`)
    return snapshot
  } catch (error) {
    await client.end()
    throw error
  }
}

/** What a transaction that is under way sees. */
export const within = (client: pg.Client): Snapshot => ({
  ...readerOn(client),
  stream: (statement) => streamOn(client, statement),
  close: () => client.end(),
})

async function* streamOn<T>(client: pg.Client, statement: Sql): AsyncGenerator<T> {
  await client.query({ text: `declare walk no scroll cursor for ${statement.text}`, values: statement.values })
  try {
    for (;;) {
      const { rows } = await client.query(`fetch ${atOnce} from walk`)
      yield* rows as T[]
      if (rows.length < atOnce) return
    }
  } finally {
    // A statement that failed has ended the transaction, and its cursor with it.
    await client.query('close walk').catch(() => {})
  }
}
