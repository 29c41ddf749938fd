// Statements on one connection, and a transaction on it.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { onDriver } from './database-errors.ts'
import { PreparedStatements } from './prepared-statements.ts'
import { checked, type TypedSql } from './row-types.ts'
import type { Entry, Email, ChangeEvent, Origin } from './record.ts'

/** A statement's rows have the type of its schema (./row-types.ts); without one, their columns are unknown. */
export interface Statements {
  rows: { <T>(statement: TypedSql<T>): Promise<T[]>; (statement: Sql): Promise<unknown[]> }
  maybe: { <T>(statement: TypedSql<T>): Promise<T | null>; (statement: Sql): Promise<unknown> }
  one: { <T>(statement: TypedSql<T>): Promise<T>; (statement: Sql): Promise<unknown> }
}

/** Reads rows as of the portal's time, on which some rights depend (server/client-folders/folder-staff.ts). */
export interface Reader extends Statements {
  readonly now: Date
}

/** A transaction, valid only inside `Database.transaction`; everything it records is written with it, or not at all. */
export interface Tx extends Reader {
  readonly origin: Origin
  /** Returns the number of rows changed. */
  run: (statement: Sql) => Promise<number>
  /** Adds an audit entry, and notifies open clients of the changes. */
  record(entry: Entry, ...changes: ChangeEvent[]): void
  /** Number of audit entries in this transaction so far. */
  recorded(): number
  /** Notifies open clients of changes without an audit entry. */
  publish(...changes: ChangeEvent[]): void
  mail(email: Email): void
}

const prepared = new WeakMap<pg.ClientBase, PreparedStatements>()

/** Uses a prepared statement if the connection has used the text often; otherwise plans it for this use. */
function queryOn(client: pg.ClientBase, { text, values }: Sql): Promise<pg.QueryResult> {
  const statements = prepared.get(client) ?? new PreparedStatements()
  prepared.set(client, statements)
  const name = statements.nameOf(text)
  return onDriver(client.query({ text, values, ...(name !== undefined && { name }) }))
}

async function queryIn(pool: pg.Pool, statement: Sql): Promise<pg.QueryResult> {
  const client = await onDriver(pool.connect())
  try {
    const result = await queryOn(client, statement)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const query = (on: pg.Pool | pg.ClientBase, statement: Sql) =>
  on instanceof pg.Pool ? queryIn(on, statement) : queryOn(on, statement)

export function statementsOn(client: pg.Pool | pg.ClientBase): Statements {
  async function rows<T>(statement: Sql | TypedSql<T>): Promise<T[]> {
    const found = (await query(client, statement)).rows as T[]
    return 'row' in statement ? checked(statement, found) : found
  }
  const maybe = async <T>(statement: Sql | TypedSql<T>) => (await rows(statement))[0] ?? null
  async function one<T>(statement: Sql | TypedSql<T>) {
    const row = await maybe(statement)
    if (row === null) throw new Error(`A statement that must return a row returned none: ${statement.text}`)
    return row
  }
  return { rows, maybe, one }
}

export const runOn = async (client: pg.Pool | pg.PoolClient, statement: Sql) =>
  (await query(client, statement)).rowCount ?? 0

/** A transaction and what it records; the records are written right before its commit. */
export class UnitOfWork implements Tx {
  readonly rows: Reader['rows']
  readonly maybe: Reader['maybe']
  readonly one: Reader['one']
  readonly run: Tx['run']
  readonly now: Date
  readonly origin: Origin
  readonly entries: Entry[] = []
  readonly changes: ChangeEvent[] = []
  readonly emails: Email[] = []

  constructor(client: pg.PoolClient, origin: Origin, now: Date) {
    const statements = statementsOn(client)
    this.rows = statements.rows
    this.maybe = statements.maybe
    this.one = statements.one
    this.run = (statement) => runOn(client, statement)
    this.origin = origin
    this.now = now
  }

  record(entry: Entry, ...changes: ChangeEvent[]) {
    this.entries.push(entry)
    this.changes.push(...changes)
  }

  recorded() {
    return this.entries.length
  }

  publish(...changes: ChangeEvent[]) {
    this.changes.push(...changes)
  }

  mail(email: Email) {
    this.emails.push(email)
  }
}
