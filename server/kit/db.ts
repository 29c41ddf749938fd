// All database access. Reads use a `Reader`; writes need a `Tx`, which carries the time and what to record.
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { DatabaseClient, sessionOptions } from './database-client.ts'
import { isCollision, isOnReplica, onDriver } from './database-errors.ts'
import type { Origin } from './record.ts'
import { type Reader, runOn, type Statements, statementsOn, type Tx, UnitOfWork } from './unit-of-work.ts'
import { checked, type TypedSql } from './row-types.ts'

// timestamptz columns are formatted by the queries; dates stay YYYY-MM-DD; bigints (cents, counts) are safe integers
// here.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type { Reader, Statements, Tx }

export interface DatabaseAddress {
  connectionString?: string
  /** One address per server if there are several, one of which accepts writes. */
  servers?: string[]
  host?: string
  port?: number
  user?: string
  password?: string
  database?: string
  /** The same database with the role that owns the tables, if the portal's own role doesn't. */
  owner?: DatabaseAddress
}

export function openPool(address: DatabaseAddress, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...address,
    Client: DatabaseClient,
    // Statements that a transaction sends together do not wait for each other's results.
    pipeline: true,
    max: size,
    // Bounds the memory of prepared statements and caches, which ends with the connection.
    maxLifetimeSeconds: 1800,
    connectionTimeoutMillis: 2000,
    query_timeout: 4500,
    options: sessionOptions,
    application_name: 'portal',
  })
  pool.on('error', onError)
  // The job queue wants one here as well.
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
    const statements = statementsOn(pool)
    this.rows = statements.rows
    this.maybe = statements.maybe
    this.one = statements.one
  }

  get now(): Date {
    return this.#clock()
  }

  /**
   * Plans the statement for these values each time: for searches, whose best plan depends on how rare their words are.
   */
  async found<T>(statement: TypedSql<T>): Promise<T[]> {
    const { text, values } = statement
    return checked(statement, (await onDriver(this.pool.query({ text, values }))).rows)
  }

  /** A write outside any business action: attempt counters, presence, a session's last activity. */
  run(statement: Sql): Promise<number> {
    return runOn(this.pool, statement)
  }

  /** Runs the work in one transaction and commits it. Conflicts are retried twice. */
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

  /** Reads a consistent snapshot in a read-only transaction, which ends with the work. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    return this.#inTransaction('begin isolation level repeatable read, read only', (client) =>
      work({ ...statementsOn(client), now: this.now }),
    )
  }

  async #inTransaction<T>(begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await onDriver(this.pool.connect())
    let broken: Error | undefined
    try {
      await onDriver(client.query(begin))
      const result = await work(client)
      const ended = await onDriver(client.query('commit'))
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
  /** Returns the ids of the live events. */
  write(tx: UnitOfWork): Promise<string[]>
  publish(eventIds: string[]): void
}
