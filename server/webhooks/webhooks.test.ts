import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maxWebhooks } from '../../domain/webhook.ts'
import { tablesIn } from '../backup/tables.ts'
import { attemptAgain } from '../../tests/jobs.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' })))
afterAll(() => testApp.close())

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

/** Another program. Its responses can be changed; 0 closes the connection without a response. */
async function receiver({ status = 204 } = {}) {
  const received: Received[] = []
  const behavior = { status }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: await text(request) })
    if (behavior.status === 0) return void request.socket.destroy()
    response.writeHead(behavior.status, { location: '/elsewhere' }).end('{"received":true}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, behavior, close }
}

const createWebhook = async (url: string, events = ['message.sent'], app = testApp) => {
  const answer = await app.alice.post('/api/webhooks', { url, events })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as { id: string; secret: string; version: number }
}

const sendMessage = (app = testApp) =>
  app.sam.post(`/api/client-folders/${app.folders.acme.id}/messages`, { content: 'The rosemary is in bloom.' })

const deliveries = async (id: string) => (await testApp.alice.get(`/api/webhooks/${id}/deliveries`)).body

describe('a webhook', () => {
  it('receives a signed message for each of its events, with ids and no content', async () => {
    const program = await receiver()
    const { id, secret } = await createWebhook(program.url, ['message.sent'])
    const sent = await sendMessage()
    await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/notes`, { content: 'Not an event.' })
    await testApp.runJobs('deliver-webhook')
    await program.close()

    expect(program.received).toHaveLength(1)
    const [{ headers, body }] = program.received as [Received]
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'message.sent',
      timestamp: expect.stringMatching(/Z$/),
      data: { type: 'messages', id: sent.body.id, clientFolderId: testApp.folders.acme.id },
    })
    expect(() => new Webhook(secret).verify(body.replace('messages', 'invoices'), headers as never)).toThrow()
    expect(body).not.toContain('rosemary')
    expect(await deliveries(id)).toMatchObject([
      {
        id: headers['webhook-id'],
        type: 'message.sent',
        status: 'delivered',
        attempts: 1,
        responseStatus: 204,
        payload: body,
      },
    ])
  })

  it('receives the events of a write only if the write is committed, and only while it is on', async () => {
    const program = await receiver()
    const { id, version } = await createWebhook(program.url, ['message.sent'])
    expect(
      (await testApp.sue.post(`/api/client-folders/${testApp.folders.acme.id}/messages`, { content: 'x' })).status,
    ).toBe(404)
    const off = { url: program.url, events: ['message.sent'], isOn: false }
    expect((await testApp.alice.put(`/api/webhooks/${id}`, off, { 'if-match': `"${version}"` })).status).toBe(200)
    await sendMessage()
    await testApp.runJobs('deliver-webhook')
    expect(await deliveries(id)).toEqual([])
    expect((await testApp.alice.post(`/api/webhooks/${id}/test`)).status).toBe(409)
    await program.close()
  })

  it('gets a message again, with the same id and body, until the message is accepted', async () => {
    const program = await receiver({ status: 500 })
    const { id } = await createWebhook(program.url)
    await sendMessage()
    await testApp.runJobs('deliver-webhook')
    const [first] = await deliveries(id)
    expect(first).toMatchObject({ status: 'pending', attempts: 1, responseStatus: 500 })
    expect(first.nextAttemptAt).not.toBeNull()
    program.behavior.status = 0
    await attemptAgain(testApp, 'deliver-webhook')
    expect(await deliveries(id)).toMatchObject([{ attempts: 2, responseStatus: null, failure: 'unreachable' }])
    program.behavior.status = 302
    await attemptAgain(testApp, 'deliver-webhook')
    program.behavior.status = 200
    await attemptAgain(testApp, 'deliver-webhook')
    await program.close()
    expect(await deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 4, failure: null }])
    expect(new Set(program.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(
      1,
    )
    expect(program.received).toHaveLength(4)
  })

  it('is turned off after nine attempts in which nothing was delivered, and all administrators are notified', async () => {
    const { id } = await createWebhook('http://127.0.0.1:9/hook')
    await sendMessage()
    await testApp.runJobs('deliver-webhook')
    for (let attempt = 2; attempt <= 9; attempt++) await attemptAgain(testApp, 'deliver-webhook')
    expect(await deliveries(id)).toMatchObject([{ status: 'failed', attempts: 9, failure: 'unreachable' }])
    expect((await testApp.alice.get(`/api/webhooks/${id}`)).body.isOn).toBe(false)
    const mail = await testApp.mail()
    const notices = mail.filter(({ subject }) => subject === 'ProHR portal: a webhook was turned off')
    expect(notices.length).toBeGreaterThan(1)
    expect(JSON.stringify(notices)).not.toContain('127.0.0.1')
  })

  it('is turned off by a receiver that is gone (410), without further attempts', async () => {
    const program = await receiver({ status: 410 })
    const { id } = await createWebhook(program.url)
    await sendMessage()
    await testApp.runJobs('deliver-webhook')
    await attemptAgain(testApp, 'deliver-webhook')
    await program.close()
    expect(program.received).toHaveLength(1)
    expect((await testApp.alice.get(`/api/webhooks/${id}`)).body.isOn).toBe(false)
  })

  it('can be tested, and a message can be sent again', async () => {
    const program = await receiver()
    const { id, secret } = await createWebhook(program.url)
    expect((await testApp.alice.post(`/api/webhooks/${id}/test`)).body).toMatchObject({
      type: 'webhook.test',
      status: 'pending',
    })
    await testApp.runJobs('deliver-webhook')
    const [test] = await deliveries(id)
    const path = `/api/webhooks/${id}/deliveries/${test.id}/resend`
    expect((await testApp.alice.post(path)).status).toBe(200)
    expect((await testApp.alice.post(path)).status).toBe(409)
    await testApp.runJobs('deliver-webhook')
    await program.close()
    expect(program.received).toHaveLength(2)
    for (const { headers, body } of program.received)
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'webhook.test',
      })
  })

  it('shows its secret once, and stores it encrypted', async () => {
    const { id, secret } = await createWebhook('http://127.0.0.1:9/secret')
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/)
    const stored = await testApp.db.rows(
      sql`select encode(secret_encrypted, 'escape') as secret from webhooks where id = ${id}`,
    )
    const read = (await testApp.alice.get(`/api/webhooks/${id}`)).text
    expect(read + JSON.stringify(stored) + JSON.stringify(await testApp.auditLog())).not.toContain(secret.slice(6))
  })

  it('is deleted with its deliveries, and pending messages are not sent', async () => {
    const program = await receiver()
    const { id } = await createWebhook(program.url)
    await sendMessage()
    expect((await testApp.alice.delete(`/api/webhooks/${id}`)).status).toBe(200)
    await testApp.runJobs('deliver-webhook')
    await program.close()
    expect(program.received).toEqual([])
    expect((await testApp.alice.get(`/api/webhooks/${id}/deliveries`)).status).toBe(404)
  })
})

describe('a webhook is refused', () => {
  it.each([
    ['no address', '', 'Enter a web address that starts with https://.'],
    ['another protocol', 'ftp://example.com/hook', 'Enter a web address that starts with https://.'],
    [
      'a password in the address',
      'https://ann:secret@example.com/',
      'Remove the username and password from the address.',
    ],
  ])('with %s', async (_what, url, message) => {
    const answer = await testApp.alice.post('/api/webhooks', { url, events: ['invoice.paid'] })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].message).toBe(message)
  })

  it.each([
    [[], 'Choose at least one event.'],
    [['user.created'], 'Choose events from the list.'],
  ])('with the events %j', async (events, message) => {
    const answer = await testApp.alice.post('/api/webhooks', { url: 'https://example.com/', events })
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].message).toBe(message)
  })

  it('for staff and clients, and to API keys', async () => {
    for (const caller of [testApp.sam, testApp.ann])
      expect(
        (await caller.post('/api/webhooks', { url: 'https://example.com/', events: ['invoice.paid'] })).status,
      ).toBe(403)
    expect((await testApp.sam.get('/api/webhooks')).status).toBe(403)
  })

  it('if it was changed since it was read', async () => {
    const { id, version } = await createWebhook('http://127.0.0.1:9/version')
    const change = { url: 'http://127.0.0.1:9/other', events: ['invoice.paid'], isOn: true }
    expect((await testApp.alice.put(`/api/webhooks/${id}`, change, { 'if-match': `"${version}"` })).status).toBe(200)
    expect((await testApp.alice.put(`/api/webhooks/${id}`, change, { 'if-match': `"${version}"` })).status).toBe(412)
  })

  it('above the limit, even when two are created at the same time', async () => {
    const app = await createTestApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' })
    for (let n = 1; n < maxWebhooks; n++) await createWebhook(`http://127.0.0.1:9/${n}`, ['invoice.paid'], app)
    const body = { url: 'http://127.0.0.1:9/last', events: ['invoice.paid'] }
    const answers = await Promise.all([app.alice.post('/api/webhooks', body), app.alice.post('/api/webhooks', body)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    await app.close()
  })
})

describe('addresses on the firm’s own network', () => {
  let strict: TestApp
  beforeAll(async () => void (strict = await createTestApp()))
  afterAll(() => strict.close())

  it.each([
    'http://example.com/hook',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://portal.localhost/',
    'https://0.0.0.0/',
  ])('are refused in %s', async (url) => {
    expect((await strict.alice.post('/api/webhooks', { url, events: ['invoice.paid'] })).status).toBe(400)
  })

  it('are not called when a name resolves to one, and the delivery says why', async () => {
    const program = await receiver()
    const { port } = new URL(program.url)
    const { id } = await createWebhook('https://hooks.example.com/', ['message.sent'], strict)
    // Every system resolves this name to the machine itself.
    await strict.db.run(sql`update webhooks set url = ${`https://localhost:${port}/hook`} where id = ${id}`)
    await sendMessage(strict)
    await strict.runJobs('deliver-webhook')
    await program.close()
    expect(program.received).toEqual([])
    const [delivery] = (await strict.alice.get(`/api/webhooks/${id}/deliveries`)).body
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, failure: 'address' })
  })
})

it('a webhook and its secret are in no backup', async () => {
  const names = (await tablesIn(testApp.db)).map(({ name }) => name)
  expect(names).not.toContain('webhooks')
  expect(names).not.toContain('webhook_deliveries')
})

it('the list of deliveries keeps them for 30 days', async () => {
  const app = await createTestApp({ WEBHOOK_PRIVATE_ADDRESSES: 'on' })
  const program = await receiver()
  const { id } = await createWebhook(program.url, ['message.sent'], app)
  await sendMessage(app)
  await app.runJobs('deliver-webhook')
  await program.close()
  const count = async () => (await app.db.rows(sql`select from webhook_deliveries where webhook_id = ${id}`)).length
  const sweep = async () => {
    await app.db.rows(sql`select graphile_worker.add_job('sweep-machinery')`)
    await app.runJobs('sweep-machinery')
  }
  app.pass({ days: 29 })
  await sweep()
  expect(await count()).toBe(1)
  app.pass({ days: 2 })
  await sweep()
  expect(await count()).toBe(0)
  await app.close()
})
