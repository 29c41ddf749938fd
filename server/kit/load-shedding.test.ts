import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callerBySession, shedLoad } from './load-shedding.ts'

let app: FastifyInstance
let now: number
let waiting: (() => void)[]
let arrivals: number
let pending: Promise<number>[]
beforeEach(async () => {
  now = 0
  waiting = []
  arrivals = 0
  pending = []
  app = Fastify()
  await app.register(cookie)
  shedLoad(app, [{ path: '/api/reports/pdf', reply: null }] as never, {
    max: 8,
    maxOfNetwork: 8,
    maxOfCaller: 8,
    maxWaiting: 2,
    timeoutMilliseconds: 1000,
    clock: () => now,
  })
  app.addHook('onRequest', async () => void arrivals++)
  app.post('/body', async () => 'done')
  const work = () => new Promise<string>((resolve) => waiting.push(() => resolve('done')))
  for (const path of ['/work', '/api/reports/pdf']) app.get(path, work)
  for (const path of ['/quick', '/healthz', '/assets/*']) app.get(path, async () => 'done')
  await app.ready()
})
afterEach(() => {
  go()
  return app.close()
})

const go = () => waiting.splice(0).forEach((end) => end())
const status = async (url: string) => (await app.inject(url)).statusCode

/** Starts this many calls, and waits until they are being processed. */
async function begin(count: number, url = '/work') {
  const before = waiting.length
  pending.push(...Array.from({ length: count }, () => status(url)))
  await expect.poll(() => waiting.length).toBe(before + count)
}

describe('F3: a new request while more than a few have waited longer than a second', () => {
  it('is refused even if there are free slots; running requests are answered, and the next one is accepted', async () => {
    await begin(3)
    now = 1000
    expect(await status('/quick')).toBe(200)
    now = 1001
    expect(await status('/quick')).toBe(503)
    go()
    expect(await Promise.all(pending)).toEqual([200, 200, 200])
    expect(await status('/quick')).toBe(200)
  })

  it('is accepted while only a few wait, however long', async () => {
    await begin(2)
    now = 60_000
    expect(await status('/quick')).toBe(200)
  })

  it('is accepted if all but a few started later', async () => {
    await begin(2)
    now = 5000
    await begin(3)
    expect(await status('/quick')).toBe(200)
    now = 6001
    expect(await status('/quick')).toBe(503)
  })

  it('still gets static files, and the liveness check succeeds', async () => {
    await begin(3)
    now = 5000
    expect(await status('/work')).toBe(503)
    expect([await status('/healthz'), await status('/assets/app.js')]).toEqual([200, 200])
  })
})

describe('F3: requests whose bodies do not arrive', () => {
  it('keep no one out, however many and however long', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const lines = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    for (const line of lines)
      line.write('POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{')
    await expect.poll(() => arrivals).toBe(20)
    now = 60_000
    expect(await status('/quick')).toBe(200)
    for (const line of lines) line.destroy()
  })
})

describe('F3: PDF requests, which have their own queue,', () => {
  it('do not count as waiting, however long they take', async () => {
    await begin(5, '/api/reports/pdf')
    now = 60_000
    expect(await status('/quick')).toBe(200)
  })

  it('count toward the limit of concurrent requests', async () => {
    await begin(4, '/api/reports/pdf')
    await begin(4)
    expect([await status('/api/reports/pdf'), await status('/quick')]).toEqual([503, 503])
  })
})

describe('F3: requests in progress', () => {
  const of = async (session: string | null, remoteAddress: string, url = '/quick') =>
    (await app.inject({ url, remoteAddress, headers: session === null ? {} : { cookie: `portal=${session}` } }))
      .statusCode
  /** Three requests that are worked on until `go()`. */
  async function hold(session: string | null, address: (i: number) => string) {
    const before = waiting.length
    pending.push(...[1, 2, 3].map((i) => of(session, address(i), '/work')))
    await expect.poll(() => waiting.length).toBe(before + 3)
  }

  beforeEach(async () => {
    await app.close()
    app = Fastify()
    await app.register(cookie)
    shedLoad(app, [], {
      max: 20,
      maxOfNetwork: 5,
      maxOfCaller: 3,
      callerOf: callerBySession('portal'),
      clock: () => now,
    })
    app.get('/work', () => new Promise<string>((resolve) => waiting.push(() => resolve('done'))))
    app.get('/quick', async () => 'done')
    app.get('/stream', async (_request, reply) => {
      const stream = new Readable({ read() {} })
      stream.push('first')
      waiting.push(() => stream.push(null))
      return reply.send(stream)
    })
    await app.ready()
  })

  it('are limited for one session on all networks together, without affecting other sessions and visitors', async () => {
    await hold('ann', (i) => `192.0.2.${i}`)
    expect(await of('ann', '192.0.2.9')).toBe(503)
    expect([await of('bob', '192.0.2.1'), await of(null, '192.0.2.1')]).toEqual([200, 200])
    go()
    expect(await Promise.all(pending)).toEqual([200, 200, 200])
    expect(await of('ann', '192.0.2.9')).toBe(200)
  })

  it('are limited for signed-out callers by network: an IPv4 address, or a /64', async () => {
    await hold(null, (i) => `2001:db8:1:2::${i}`)
    expect([await of(null, '2001:db8:1:2::9'), await of(null, '2001:db8:1:3::9')]).toEqual([503, 200])
    expect([await of('ann', '2001:db8:1:2::9'), await of(null, '192.0.2.1')]).toEqual([200, 200])
  })

  it('are limited for one network, however many sessions it claims', async () => {
    await hold('a', () => '192.0.2.1')
    pending.push(of('b', '192.0.2.1', '/work'), of('c', '192.0.2.1', '/work'))
    await expect.poll(() => waiting.length).toBe(5)
    expect([await of('d', '192.0.2.1'), await of('d', '192.0.2.2')]).toEqual([503, 200])
  })

  it('count while a reply is streamed, and no longer', async () => {
    pending.push(...[1, 2, 3].map((i) => of('ann', `192.0.2.${i}`, '/stream')))
    await expect.poll(() => waiting.length).toBe(3)
    expect(await of('ann', '192.0.2.1')).toBe(503)
    go()
    expect(await Promise.all(pending)).toEqual([200, 200, 200])
    expect(await of('ann', '192.0.2.1')).toBe(200)
  })

  it.each(['/work', '/stream'])('count after the caller disconnects until the work for %s is over', async (path) => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const sockets = [1, 2, 3].map(() => connect(port, '127.0.0.1'))
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    await expect.poll(() => waiting.length).toBe(3)
    expect(await of(null, '127.0.0.1')).toBe(503)
    for (const socket of sockets) socket.destroy()
    const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(open).toBe(0)
    if (path === '/work') expect(await of(null, '127.0.0.1')).toBe(503)
    go()
    await expect.poll(() => of(null, '127.0.0.1')).toBe(200)
  })
})
