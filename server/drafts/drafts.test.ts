import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sweepDrafts } from './actions.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.goLive()
})
afterAll(() => testApp.close())

const draft = () => `/api/drafts/${testApp.folders.acme.id}`
const draftOf = async (who: Caller) => (await who.get(draft())).body
const messages = () => `/api/client-folders/${testApp.folders.acme.id}/messages`

describe('a draft', () => {
  it('is available on another device, only to its author, and is not audited', async () => {
    const auditLog = (await testApp.auditLog()).length
    expect(await draftOf(testApp.ann)).toEqual({ message: '', note: '', savedAt: null })
    expect((await testApp.ann.patch(draft(), { message: 'Dear S' })).body.message).toBe('Dear S')
    expect((await testApp.ann.patch(draft(), { message: 'Dear Sam,\n' })).body.savedAt).toMatch(/Z$/)
    const phone = await testApp.signIn(testApp.people.ann.id, 'client')
    expect((await draftOf(phone)).message).toBe('Dear Sam,\n')
    expect((await draftOf(testApp.sam)).message).toBe('')
    expect((await draftOf(testApp.alice)).message).toBe('')
    expect(await testApp.auditLog()).toHaveLength(auditLog)
  })

  it('updates the author’s other tabs, and no one else’s', async () => {
    const tabs = await Promise.all(
      [testApp.ann, testApp.sam, testApp.alice].map(async (who) => openTab(await testApp.address(), who)),
    )
    await testApp.ann.patch(draft(), { message: 'Dear Sam, when' })
    // A new connection may also receive the notice of the previous draft.
    const notified = () => tabs.map(({ received }) => received.some(({ type }) => type === 'drafts'))
    await expect.poll(notified).toEqual([true, false, false])
    expect(tabs.map((tab) => tab.text()).join('')).not.toContain('Dear')
    for (const tab of tabs) tab.close()
  })

  it('is deleted when its message is sent, and retained when sending fails', async () => {
    await testApp.ann.patch(draft(), { message: 'When do we start?' })
    expect((await testApp.ann.post(messages(), { content: '' })).status).toBe(400)
    expect((await draftOf(testApp.ann)).message).toBe('When do we start?')
    await testApp.ann.post(messages(), { content: 'When do we start?' })
    expect(await draftOf(testApp.ann)).toEqual({ message: '', note: '', savedAt: null })
  })

  it('is separate for messages and notes: sending one leaves the other', async () => {
    await testApp.sam.patch(draft(), { message: 'On Monday', note: 'They pay late' })
    await testApp.sam.post(messages(), { content: 'On Monday' })
    expect(await draftOf(testApp.sam)).toMatchObject({ message: '', note: 'They pay late' })
    await testApp.sam.patch(draft(), { message: 'And bring the handbook' })
    await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/staff-notes`, { content: 'They pay late' })
    expect(await draftOf(testApp.sam)).toMatchObject({ message: 'And bring the handbook', note: '' })
  })

  it('is deleted by an empty text, even twice', async () => {
    await testApp.ann.patch(draft(), { message: 'Never mind' })
    for (const message of ['', ' \n'])
      expect((await testApp.ann.patch(draft(), { message })).body).toEqual({ message: '', note: '', savedAt: null })
  })

  it('saved twice at the same time has one of both texts', async () => {
    await Promise.all(['one', 'two'].map((message) => testApp.ann.patch(draft(), { message })))
    expect(['one', 'two']).toContain((await draftOf(testApp.ann)).message)
  })

  it.each([
    [{ message: 'x'.repeat(10_001) }, expect.stringContaining('10,000')],
    [{ message: 'a\u0000' }, expect.stringContaining('stored')],
    [{ message: 7 }, 'The text is required.'],
    [{ note: 'Between us' }, 'Only the team can write staff-only notes.'],
    [{ messages: 'Hi' }, expect.stringContaining('messages')],
  ])('refuses %j of a client', async (body, sentence) => {
    const answer = await testApp.ann.patch(draft(), body)
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })

  it('accepts 10,000 characters', async () => {
    expect((await testApp.ann.patch(draft(), { message: '👩'.repeat(5000) })).status).toBe(200)
    await testApp.ann.patch(draft(), { message: '' })
  })

  it('is refused in someone else’s folder, in no folder, and signed out', async () => {
    for (const who of [testApp.eve, testApp.sue]) {
      expect((await who.get(draft())).status).toBe(404)
      expect((await who.patch(draft(), { message: 'Hello' })).status).toBe(404)
    }
    expect((await testApp.ann.get('/api/drafts/none')).status).toBe(404)
    expect((await testApp.visitor.patch(draft(), { message: 'Hello' })).status).toBe(401)
  })

  it('is refused in an archived folder', async () => {
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'archived' })
    expect((await testApp.ann.patch(draft(), { message: 'Hello' })).body.code).toBe('conflict')
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'active' })
  })

  it('is deleted after 90 days', async () => {
    await testApp.ann.patch(draft(), { message: 'Old' })
    await testApp.db.run(sql`update message_drafts set saved_at = saved_at - interval '91 days'`)
    await sweepDrafts(testApp.db)
    expect((await draftOf(testApp.ann)).message).toBe('')
  })
})
