import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

type Folder = 'acme' | 'elmwood'
const thread = (folder: Folder = 'acme') => `/api/client-folders/${world.folders[folder].id}/messages`
const aside = (folder: Folder = 'acme') => `${thread(folder)}/set-aside`
const waiting = async (who: Caller) => (await who.get('/api/waiting-threads')).body
const count = async (who: Caller) => (await who.get('/api/waiting-threads/figures')).body.waiting

describe('a thread', () => {
  it('waits from the client’s first message on, also once it was read, until somebody answers', async () => {
    await world.ann.post(thread(), { content: 'When do we start?' })
    world.pass({ minutes: 5 })
    await world.ann.post(thread(), { content: 'x'.repeat(10_000) })
    await world.sam.get(thread())
    const [row] = await waiting(world.sam)
    expect(row).toMatchObject({ folderName: 'Acme Tooling', clientName: 'Ann Keller', messages: 2 })
    expect(row.preview).toHaveLength(160)
    expect(Date.parse(row.since)).toBeLessThan(world.db.now.getTime() - 4 * 60_000)
    expect(await count(world.sam)).toBe(1)
    await world.alice.post(thread(), { content: 'On Monday' })
    expect(await waiting(world.sam)).toEqual([])
    expect(await count(world.sam)).toBe(0)
  })

  it('is in the list of those who may see its folder, the newest first', async () => {
    await world.ann.post(thread(), { content: 'Hello' })
    await world.eve.post(thread('elmwood'), { content: 'Hello' })
    const names = async (who: Caller) => (await waiting(who)).map((row: { folderName: string }) => row.folderName)
    expect(await names(world.sam)).toEqual(['Acme Tooling'])
    expect(await names(world.sue)).toEqual(['Elmwood Day School'])
    expect(await names(world.alice)).toEqual(['Elmwood Day School', 'Acme Tooling'])
    const first = await world.alice.get('/api/waiting-threads?limit=1')
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] as string
    expect((await world.alice.get(next)).body).toMatchObject([{ folderName: 'Acme Tooling' }])
    expect((await world.ann.get('/api/waiting-threads')).status).toBe(403)
    expect((await world.visitor.get('/api/waiting-threads')).status).toBe(401)
  })

  it('that needs no answer is set aside, twice without harm, and comes back', async () => {
    const [{ lastMessageId }] = await waiting(world.sam)
    for (let i = 0; i < 2; i++) {
      const answer = await world.sam.post(aside(), { lastMessageId })
      expect([answer.status, answer.body.isSetAside]).toEqual([200, true])
    }
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'thread.set-aside' })
    expect(await waiting(world.sam)).toEqual([])
    expect((await world.sam.delete(aside())).body.isSetAside).toBe(false)
    expect(await count(world.sam)).toBe(1)
  })

  it('that was set aside waits again once the client writes again', async () => {
    const [{ lastMessageId }] = await waiting(world.sam)
    await world.sam.post(aside(), { lastMessageId })
    await world.ann.post(thread(), { content: 'One more thing' })
    expect(await waiting(world.sam)).toMatchObject([{ messages: 1, preview: 'One more thing' }])
  })

  it('is not set aside unread: what came meanwhile is a refusal', async () => {
    const [{ lastMessageId }] = await waiting(world.sam)
    await world.ann.post(thread(), { content: 'And another' })
    const answer = await world.sam.post(aside(), { lastMessageId })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'The client has written again. Please read the new message first.',
    ])
    expect(await count(world.sam)).toBe(1)
  })

  it('is not the client’s, a stranger’s or a colleague’s to set aside, nor is one that nobody waits in', async () => {
    const [{ lastMessageId }] = await waiting(world.sam)
    for (const who of [world.ann, world.eve, world.sue]) {
      expect((await who.post(aside(), { lastMessageId })).status).toBe(404)
      expect((await who.delete(aside())).status).toBe(404)
    }
    expect((await world.sam.post(aside(), {})).status).toBe(400)
    await world.sam.post(thread(), { content: 'Done' })
    expect((await world.sam.post(aside(), { lastMessageId })).body.code).toBe('conflict')
  })

  it('of an archived folder waits for nobody', async () => {
    await world.ann.post(thread(), { content: 'Still there?' })
    await world.alice.patch(`/api/client-folders/${world.folders.acme.id}`, { status: 'archived' })
    expect(await count(world.sam)).toBe(0)
    await world.alice.patch(`/api/client-folders/${world.folders.acme.id}`, { status: 'active' })
    expect(await count(world.sam)).toBe(1)
  })

  it('with messages from both sides at once ends in one state, and none is lost', async () => {
    const before = (await world.sam.get(`${thread()}?limit=200`)).body.length
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => (i % 2 ? world.ann : world.sam).post(thread(), { content: `at once ${i}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect((await world.sam.get(`${thread()}?limit=200`)).body).toHaveLength(before + 12)
    expect([0, 1]).toContain(await count(world.sam))
  })
})
