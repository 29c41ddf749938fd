import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { limitBodyTime } from './body-time.ts'

const app = Fastify()
afterEach(() => app.close())

/** Sends the head of a request and no more of its body than one byte; answers how long the connection held, in milliseconds. */
const held = (port: number, path: string) =>
  new Promise<number>((resolve) => {
    const start = performance.now()
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`PUT ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{`),
    )
    const stop = setTimeout(() => socket.destroy(), 1500)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(stop)
      resolve(performance.now() - start)
    })
  })

describe('a body that does not come', () => {
  it('is waited for shortly, an upload longer, and one that came is answered', async () => {
    limitBodyTime(app, { ordinarySeconds: 0.2, uploadSeconds: 60 })
    for (const url of ['/api/objects/upload/:id', '/api/else/:id']) app.put(url, async ({ body }) => body)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as { port: number }
    expect(app.server.requestTimeout).toBe(60_000)
    expect(await held(port, '/api/else/1')).toBeLessThan(1000)
    expect(await held(port, '/api/objects/upload/1')).toBeGreaterThan(1400)
    const answer = await app.inject({ method: 'PUT', url: '/api/else/1', payload: { a: 1 } })
    expect(answer.json()).toEqual({ a: 1 })
  })
})
