import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const thread = (folder: 'acme' | 'elmwood' = 'acme') => `/api/client-folders/${world.folders[folder].id}/messages`

describe('a message', () => {
  it('from the client stands on the client’s side, and tells the staff that something waits', async () => {
    const answer = await world.ann.post(thread(), { content: 'When do we start?' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      content: 'When do we start?',
      isFromClient: true,
      senderId: world.people.ann.id,
      senderName: 'Ann Keller',
    })
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'sam@example.com', subject: 'A message is waiting for you' })
    expect(letter?.text).not.toContain('start')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'message.sent', details: {} })
  })

  it('from the team stands on the other, and tells the client', async () => {
    const answer = await world.sam.post(thread(), { content: 'On Monday.' })
    expect(answer.body.isFromClient).toBe(false)
    expect((await world.mail()).at(-1)?.to).toBe('ann@example.com')
  })

  it('keeps quotes, markup, emoji and right-to-left text as text', async () => {
    const content = `<img src=x onerror=alert(1)> "quoted" 'and' שלום 👩🏽‍🏫\n\nsecond line`
    expect((await world.ann.post(thread(), { content })).body.content).toBe(content)
  })

  it.each([
    [{ content: '' }, 'Please write a message.'],
    [{ content: ' \n\t ' }, 'Please write a message.'],
    [{ content: 'x'.repeat(10_001) }, expect.stringContaining('10,000')],
    [{ content: 'a\u0000' }, expect.stringContaining('stored')],
    [{ content: '\ud800' }, expect.stringContaining('stored')],
    [{}, 'Please write a message.'],
    [{ content: 'Hi', isFromClient: false }, expect.stringContaining('isFromClient')],
    [{ content: 'Hi', senderId: '01890000-0000-7000-8000-000000000003' }, expect.stringContaining('senderId')],
  ])('is refused as %j', async (body, message) => {
    const answer = await world.ann.post(thread(), body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('sent twice by one click is there once', async () => {
    const key = { 'idempotency-key': 'double-click' }
    const [first, second] = await Promise.all([1, 2].map(() => world.ann.post(thread(), { content: 'Once' }, key)))
    const statuses = [first?.status ?? 0, second?.status ?? 0].toSorted((a, b) => a - b)
    expect([
      [201, 201],
      [201, 409],
    ]).toContainEqual(statuses)
    const all = (await world.ann.get(`${thread()}?limit=200`)).body.filter(
      (message: { content: string }) => message.content === 'Once',
    )
    expect(all).toHaveLength(1)
  })
})

describe('a thread', () => {
  it('is read oldest first, or from its end', async () => {
    for (const content of ['one', 'two', 'three']) await world.eve.post(thread('elmwood'), { content })
    const contents = async (query: string) =>
      (await world.eve.get(`${thread('elmwood')}${query}`)).body.map((message: { content: string }) => message.content)
    expect(await contents('')).toEqual(['one', 'two', 'three'])
    expect(await contents('?order=newest&limit=2')).toEqual(['three', 'two'])
    expect(await contents('?q=TW')).toEqual(['two'])
  })

  it('is closed to another client and another staff member, to read as to write', async () => {
    for (const who of ['eve', 'sue'] as const) {
      expect((await world[who].get(thread())).status).toBe(404)
      expect((await world[who].post(thread(), { content: 'Hello' })).status).toBe(404)
    }
    expect((await world.visitor.get(thread())).status).toBe(401)
  })
})
