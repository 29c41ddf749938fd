// Unexpected cookies that browsers, proxies, and strangers may send.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postFromElsewhere } from '../../tests/newcomers.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let good: string
beforeAll(async () => {
  testApp = await createTestApp()
  good = testApp.sam.cookie ?? ''
})
afterAll(() => testApp.close())

const askWith = (cookie: string) => testApp.visitor.send({ method: 'GET', url: '/api/user', headers: { cookie } })

it.each([
  ['nothing', ''],
  ['only separators', ';;; = ; =x; odd'],
  ['no value', 'portal='],
  ['percent signs that are no letters', 'portal=%E0%A4%A; portal-browser=%'],
  ['quotes', 'portal="; portal-browser=""'],
  ['names that JavaScript has for itself', '__proto__=1; constructor=2; toString=3'],
  ['eight kilobytes', `portal=${'x'.repeat(8_000)}`],
  ['a thousand of them', Array.from({ length: 1_000 }, (_, i) => `c${i}=1`).join('; ')],
  ['letters beyond ASCII', 'portal=\u00fc\u00e9; portal-browser=\u00a0'],
])('%s signs no one in and causes no error', async (_what, cookie) => {
  expect((await askWith(cookie)).status).toBe(401)
  const body = { username: 'nobody', password: 'no such pass phrase' }
  const login = await postFromElsewhere(testApp, '/api/login', body, cookie)
  expect([login.status, login.body.message]).toEqual([401, 'Invalid username or password.'])
})

it('the first of two cookies with the same name counts, and other cookies change nothing', async () => {
  expect((await askWith(good)).body.id).toBe(testApp.people.sam.id)
  expect((await askWith(`${good}; portal=${'x'.repeat(43)}`)).body.id).toBe(testApp.people.sam.id)
  expect((await askWith(`portal=${'x'.repeat(43)}; ${good}`)).status).toBe(401)
  expect((await askWith(`theme="dark"; bad=%; ${good};; =`)).body.id).toBe(testApp.people.sam.id)
})

it('our cookie is deleted with the name and path it was set with', async () => {
  const sam = await testApp.signIn(testApp.people.sam.id, 'staff')
  const answer = await sam.post('/api/logout')
  const [taken] = [answer.headers['set-cookie']].flat().map(String)
  expect(taken).toMatch(/^portal=; /)
  expect(taken).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970 00:00:00 GMT/)
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax']) expect(taken).toContain(part)
})
