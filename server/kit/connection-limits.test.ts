import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../tests/test-app.ts'
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
  ])('are closed with %s while other requests are answered', async (_what, text) => {
    await listen({ bodySeconds: 0.5, silentBodySeconds: 0.3, unfinished: 100 })
    const sockets = await send(100, text)
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url('/healthz'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await allEnd(sockets)
  })
})

describe('F3: a request body', () => {
  it('is cut off at its timeout if it arrives byte by byte', async () => {
    await listen({ bodySeconds: 0.5, silentBodySeconds: 60 })
    const [socket] = (await send(1, head('/body'))) as [Socket]
    const drip = setInterval(() => socket.write(' '), 50)
    await allEnd([socket])
    clearInterval(drip)
  })

  it('may take Node’s full request timeout for an upload', async () => {
    await listen({ bodySeconds: 0.2, silentBodySeconds: 0.2 })
    const [socket] = (await send(1, `${head('/api/objects/upload/1', 'PUT')}[`)) as [Socket]
    const answer = once(socket, 'data')
    await expect.poll(async () => (await fetch(url('/healthz'))).status).toBe(200)
    setTimeout(() => socket.write(' '.repeat(88) + ']'), 400)
    expect(String((await answer)[0])).toMatch(/^HTTP\/1.1 200/)
  })

  it('leaves the connection unchanged once it has arrived completely', async () => {
    await listen({ silentBodySeconds: 0.1 })
    const body = JSON.stringify({ a: 1 })
    const answer = await fetch(url('/body'), { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(await answer.json()).toEqual({ a: 1 })
    const injected = await app.inject({ method: 'POST', url: '/body', payload: { a: 1 } })
    expect(injected.json()).toEqual({ a: 1 })
  })
})

describe('F3: unfinished requests from one network', () => {
  it('are refused above the limit, until one of them is finished or closed', async () => {
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

describe('F3: connections from one network', () => {
  it('are closed above the limit, until one of them ends', async () => {
    await listen({ connectionsOfNetwork: 3, isExempt: () => false })
    const held = await send(3, '')
    const [extra] = (await send(1, '')) as [Socket]
    await allEnd([extra])
    expect(await open()).toBe(3)
    held[0]?.destroy()
    await expect
      .poll(() =>
        fetch(url('/healthz'))
          .then(({ status }) => status)
          .catch(() => null),
      )
      .toBe(200)
  })

  it('are not limited from this machine, where a proxy may be', async () => {
    await listen({ connectionsOfNetwork: 3 })
    await send(10, '')
    await expect.poll(open).toBe(10)
  })
})

describe('F3: a reply', () => {
  it('ends with its connection if the client does not read it', async () => {
    await listen({})
    const sockets = await send(5, 'GET /slow/file HTTP/1.1\r\nhost: x\r\n\r\n')
    sockets.forEach((socket) => socket.pause())
    await expect.poll(open).toBe(5)
    await expect.poll(open).toBe(0)
  })

  it('ends at its timeout if the client reads too slowly', async () => {
    await listen({ answerSeconds: 1 })
    const [socket] = (await send(1, 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n')) as [Socket]
    let read = 0
    const sip = setInterval(() => (read += (socket.read(1000) as Buffer | null)?.length ?? 0), 100)
    await expect.poll(open).toBe(1)
    await expect.poll(open).toBe(0)
    clearInterval(sip)
    expect(read).toBeLessThan(30_000_000)
  })

  it('is complete while the client reads, however large', async () => {
    await listen({})
    expect((await (await fetch(url('/large'))).arrayBuffer()).byteLength).toBe(30_000_000)
  })
})

describe('F3, H7: a graceful shutdown', () => {
  it('waits for a reply in progress, but not for a connection that never sent a request', async () => {
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

it('F3: the portal runs with the documented timeouts', async () => {
  const testApp = await createTestApp()
  ;({ app } = testApp)
  const { requestTimeout, headersTimeout, keepAliveTimeout, timeout } = app.server
  const written = connectionTimeouts(false)
  expect({ requestTimeout, headersTimeout, keepAliveTimeout, timeout }).toEqual({
    requestTimeout: written.requestTimeout,
    headersTimeout: written.http.headersTimeout,
    keepAliveTimeout: written.keepAliveTimeout,
    timeout: written.connectionTimeout,
  })
  await testApp.close()
})

it('F3: 250 half-sent sign-ins keep no one else out', async () => {
  const testApp = await createTestApp()
  ;({ app } = testApp)
  await testApp.address()
  await send(
    250,
    'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"username":',
  )
  // All but twenty were refused; those occupy a connection each, but no slot of the load limit.
  await expect.poll(open).toBe(20)
  expect((await testApp.sam.get('/api/user')).status).toBe(200)
  expect((await testApp.visitor.get('/healthz')).status).toBe(200)
  await testApp.close()
})
