import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseOn, templateName } from '../../tests/databases.ts'
import { connectClient, serverUrls } from './database-client.ts'
import { openPool } from './db.ts'

describe('a database address with several servers', () => {
  it.each([
    ['postgres://portal@one/portal', ['postgres://portal@one/portal']],
    ['postgres://p:a,b@one:1/x?y=1,2', ['postgres://p:a,b@one:1/x?y=1,2']],
    [
      'postgresql://p:w@one:1,[::1]:2,three/x?sslmode=verify-full',
      ['one:1', '[::1]:2', 'three'].map((server) => `postgresql://p:w@${server}/x?sslmode=verify-full`),
    ],
    ['not an address', ['not an address']],
  ])('%s expands to these', (url, servers) => {
    expect(serverUrls(url)).toEqual(servers)
  })
})

describe('a database connection', () => {
  /** Accepts connections but never replies, like a frozen server. */
  let silent: Server
  let silentPort: number
  beforeAll(async () => {
    silent = createServer((socket) => void socket.on('error', () => {}))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    silentPort = (silent.address() as AddressInfo).port
  })
  afterAll(() => void silent.close())

  it('is made to the server that replies, though another one hangs and a third is down', async () => {
    const { connectionString, host = '', port, user, database } = databaseOn(inject('postgres'), templateName)
    const here = connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
    const servers = [`postgres://portal@127.0.0.1:${silentPort}/portal`, 'postgres://portal@127.0.0.1:1/portal', here]
    // A server on a Unix socket cannot be in a list of hosts.
    if (connectionString === undefined) return
    const began = performance.now()
    // Long enough for the hanging server that a busy machine is not taken for a wait for it.
    const client = await connectClient({ connectionString: here, servers, connectionTimeoutMillis: 60_000 })
    expect(performance.now() - began).toBeLessThan(20_000)
    await client.end()
  })

  it('is refused as out of reach within two seconds if no server accepts writes', async () => {
    const servers = [silentPort, 1].map((port) => `postgres://portal@127.0.0.1:${port}/portal`)
    const began = performance.now()
    await expect(connectClient({ connectionString: servers[0], servers })).rejects.toMatchObject({ code: '08001' })
    expect(performance.now() - began).toBeLessThan(2500)
  })

  it('does not end the process if it is lost while being opened', async () => {
    const message = (type: string, body: string) => {
      const length = Buffer.alloc(4)
      length.writeInt32BE(4 + Buffer.byteLength(body))
      return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
    }
    // Authentication accepted, ready for a query, and in the same packet the end.
    const hello = [message('R', '\0\0\0\0'), message('Z', 'I'), message('E', 'SFATAL\0C57P01\0Mterminating\0\0')]
    const dying = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(Buffer.concat(hello)))
    })
    await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve))
    const { port } = dying.address() as AddressInfo
    const pool = openPool({ host: '127.0.0.1', port, user: 'portal', database: 'portal' }, 1, () => {})
    await expect(pool.query('select 1')).rejects.toThrow()
    await pool.end()
    dying.close()
  })
})
