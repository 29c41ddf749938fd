import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { sweepDrafts } from './actions.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.goLive()
})
afterAll(() => world.close())

const draft = () => `/api/drafts/${world.folders.acme.id}`
const draftOf = async (who: Caller) => (await who.get(draft())).body
const messages = () => `/api/client-folders/${world.folders.acme.id}/messages`

describe('a draft', () => {
  it('is there on another device, for its writer only, and leaves the trail alone', async () => {
    const trail = (await world.trail()).length
    expect(await draftOf(world.ann)).toEqual({ message: '', note: '', savedAt: null })
    expect((await world.ann.patch(draft(), { message: 'Dear S' })).body.message).toBe('Dear S')
    expect((await world.ann.patch(draft(), { message: 'Dear Sam,\n' })).body.savedAt).toMatch(/Z$/)
    const phone = await world.signIn(world.people.ann.id, 'client')
    expect((await draftOf(phone)).message).toBe('Dear Sam,\n')
    expect((await draftOf(world.sam)).message).toBe('')
    expect((await draftOf(world.alice)).message).toBe('')
    expect(await world.trail()).toHaveLength(trail)
  })

  it('is told to the writer’s other tabs, and to nobody else’s', async () => {
    const tabs = await Promise.all(
      [world.ann, world.sam, world.alice].map(async (who) => openTab(await world.address(), who)),
    )
    await world.ann.patch(draft(), { message: 'Dear Sam, when' })
    // Whoever has just come may be told of the draft before as well.
    const told = () => tabs.map(({ heard }) => heard.some(({ type }) => type === 'drafts'))
    await expect.poll(told, { timeout: 10_000 }).toEqual([true, false, false])
    expect(tabs.map((tab) => tab.text()).join('')).not.toContain('Dear')
    for (const tab of tabs) tab.close()
  })

  it('is gone when its message is sent, and stays when sending fails', async () => {
    await world.ann.patch(draft(), { message: 'When do we start?' })
    expect((await world.ann.post(messages(), { content: '' })).status).toBe(400)
    expect((await draftOf(world.ann)).message).toBe('When do we start?')
    await world.ann.post(messages(), { content: 'When do we start?' })
    expect(await draftOf(world.ann)).toEqual({ message: '', note: '', savedAt: null })
  })

  it('of a message and of a note are apart: sending one keeps the other', async () => {
    await world.sam.patch(draft(), { message: 'On Monday', note: 'They pay late' })
    await world.sam.post(messages(), { content: 'On Monday' })
    expect(await draftOf(world.sam)).toMatchObject({ message: '', note: 'They pay late' })
    await world.sam.patch(draft(), { message: 'And bring the handbook' })
    await world.sam.post(`/api/client-folders/${world.folders.acme.id}/staff-notes`, { content: 'They pay late' })
    expect(await draftOf(world.sam)).toMatchObject({ message: 'And bring the handbook', note: '' })
  })

  it('is taken away by an empty text, twice without harm', async () => {
    await world.ann.patch(draft(), { message: 'Never mind' })
    for (const message of ['', ' \n'])
      expect((await world.ann.patch(draft(), { message })).body).toEqual({ message: '', note: '', savedAt: null })
  })

  it('saved twice at once is one of both', async () => {
    await Promise.all(['one', 'two'].map((message) => world.ann.patch(draft(), { message })))
    expect(['one', 'two']).toContain((await draftOf(world.ann)).message)
  })

  it.each([
    [{ message: 'x'.repeat(10_001) }, expect.stringContaining('10,000')],
    [{ message: 'a\u0000' }, expect.stringContaining('stored')],
    [{ message: 7 }, 'Please send text.'],
    [{ note: 'Between us' }, 'Only the team writes staff-only notes.'],
    [{ messages: 'Hi' }, expect.stringContaining('messages')],
  ])('of a client is refused as %j', async (body, sentence) => {
    const answer = await world.ann.patch(draft(), body)
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })

  it('takes 10,000 characters', async () => {
    expect((await world.ann.patch(draft(), { message: '👩'.repeat(5000) })).status).toBe(200)
    await world.ann.patch(draft(), { message: '' })
  })

  it('is nobody’s in a folder that is not theirs, in none, or signed out', async () => {
    for (const who of [world.eve, world.sue]) {
      expect((await who.get(draft())).status).toBe(404)
      expect((await who.patch(draft(), { message: 'Hello' })).status).toBe(404)
    }
    expect((await world.ann.get('/api/drafts/none')).status).toBe(404)
    expect((await world.visitor.patch(draft(), { message: 'Hello' })).status).toBe(401)
  })

  it('in an archived folder is refused', async () => {
    await world.alice.patch(`/api/client-folders/${world.folders.acme.id}`, { status: 'archived' })
    expect((await world.ann.patch(draft(), { message: 'Hello' })).body.code).toBe('conflict')
    await world.alice.patch(`/api/client-folders/${world.folders.acme.id}`, { status: 'active' })
  })

  it('is forgotten after 90 days', async () => {
    await world.ann.patch(draft(), { message: 'Old' })
    await world.db.run(sql`update message_drafts set saved_at = saved_at - interval '91 days'`)
    await sweepDrafts(world.db)
    expect((await draftOf(world.ann)).message).toBe('')
  })
})
