import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../kit/id.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const endJob = sql`select graphile_worker.add_job('end-viewings')`
const asAdmin = () => world.signIn(world.people.alice.id, 'admin')
const start = (caller: Caller, userId = world.people.ann.id) => caller.post('/api/viewing', { userId })
const acts = async (action: string) =>
  (await world.trail()).filter((line) => line.action === action).map(({ actorId, entityId }) => [actorId, entityId])

describe('viewing as a client', () => {
  it('shows exactly what the client sees, and says on whose behalf', async () => {
    const alice = await asAdmin()
    const started = await start(alice)
    expect(started.status, started.text).toBe(200)
    const acme = `/api/client-folders/${world.folders.acme.id}`
    for (const path of [
      '/api/client-folders',
      acme,
      `${acme}/documents`,
      `${acme}/messages`,
      '/api/dashboard',
      '/api/invoices',
    ])
      expect((await alice.get(path)).text, path).toBe((await world.ann.get(path)).text)
    for (const path of ['/api/users', '/api/staff', '/api/audit', '/api/outbox'])
      expect((await alice.get(path)).status, path).toBe(403)
    const own = (await alice.get('/api/user')).body
    expect(own).toMatchObject({ id: world.people.ann.id, role: 'client', viewing: { by: 'Alice Moore' } })
    expect((await world.ann.get('/api/user')).body.viewing).toBeNull()
    expect(await acts('viewing.started')).toEqual([[world.people.alice.id, world.people.ann.id]])
  })

  it('does not show what the client keeps to themselves: what is not sent yet, and what they asked the assistant', async () => {
    const draft = `/api/drafts/${world.folders.acme.id}`
    const formDraft = '/api/hr-forms/handbook-acknowledgment/draft'
    await world.ann.patch(draft, { message: 'Between me and my screen' })
    await world.ann.patch(formDraft, { formData: { employeeName: 'Not yet sent' } })
    const id = newId()
    await world.db.run(sql`
      insert into bot_conversations (id, user_id, query, response, kind, language, confidence, needs_review, created_at)
      values (${id}, ${world.people.ann.id}, 'May I dismiss my brother-in-law?', 'You may.', 'answer', 'en', 80, false, ${world.db.now})`)
    const alice = await asAdmin()
    await start(alice)
    const asked = `/api/hr-assistant/conversations/${id}`
    expect((await alice.get(draft)).body).toEqual({ message: '', note: '', savedAt: null })
    expect((await alice.get(formDraft)).text).not.toContain('Not yet sent')
    expect((await alice.get('/api/hr-assistant/conversations')).body).toEqual([])
    expect((await alice.get(asked)).status).toBe(404)
    await alice.delete('/api/viewing')
    expect((await alice.get(asked)).status).toBe(404)
    expect((await world.ann.get(draft)).body.message).toBe('Between me and my screen')
    expect((await world.ann.get(formDraft)).text).toContain('Not yet sent')
    expect((await world.ann.get(asked)).status).toBe(200)
  })

  it('changes nothing: every write is refused with a sentence, and stands in the trail under the administrator', async () => {
    const alice = await asAdmin()
    await start(alice)
    const acme = `/api/client-folders/${world.folders.acme.id}`
    const before = (await world.ann.get(`${acme}/messages`)).text
    for (const refused of [
      await alice.post(`${acme}/messages`, { content: 'not from Ann' }),
      await alice.patch('/api/profile', { firstName: 'Not', lastName: 'Ann' }),
      await alice.put('/api/password', { current: 'a', password: 'b' }),
      await alice.post('/api/second-factor'),
      await alice.delete('/api/sessions'),
      await alice.post('/api/sessions/proof', { password: 'a' }),
      await alice.post('/api/service-requests', {}),
      await alice.post('/api/viewing', { userId: world.people.eve.id }),
    ]) {
      // A role that the client does not have is refused as it is to the client.
      expect(refused.status).toBe(403)
    }
    const said = await alice.post(`${acme}/messages`, { content: 'not from Ann' })
    expect(said.body.message).toContain('nothing can be changed')
    expect((await world.ann.get(`${acme}/messages`)).text).toBe(before)
    const own = (await world.trail()).filter(({ action }) => action === 'call.refused')
    expect(own.map(({ actorId }) => actorId)).toContain(world.people.alice.id)
    expect(own.map(({ actorId }) => actorId)).not.toContain(world.people.ann.id)
  })

  it('ends when it is stopped, once', async () => {
    const alice = await asAdmin()
    await start(alice)
    const before = (await acts('viewing.ended')).length
    expect((await alice.delete('/api/viewing')).status).toBe(200)
    expect((await alice.get('/api/user')).body).toMatchObject({ id: world.people.alice.id, viewing: null })
    expect((await alice.get('/api/users')).status).toBe(200)
    expect(await acts('viewing.ended')).toHaveLength(before + 1)
    expect((await acts('viewing.ended')).at(-1)).toEqual([world.people.alice.id, world.people.ann.id])
    expect((await alice.delete('/api/viewing')).status).toBe(409)
  })

  it('ends by itself after half an hour, to the minute, and the trail says so', async () => {
    const alice = await asAdmin()
    await start(alice)
    world.pass({ minutes: 29 })
    expect((await alice.get('/api/user')).body.role).toBe('client')
    world.pass({ minutes: 1 })
    expect((await alice.get('/api/user')).body.role).toBe('admin')
    const before = (await acts('viewing.ended')).length
    await world.db.rows(endJob)
    await world.runJobs()
    expect((await acts('viewing.ended')).length).toBeGreaterThan(before)
  })

  it('ends with the session, also that of the administrator who signs out in it', async () => {
    const alice = await asAdmin()
    await start(alice)
    expect((await alice.post('/api/logout')).status).toBe(200)
    expect((await alice.get('/api/user')).status).toBe(401)
    const before = (await acts('viewing.ended')).length
    await world.db.rows(endJob)
    await world.runJobs()
    expect((await acts('viewing.ended')).length).toBeGreaterThan(before)
  })

  it('ends when the client is deactivated, or the viewer is no administrator any more', async () => {
    const alice = await asAdmin()
    const email = 'viewed@example.com'
    const { id } = (await alice.post('/api/users', { email, firstName: 'Vi', lastName: 'Ewed', role: 'client' })).body
    await start(alice, id)
    expect((await alice.get('/api/user')).body.id).toBe(id)
    const mona = await world.signIn(world.people.mona.id, 'master-admin')
    await mona.delete(`/api/users/${id}`)
    expect((await alice.get('/api/user')).body.id).toBe(world.people.alice.id)
  })

  it('is for administrators, and of active clients only', async () => {
    const alice = await asAdmin()
    for (const name of ['sam', 'mona', 'ivan'] as const)
      expect((await start(alice, world.people[name].id)).status, name).toBe(409)
    expect((await start(alice, '01990000-0000-7000-8000-000000000000')).status).toBe(400)
    expect((await start(alice, 'ann')).status).toBe(400)
    for (const name of ['sam', 'ann'] as const) {
      const caller = await world.signIn(world.people[name].id, world.people[name].role)
      expect((await start(caller, world.people.eve.id)).status).toBe(403)
    }
    expect((await start(world.visitor)).status).toBe(401)
    expect((await world.visitor.delete('/api/viewing')).status).toBe(401)
  })

  it('is offered on a folder that has a client, to administrators alone', async () => {
    const offered = async (who: Caller, id: string) =>
      (await who.get(`/api/client-folders/${id}`)).body.allowed.includes('view-as') as boolean
    const alice = await asAdmin()
    const given = { name: 'Nobody yet', services: 'HR', assignedStaffId: world.people.sam.id }
    const { id: empty } = (await alice.post('/api/client-folders', given)).body
    const { acme } = world.folders
    const sam = await world.signIn(world.people.sam.id, 'staff')
    const ann = await world.signIn(world.people.ann.id, 'client')
    expect(await Promise.all([offered(alice, acme.id), offered(alice, empty)])).toEqual([true, false])
    expect(await Promise.all([offered(sam, acme.id), offered(ann, acme.id)])).toEqual([false, false])
  })

  it('leaves no sign that the client has opened or seen anything', async () => {
    const alice = await asAdmin()
    await start(alice)
    const documents = (await alice.get(`/api/client-folders/${world.folders.acme.id}/documents`)).body
    for (const { id } of documents) await alice.get(`/api/documents/${id}/file`)
    const lines = await world.trail()
    expect(lines.filter((line) => line.action === 'document.opened' && line.actorId === world.people.ann.id)).toEqual(
      [],
    )
  })
})
