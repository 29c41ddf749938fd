import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { createTestApp, type Caller, type Instance, type TestApp } from '../../tests/test-app.ts'
import { limitFailures, limitRate, networksOf, openCallLimit, type RateLimit } from './rate-limit.ts'
import { typed } from './row-types.ts'

let testApp: TestApp
let twin: Instance
beforeAll(async () => {
  testApp = await createTestApp({ CALLS_PER_MINUTE: '120', TRUST_PROXY: '0' })
  twin = await testApp.twin()
})
afterAll(() => testApp.close())

/** The statuses of this many calls, ten at a time. */
async function statusesOf(
  calls: number,
  caller: () => Caller,
  headers: (n: number) => Record<string, string> = () => ({}),
) {
  const statuses: number[] = []
  for (let n = 0; n < calls; n += 10)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, async (_, i) => (await caller().get('/api/user', headers(n + i))).status),
      )),
    )
  return statuses
}
const taken = (statuses: number[]) => statuses.filter((status) => status !== 429).length

/** A fresh limit for each test. */
let made = 0
const threeAMinute = (): RateLimit => ({
  name: `test ${++made}`,
  tries: 3,
  windowSeconds: 60,
  sentence: 'Too often.',
})
const refused = { code: 'too-many', message: 'Too often.', retryAfterSeconds: 60 }

describe('F1: the network of an address', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.7']],
    ['::ffff:192.0.2.7', ['192.0.2.7']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['2001:DB8:1:2::9', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
    ['unknown', ['unknown']],
  ])('%s belongs to %j', (address, networks) => {
    expect(networksOf(address).map(({ network }) => network)).toEqual(networks)
  })
})

describe('F1: a rate limit', () => {
  it('refuses the fourth of three attempts, only for this subject, and says when to retry', async () => {
    const limit = threeAMinute()
    for (let n = 0; n < 3; n++) await limitRate(testApp.db, [{ limit, subject: 'a' }])
    await expect(limitRate(testApp.db, [{ limit, subject: 'a' }])).rejects.toMatchObject(refused)
    await limitRate(testApp.db, [{ limit, subject: 'b' }])
  })

  it('accepts three of twenty concurrent attempts on two instances', async () => {
    const limit = threeAMinute()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        limitRate([testApp.db, twin.db][n % 2] as TestApp['db'], [{ limit, subject: 'a' }]),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('does not count successful attempts', async () => {
    const limit = threeAMinute()
    for (let n = 0; n < 10; n++) await limitFailures(testApp.db, [{ limit, subject: 'a' }], async () => {})
    for (let n = 0; n < 3; n++)
      await limitFailures(testApp.db, [{ limit, subject: 'a' }], async (countFailure) => countFailure())
    await expect(limitFailures(testApp.db, [{ limit, subject: 'a' }], async () => {})).rejects.toMatchObject(refused)
  })
})

describe('F1: the call limit of a person', () => {
  it('refuses calls above the limit without affecting colleagues', async () => {
    expect(taken(await statusesOf(150, () => testApp.sam))).toBe(120)
    const answer = await testApp.sam.get('/api/user')
    expect([answer.status, answer.body]).toEqual([
      429,
      { code: 'too-many', message: 'Too many requests in one minute. Wait a moment, then try again.', issues: [] },
    ])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await testApp.sue.get('/api/user')).status).toBe(200)
  })

  it('counts each API key apart from its owner and from other keys', async () => {
    const newKey = async (): Promise<string> => {
      const input = { name: 'Zapier', scopes: ['clients:read'], days: 90 }
      return (await testApp.alice.post('/api/api-keys', input)).body.key
    }
    const [busy, other] = [await newKey(), await newKey()]
    const withKey = (key: string) => testApp.visitor.get('/api/client-folders', { authorization: `Bearer ${key}` })
    const statuses: number[] = []
    for (let n = 0; n < 150; n++) statuses.push((await withKey(busy)).status)
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([120, 429])
    expect((await withKey(other)).status).toBe(200)
    expect((await testApp.alice.get('/api/user')).status).toBe(200)
  })

  it('allows calls again in the next window', async () => {
    const limit = openCallLimit(testApp.db, 5, 1)
    const call = () =>
      limit.count({ person: 'in windows' }).then(
        () => 'allowed',
        () => 'refused',
      )
    for (let n = 0; n < 5; n++) expect(await call()).toBe('allowed')
    expect(await call()).toBe('refused')
    await expect.poll(call).toBe('allowed')
  })

  it('counts over two instances, give or take unshared batches', async () => {
    const there = twin.caller(testApp.ann.cookie)
    let n = 0
    const both = taken(await statusesOf(400, () => (n++ % 2 === 0 ? testApp.ann : there)))
    expect(both).toBeGreaterThanOrEqual(120)
    expect(both).toBeLessThanOrEqual(120 + 50 + 2 * 50)
    await expect.poll(async () => (await there.get('/api/user')).status).toBe(429)
    await expect.poll(async () => (await testApp.ann.get('/api/user')).status).toBe(429)
  })

  it('counts for an instance that starts later', async () => {
    await statusesOf(120, () => testApp.eve)
    const next = await testApp.twin()
    // It shares its count after 50 and 100 calls; some tens may be in progress when it learns that the limit is used
    // up.
    expect(taken(await statusesOf(150, () => next.caller(testApp.eve.cookie)))).toBeLessThan(120)
  })

  it('costs the database one statement per fifty calls', async () => {
    const shared = async () =>
      (
        await testApp.db.rows(
          typed(
            z.object({ points: z.number() }),
          )`select points from rate_limits where key = ${`calls:${testApp.people.mona.id}`}`,
        )
      ).map(({ points }) => points)
    await statusesOf(40, () => testApp.mona)
    expect(await shared()).toEqual([])
    await statusesOf(70, () => testApp.mona)
    await expect.poll(shared).toEqual([100])
  })
})

describe('F1: the call limit of signed-out callers', () => {
  it('counts by address, which no header changes', async () => {
    const forged = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n % 250}`,
      forwarded: `for=198.51.100.${n % 250}`,
    })
    expect(taken(await statusesOf(150, () => testApp.visitor, forged))).toBe(120)
    expect((await testApp.visitor.post('/api/password/forgot', { email: 'sam@example.com' })).status).toBe(429)
    expect((await testApp.sue.get('/api/user')).status).toBe(200)
  })

  it('counts IPv6 addresses by /64 network', async () => {
    const from = (n: number) =>
      testApp.visitor.send({ method: 'GET', url: '/api/user', remoteAddress: `2001:db8:77:1::${n.toString(16)}` })
    const statuses: number[] = []
    for (let n = 1; n <= 150; n++) statuses.push((await from(n)).status)
    expect(taken(statuses)).toBe(120)
    const neighbor = await testApp.visitor.send({ method: 'GET', url: '/api/user', remoteAddress: '2001:db8:77:2::1' })
    expect(neighbor.status).toBe(401)
  })
})

describe('F1: public endpoints for programs', () => {
  it.each(['/readyz', `/calendar/${'a'.repeat(43)}.ics`])('limits by address: %s', async (url) => {
    const remoteAddress = url === '/readyz' ? '198.51.100.20' : '198.51.100.21'
    const statuses: number[] = []
    for (let n = 0; n < 125; n++)
      statuses.push((await testApp.visitor.send({ method: 'GET', url, remoteAddress })).status)
    expect(taken(statuses)).toBe(120)
    expect((await testApp.visitor.send({ method: 'GET', url: '/healthz', remoteAddress })).status).toBe(200)
  })
})

describe('F1: writes caused by a refused caller', () => {
  const count = async (statement: ReturnType<typeof sql>) =>
    (await testApp.db.one(typed(z.object({ n: z.number() }))`select count(*)::int as n from (${statement}) found`)).n

  it('are at most 120 audit entries a minute for each person', async () => {
    const unlimited = await createTestApp()
    for (let n = 0; n < 130; n++) expect((await unlimited.ann.get('/api/users')).status).toBe(403)
    await unlimited.eve.get('/api/users')
    const refusals = (await unlimited.auditLog()).filter(({ action }) => action === 'call.refused')
    expect(refusals.filter(({ actorId }) => actorId === unlimited.people.ann.id)).toHaveLength(120)
    expect(refusals.filter(({ actorId }) => actorId === unlimited.people.eve.id)).toHaveLength(1)
    await unlimited.close()
  })

  it('do not happen for an expired cookie above the call limit', async () => {
    const stale = await testApp.signIn(testApp.people.sue.id, 'staff')
    const remoteAddress = '198.51.100.9'
    for (let n = 0; n < 120; n++) await testApp.visitor.send({ method: 'GET', url: '/api/user', remoteAddress })
    await testApp.db.run(sql`update sessions set expire = ${testApp.db.now} where user_id = ${testApp.people.sue.id}`)
    const before = await count(sql`select from sessions`)
    expect((await stale.send({ method: 'GET', url: '/api/user', remoteAddress })).status).toBe(429)
    expect(await count(sql`select from sessions`)).toBe(before)
    expect((await stale.get('/api/user')).status).toBe(429)
    expect((await stale.send({ method: 'GET', url: '/api/user', remoteAddress: '198.51.100.10' })).status).toBe(401)
    expect(await count(sql`select from sessions`)).toBe(before - 1)
  })
})
