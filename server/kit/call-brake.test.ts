import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import sql from 'sql-template-tag'
import { createWorld, type Caller, type Instance, type World } from '../../tests/world.ts'

let world: World
let twin: Instance
beforeAll(async () => {
  world = await createWorld({ CALLS_PER_MINUTE: '120', TRUST_PROXY: '0' })
  twin = await world.twin()
})
afterAll(() => world.close())
beforeEach(() => nextMinute())

/** Each story has a minute of its own, from its beginning. */
function nextMinute() {
  world.pass({ minutes: 1 - (world.db.now.getTime() % 60_000) / 60_000 })
}

/** The statuses of so many calls, ten at a time. */
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

describe('the calls of one person', () => {
  it('are as many as a minute may have, then refused until the next one begins; a colleague does not notice', async () => {
    expect(taken(await statusesOf(150, () => world.sam))).toBe(120)
    const refused = await world.sam.get('/api/user')
    expect([refused.status, refused.body]).toEqual([
      429,
      { code: 'too-many', message: 'That was a great many calls in one minute. Please wait a moment.', issues: [] },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await world.sue.get('/api/user')).status).toBe(200)
    nextMinute()
    expect((await world.sam.get('/api/user')).status).toBe(200)
  })

  it('are counted over two instances, to within what each has not told yet', async () => {
    const there = twin.caller(world.ann.cookie)
    let n = 0
    const both = taken(await statusesOf(300, () => (n++ % 2 === 0 ? world.ann : there)))
    expect(both).toBeGreaterThanOrEqual(120)
    expect(both).toBeLessThanOrEqual(120 + 2 * 50)
    expect([(await world.ann.get('/api/user')).status, (await there.get('/api/user')).status]).toEqual([429, 429])
  })

  it('are known to whoever starts next', async () => {
    await statusesOf(110, () => world.eve)
    await world.parts.calls.settle()
    const next = await world.twin()
    // It asks after fifty calls, and some tens may be under way until it is answered; not knowing, it would take all 120.
    expect(taken(await statusesOf(150, () => next.caller(world.eve.cookie)))).toBeLessThanOrEqual(100)
  })

  it('cost the database one statement in fifty', async () => {
    const told = async () =>
      (
        await world.db.rows<{ tries: number }>(
          sql`select tries from brakes where name = 'calls' and subject = ${world.people.mona.id}`,
        )
      ).map(({ tries }) => tries)
    await statusesOf(40, () => world.mona)
    expect(await told()).toEqual([])
    await statusesOf(70, () => world.mona)
    await expect.poll(told).toEqual([100])
  })
})

describe('whoever is not signed in', () => {
  it('is counted by address, which no header changes', async () => {
    const forged = (n: number) => ({
      'x-forwarded-for': `203.0.113.${n % 250}`,
      forwarded: `for=198.51.100.${n % 250}`,
    })
    expect(taken(await statusesOf(150, () => world.visitor, forged))).toBe(120)
    expect((await world.visitor.post('/api/password/forgot', { email: 'sam@example.com' })).status).toBe(429)
    expect((await world.sue.get('/api/user')).status).toBe(200)
  })
})
