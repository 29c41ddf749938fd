// The database at one moment: a read-only transaction on its own connection, while others keep writing.
import type pg from 'pg'
import sql from 'sql-template-tag'
import { connectClient } from '../kit/database-client.ts'
import type { DatabaseAddress, Reader } from '../kit/db.ts'
import { checked, type TypedSql } from '../kit/row-types.ts'
import { statementsOn } from '../kit/unit-of-work.ts'

export interface Snapshot extends Reader {
  /** Rows one at a time through a cursor, so that tables of any size need little memory. One stream at a time. */
  stream<T>(statement: TypedSql<T>): AsyncGenerator<T>
  close(): Promise<void>
}

/** Fixes the output format of values, whatever the server's own settings. */
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
const batchSize = 500

export async function openConnection(address: DatabaseAddress): Promise<pg.Client> {
  return connectClient({
    ...address,
    connectionTimeoutMillis: 5000,
    application_name: 'portal keep',
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  })
}

export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const client = await openConnection(address)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const snapshot = within(client)
    // The snapshot is taken by the first statement.
    await snapshot.rows(sql`select now()`)
    return snapshot
  } catch (error) {
    await client.end()
    throw error
  }
}

/** A snapshot of what an open transaction sees. */
export const within = (client: pg.Client): Snapshot => ({
  ...statementsOn(client),
  now: new Date(),
  stream: (statement) => streamOn(client, statement),
  close: () => client.end(),
})

async function* streamOn<T>(client: pg.Client, statement: TypedSql<T>): AsyncGenerator<T> {
  await client.query({ text: `declare walk no scroll cursor for ${statement.text}`, values: statement.values })
  try {
    for (;;) {
      const { rows } = await client.query(`fetch ${batchSize} from walk`)
      yield* checked(statement, rows as T[])
      if (rows.length < batchSize) return
    }
  } finally {
    // A failed statement has already ended the transaction and its cursor.
    await client.query('close walk').catch(() => {})
  }
}
