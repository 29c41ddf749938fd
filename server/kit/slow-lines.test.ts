import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitBodyTime } from './body-time.ts'
import { expectReading } from './reading-time.ts'
import { shedLoad, usualLimits } from './shed.ts'

const app = Fastify({
  http: { connectionsCheckingInterval: 50 },
  requestTimeout: 2000,
  connectionTimeout: 600,
  keepAliveTimeout: 300,
})
const waiting: (() => void)[] = []
const opened: Socket[] = []
beforeAll(async () => {
  app.server.headersTimeout = 300
  limitBodyTime(app, { ordinarySeconds: 0.3, uploadSeconds: 2 })
  expectReading(app, { bytes: 500_000, milliseconds: 1000 })
  shedLoad(app, [], { ...usualLimits, most: 3 })
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(30_000_000)))
  app.get('/slow/file', async (_request, reply) => reply.send(Buffer.alloc(30_000_000)))
  app.post('/body', async () => ({}))
  app.get('/work', async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return { ok: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  opened.forEach((socket) => socket.destroy())
  waiting.splice(0).forEach((go) => go())
  app.server.closeAllConnections()
  await app.close()
})

const port = () => (app.server.address() as AddressInfo).port
const url = (path: string) => `http://127.0.0.1:${port()}${path}`

async function linesOf(count: number, text: string): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port(), '127.0.0.1')
      opened.push(socket)
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(text)
      return socket
    }),
  )
}
const allEnd = (lines: Socket[]) =>
  Promise.all(lines.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')))

describe('a hundred slow lines', () => {
  it.each([
    ['that never end their headers', 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b\r\n'],
    [
      'that never end their body',
      'POST /body HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
    ],
  ])('%s are cut, and others are answered meanwhile', async (_what, text) => {
    const lines = await linesOf(100, text)
    lines.forEach((socket) => socket.resume())
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(url('/healthz'))))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await allEnd(lines)
  })

  it('that do not read their answer are cut', async () => {
    const lines = await linesOf(5, 'GET /slow/file HTTP/1.1\r\nhost: x\r\n\r\n')
    lines.forEach((socket) => socket.pause())
    const open = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(open).toBeGreaterThanOrEqual(5)
    await expect.poll(open, { timeout: 5000 }).toBe(0)
    lines.forEach((socket) => socket.destroy())
  })

  it('that read a little now and then are cut, though something always moves', async () => {
    const [line] = (await linesOf(1, 'GET /slow/file HTTP/1.1\r\nhost: x\r\n\r\n')) as [Socket]
    let read = 0
    // Twice as often as a line on which nothing moves would be cut.
    const sip = setInterval(() => (read += (line.read() as Buffer | null)?.length ?? 0), 300)
    const [error] = (await once(line, 'error')) as [NodeJS.ErrnoException]
    clearInterval(sip)
    expect(error.code).toBe('ECONNRESET')
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(30_000_000)
  })

  it('that read on, however large the answer, are left alone', async () => {
    expect((await (await fetch(url('/large'))).arrayBuffer()).byteLength).toBe(30_000_000)
  })
})

describe('more work than can be done', () => {
  it('is refused with a time to come back; what is in work is finished, and then there is room again', async () => {
    const begun = Array.from({ length: 3 }, () => fetch(url('/work')))
    await expect.poll(() => waiting.length).toBe(3)
    const refused = await fetch(url('/work'))
    expect([refused.status, refused.headers.get('retry-after') ?? '2']).toEqual([503, '2'])
    expect((await fetch(url('/healthz'))).status).toBe(200)
    waiting.splice(0).forEach((go) => go())
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200, 200])
    const again = fetch(url('/work'))
    await expect.poll(() => waiting.length).toBe(1)
    waiting.splice(0).forEach((go) => go())
    expect((await again).status).toBe(200)
  })

  it('makes room for others when those who asked have hung up', async () => {
    const lines = await linesOf(3, 'GET /work HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => waiting.length).toBe(3)
    lines.forEach((socket) => socket.destroy())
    await expect.poll(async () => (await fetch(url('/body'), { method: 'POST' })).status).toBe(200)
    waiting.splice(0).forEach((go) => go())
  })
})
