import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWorld } from '../../tests/world.ts'
import { connectionTimeouts, limitConnections } from './connection-limits.ts'
import { isLong } from './load-shedding.ts'

let app: FastifyInstance
let opened: Socket[]
const waiting: (() => void)[] = []

async function listen(limits: Parameters<typeof limitConnections>[2]) {
  app = Fastify({
    requestTimeout: 5000,
    connectionTimeout: 1500,
    keepAliveTimeout: 300,
    forceCloseConnections: 'idle',
    http: { connectionsCheckingInterval: 50, headersTimeout: 2000 },
  })
  limitConnections(app, isLong, limits)
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(30_000_000)))
  app.get('/slow/file', async (_request, reply) => reply.send(Buffer.alloc(30_000_000)))
  app.post('/body', async ({ body }) => body)
  app.put('/api/objects/upload/:id', async ({ body }) => body)
  app.get('/work', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { ok: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
}
beforeEach(() => void (opened = []))
afterEach(async () => {
  opened.forEach((socket) => socket.destroy())
  waiting.splice(0).forEach((go) => go())
  app.server.closeAllConnections()
  await app.close()
})

const url = (path: string) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`

const send = (count: number, text: string): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      opened.push(socket)
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }),
  )
const allEnd = (sockets: Socket[]) =>
  Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket.resume(), 'close')))
const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

const head = (path: string, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n`

describe('F3: a hundred slow connections', () => {
  it.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n'],
    ['a body that never begins', head('/body')],
    ['a body that never ends', `${head('/body')}{`],
  ])('with %s are closed, and others are answered meanwhile', async (_what, text) => {
    await listen({ bodySeconds: 0.5, silentBodySeconds: 0.3, unfinished: 100 })
    const sockets = await send(100, text)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url('/healthz'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await allEnd(sockets)
  })
})

describe('F3: a body', () => {
  it('that comes a byte at a time is cut off when its time is over', async () => {
    await listen({ bodySeconds: 0.5, silentBodySeconds: 60 })
    const [socket] = (await send(1, head('/body'))) as [Socket]
    const drip = setInterval(() => socket.write(' '), 50)
    await allEnd([socket])
    clearInterval(drip)
  })

  it('of an upload has Node’s whole time for a request', async () => {
    await listen({ bodySeconds: 0.2, silentBodySeconds: 0.2 })
    const [socket] = (await send(1, `${head('/api/objects/upload/1', 'PUT')}[`)) as [Socket]
    const answer = once(socket, 'data')
    await expect.poll(async () => (await fetch(url('/healthz'))).status).toBe(200)
    setTimeout(() => socket.write(' '.repeat(88) + ']'), 400)
    expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 200/)
  })

  it('that came whole leaves the connection as it was', async () => {
    await listen({ silentBodySeconds: 0.1 })
    const body = JSON.stringify({ a: 1 })
    const answer = await fetch(url('/body'), { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(await answer.json()).toEqual({ a: 1 })
    const injected = await app.inject({ method: 'POST', url: '/body', payload: { a: 1 } })
    expect(injected.json()).toEqual({ a: 1 })
  })
})

describe('F3: unfinished requests of one network', () => {
  it('are refused past the limit, until one of them is finished or gone', async () => {
    await listen({ unfinished: 3, bodySeconds: 60, silentBodySeconds: 60 })
    const held = await send(3, `${head('/body')}{`)
    const post = async () =>
      (await fetch(url('/body'), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
        .status
    await expect.poll(post).toBe(429)
    expect((await fetch(url('/healthz'))).status).toBe(200)
    held[0]?.destroy()
    await expect.poll(post).toBe(200)
    expect(await post()).toBe(200)
  })
})

describe('F3: an answer', () => {
  it('that nobody reads ends with its connection', async () => {
    await listen({})
    const sockets = await send(5, 'GET /slow/file HTTP/1.1\r\nhost: x\r\n\r\n')
    sockets.forEach((socket) => socket.pause())
    await expect.poll(open).toBe(5)
    await expect.poll(open, { timeout: 5000 }).toBe(0)
  })

  it('that is read a little now and then ends when its time is over', async () => {
    await listen({ answerSeconds: 1 })
    const [socket] = (await send(1, 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n')) as [Socket]
    let read = 0
    const sip = setInterval(() => (read += (socket.read(1000) as Buffer | null)?.length ?? 0), 100)
    await expect.poll(open).toBe(1)
    await expect.poll(open, { timeout: 5000 }).toBe(0)
    clearInterval(sip)
    expect(read).toBeLessThan(30_000_000)
  })

  it('that is read on is left alone, however large', async () => {
    await listen({})
    expect((await (await fetch(url('/large'))).arrayBuffer()).byteLength).toBe(30_000_000)
  })
})

describe('F3, H7: a clean stop', () => {
  it('waits for an answer under way, but not for a connection that never carried a request', async () => {
    await listen({})
    await send(1, '')
    const answer = fetch(url('/work'), { headers: { connection: 'close' } })
    await expect.poll(() => waiting.length).toBe(1)
    const closed = app.close()
    waiting.splice(0).forEach((go) => go())
    expect((await answer).status).toBe(200)
    await closed
  })
})

it('F3: the portal runs with the timeouts that are written down', async () => {
  const world = await createWorld()
  ;({ app } = world)
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = app.server
  const written = connectionTimeouts(false)
  expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout }).toEqual({
    requestTimeout: written.requestTimeout,
    headersTimeout: written.http.headersTimeout,
    keepAliveTimeout: written.keepAliveTimeout,
    timeout: written.connectionTimeout,
  })
  await world.close()
})

it('F3: 250 half-sent sign-ins keep nobody out of the portal', async () => {
  const world = await createWorld()
  ;({ app } = world)
  await world.address()
  await send(
    250,
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"username":',
  )
  // All but twenty were refused; those hold a connection each, and no place of the work that is counted.
  await expect.poll(open, { timeout: 4000 }).toBe(20)
  expect((await world.sam.get('/api/user')).status).toBe(200)
  expect((await world.visitor.get('/healthz')).status).toBe(200)
  await world.close()
})
