// The one way to the database. Reads go through a `Reader`; writes need a `Tx`, which carries the time and the record.
import type { Writable } from 'node:stream'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { DatabaseClient } from './database-client.ts'
import { isCollision, isOnReplica } from './failures.ts'
import type { Entry, Letter, Look, Origin } from './record.ts'
import { WrittenItems } from './written.ts'

// Instants come out as our views write them; dates stay YYYY-MM-DD; bigints (cents, counts) are safe integers here.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Reader {
  rows: <T>(statement: Sql) => Promise<T[]>
  maybe: <T>(statement: Sql) => Promise<T | null>
  one: <T>(statement: Sql) => Promise<T>
}

/** A transaction. Lives only inside `Database.transaction`; whatever it records is written with it, or not at all. */
export interface Tx extends Reader {
  readonly now: Date
  readonly origin: Origin
  /** Answers the number of rows changed. */
  run: (statement: Sql) => Promise<number>
  /**
   * A statement whose answer nobody waits for: it becomes part of the one that ends the transaction, which sees the tables as
   * they were before it, and fails the transaction if it fails.
   */
  atEnd: (statement: Sql) => void
  /** One line of the trail, and who should look again because of it. */
  record(entry: Entry, ...looks: Look[]): void
  /** How many lines of the trail this transaction has so far. */
  recorded(): number
  /** Somebody should look again, without a line of its own in the trail. */
  look(...looks: Look[]): void
  mail(letter: Letter): void
}

export interface DatabaseAddress {
  connectionString?: string
  /** One address for each server where there are several, of which one takes writes at a time. */
  servers?: string[]
  host?: string
  port?: number
  user?: string
  database?: string
}

const names = new Map<string, string>()

/** Named statements are planned once for each connection; the names are ours, by text. */
function named(statement: Sql) {
  const text = statement.text
  let name = names.get(text)
  if (name === undefined) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return { name, text, values: statement.values as unknown[] }
}

export function readerOn(client: pg.Pool | pg.ClientBase): Reader {
  const rows = async <T>(statement: Sql) => (await client.query(named(statement))).rows as T[]
  const maybe = async <T>(statement: Sql) => (await rows<T>(statement))[0] ?? null
  const one = async <T>(statement: Sql) => {
    const row = await maybe<T>(statement)
    if (row === null) throw new Error(`A statement that always answers a row answered none: ${statement.text}`)
    return row
  }
  return { rows, maybe, one }
}

export const runOn = async (client: pg.Pool | pg.PoolClient, statement: Sql) =>
  (await client.query(named(statement))).rowCount ?? 0

/**
 * Limits from the trust page: connecting 2 s, a statement 5 s, a lock 2 s, an idle transaction 10 s. A statement ends a little
 * earlier, and we stop waiting a little later than it should have ended, so that a frozen server is answered for within 5 s.
 */
const sessionSettings = [
  'timezone=UTC',
  'statement_timeout=4000',
  'lock_timeout=2000',
  'idle_in_transaction_session_timeout=10000',
]

export function openPool(address: DatabaseAddress, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    Client: DatabaseClient,
    // Statements go out without waiting for the answers before them: `begin` travels with the first, `commit` with the last.
    pipeline: true,
    max: size,
    connectionTimeoutMillis: 2000,
    query_timeout: 4500,
    options: sessionSettings.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'portal',
  })
  pool.on('error', onError)
  // A connection in use tells its loss to whoever uses it; the listener only keeps it from ending the process.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

export class Database implements Reader {
  readonly pool: pg.Pool
  readonly rows: Reader['rows']
  readonly maybe: Reader['maybe']
  readonly one: Reader['one']
  readonly #finish: Finish
  readonly #clock: () => Date
  readonly #written = new Map<string, WrittenItems>()

  constructor(pool: pg.Pool, clock: () => Date, finish: Finish) {
    this.pool = pool
    this.#clock = clock
    this.#finish = finish
    // The next server may give the marks of rows to other rows than the one that was lost would have.
    pool.on('connect', (client) => void client.on('error', () => this.#written.clear()))
    const reader = readerOn(pool)
    this.rows = reader.rows
    this.maybe = reader.maybe
    this.one = reader.one
  }

  get now(): Date {
    return this.#clock()
  }

  /** The items of a hot list as they were written last. */
  written(list: string): WrittenItems {
    const kept = this.#written.get(list) ?? new WrittenItems()
    this.#written.set(list, kept)
    return kept
  }

  /** Plans the statement for these very values each time: for a search, whose best way depends on how rare its words are. */
  async found<T>(statement: Sql): Promise<T[]> {
    return (await this.pool.query({ text: statement.text, values: statement.values })).rows as T[]
  }

  /** A write outside any business action: counters of tries, presence, the time a session was last seen. */
  run(statement: Sql): Promise<number> {
    return runOn(this.pool, statement)
  }

  /** Runs the work in one transaction, written and committed before this answers. Collisions are tried again, twice. */
  async transaction<T>(origin: Origin, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(origin, work)
      } catch (error) {
        if (attempt === 3 || !isCollision(error)) throw error
      }
    }
  }

  async #attempt<T>(origin: Origin, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      gather(client)
      const begun = client.query('begin')
      const recorded: Recorded = { entries: [], looks: [], letters: [], last: [] }
      const tx = transactionOn(client, origin, this.now, recorded)
      const [answer] = await Promise.all([work(tx), begun])
      const { statement, told } = this.#finish.write(tx, recorded)
      gather(client)
      // A commit behind a statement that failed commits nothing; the failure is what is thrown.
      const written = statement === null ? null : tx.run(statement)
      const [ended] = await Promise.all([client.query('commit'), written])
      if (ended.command !== 'COMMIT') throw new Error('A failed statement was passed over, so nothing was committed.')
      this.#finish.tell(told)
      return answer
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure))
      if (isOnReplica(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/**
 * What is asked of the database in this turn of the event loop leaves in one piece: each piece wakes the server and costs both
 * sides a call of the system. The driver's types do not name the stream under its connection.
 */
function gather(client: pg.PoolClient) {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** What a transaction gathered for its end. */
export interface Recorded {
  entries: Entry[]
  looks: Look[]
  letters: Letter[]
  last: Sql[]
}

/** How a transaction ends: with one statement that writes all it gathered, and, after its commit, by telling what changed. */
export interface Finish {
  write(tx: Tx, recorded: Recorded): { statement: Sql | null; told: string[] }
  tell(eventIds: string[]): void
}

function transactionOn(client: pg.PoolClient, origin: Origin, now: Date, recorded: Recorded): Tx {
  return {
    ...readerOn(client),
    now,
    origin,
    run: (statement) => runOn(client, statement),
    atEnd: (statement) => void recorded.last.push(statement),
    record(entry, ...looks) {
      recorded.entries.push(entry)
      recorded.looks.push(...looks)
    },
    recorded: () => recorded.entries.length,
    look: (...looks) => void recorded.looks.push(...looks),
    mail: (letter) => void recorded.letters.push(letter),
  }
}
