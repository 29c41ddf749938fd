import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

type Folder = 'acme' | 'elmwood'
const thread = (folder: Folder = 'acme') => `/api/client-folders/${testApp.folders[folder].id}/messages`
const aside = (folder: Folder = 'acme') => `${thread(folder)}/set-aside`
const waiting = async (who: Caller) => (await who.get('/api/unanswered-threads')).body
const count = async (who: Caller) => (await who.get('/api/unanswered-threads/figures')).body.waiting

describe('the reply status of a thread', () => {
  it('is unanswered from the client’s first message until someone replies, even after it was read', async () => {
    await testApp.ann.post(thread(), { content: 'When do we start?' })
    testApp.pass({ minutes: 5 })
    await testApp.ann.post(thread(), { content: 'x'.repeat(10_000) })
    await testApp.sam.get(thread())
    const [row] = await waiting(testApp.sam)
    expect(row).toMatchObject({ folderName: 'Acme Tooling', clientName: 'Ann Keller', messages: 2 })
    expect(row.preview).toHaveLength(160)
    expect(Date.parse(row.since)).toBeLessThan(testApp.db.now.getTime() - 4 * 60_000)
    expect(await count(testApp.sam)).toBe(1)
    await testApp.alice.post(thread(), { content: 'On Monday' })
    expect(await waiting(testApp.sam)).toEqual([])
    expect(await count(testApp.sam)).toBe(0)
  })

  it('is listed for people who may see its folder, the one that waits longest first', async () => {
    await testApp.ann.post(thread(), { content: 'Hello' })
    await testApp.eve.post(thread('elmwood'), { content: 'Hello' })
    const names = async (who: Caller) => (await waiting(who)).map((row: { folderName: string }) => row.folderName)
    expect(await names(testApp.sam)).toEqual(['Acme Tooling'])
    expect(await names(testApp.sue)).toEqual(['Elmwood Day School'])
    expect(await names(testApp.alice)).toEqual(['Acme Tooling', 'Elmwood Day School'])
    const first = await testApp.alice.get('/api/unanswered-threads?limit=1')
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] as string
    expect((await testApp.alice.get(next)).body).toMatchObject([{ folderName: 'Elmwood Day School' }])
    expect((await testApp.ann.get('/api/unanswered-threads')).status).toBe(403)
    expect((await testApp.visitor.get('/api/unanswered-threads')).status).toBe(401)
  })

  it('can be set to “no reply needed”, even twice, and undone', async () => {
    const [{ lastMessageId }] = await waiting(testApp.sam)
    for (let i = 0; i < 2; i++) {
      const answer = await testApp.sam.post(aside(), { lastMessageId })
      expect([answer.status, answer.body.isDismissed]).toEqual([200, true])
    }
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'thread.set-aside' })
    expect(await waiting(testApp.sam)).toEqual([])
    expect((await testApp.sam.delete(aside())).body.isDismissed).toBe(false)
    expect(await count(testApp.sam)).toBe(1)
  })

  it('becomes unanswered again when the client writes again', async () => {
    const [{ lastMessageId }] = await waiting(testApp.sam)
    await testApp.sam.post(aside(), { lastMessageId })
    await testApp.ann.post(thread(), { content: 'One more thing' })
    expect(await waiting(testApp.sam)).toMatchObject([{ messages: 1, preview: 'One more thing' }])
  })

  it('refuses “no reply needed” if a newer message arrived that was not seen', async () => {
    const [{ lastMessageId }] = await waiting(testApp.sam)
    await testApp.ann.post(thread(), { content: 'And another' })
    const answer = await testApp.sam.post(aside(), { lastMessageId })
    expect([answer.status, answer.body.message]).toEqual([409, 'The client sent another message. Read it first.'])
    expect(await count(testApp.sam)).toBe(1)
  })

  it('cannot be changed by the client, a stranger, or a colleague, or without unanswered messages', async () => {
    const [{ lastMessageId }] = await waiting(testApp.sam)
    for (const who of [testApp.ann, testApp.eve, testApp.sue]) {
      expect((await who.post(aside(), { lastMessageId })).status).toBe(404)
      expect((await who.delete(aside())).status).toBe(404)
    }
    expect((await testApp.sam.post(aside(), {})).status).toBe(400)
    await testApp.sam.post(thread(), { content: 'Done' })
    expect((await testApp.sam.post(aside(), { lastMessageId })).body.code).toBe('conflict')
  })

  it('is not listed for an archived folder', async () => {
    await testApp.ann.post(thread(), { content: 'Still there?' })
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'archived' })
    expect(await count(testApp.sam)).toBe(0)
    await testApp.alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, { status: 'active' })
    expect(await count(testApp.sam)).toBe(1)
  })

  it('is consistent after concurrent messages from both sides, and no message is lost', async () => {
    const before = (await testApp.sam.get(`${thread()}?limit=200`)).body.length
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        (i % 2 ? testApp.ann : testApp.sam).post(thread(), { content: `at once ${i}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect((await testApp.sam.get(`${thread()}?limit=200`)).body).toHaveLength(before + 12)
    expect([0, 1]).toContain(await count(testApp.sam))
  })
})
