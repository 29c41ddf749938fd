// One connection to the server that takes writes. DATABASE_URL may name several (`postgres://user@db1:5432,db2:5432/portal`), of
// which one is the primary at a time: after a failover the next connection finds the new one. A replica is never used: it would
// refuse every write, and show what was there a moment ago.
import pg from 'pg'

/** The addresses that one address with several servers stands for, in its order. */
export function eachServer(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^([^:/]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return servers.includes(',') ? servers.split(',').map((server) => `${before}${server}${after}`) : [url]
}

/** While the program is being read nothing else is heard: on a busy machine a server that answered at once seems to be late. */
export const patienceAtStart = 15_000

/**
 * Limits from the trust page: connecting 2 s, a statement 5 s, a lock 2 s, an idle transaction 10 s. A statement ends a little
 * earlier, and we stop waiting a little later than it should have ended, so that a frozen server is answered for within 5 s.
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
  /** All servers of the address; without it there is the one that the rest names. */
  servers?: string[]
}

/** Which server of an address took writes when one was last asked. */
const primaries = new Map<string, string>()
const probeMilliseconds = 1500

/** As `pg.Client`, and connects to nothing but a server that takes writes. */
export class DatabaseClient extends pg.Client {
  readonly #servers: string[]
  readonly #config: ServersConfig

  constructor(config: ServersConfig = {}) {
    super(config)
    this.#config = config
    this.#servers = config.servers ?? []
  }

  override connect(): Promise<pg.Client>
  override connect(callback: ((err: Error) => void) | ((err: null, c: pg.Client) => void)): void
  override connect(callback?: unknown): Promise<pg.Client> | void {
    const connected = this.#connect()
    if (typeof callback !== 'function') return connected
    const tell = callback as (error: Error | null, client?: pg.Client) => void
    connected.then(
      (client) => tell(null, client),
      (error: Error) => tell(error),
    )
  }

  async #connect(): Promise<pg.Client> {
    const name = this.#servers.join(' ')
    try {
      if (this.#servers.length > 1)
        await this.#aimAt(primaries.get(name) ?? (await primaryOf(this.#servers, this.#config)))
      const replica = tellsReplica(this)
      await super.connect()
      if (!replica()) return this
      await super.end()
      throw noPrimary()
    } catch (error) {
      primaries.delete(name)
      throw error
    }
  }

  async #aimAt(server: string) {
    const { hostname, port } = new URL(server)
    // Whoever waited for us may have given up meanwhile, and put an end to the socket.
    if (streamOf(this).destroyed) throw noPrimary()
    const self = this as { host: string; port: number }
    self.host = hostname.replace(/^\[(.+)\]$/, '$1')
    self.port = Number(port || 5432)
    primaries.set(this.#servers.join(' '), server)
  }
}

/** Asks all at once: one that hangs keeps nobody waiting for the one that answers. */
async function primaryOf(servers: string[], config: ServersConfig): Promise<string> {
  return Promise.any(servers.map((server) => probe(server, config))).catch(() => {
    throw noPrimary()
  })
}

async function probe(server: string, config: ServersConfig): Promise<string> {
  const client = new pg.Client({ ...config, connectionString: server, connectionTimeoutMillis: probeMilliseconds })
  client.on('error', () => {})
  const replica = tellsReplica(client)
  try {
    await client.connect()
    if (replica()) throw noPrimary()
    return server
  } finally {
    void client.end().catch(() => {})
  }
}

/** PostgreSQL tells each connection as it opens whether it is a replica's; the driver hands that on without a name for it. */
function tellsReplica(client: pg.Client): () => boolean {
  let replica = false
  connectionOf(client).on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
    if (parameterName === 'in_hot_standby' || parameterName === 'default_transaction_read_only')
      replica ||= parameterValue === 'on'
  })
  return () => replica
}

const connectionOf = (client: pg.Client) => (client as unknown as { connection: NodeJS.EventEmitter }).connection
const streamOf = (client: pg.Client) => (connectionOf(client) as unknown as { stream: { destroyed: boolean } }).stream

/** 08001 is PostgreSQL's own name for a connection that could not be made. */
const noPrimary = () => Object.assign(new Error('No server that DATABASE_URL names takes writes.'), { code: '08001' })
