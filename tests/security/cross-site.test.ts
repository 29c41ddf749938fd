// Another site can neither write nor read through someone's browser, and reads have no side effects.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Headers, type TestApp } from '../test-app.ts'
import { aimAll, digestOf, isWrite, send, takesFile, type Target } from './request-targets.ts'

let testApp: TestApp
let writes: Target[]
let reads: Target[]

/** Creating targets is slow: documents are rendered and sealed. */
const timeoutMs = 240_000

beforeAll(async () => {
  testApp = await createTestApp({ DEMO: 'on' })
  writes = await aimAll(testApp, isWrite, 'admin')
  // Uppy's protocol starts an upload with a GET.
  reads = await aimAll(testApp, ({ method, path }) => method === 'GET' && path !== '/api/companion/s3/params', 'admin')
}, timeoutMs)
afterAll(() => testApp.close())

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

describe('C1: every write', { timeout: timeoutMs }, () => {
  it('is 403 from another site, and changes nothing', async () => {
    expect(writes.length).toBeGreaterThan(70)
    const before = await digestOf(testApp)
    for (const target of writes)
      for (const headers of elsewhere) {
        const { status, text } = await send(testApp.alice, target, target.body, headers)
        expect(status, `${target.name} ${JSON.stringify(headers)} ${text}`).toBe(403)
      }
    expect(await digestOf(testApp)).toEqual(before)
  })

  it('is 415 for another type than JSON, and changes nothing', async () => {
    const before = await digestOf(testApp)
    for (const { endpoint, url, body, name } of writes.filter((each) => !takesFile(each.endpoint)))
      for (const type of types) {
        const payload = type.includes('urlencoded') ? 'a=1' : JSON.stringify(body ?? {})
        const headers = { 'content-type': type }
        const { status, text } = await testApp.alice.send({ method: endpoint.method, url, headers, payload })
        expect(status, `${name} as ${type} ${text}`).toBe(415)
      }
    expect(await digestOf(testApp)).toEqual(before)
  })
})

describe('C1: reads', { timeout: timeoutMs }, () => {
  it('change nothing', async () => {
    expect(reads.length).toBeGreaterThan(70)
    // A contract's PDF is stored when it is first requested.
    const before = await digestOf(testApp, ['archived_pdfs'])
    for (const target of reads) {
      const answer = await send(testApp.alice, target, undefined)
      expect(answer.status, target.name).toBeLessThan(502)
    }
    expect(await digestOf(testApp, ['archived_pdfs'])).toEqual(before)
  })
})

describe('C4: other cross-site access', { timeout: timeoutMs }, () => {
  const strangers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

  it('no reply allows another site to read it', async () => {
    for (const target of reads) {
      const { headers } = await send(testApp.alice, target, undefined, strangers)
      const granting = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      expect(granting, target.name).toEqual([])
      const asked = { ...strangers, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' }
      const preflight = await testApp.alice.send({ method: 'OPTIONS', url: target.url, headers: asked })
      expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(preflight.status, target.name).toBeGreaterThanOrEqual(400)
    }
  })

  it('refuses the live connection from another site', async () => {
    const address = await testApp.address()
    const cookie = testApp.ann.cookie ?? ''
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
