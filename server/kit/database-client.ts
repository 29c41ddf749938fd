// A connection to the server that accepts writes. DATABASE_URL may name several
// (`postgres://user@db1:5432,db2:5432/portal`), one of which is the primary; after a failover the next connection finds
// the new one. A replica is never used: it would refuse every write and could return stale data.
import pg from 'pg'
import { z } from 'zod'

/** Expands an address with several servers to one address for each, in order. */
export function serverUrls(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^([^:/]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url]
}

/**
 * Longer during startup: loading the program blocks the event loop, so a prompt server would seem to be late on a busy
 * machine.
 */
export const startTimeout = 15_000

/**
 * Limits from the trust page: connecting 2 s, a statement 5 s, a lock 2 s, an idle transaction 10 s. The server's
 * statement timeout is a little shorter and the client's a little longer, so that a frozen server is reported within 5
 * s.
 */
export const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '4000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
}

export const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

export interface ServersConfig extends pg.ClientConfig {
  /** All servers of the address; if unset, there is only the one that the other settings name. */
  servers?: string[]
}

/** The server of an address that accepted writes when last checked. */
const primaries = new Map<string, string>()

/** Returns a connected client, to the server that accepts writes. */
export async function connectClient(config: ServersConfig): Promise<pg.Client> {
  await findPrimary(config)
  const client = new DatabaseClient(config)
  await client.connect()
  return client
}

/**
 * A `pg.Client` that refuses to connect to a server that doesn't accept writes. A pool creates it synchronously, so with
 * several servers it aims at the primary found last; after a failover the first attempt fails, and finds the next one.
 */
export class DatabaseClient extends pg.Client {
  readonly #config: ServersConfig
  readonly #server: string | undefined

  constructor(config: ServersConfig = {}) {
    const server = primaries.get(nameOf(config)) ?? config.servers?.[0]
    super(server === undefined ? config : { ...config, connectionString: server })
    this.#config = config
    this.#server = server
    // The user of a connection gets its errors. One that arrives together with the end of the handshake comes before the
    // pool listens; without a listener it would end the process.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((err: Error) => void) | ((err: null, c: pg.Client) => void)): void
  override connect(callback?: unknown): Promise<pg.Client> | void {
    const connected = this.#connect()
    if (typeof callback !== 'function') return connected
    const respond = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      (client) => respond(null, client),
      (error: Error) => respond(error),
    )
  }

  async #connect(): Promise<pg.Client> {
    if ((await findPrimary(this.#config)) !== this.#server) throw noPrimary()
    try {
      await super.connect()
      await assertPrimary(this)
      return this
    } catch (error) {
      primaries.delete(nameOf(this.#config))
      void super.end().catch(() => {})
      throw error
    }
  }
}

const nameOf = ({ servers = [] }: ServersConfig) => servers.join(' ')

/**
 * Returns the server that accepts writes, or undefined if the address names only one. Queries all concurrently, so that
 * one that hangs does not delay the one that replies.
 */
async function findPrimary(config: ServersConfig): Promise<string | undefined> {
  const { servers = [] } = config
  if (servers.length < 2) return servers[0]
  const known = primaries.get(nameOf(config))
  if (known !== undefined) return known
  const primary = await Promise.any(servers.map((server) => probe(server, config))).catch(() => {
    throw noPrimary()
  })
  primaries.set(nameOf(config), primary)
  return primary
}

async function probe(server: string, config: ServersConfig): Promise<string> {
  // Leaves time to connect to the server found.
  const timeout = 0.75 * (config.connectionTimeoutMillis ?? 2000)
  const client = new pg.Client({
    ...config,
    connectionString: server,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await assertPrimary(client)
    return server
  } finally {
    void client.end().catch(() => {})
  }
}

/** Refuses a replica, and a server whose transactions are read-only by default. */
async function assertPrimary(client: pg.Client) {
  const { rows } = await client.query(
    'select pg_is_in_recovery() or current_setting(\'transaction_read_only\')::boolean as "isReadOnly"',
  )
  if (Primary.safeParse(rows[0]).success) return
  throw noPrimary()
}

const Primary = z.object({ isReadOnly: z.literal(false) })

/** 08001 is PostgreSQL's code for a connection that could not be established. */
const noPrimary = () => Object.assign(new Error('No server that DATABASE_URL names accepts writes.'), { code: '08001' })
