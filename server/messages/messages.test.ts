import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const thread = (folder: 'acme' | 'elmwood' = 'acme') => `/api/client-folders/${testApp.folders[folder].id}/messages`

describe('a message', () => {
  it('appears on the client’s side if the client sends it, and notifies the staff', async () => {
    const answer = await testApp.ann.post(thread(), { content: 'When do we start?' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      content: 'When do we start?',
      isFromClient: true,
      senderId: testApp.people.ann.id,
      senderName: 'Ann Keller',
    })
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'sam@example.com', subject: 'ProHR portal: a client sent you a message' })
    expect(email?.text).not.toContain('start')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'message.sent', details: {} })
  })

  it('appears on the team’s side if the team sends it, and notifies the client', async () => {
    const answer = await testApp.sam.post(thread(), { content: 'On Monday.' })
    expect(answer.body.isFromClient).toBe(false)
    expect((await testApp.mail()).at(-1)?.to).toBe('ann@example.com')
  })

  it('stores quotes, markup, emoji, and right-to-left text as plain text', async () => {
    const content = `<img src=x onerror=alert(1)> "quoted" 'and' שלום 👩🏽‍🏫\n\nsecond line`
    expect((await testApp.ann.post(thread(), { content })).body.content).toBe(content)
  })

  it.each([
    [{ content: '' }, 'Enter a message.'],
    [{ content: ' \n\t ' }, 'Enter a message.'],
    [{ content: 'x'.repeat(10_001) }, expect.stringContaining('10,000')],
    [{ content: 'a\u0000' }, expect.stringContaining('stored')],
    [{ content: '\ud800' }, expect.stringContaining('stored')],
    [{}, 'Enter a message.'],
    [{ content: 'Hi', isFromClient: false }, expect.stringContaining('isFromClient')],
    [{ content: 'Hi', senderId: '01890000-0000-7000-8000-000000000003' }, expect.stringContaining('senderId')],
  ])('refuses %j', async (body, message) => {
    const answer = await testApp.ann.post(thread(), body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('is stored once if one click sends it twice', async () => {
    const key = { 'idempotency-key': 'double-click' }
    const [first, second] = await Promise.all([1, 2].map(() => testApp.ann.post(thread(), { content: 'Once' }, key)))
    const statuses = [first?.status ?? 0, second?.status ?? 0].toSorted((a, b) => a - b)
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses)
    const all = (await testApp.ann.get(`${thread()}?limit=200`)).body.filter(
      (message: { content: string }) => message.content === 'Once',
    )
    expect(all).toHaveLength(1)
  })
})

describe('a message thread', () => {
  it('can be read from its beginning or its end', async () => {
    for (const content of ['one', 'two', 'three']) await testApp.eve.post(thread('elmwood'), { content })
    const contents = async (query: string) =>
      (await testApp.eve.get(`${thread('elmwood')}${query}`)).body.map(
        (message: { content: string }) => message.content,
      )
    expect(await contents('')).toEqual(['one', 'two', 'three'])
    expect(await contents('?order=newest&limit=2')).toEqual(['three', 'two'])
    expect(await contents('?q=TW')).toEqual(['two'])
  })

  it('is closed to other clients and other staff members, for reading and writing', async () => {
    for (const who of ['eve', 'sue'] as const) {
      expect((await testApp[who].get(thread())).status).toBe(404)
      expect((await testApp[who].post(thread(), { content: 'Hello' })).status).toBe(404)
    }
    expect((await testApp.visitor.get(thread())).status).toBe(401)
  })
})
