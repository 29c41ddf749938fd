// Headers of every reply in a portal behind TLS, and no session id in any of them.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, fixturePassword, createTestApp, type TestApp } from '../test-app.ts'
import { aimAll, isWrite, send, type Target } from './request-targets.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
let reads: Target[]
const timeoutMs = 240_000

beforeAll(async () => {
  testApp = await createTestApp({ PUBLIC_URL: 'https://portal.example' })
  reads = await aimAll(testApp, ({ method }) => method === 'GET', 'admin')
}, timeoutMs)
afterAll(() => testApp.close())

function expectHeaders({ headers, status }: Answer, what: string) {
  const policy = String(headers['content-security-policy'])
  // A file may load nothing at all; a PDF that is shown needs its viewer's styles (docs/decisions/0040).
  const isShownPdf = String(headers['content-disposition']).startsWith('inline')
  const parts = isShownPdf
    ? ["default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'self'"]
    : policy.includes('sandbox')
      ? ["default-src 'none'", 'frame-ancestors']
      : ["script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
  for (const part of parts) expect(policy, `${what} (${status})`).toContain(part)
  expect(isShownPdf ? policy.replace("style-src 'unsafe-inline'", '') : policy, what).not.toMatch(/unsafe|\*/)
  expect(headers, `${what} (${status})`).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': expect.stringMatching(/^(same-origin|no-referrer|strict-origin-when-cross-origin)$/),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const [, age] = /max-age=(\d+)/.exec(String(headers['strict-transport-security'])) ?? []
  expect(Number(age), what).toBeGreaterThanOrEqual(31_536_000)
  for (const banner of ['server', 'x-powered-by']) expect(headers[banner], what).toBeUndefined()
}

describe('C3: every reply', { timeout: timeoutMs }, () => {
  it('has the security headers and is not cached, for the API, a file, a list, and a refusal', async () => {
    for (const target of reads)
      for (const caller of [testApp.alice, testApp.eve, testApp.visitor]) {
        const answer = await send(caller, target, undefined)
        expectHeaders(answer, target.name)
        expect(String(answer.headers['cache-control']), target.name).toContain('no-store')
      }
  })

  it('has the security headers for a write and for an unknown address', async () => {
    for (const target of await aimAll(testApp, isWrite, 'visitor'))
      expectHeaders(await send(testApp.visitor, target, {}), target.name)
    const json = { 'content-type': 'application/json' }
    const odd = [
      await testApp.visitor.get('/'),
      await testApp.visitor.get('/contracts'),
      await testApp.visitor.get('/nothing/at/all.js'),
      await testApp.visitor.get('/api/nothing'),
      await testApp.visitor.get('/healthz'),
      await testApp.visitor.get('/readyz'),
      await testApp.visitor.get('/api/users/%zz'),
      await testApp.visitor.get(`/api/users/${'x'.repeat(5000)}`),
      await testApp.visitor.send({ method: 'DELETE', url: '/api/login' }),
      await testApp.visitor.send({ method: 'POST', url: '/api/login', headers: json, payload: '{' }),
      await testApp.visitor.send({
        method: 'POST',
        url: '/api/login',
        headers: json,
        payload: `"${'x'.repeat(300_000)}"`,
      }),
      await testApp.visitor.send({
        method: 'POST',
        url: '/api/login',
        headers: { 'content-type': 'text/plain' },
        payload: 'x',
      }),
      await testApp.visitor.send({
        method: 'POST',
        url: '/api/login',
        headers: { ...json, origin: 'https://evil.example' },
      }),
    ]
    for (const [index, answer] of odd.entries()) expectHeaders(answer, `odd ${index}`)
  })
})

describe('A3: the session id', { timeout: timeoutMs }, () => {
  it('is long, in a cookie for this host only, and nowhere else', async () => {
    const answer = await testApp.visitor.post('/api/login', { username: 'sam', password: fixturePassword })
    expect(answer.status, answer.text).toBe(200)
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String)
    const session = cookies.find((cookie) => cookie.startsWith('__Host-')) as string
    expect(session).toMatch(/; Path=\/;.*HttpOnly;.*Secure;.*SameSite=Lax/i)
    for (const cookie of cookies) expect(cookie).toMatch(/Secure/)
    const id = session.slice(session.indexOf('=') + 1).split(';')[0] as string
    expect(id.length * 6, 'bits').toBeGreaterThanOrEqual(128)
    const sam = testApp.caller(session.split(';')[0] as string)
    expect(answer.text).not.toContain(id)
    for (const target of reads) expect((await send(sam, target, undefined)).text.includes(id), target.name).toBe(false)
    const tables = await testApp.db.rows(
      typed(
        z.object({ text: z.string() }),
      )`select query_to_xml('select * from sessions', true, false, '')::text || query_to_xml('select * from audit_entries', true, false, '')::text as text`,
    )
    expect(tables[0]?.text).not.toContain(id)
  })
})
