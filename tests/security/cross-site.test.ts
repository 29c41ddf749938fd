// Another site can neither write through somebody's browser nor read, and reading changes nothing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Headers, type World } from '../world.ts'
import { aimAll, digestOf, isWrite, send, takesFile, type Target } from './aim.ts'

let world: World
let writes: Target[]
let reads: Target[]

/** Making things to aim at takes its time: papers are printed and sealed. */
const patience = 240_000

beforeAll(async () => {
  world = await createWorld({ DEMO: 'on' })
  writes = await aimAll(world, isWrite, 'admin')
  // An upload begins with a GET in a protocol that has it so.
  reads = await aimAll(world, ({ method, path }) => method === 'GET' && path !== '/api/companion/s3/params', 'admin')
}, patience)
afterAll(() => world.close())

const elsewhere: Headers[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' },
]

const types = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; application/json',
  'application/csp-report',
  'text/json',
  'application/xml',
]

describe('C1: every write', { timeout: patience }, () => {
  it('from another site is 403, and nothing changes', async () => {
    expect(writes.length).toBeGreaterThan(70)
    const before = await digestOf(world)
    for (const target of writes)
      for (const headers of elsewhere) {
        const { status, text } = await send(world.alice, target, target.body, headers)
        expect(status, `${target.name} ${JSON.stringify(headers)} ${text}`).toBe(403)
      }
    expect(await digestOf(world)).toEqual(before)
  })

  it('of another type than JSON is 415, and nothing changes', async () => {
    const before = await digestOf(world)
    for (const { endpoint, url, body, name } of writes.filter((each) => !takesFile(each.endpoint)))
      for (const type of types) {
        const payload = type.includes('urlencoded') ? 'a=1' : JSON.stringify(body ?? {})
        const headers = { 'content-type': type }
        const { status, text } = await world.alice.send({ method: endpoint.method, url, headers, payload })
        expect(status, `${name} as ${type} ${text}`).toBe(415)
      }
    expect(await digestOf(world)).toEqual(before)
  })
})

describe('C1: reading', { timeout: patience }, () => {
  it('changes nothing, whatever is read', async () => {
    expect(reads.length).toBeGreaterThan(70)
    const before = await digestOf(world)
    for (const target of reads) {
      const answer = await send(world.alice, target, undefined)
      expect(answer.status, target.name).toBeLessThan(502)
    }
    expect(await digestOf(world)).toEqual(before)
  })
})

describe('C4: other doors', { timeout: patience }, () => {
  const strangers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  it('no answer lets another site read it', async () => {
    for (const target of reads) {
      const { headers } = await send(world.alice, target, undefined, strangers)
      const granting = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      expect(granting, target.name).toEqual([])
      const asked = { ...strangers, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' }
      const preflight = await world.alice.send({ method: 'OPTIONS', url: target.url, headers: asked })
      expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(preflight.status, target.name).toBeGreaterThanOrEqual(400)
    }
  })

  it('the live connection is not opened from another site', async () => {
    const address = await world.address()
    const cookie = world.ann.cookie ?? ''
    for (const headers of [strangers, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }] as Headers[]) {
      const cut = new AbortController()
      const { status } = await fetch(`${address}/api/events`, { headers: { ...headers, cookie }, signal: cut.signal })
      cut.abort()
      expect(status, JSON.stringify(headers)).toBe(403)
    }
    const cut = new AbortController()
    const { status } = await fetch(`${address}/api/events`, { headers: { cookie }, signal: cut.signal })
    cut.abort()
    expect(status).toBe(200)
  })
})
