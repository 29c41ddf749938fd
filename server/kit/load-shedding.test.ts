import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shedLoad } from './load-shedding.ts'

let app: FastifyInstance
let now: number
let waiting: (() => void)[]
let arrivals: number
let begun: Promise<number>[]
beforeEach(async () => {
  now = 0
  waiting = []
  arrivals = 0
  begun = []
  app = Fastify()
  shedLoad(app, [{ path: '/api/papers/pdf', reply: null }] as never, {
    max: 8,
    maxWaiting: 2,
    timeoutMilliseconds: 1000,
    clock: () => now,
  })
  app.addHook('onRequest', async () => void arrivals++)
  app.post('/body', async () => 'done')
  const work = () => new Promise<string>((resolve) => waiting.push(() => resolve('done')))
  for (const path of ['/work', '/api/papers/pdf']) app.get(path, work)
  for (const path of ['/quick', '/healthz', '/assets/*']) app.get(path, async () => 'done')
  await app.ready()
})
afterEach(() => {
  go()
  return app.close()
})

const go = () => waiting.splice(0).forEach((end) => end())
const status = async (url: string) => (await app.inject(url)).statusCode

/** Begins so many calls, and waits until they are in work. */
async function begin(count: number, url = '/work') {
  const before = waiting.length
  begun.push(...Array.from({ length: count }, () => status(url)))
  await expect.poll(() => waiting.length).toBe(before + count)
}

describe('F3: whoever comes when more than a few have waited for longer than a second', () => {
  it('is refused, though there is room; those in work are answered, and the next is let in', async () => {
    await begin(3)
    now = 1000
    expect(await status('/quick')).toBe(200)
    now = 1001
    expect(await status('/quick')).toBe(503)
    go()
    expect(await Promise.all(begun)).toEqual([200, 200, 200])
    expect(await status('/quick')).toBe(200)
  })

  it('is let in while it is but a few that wait, however long', async () => {
    await begin(2)
    now = 60_000
    expect(await status('/quick')).toBe(200)
  })

  it('is let in when all but a few began later', async () => {
    await begin(2)
    now = 5000
    await begin(3)
    expect(await status('/quick')).toBe(200)
    now = 6001
    expect(await status('/quick')).toBe(503)
  })

  it('still gets files of the screens, and is told that the portal lives', async () => {
    await begin(3)
    now = 5000
    expect(await status('/work')).toBe(503)
    expect([await status('/healthz'), await status('/assets/app.js')]).toEqual([200, 200])
  })
})

describe('F3: requests whose bodies do not arrive', () => {
  it('keep nobody out, however many and however long', async () => {
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

describe('F3: papers, which have a queue of their own,', () => {
  it('keep nobody out by the time they take', async () => {
    await begin(5, '/api/papers/pdf')
    now = 60_000
    expect(await status('/quick')).toBe(200)
  })

  it('count where it is too many at once', async () => {
    await begin(4, '/api/papers/pdf')
    await begin(4)
    expect([await status('/api/papers/pdf'), await status('/quick')]).toEqual([503, 503])
  })
})
