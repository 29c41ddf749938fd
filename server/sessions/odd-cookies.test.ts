// What browsers, proxies and strangers may send in place of a cookie of ours.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { postFromElsewhere } from '../../tests/newcomers.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
let good: string
beforeAll(async () => {
  world = await createWorld()
  good = world.sam.cookie ?? ''
})
afterAll(() => world.close())

const askWith = (cookie: string) => world.visitor.send({ method: 'GET', url: '/api/user', headers: { cookie } })

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
])('%s signs nobody in and is no fault', async (_what, cookie) => {
  expect((await askWith(cookie)).status).toBe(401)
  const body = { username: 'nobody', password: 'no such pass phrase' }
  const login = await postFromElsewhere(world, '/api/login', body, cookie)
  expect([login.status, login.body.message]).toEqual([401, 'Invalid username or password.'])
})

it('of two of one name the first counts, and others beside it change nothing', async () => {
  expect((await askWith(good)).body.id).toBe(world.people.sam.id)
  expect((await askWith(`${good}; portal=${'x'.repeat(43)}`)).body.id).toBe(world.people.sam.id)
  expect((await askWith(`portal=${'x'.repeat(43)}; ${good}`)).status).toBe(401)
  expect((await askWith(`theme="dark"; bad=%; ${good};; =`)).body.id).toBe(world.people.sam.id)
})

it('a cookie of ours is taken away with the names and the place it was given with', async () => {
  const sam = await world.signIn(world.people.sam.id, 'staff')
  const answer = await sam.post('/api/logout')
  const [taken] = [answer.headers['set-cookie']].flat().map(String)
  expect(taken).toMatch(/^portal=; /)
  expect(taken).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970 00:00:00 GMT/)
  for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax']) expect(taken).toContain(part)
})
