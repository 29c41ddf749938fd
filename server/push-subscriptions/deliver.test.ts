// What devices are sent, to a push service on this machine.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxUndelivered, pushTexts } from '../../domain/push-subscription.ts'
import { attemptAgain, jobsSettled } from '../../tests/jobs.ts'
import { type PushBrowser, startPushService, verifiedClaims } from '../../tests/push-service.ts'
import { createTestApp, type Name, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'
import { encryptSubscription } from './keys.ts'

let testApp: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  const settings = { NODE_ENV: 'test', WEBHOOK_PRIVATE_ADDRESSES: 'on', PUBLIC_URL: 'https://portal.example.com' }
  testApp = await createTestApp(settings)
  service = await startPushService()
})
afterAll(async () => {
  await service.close()
  await testApp.close()
})

/** A browser of someone, as their only device. */
async function deviceOf(name: Name): Promise<PushBrowser> {
  const { id, role } = testApp.people[name]
  await testApp.db.run(sql`delete from push_subscriptions where user_id = ${id}`)
  await testApp[name].put('/api/notifications/reading', {})
  const browser = service.browser()
  const session = await testApp.signIn(id, role)
  const answer = await session.post('/api/push-subscriptions', browser.subscription)
  expect(answer.status, answer.text).toBe(201)
  return browser
}

const sendMessage = (app = testApp) =>
  app.sam.post(`/api/client-folders/${app.folders.acme.id}/messages`, { content: 'The rosemary is in bloom.' })
const publicKey = async () => (await testApp.ann.get('/api/push-key')).body.publicKey as string
const isOn = async (name: Name) => ((await testApp[name].get('/api/push-subscriptions')).body as unknown[]).length === 1

async function waiting() {
  await jobsSettled(testApp, 'deliver-push')
  return testApp.db.rows(
    typed(z.object({ attempts: z.number() }))`
      select attempts from graphile_worker.jobs where task_identifier = 'deliver-push'`,
  )
}

describe('a device', () => {
  it('shows that there is something new, without names or content', async () => {
    const device = await deviceOf('ann')
    await sendMessage()
    await testApp.runJobs('deliver-push')
    const [notification] = (await testApp.ann.get('/api/notifications?limit=1')).body
    expect(device.messages()).toEqual([
      {
        title: 'ProHR',
        body: pushTexts.messages,
        path: `/?folder=${testApp.folders.acme.id}&tab=messages`,
        tag: notification.id,
        unread: 1,
      },
    ])
    expect(JSON.stringify(device.messages())).not.toMatch(/rosemary|Sam|Acme/)
    const [received] = device.received()
    expect(received?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    expect(received?.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(received?.body.includes('portal')).toBe(false)
  })

  it('is reached with a token that only this portal can sign', async () => {
    const device = await deviceOf('ann')
    await sendMessage()
    await testApp.runJobs('deliver-push')
    const [received] = device.received()
    const claims = verifiedClaims(received!, await publicKey())
    expect(claims).toMatchObject({ aud: service.origin, sub: 'https://portal.example.com' })
    const hours = (claims.exp - Date.now() / 1000) / 3600
    expect(hours > 0 && hours <= 24).toBe(true)
    const other = await createTestApp()
    const otherKey = (await other.ann.get('/api/push-key')).body.publicKey
    await other.close()
    expect(otherKey).not.toBe(await publicKey())
    const twin = await testApp.twin()
    expect((await twin.caller(testApp.ann.cookie).get('/api/push-key')).body.publicKey).toBe(await publicKey())
  })

  it('is notified once, only by a committed change, and only its owner’s', async () => {
    const [ann, eve, sam] = [await deviceOf('ann'), await deviceOf('eve'), await deviceOf('sam')]
    const thread = `/api/client-folders/${testApp.folders.acme.id}/messages`
    expect((await testApp.sue.post(thread, { content: 'No' })).status).toBe(404)
    await sendMessage()
    await testApp.runJobs('deliver-push')
    await attemptAgain(testApp, 'deliver-push')
    // A second message adds no notification while the first is unread.
    await sendMessage()
    await testApp.runJobs('deliver-push')
    expect([ann, eve, sam].map((each) => each.received().length)).toEqual([1, 0, 0])
  })

  it('is not notified of a kind that is turned off, nor in a folder that is open, nor of what has been read', async () => {
    const device = await deviceOf('ann')
    await testApp.ann.put('/api/email-choices', { messages: 'never' })
    await sendMessage()
    await testApp.ann.put('/api/email-choices', { messages: 'daily' })
    await testApp.ann.put('/api/notifications/reading', {})
    await testApp.runJobs('deliver-push')
    expect(device.received()).toEqual([])

    await sendMessage()
    await testApp.ann.put('/api/notifications/reading', {})
    await testApp.runJobs('deliver-push')
    expect(device.received()).toEqual([])

    await testApp.db.run(sql`
      insert into presence (connection_id, user_id, client_folder_id, expires_at)
      values (gen_random_uuid(), ${testApp.people.ann.id}, ${testApp.folders.acme.id}, ${testApp.db.now}::timestamptz + interval '1 minute')`)
    await sendMessage()
    await testApp.db.run(sql`delete from presence`)
    await testApp.runJobs('deliver-push')
    expect(device.received()).toEqual([])

    await testApp.ann.put('/api/notifications/reading', {})
    await sendMessage()
    await testApp.runJobs('deliver-push')
    expect(device.received()).toHaveLength(1)
    await testApp.ann.put('/api/email-choices', { messages: 'at-once' })
  })

  it('is not notified after it was turned off, or its owner may no longer see the folder', async () => {
    const device = await deviceOf('sam')
    const folder = { name: 'Moving', services: 'HR', assignedStaffId: testApp.people.sam.id }
    const { id } = (await testApp.alice.post('/api/client-folders', folder)).body
    await testApp.alice.patch(`/api/client-folders/${id}`, { assignedStaffId: testApp.people.sue.id })
    await testApp.runJobs('deliver-push')
    expect(device.received()).toEqual([])

    await testApp.ann.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content: 'Hello' })
    const [{ id: subscriptionId }] = (await testApp.sam.get('/api/push-subscriptions')).body
    await testApp.sam.delete(`/api/push-subscriptions/${subscriptionId}`)
    await testApp.runJobs('deliver-push')
    expect(device.received()).toEqual([])
  })
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription', async (status) => {
    await deviceOf('ann')
    service.behavior.status = status
    await sendMessage()
    await testApp.runJobs('deliver-push')
    service.behavior.status = 201
    expect([await isOn('ann'), await waiting()]).toEqual([false, []])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'push.turned-off',
      actorId: null,
      entityId: testApp.people.ann.id,
    })
  })

  it('that fails gets the same notification again, with the same topic and tag', async () => {
    const device = await deviceOf('ann')
    service.behavior.status = 500
    await sendMessage()
    await testApp.runJobs('deliver-push')
    service.behavior.status = 0
    await attemptAgain(testApp, 'deliver-push')
    service.behavior.status = 429
    await attemptAgain(testApp, 'deliver-push')
    expect(await waiting()).toEqual([{ attempts: 3 }])
    service.behavior.status = 201
    await attemptAgain(testApp, 'deliver-push')
    expect(await waiting()).toEqual([])
    expect(new Set(device.received().map(({ headers }) => headers.topic)).size).toBe(1)
    expect(new Set(device.messages().map(({ tag }) => tag)).size).toBe(1)
    expect(device.received()).toHaveLength(4)
  })

  it('is called at most eight times, leaves no failed job, and is given up after five notifications', async () => {
    const device = await deviceOf('ann')
    service.behavior.status = 503
    await sendMessage()
    await testApp.runJobs('deliver-push')
    for (let attempt = 2; attempt <= 9; attempt++) await attemptAgain(testApp, 'deliver-push')
    expect([device.received().length, await waiting()]).toEqual([8, []])
    // Not tried again: the request itself is refused.
    service.behavior.status = 400
    for (let count = 2; count <= maxUndelivered; count++) {
      expect(await isOn('ann')).toBe(true)
      await testApp.ann.put('/api/notifications/reading', {})
      await sendMessage()
      await testApp.runJobs('deliver-push')
    }
    service.behavior.status = 201
    expect([device.received().length, await isOn('ann')]).toEqual([8 + maxUndelivered - 1, false])
  })

  it('on the firm’s own network is not called, even when a name resolves to it', async () => {
    const strict = await createTestApp()
    const { port } = new URL(service.origin)
    const before = service.received.length
    const { subscription } = service.browser()
    const endpoint = `https://push.example.com:${port}/1`
    expect((await strict.ann.post('/api/push-subscriptions', { ...subscription, endpoint })).status).toBe(201)
    // Every system resolves this name to the machine itself.
    const hash = await strict.db.one(
      typed(z.object({ hash: z.string() }))`select endpoint_hash as hash from push_subscriptions`,
    )
    const local = { ...subscription, endpoint: `https://localhost:${port}/1` }
    const encrypted = await encryptSubscription(strict.context.dataKeys, hash.hash, local)
    await strict.db.run(sql`update push_subscriptions set subscription_encrypted = ${encrypted}`)
    await sendMessage(strict)
    await strict.runJobs('deliver-push')
    const left = await strict.db.rows(sql`select from graphile_worker.jobs where task_identifier = 'deliver-push'`)
    await strict.close()
    expect([service.received.length, left.length]).toEqual([before, 1])
  })
})
