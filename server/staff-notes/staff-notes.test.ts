import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { openTab } from '../../tests/event-stream.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.goLive()
})
afterAll(() => testApp.close())

const acme = (rest: string) => `/api/client-folders/${testApp.folders.acme.id}${rest}`
/** Endpoints that stream without end or sign out. */
const closes = new Set(['/api/events', '/api/logout'])

const notes = () => acme('/staff-notes')

describe('a staff-only note', () => {
  it('is visible to the team with its author, and audited', async () => {
    const answer = await testApp.sam.post(notes(), { content: 'They pay late' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ content: 'They pay late', authorName: 'Sam Carter' })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'staff-note.added', details: {} })
    for (const who of [testApp.sam, testApp.alice, testApp.mona])
      expect((await who.get(notes())).body).toEqual([answer.body])
  })

  it('notifies the folder’s staff member of a colleague’s note, without its text', async () => {
    const emails = (await testApp.mail()).length
    await testApp.sam.post(notes(), { content: 'Mine' })
    expect(await testApp.mail()).toHaveLength(emails)
    await testApp.alice.post(notes(), { content: 'canary: call them' })
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'sam@example.com', subject: 'ProHR portal: new staff-only note' })
    expect(email?.text).not.toContain('canary')
    expect((await testApp.sam.get('/api/notifications?limit=1')).body[0]).toMatchObject({
      subject: expect.stringMatching(/^Staff-only note from .+: Acme/),
      actorName: 'Alice Moore',
    })
  })

  it('does not count as a reply: the thread remains unanswered', async () => {
    await testApp.ann.post(acme('/messages'), { content: 'Are you there?' })
    const before = (await testApp.sam.get(acme('/messages'))).body
    await testApp.sam.post(notes(), { content: 'I will answer tomorrow' })
    expect((await testApp.sam.get(acme('/messages'))).body).toEqual(before)
    expect((await testApp.sam.get('/api/unanswered-threads')).body).toHaveLength(1)
  })

  it.each([
    [{ content: '' }, 'Enter a note.'],
    [{ content: 'x'.repeat(10_001) }, expect.stringContaining('10,000')],
    [{ content: 'Hi', isFromClient: true }, expect.stringContaining('isFromClient')],
  ])('refuses %j', async (body, sentence) => {
    const answer = await testApp.sam.post(notes(), body)
    expect([answer.status, answer.body.message]).toEqual([400, sentence])
  })

  it('is hidden from the client, other clients, other staff members, and visitors', async () => {
    for (const who of [testApp.ann, testApp.eve, testApp.sue]) {
      expect((await who.get(notes())).status).toBe(404)
      expect((await who.post(notes(), { content: 'Hello' })).status).toBe(404)
    }
    expect((await testApp.visitor.get(notes())).status).toBe(401)
  })

  it('can be read but not added in an archived folder', async () => {
    await testApp.alice.patch(acme(''), { status: 'archived' })
    expect((await testApp.sam.post(notes(), { content: 'Late' })).body.code).toBe('conflict')
    expect((await testApp.sam.get(notes())).status).toBe(200)
    await testApp.alice.patch(acme(''), { status: 'active' })
  })

  it('never reaches the client: by no call, email, live notice, or count', async () => {
    const word = 'wolframite'
    testApp.pass({ minutes: 3 })
    const tab = await openTab(await testApp.address(), testApp.ann, `?clientFolderId=${testApp.folders.acme.id}`)
    const [unread, emails] = [(await testApp.ann.get('/api/notifications/figures')).body, (await testApp.mail()).length]
    const dashboard = (await testApp.ann.get('/api/dashboard')).body
    const ids: string[] = []
    for (const who of [testApp.sam, testApp.alice]) {
      const note = (await who.post(notes(), { content: `${word} between us` })).body
      ids.push(note.id)
      await who.patch(`/api/drafts/${testApp.folders.acme.id}`, { note: `${word} draft` })
    }
    expect((await testApp.sam.get(notes())).text).toContain(word)
    let answered = 0
    for (const { path, query } of endpoints.filter(({ method, path: each }) => method === 'GET' && !closes.has(each))) {
      const own = path.startsWith('/api/client-folders/') ? testApp.folders.acme.id : String(ids[0])
      const url = path
        .replace(':id', own)
        .replace(':folder', testApp.folders.acme.id)
        .replace(/:[a-z]+/i, 'messages')
      for (const address of [url, ...('q' in query.shape ? [`${url}?q=${word}`] : [])]) {
        const answer = await testApp.ann.get(address)
        if (answer.status === 200) answered++
        const text = answer.text.replaceAll(`q=${word}`, '')
        for (const secret of [word, ...ids]) expect(text.includes(secret), `${address} says ${secret}`).toBe(false)
      }
    }
    expect(answered).toBeGreaterThan(20)
    for (const id of ids)
      for (const noun of ['documents', 'assignments', 'contracts', 'proposals', 'invoices', 'staff-notes', 'messages'])
        expect((await testApp.ann.get(`/api/${noun}/${id}`)).status).toBe(404)
    expect((await testApp.ann.get(acme('/audit'))).status).toBe(403)
    expect((await testApp.ann.get('/api/notifications/figures')).body).toEqual(unread)
    expect((await testApp.ann.get('/api/dashboard')).body).toEqual(dashboard)
    const since = (await testApp.mail()).slice(emails)
    expect(since.length).toBeGreaterThan(0)
    expect(since.filter(({ to, text }) => to === 'ann@example.com' || text.includes(word))).toEqual([])
    // Events arrive in order: once this message has arrived on the stream, the earlier ones would have too.
    await testApp.sam.post(acme('/messages'), { content: 'The last of this story' })
    await expect.poll(() => tab.received.some(({ type }) => type === 'messages')).toBe(true)
    expect(tab.received.map(({ type }) => type)).not.toContain('staff-notes')
    expect(tab.text()).not.toMatch(new RegExp([word, ...ids].join('|')))
    tab.close()
    const stored = await testApp.db.rows(sql`
      select id from messages where content like ${`%${word}%`} union all select id from audit_entries where details::text like ${`%${word}%`}`)
    expect(stored).toEqual([])
  })
})
