import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../kit/id.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const endJob = sql`select graphile_worker.add_job('end-impersonations')`
const asAdmin = () => testApp.signIn(testApp.people.alice.id, 'admin')
const start = (caller: Caller, userId = testApp.people.ann.id) => caller.post('/api/impersonation', { userId })
const acts = async (action: string) =>
  (await testApp.auditLog())
    .filter((line) => line.action === action)
    .map(({ actorId, entityId }) => [actorId, entityId])

describe('viewing as a client', () => {
  it('shows exactly what the client sees, and names the administrator', async () => {
    const alice = await asAdmin()
    const started = await start(alice)
    expect(started.status, started.text).toBe(200)
    const acme = `/api/client-folders/${testApp.folders.acme.id}`
    for (const path of [
      '/api/client-folders',
      acme,
      `${acme}/documents`,
      `${acme}/messages`,
      '/api/dashboard',
      '/api/invoices',
    ])
      expect((await alice.get(path)).text, path).toBe((await testApp.ann.get(path)).text)
    for (const path of ['/api/users', '/api/staff', '/api/audit', '/api/outbox'])
      expect((await alice.get(path)).status, path).toBe(403)
    const own = (await alice.get('/api/user')).body
    expect(own).toMatchObject({ id: testApp.people.ann.id, role: 'client', viewing: { by: 'Alice Moore' } })
    expect((await testApp.ann.get('/api/user')).body.viewing).toBeNull()
    expect(await acts('viewing.started')).toEqual([[testApp.people.alice.id, testApp.people.ann.id]])
  })

  it('hides the client’s private data: drafts and assistant conversations', async () => {
    const draft = `/api/drafts/${testApp.folders.acme.id}`
    const formDraft = '/api/hr-forms/handbook-acknowledgment/draft'
    await testApp.ann.patch(draft, { message: 'Between me and my screen' })
    await testApp.ann.patch(formDraft, { formData: { employeeName: 'Not yet sent' } })
    const id = newId()
    await testApp.db.run(sql`
      insert into bot_conversations (id, user_id, query, response, kind, language, confidence, needs_review, created_at)
      values (${id}, ${testApp.people.ann.id}, 'May I dismiss my brother-in-law?', 'You may.', 'answer', 'en', 80, false, ${testApp.db.now})`)
    const alice = await asAdmin()
    await start(alice)
    const asked = `/api/hr-assistant/conversations/${id}`
    expect((await alice.get(draft)).body).toEqual({ message: '', note: '', savedAt: null })
    expect((await alice.get(formDraft)).text).not.toContain('Not yet sent')
    expect((await alice.get('/api/hr-assistant/conversations')).body).toEqual([])
    expect((await alice.get(asked)).status).toBe(404)
    await alice.delete('/api/impersonation')
    expect((await alice.get(asked)).status).toBe(404)
    expect((await testApp.ann.get(draft)).body.message).toBe('Between me and my screen')
    expect((await testApp.ann.get(formDraft)).text).toContain('Not yet sent')
    expect((await testApp.ann.get(asked)).status).toBe(200)
  })

  it('is read-only: every write is refused with a sentence, and audited under the administrator', async () => {
    const alice = await asAdmin()
    await start(alice)
    const acme = `/api/client-folders/${testApp.folders.acme.id}`
    const before = (await testApp.ann.get(`${acme}/messages`)).text
    for (const refused of [
      await alice.post(`${acme}/messages`, { content: 'not from Ann' }),
      await alice.patch('/api/profile', { firstName: 'Not', lastName: 'Ann' }),
      await alice.put('/api/password', { current: 'a', password: 'b' }),
      await alice.post('/api/second-factor'),
      await alice.delete('/api/sessions'),
      await alice.post('/api/sessions/proof', { password: 'a' }),
      await alice.post('/api/service-requests', {}),
      await alice.post('/api/impersonation', { userId: testApp.people.eve.id }),
    ]) {
      // A role that the client does not have is refused as it is for the client.
      expect(refused.status).toBe(403)
    }
    const refused = await alice.post(`${acme}/messages`, { content: 'not from Ann' })
    expect(refused.body.message).toContain('you can’t change anything')
    expect((await testApp.ann.get(`${acme}/messages`)).text).toBe(before)
    const own = (await testApp.auditLog()).filter(({ action }) => action === 'call.refused')
    expect(own.map(({ actorId }) => actorId)).toContain(testApp.people.alice.id)
    expect(own.map(({ actorId }) => actorId)).not.toContain(testApp.people.ann.id)
  })

  it('ends when it is stopped, once', async () => {
    const alice = await asAdmin()
    await start(alice)
    const before = (await acts('viewing.ended')).length
    expect((await alice.delete('/api/impersonation')).status).toBe(200)
    expect((await alice.get('/api/user')).body).toMatchObject({ id: testApp.people.alice.id, viewing: null })
    expect((await alice.get('/api/users')).status).toBe(200)
    expect(await acts('viewing.ended')).toHaveLength(before + 1)
    expect((await acts('viewing.ended')).at(-1)).toEqual([testApp.people.alice.id, testApp.people.ann.id])
    expect((await alice.delete('/api/impersonation')).status).toBe(409)
  })

  it('ends after exactly half an hour, and this is audited', async () => {
    const alice = await asAdmin()
    await start(alice)
    testApp.pass({ minutes: 29 })
    expect((await alice.get('/api/user')).body.role).toBe('client')
    testApp.pass({ minutes: 1 })
    expect((await alice.get('/api/user')).body.role).toBe('admin')
    const before = (await acts('viewing.ended')).length
    await testApp.db.rows(endJob)
    await testApp.runJobs()
    expect((await acts('viewing.ended')).length).toBeGreaterThan(before)
  })

  it('ends with the session, including the sign-out of the administrator', async () => {
    const alice = await asAdmin()
    await start(alice)
    expect((await alice.post('/api/logout')).status).toBe(200)
    expect((await alice.get('/api/user')).status).toBe(401)
    const before = (await acts('viewing.ended')).length
    await testApp.db.rows(endJob)
    await testApp.runJobs()
    expect((await acts('viewing.ended')).length).toBeGreaterThan(before)
  })

  it('ends when the client is deactivated, or the viewer is no longer an administrator', async () => {
    const alice = await asAdmin()
    const email = 'viewed@example.com'
    const { id } = (await alice.post('/api/users', { email, firstName: 'Vi', lastName: 'Ewed', role: 'client' })).body
    await start(alice, id)
    expect((await alice.get('/api/user')).body.id).toBe(id)
    const mona = await testApp.signIn(testApp.people.mona.id, 'master-admin')
    await mona.delete(`/api/users/${id}`)
    expect((await alice.get('/api/user')).body.id).toBe(testApp.people.alice.id)
  })

  it('is limited to administrators and active clients', async () => {
    const alice = await asAdmin()
    for (const name of ['sam', 'mona', 'ivan'] as const)
      expect((await start(alice, testApp.people[name].id)).status, name).toBe(409)
    expect((await start(alice, '01990000-0000-7000-8000-000000000000')).status).toBe(400)
    expect((await start(alice, 'ann')).status).toBe(400)
    for (const name of ['sam', 'ann'] as const) {
      const caller = await testApp.signIn(testApp.people[name].id, testApp.people[name].role)
      expect((await start(caller, testApp.people.eve.id)).status).toBe(403)
    }
    expect((await start(testApp.visitor)).status).toBe(401)
    expect((await testApp.visitor.delete('/api/impersonation')).status).toBe(401)
  })

  it('is offered on a folder that has a client, to administrators only', async () => {
    const offered = async (who: Caller, id: string) =>
      (await who.get(`/api/client-folders/${id}`)).body.allowed.includes('view-as') as boolean
    const alice = await asAdmin()
    const given = { name: 'Nobody yet', services: 'HR', assignedStaffId: testApp.people.sam.id }
    const { id: empty } = (await alice.post('/api/client-folders', given)).body
    const { acme } = testApp.folders
    const sam = await testApp.signIn(testApp.people.sam.id, 'staff')
    const ann = await testApp.signIn(testApp.people.ann.id, 'client')
    expect(await Promise.all([offered(alice, acme.id), offered(alice, empty)])).toEqual([true, false])
    expect(await Promise.all([offered(sam, acme.id), offered(ann, acme.id)])).toEqual([false, false])
  })

  it('records no opening or reading by the client', async () => {
    const alice = await asAdmin()
    await start(alice)
    const documents = (await alice.get(`/api/client-folders/${testApp.folders.acme.id}/documents`)).body
    for (const { id } of documents) await alice.get(`/api/documents/${id}/file`)
    const lines = await testApp.auditLog()
    expect(lines.filter((line) => line.action === 'document.opened' && line.actorId === testApp.people.ann.id)).toEqual(
      [],
    )
  })
})
