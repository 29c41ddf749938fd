// The one way to the database. Reads go through a `Reader`; writes need a `Tx`, which carries the time and the record.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { DatabaseClient, sessionOptions } from './database-client.ts'
import { isCollision, isOnReplica } from './failures.ts'
import type { Entry, Letter, Look, Origin } from './record.ts'
import { gather, Part, readerOn, runOn } from './part.ts'
import { checked, type TypedSql } from './row-types.ts'
import { Sharing } from './sharing.ts'
import { WrittenItems } from './written.ts'

// Instants come out as our views write them; dates stay YYYY-MM-DD; bigints (cents, counts) are safe integers here.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A statement's rows have the type of the schema that it names (./row-types.ts); without one, their columns are unknown. */
export interface Reader {
  rows: { <T>(statement: TypedSql<T>): Promise<T[]>; <T>(statement: Sql): Promise<T[]> }
  maybe: { <T>(statement: TypedSql<T>): Promise<T | null>; <T>(statement: Sql): Promise<T | null> }
  one: { <T>(statement: TypedSql<T>): Promise<T>; <T>(statement: Sql): Promise<T> }
}

/**
 * Something asked about several things at once; the answers in the order of the asks, null where there is none.
 * @param patient whether to wait for a row that somebody else has locked; else there is no answer about it
 */
export type Question<Ask, Answer> = (reader: Reader, asks: Ask[], patient: boolean) => Promise<(Answer | null)[]>

/** A change of several rows in one statement. Name it once, at the top of a file: what is put off is gathered by it. */
export type Change<Row> = (rows: Row[]) => Sql

/** A part of a transaction that may be shared with others (`Database.shared`): it asks, and puts off what it writes to the end. */
export interface SharedTx extends Reader {
  readonly now: Date
  readonly origin: Origin
  ask: <Ask, Answer>(question: Question<Ask, Answer>, ask: Ask) => Promise<Answer | null>
  /**
   * A change whose answer nobody waits for: it becomes part of the statement that ends the transaction, which sees the tables as
   * they were before it, and fails the transaction if it fails.
   */
  atEnd: <Row>(change: Change<Row>, row: Row) => void
  /** One line of the trail, and who should look again because of it. */
  record(entry: Entry, ...looks: Look[]): void
  /** How many lines of the trail this transaction has so far. */
  recorded(): number
  /** Somebody should look again, without a line of its own in the trail. */
  look(...looks: Look[]): void
  mail(letter: Letter): void
}

/** A transaction. Lives only inside `Database.transaction`; whatever it records is written with it, or not at all. */
export interface Tx extends SharedTx {
  /** Answers the number of rows changed. */
  run: (statement: Sql) => Promise<number>
}

export interface DatabaseAddress {
  connectionString?: string
  /** One address for each server where there are several, of which one takes writes at a time. */
  servers?: string[]
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  /** The same database as the role that owns the tables, where the portal's own role doesn't. */
  owner?: DatabaseAddress
}

export function openPool(address: DatabaseAddress, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    Client: DatabaseClient,
    // Statements go out without waiting for the answers before them: `begin` travels with the first, `commit` with the last.
    pipeline: true,
    max: size,
    // What a connection has prepared and cached ends with it.
    maxLifetimeSeconds: 1800,
    connectionTimeoutMillis: 2000,
    query_timeout: 4500,
    options: sessionOptions,
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
  readonly #sharing = new Sharing(this)

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
  async found<T>(statement: TypedSql<T>): Promise<T[]> {
    const { text, values } = statement
    return checked(statement, (await this.pool.query({ text, values })).rows)
  }

  /** A write outside any business action: counters of tries, presence, the time a session was last seen. */
  run(statement: Sql): Promise<number> {
    return runOn(this.pool, statement)
  }

  /** Runs the work in one transaction, written and committed before this answers. Collisions are tried again, twice. */
  async transaction<T>(origin: Origin, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.committed(async (client) => {
          const tx = new Part(client, origin, this.now)
          return { answer: await work(tx), parts: [tx] }
        })
      } catch (error) {
        if (attempt === 3 || !isCollision(error)) throw error
      }
    }
  }

  /**
   * As `transaction`, for work that only asks, and puts off what it writes: what comes in the same turn shares one transaction
   * (docs/decisions/0136).
   * @param place what it writes to: two that write to the same place never share
   */
  shared<T>(origin: Origin, place: string, work: (tx: SharedTx) => Promise<T>): Promise<T> {
    return this.#sharing.run(origin, place, work)
  }

  /** Reads at one moment, whatever is written meanwhile: in a read-only transaction, which ends with the work. */
  async snapshot<T>(work: (reader: Reader & { readonly now: Date }) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin isolation level repeatable read, read only')
      const answer = await work({ ...readerOn(client), now: this.now })
      await client.query('commit')
      return answer
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Runs what the parts of a transaction ask, writes what they gathered for its end, and commits. */
  async committed<T>(work: (client: pg.PoolClient) => Promise<{ answer: T; parts: Part[] }>): Promise<T> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      gather(client)
      const begun = client.query('begin')
      const [{ answer, parts }] = await Promise.all([work(client), begun])
      const { statement, told } = await this.#finish.write(parts)
      gather(client)
      // A commit behind a statement that failed commits nothing; the failure is what is thrown.
      const written = statement === null ? null : runOn(client, statement)
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

/** How a transaction ends: with one statement that writes all its parts gathered, and, after its commit, by telling what changed. */
export interface Finish {
  write(parts: Part[]): Promise<{ statement: Sql | null; told: string[] }>
  tell(eventIds: string[]): void
}
