import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseOn } from '../../tests/prepare.ts'
import { templateName } from '../../tests/world.ts'
import { DatabaseClient, eachServer } from './database-client.ts'

describe('an address with several servers', () => {
  it.each([
    ['postgres://portal@one/portal', ['postgres://portal@one/portal']],
    ['postgres://p:a,b@one:1/x?y=1,2', ['postgres://p:a,b@one:1/x?y=1,2']],
    [
      'postgresql://p:w@one:1,[::1]:2,three/x?sslmode=verify-full',
      ['one:1', '[::1]:2', 'three'].map((server) => `postgresql://p:w@${server}/x?sslmode=verify-full`),
    ],
    ['not an address', ['not an address']],
  ])('%s stands for these', (url, servers) => {
    expect(eachServer(url)).toEqual(servers)
  })
})

describe('a connection', () => {
  /** Takes calls and never says a word, as a frozen server does. */
  let silent: Server
  let silentPort: number
  beforeAll(async () => {
    silent = createServer((socket) => void socket.on('error', () => {}))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    silentPort = (silent.address() as AddressInfo).port
  })
  afterAll(() => void silent.close())

  it('is made to the server that answers, though another one hangs and a third is not there', async () => {
    const { connectionString, host = '', port, user, database } = databaseOn(inject('postgres'), templateName)
    const here = connectionString ?? `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
    const servers = [`postgres://portal@127.0.0.1:${silentPort}/portal`, 'postgres://portal@127.0.0.1:1/portal', here]
    // A server on a socket has no place in a list of hosts.
    if (connectionString === undefined) return
    const client = new DatabaseClient({ connectionString: here, servers })
    const began = performance.now()
    await client.connect()
    expect(performance.now() - began).toBeLessThan(1500)
    await client.end()
  })

  it('is refused as out of reach where none takes writes, within two seconds', async () => {
    const servers = [silentPort, 1].map((port) => `postgres://portal@127.0.0.1:${port}/portal`)
    const client = new DatabaseClient({ connectionString: servers[0], servers })
    const began = performance.now()
    await expect(client.connect()).rejects.toMatchObject({ code: '08001' })
    expect(performance.now() - began).toBeLessThan(2500)
  })
})
