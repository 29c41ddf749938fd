// Which devices get push notifications: turning them on, and everything that ends them.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxPushSubscriptions } from '../../domain/push-subscription.ts'
import { cookiesOf } from '../../tests/newcomers.ts'
import { startPushService } from '../../tests/push-service.ts'
import { cookiesByName, signedIn, signIn } from '../../tests/sign-ins.ts'
import { type Caller, createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'
import { tablesIn } from '../backup/tables.ts'

type PushService = Awaited<ReturnType<typeof startPushService>>

let testApp: TestApp
let service: PushService
beforeAll(async () => {
  testApp = await createTestApp({ NODE_ENV: 'test', WEBHOOK_PRIVATE_ADDRESSES: 'on' })
  service = await startPushService()
})
afterAll(async () => {
  await service.close()
  await testApp.close()
})

const path = '/api/push-subscriptions'
const turnOn = (who: Caller, browser = service.browser()) => who.post(path, browser.subscription)
const devices = async (who: Caller) => (await who.get(path)).body as { id: string; current: boolean; browser: string }[]
const rowsOf = async (userId: string) =>
  (await testApp.db.rows(sql`select from push_subscriptions where user_id = ${userId}`)).length

describe('a device', () => {
  it('is listed for its owner alone, without its address and keys', async () => {
    const ann = await signedIn(testApp, 'ann', { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' })
    const browser = service.browser()
    const answer = await ann.send({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' },
      payload: JSON.stringify(browser.subscription),
    })
    expect(answer.status, answer.text).toBe(201)
    const { endpoint, keys } = browser.subscription
    const stored = await testApp.db.rows(sql`select s::text as row from push_subscriptions s`)
    for (const secret of [endpoint, keys.p256dh, keys.auth]) {
      expect(answer.text).not.toContain(secret)
      expect(JSON.stringify(stored)).not.toContain(secret)
      expect(JSON.stringify(await testApp.auditLog())).not.toContain(secret)
    }
    const shown = { id: answer.body.id, browser: 'Chrome on Android', current: true }
    expect(await devices(ann)).toEqual([{ ...shown, createdAt: expect.any(String), version: 1 }])
    expect(await devices(testApp.ann)).toMatchObject([{ id: answer.body.id, current: false }])
    expect(await devices(testApp.eve)).toEqual([])
    expect(await devices(testApp.alice)).toEqual([])
    expect((await ann.get('/api/sessions')).body[0]).toMatchObject({ current: true, hasNotifications: true })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'push.turned-on',
      actorId: testApp.people.ann.id,
      details: { browser: 'Chrome on Android' },
    })
  })

  it('is one, however often its browser subscribes', async () => {
    const eve = await signedIn(testApp, 'eve')
    const browser = service.browser()
    const first = await turnOn(eve, browser)
    const again = await turnOn(eve, browser)
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    const key = { 'idempotency-key': 'turn-on-once' }
    for (const replayed of [undefined, 'true']) {
      const { body, headers } = await eve.post(path, browser.subscription, key)
      expect([body.id, headers['idempotent-replayed']]).toEqual([first.body.id, replayed])
    }
    // The browser got a new address.
    await turnOn(eve)
    expect(await devices(eve)).toHaveLength(1)
  })

  it('is turned off from another device, but not by anyone else', async () => {
    const sam = await signedIn(testApp, 'sam')
    const { id } = (await turnOn(sam)).body
    for (const who of [testApp.ann, testApp.sue, testApp.alice])
      expect((await who.delete(`${path}/${id}`)).status).toBe(404)
    expect((await testApp.visitor.delete(`${path}/${id}`)).status).toBe(401)
    expect((await testApp.sam.delete(`${path}/${id}`)).body).toMatchObject({ id, current: false })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'push.turned-off' })
    expect((await sam.delete(`${path}/${id}`)).status).toBe(404)
    expect(await devices(sam)).toEqual([])
  })

  it('is turned off once by concurrent requests, and is one for concurrent subscriptions of its browser', async () => {
    const sue = await signedIn(testApp, 'sue')
    const browser = service.browser()
    const on = await Promise.all([turnOn(sue, browser), turnOn(sue, browser)])
    expect(on.map(({ status }) => status)).toEqual([201, 201])
    const [device, ...others] = await devices(sue)
    expect(others).toEqual([])
    const off = await Promise.all([1, 2].map(() => sue.delete(`${path}/${device?.id}`)))
    expect(off.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  it('belongs to the last person who turned on notifications in that browser', async () => {
    const [sam, sue] = [await signedIn(testApp, 'sam'), await signedIn(testApp, 'sue')]
    const browser = service.browser()
    await turnOn(sam, browser)
    await turnOn(sue, browser)
    expect([await devices(sam), (await devices(sue)).length]).toEqual([[], 1])
  })
})

describe('turning on notifications is refused', () => {
  it.each([
    ['without an address', { endpoint: '' }],
    ['with another protocol', { endpoint: 'ftp://push.example.com/1' }],
    ['with a long address', { endpoint: `https://push.example.com/${'a'.repeat(1000)}` }],
    ['with a short key', { keys: { p256dh: 'AAAA', auth: 'A'.repeat(22) } }],
    ['with a key that is on no curve', { keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }],
    ['with more than a subscription', { expirationTime: null }],
  ])('%s', async (_what, change) => {
    const answer = await testApp.sam.post(path, { ...service.browser().subscription, ...change })
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'invalid'])
  })

  it('for a visitor, and while an administrator views as a client, who doesn’t see the client’s devices', async () => {
    expect((await turnOn(testApp.visitor)).status).toBe(401)
    const ann = await signedIn(testApp, 'ann')
    await turnOn(ann)
    const alice = await signedIn(testApp, 'alice')
    const { id } = testApp.people.ann
    expect((await alice.post('/api/impersonation', { userId: id })).status).toBe(200)
    expect((await turnOn(alice)).status).toBe(403)
    expect((await alice.get(path)).body).toEqual([])
    const [device] = await devices(ann)
    expect((await alice.delete(`${path}/${device?.id}`)).status).toBe(403)
  })

  it('above the limit, even on two devices at the same time', async () => {
    const { id } = testApp.people.mona
    for (let n = 1; n < maxPushSubscriptions; n++) await turnOn(await testApp.signIn(id, 'master-admin'))
    const last = await Promise.all([1, 2].map(async () => turnOn(await testApp.signIn(id, 'master-admin'))))
    expect(new Set(last.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect(await rowsOf(id)).toBe(maxPushSubscriptions)
  })

  it('where the portal has no https address', async () => {
    const plain = await createTestApp({ PUBLIC_URL: 'http://portal.example.com' })
    expect((await plain.ann.get('/api/push-key')).body).toEqual({ publicKey: null })
    const answer = await plain.ann.post(path, service.browser().subscription)
    await plain.close()
    expect(answer.status).toBe(409)
  })
})

describe('turning on notifications is refused for the address', () => {
  let strict: TestApp
  beforeAll(async () => void (strict = await createTestApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' })))
  afterAll(() => strict.close())

  it.each([
    'http://push.example.com/1',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://portal.localhost/',
  ])('%s, whatever the setting for webhooks', async (endpoint) => {
    const answer = await strict.ann.post(path, { ...service.browser().subscription, endpoint })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'endpoint'])
  })
})

describe('notifications end', () => {
  /** Someone with notifications on two devices. */
  async function onTwo(name: 'sue' | 'eve') {
    const [one, other] = [await signedIn(testApp, name), await signedIn(testApp, name)]
    const id = testApp.people[name].id
    await testApp.db.run(sql`delete from push_subscriptions where user_id = ${id}`)
    await turnOn(one)
    await turnOn(other)
    expect(await rowsOf(id)).toBe(2)
    return { one, other, id }
  }

  it('with a sign-out', async () => {
    const { one, id } = await onTwo('sue')
    await one.post('/api/logout')
    expect(await rowsOf(id)).toBe(1)
  })

  it('when the session is ended elsewhere, by its owner or an administrator', async () => {
    const { one, other, id } = await onTwo('sue')
    const sessions = (await one.get('/api/sessions')).body as {
      id: string
      hasNotifications: boolean
      current: boolean
    }[]
    const target = sessions.find(({ hasNotifications, current }) => hasNotifications && !current)
    await one.delete(`/api/sessions/${target?.id}`)
    expect([await rowsOf(id), (await other.get('/api/user')).status]).toEqual([1, 401])
    await testApp.mona.delete(`/api/users/${id}/sessions`)
    expect(await rowsOf(id)).toBe(0)
  })

  it('with a password change on the other devices, also on those whose session has expired', async () => {
    const { one, id } = await onTwo('eve')
    await testApp.db.run(sql`
      delete from sessions where user_id = ${id} and id <> (
        select id from sessions where user_id = ${id} order by id desc offset 1 limit 1)`)
    expect(await rowsOf(id)).toBe(2)
    const change = { current: fixturePassword, password: 'seven kettles near a window' }
    const answer = await one.put('/api/password', change)
    expect(answer.status, answer.text).toBe(200)
    expect(await rowsOf(id)).toBe(1)
  })

  it('with deactivation', async () => {
    const newcomer = { email: 'push-newcomer@example.com', firstName: 'Noa', lastName: 'Ames', role: 'client' }
    const { id, version } = (await testApp.alice.post('/api/users', newcomer)).body
    await turnOn(await testApp.signIn(id, 'client'))
    expect(await rowsOf(id)).toBe(1)
    const answer = await testApp.alice.put(
      `/api/users/${id}`,
      { ...newcomer, isActive: false },
      { 'if-match': `"${version}"` },
    )
    expect(answer.status, answer.text).toBe(200)
    expect(await rowsOf(id)).toBe(0)
  })

  it('not when the session expires, but with the next sign-in of someone else in that browser', async () => {
    const { id } = testApp.people.sam
    await testApp.db.run(sql`delete from push_subscriptions where user_id = ${id}`)
    const first = await signIn(testApp, 'sam', fixturePassword)
    await turnOn(testApp.caller(cookiesOf(first)))
    const browserCookie = Object.entries(cookiesByName(first)).find(([name]) => name.endsWith('-browser'))
    const cookie = (browserCookie ?? []).join('=')
    testApp.pass({ hours: 13 })
    await testApp.db.rows(sql`select graphile_worker.add_job('sweep-machinery')`)
    await testApp.runJobs('sweep-machinery')
    expect(await rowsOf(id)).toBe(1)
    const again = testApp.caller(cookiesOf(await signIn(testApp, 'sam', fixturePassword, { cookie })))
    expect(await devices(again)).toMatchObject([{ current: true }])
    await signIn(testApp, 'sue', fixturePassword, { cookie })
    expect(await rowsOf(id)).toBe(0)
  })

  it('after 30 days without a sign-in', async () => {
    const { id } = testApp.people.ann
    await turnOn(await testApp.signIn(id, 'client'))
    testApp.pass({ days: 31 })
    await testApp.db.rows(sql`select graphile_worker.add_job('sweep-machinery')`)
    await testApp.runJobs('sweep-machinery')
    expect(await rowsOf(id)).toBe(0)
  })
})

it('a subscription is in no backup', async () => {
  expect((await tablesIn(testApp.db)).map(({ name }) => name)).not.toContain('push_subscriptions')
})
