// The one way to the database. Reads go through a `Reader`; writes need a `Tx`, which carries the time and the record.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { DatabaseClient, sessionOptions } from './database-client.ts'
import { isCollision, isOnReplica } from './failures.ts'
import type { Entry, Letter, Look, Origin } from './record.ts'
import { readerOn, runOn, UnitOfWork } from './unit-of-work.ts'
import { checked, type TypedSql } from './row-types.ts'

// Instants come out as our views write them; dates stay YYYY-MM-DD; bigints (cents, counts) are safe integers here.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A statement's rows have the type of the schema that it names (./row-types.ts); without one, their columns are unknown. */
export interface Reader {
  rows: { <T>(statement: TypedSql<T>): Promise<T[]>; (statement: Sql): Promise<unknown[]> }
  maybe: { <T>(statement: TypedSql<T>): Promise<T | null>; (statement: Sql): Promise<unknown> }
  one: { <T>(statement: TypedSql<T>): Promise<T>; (statement: Sql): Promise<unknown> }
}

/** A transaction. Lives only inside `Database.transaction`; whatever it records is written with it, or not at all. */
export interface Tx extends Reader {
  readonly now: Date
  readonly origin: Origin
  /** Answers the number of rows changed. */
  run: (statement: Sql) => Promise<number>
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
  password?: string
  database?: string
  /** The same database as the role that owns the tables, where the portal's own role doesn't. */
  owner?: DatabaseAddress
}

export function openPool(address: DatabaseAddress, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    Client: DatabaseClient,
    // Statements that one transaction sends together do not wait for each other's answers.
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
  readonly #recorder: Recorder
  readonly #clock: () => Date

  constructor(pool: pg.Pool, clock: () => Date, recorder: Recorder) {
    this.pool = pool
    this.#clock = clock
    this.#recorder = recorder
    const reader = readerOn(pool)
    this.rows = reader.rows
    this.maybe = reader.maybe
    this.one = reader.one
  }

  get now(): Date {
    return this.#clock()
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
        const { answer, eventIds } = await this.#inTransaction('begin', async (client) => {
          const tx = new UnitOfWork(client, origin, this.now)
          return { answer: await work(tx), eventIds: await this.#recorder.write(tx) }
        })
        this.#recorder.publish(eventIds)
        return answer
      } catch (error) {
        if (attempt === 3 || !isCollision(error)) throw error
      }
    }
  }

  /** Reads at one moment, whatever is written meanwhile: in a read-only transaction, which ends with the work. */
  snapshot<T>(work: (reader: Reader & { readonly now: Date }) => Promise<T>): Promise<T> {
    return this.#inTransaction('begin isolation level repeatable read, read only', (client) =>
      work({ ...readerOn(client), now: this.now }),
    )
  }

  async #inTransaction<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    try {
      await client.query(begin)
      const result = await work(client)
      const ended = await client.query('commit')
      if (ended.command !== 'COMMIT') throw new Error('A failed statement was ignored, so nothing was committed.')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => (broken = failure))
      if (isOnReplica(error)) broken = error as Error
      throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Writes what a transaction records, before its commit, and publishes the live events after it. */
export interface Recorder {
  /** Answers the ids of the live events. */
  write(tx: UnitOfWork): Promise<string[]>
  publish(eventIds: string[]): void
}
