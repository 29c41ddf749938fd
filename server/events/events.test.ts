import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let address: string
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.goLive()
  address = await testApp.address()
})
afterAll(() => testApp.close())

const tabOf = (caller: Caller, query = '') => openTab(address, caller, query)

const acme = () => `/api/client-folders/${testApp.folders.acme.id}`

describe('live updates', () => {
  it('a message reaches people who may see the folder, by id only, and no one else', async () => {
    const tabs = {
      ann: await tabOf(testApp.ann),
      sam: await tabOf(testApp.sam),
      alice: await tabOf(testApp.alice),
      eve: await tabOf(testApp.eve),
      sue: await tabOf(testApp.sue),
    }
    const { id } = (await testApp.ann.post(`${acme()}/messages`, { content: 'Hear me' })).body
    const expected = { type: 'messages', id, clientFolderId: testApp.folders.acme.id }
    for (const who of ['ann', 'sam', 'alice'] as const)
      await expect.poll(() => tabs[who].received).toContainEqual(expected)
    // A later notice to each of the others proves that the earlier one would have arrived by now.
    const elmwood = (
      await testApp.eve.post(`/api/client-folders/${testApp.folders.elmwood.id}/messages`, { content: 'Mine' })
    ).body
    for (const who of ['eve', 'sue'] as const) {
      await expect.poll(() => tabs[who].received.map((change) => change.id)).toContain(elmwood.id)
      expect(tabs[who].received.map((change) => change.id)).not.toContain(id)
    }
    expect(tabs.ann.received.map((change) => change.id)).not.toContain(elmwood.id)
    for (const tab of Object.values(tabs)) tab.close()
  })

  it('a new request reaches the team and no client', async () => {
    const tabs = { sam: await tabOf(testApp.sam), sue: await tabOf(testApp.sue), ann: await tabOf(testApp.ann) }
    const { requestInput } = await import('../../tests/architecture/rights.ts')
    const { id } = (await testApp.visitor.post('/api/service-requests', requestInput)).body
    for (const who of ['sam', 'sue'] as const)
      await expect.poll(() => tabs[who].received.map((change) => change.id)).toContain(id)
    const message = (await testApp.ann.post(`${acme()}/messages`, { content: 'After it' })).body
    await expect.poll(() => tabs.ann.received.map((change) => change.id)).toContain(message.id)
    expect(tabs.ann.received.map((change) => change.id)).not.toContain(id)
    for (const tab of Object.values(tabs)) tab.close()
  })

  it('B4: people who lose access to a folder are notified to reload, and get a 404', async () => {
    const { id } = (
      await testApp.alice.post('/api/client-folders', {
        name: 'Moves',
        services: 'x',
        assignedStaffId: testApp.people.sam.id,
      })
    ).body
    const tab = await tabOf(testApp.sam)
    await testApp.alice.patch(`/api/client-folders/${id}`, { assignedStaffId: testApp.people.sue.id })
    await expect.poll(() => tab.received.map((change) => change.id)).toContain(id)
    expect((await testApp.sam.get(`/api/client-folders/${id}`)).status).toBe(404)
    tab.close()
  })

  it('no one gets an email about the folder they have open', async () => {
    const folder = {
      name: 'Looked at',
      services: 'x',
      assignedStaffId: testApp.people.sam.id,
      clientId: testApp.people.ann.id,
    }
    const { id } = (await testApp.alice.post('/api/client-folders', folder)).body
    const tab = await tabOf(testApp.sam, `?clientFolderId=${id}`)
    const before = (await testApp.mail()).length
    await testApp.ann.post(`/api/client-folders/${id}/messages`, { content: 'You are here' })
    expect(await testApp.mail()).toHaveLength(before)
    tab.close()
    const writesAgain = async () => {
      await testApp.ann.post(`/api/client-folders/${id}/messages`, { content: 'You are away' })
      return (await testApp.mail()).at(-1)?.to
    }
    await expect.poll(writesAgain).toBe('sam@example.com')
  })

  it('a stranger cannot report presence in a folder', async () => {
    expect((await testApp.eve.get(`/api/events?clientFolderId=${testApp.folders.acme.id}`)).status).toBe(404)
  })

  it('A5: a stream ends with its session, right away', async () => {
    const caller = await testApp.signIn(testApp.people.sue.id, 'staff')
    const tab = await tabOf(caller)
    await caller.post('/api/logout')
    await expect.poll(tab.hasEnded).toBe(true)
  })

  it('A5: the stream of a deactivated user is closed', async () => {
    const added = (
      await testApp.alice.post('/api/staff', { email: 'temp@example.com', firstName: 'Tem', lastName: 'Porary' })
    ).body
    const caller = await testApp.signIn(added.id, 'staff')
    const tab = await tabOf(caller)
    await testApp.alice.delete(`/api/users/${added.id}`)
    await expect.poll(tab.hasEnded).toBe(true)
    expect((await caller.get('/api/service-requests')).status).toBe(401)
  })

  it('refuses more than ten streams in a session, and accepts another when one has closed', async () => {
    const caller = await testApp.signIn(testApp.people.sue.id, 'staff')
    const tabs = await Promise.all(Array.from({ length: 10 }, () => tabOf(caller)))
    const refused = await caller.get('/api/events')
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'too-many', '5'])
    tabs[0]!.close()
    await expect.poll(() => testApp.context.live.listeners).toBe(9)
    const next = await tabOf(caller)
    expect(testApp.context.live.listeners).toBe(10)
    for (const tab of [next, ...tabs]) tab.close()
    await expect.poll(() => testApp.context.live.listeners).toBe(0)
  })

  it('counts streams that are opened at the same time, and gives the place of a refused one back', async () => {
    const caller = await testApp.signIn(testApp.people.sue.id, 'staff')
    const foreign = `?clientFolderId=${testApp.folders.acme.id}`
    for (let i = 0; i < 11; i++) expect((await caller.get(`/api/events${foreign}`)).status).toBe(404)
    const query = `?clientFolderId=${testApp.folders.elmwood.id}`
    const tabs = await Promise.all(Array.from({ length: 60 }, () => tabOf(caller, query)))
    const open = tabs.filter(({ status }) => status === 200)
    expect([open.length, tabs.filter(({ status }) => status === 429).length]).toEqual([10, 50])
    expect(testApp.context.live.listeners).toBe(10)
    for (const tab of tabs) tab.close()
    await expect.poll(() => testApp.context.live.listeners).toBe(0)
  })

  it('refuses more than twenty streams of a user over all sessions, without affecting others', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => testApp.signIn(testApp.people.sue.id, 'staff')))
    const tabs = await Promise.all(
      [0, 1].flatMap((session) => Array.from({ length: 10 }, () => tabOf(sessions[session]!))),
    )
    expect((await sessions[2]!.get('/api/events')).status).toBe(429)
    const other = await tabOf(testApp.sam)
    expect(testApp.context.live.listeners).toBe(21)
    for (const tab of [other, ...tabs]) tab.close()
    await expect.poll(() => testApp.context.live.listeners).toBe(0)
  })

  it('one stream reports several open folders; one that is not visible is a 404', async () => {
    const open = async (name: string) =>
      (await testApp.alice.post('/api/client-folders', { name, services: 'x', assignedStaffId: testApp.people.sam.id }))
        .body.id as string
    const folders = [await open('One'), await open('Two')]
    const present = () =>
      testApp.db.rows(
        sql`select from presence where user_id = ${testApp.people.sam.id} and client_folder_id = any(${folders}::uuid[])`,
      )
    const tab = await tabOf(testApp.sam, `?clientFolderId=${folders.join(',')}`)
    expect(await present()).toHaveLength(2)
    tab.close()
    await expect.poll(present).toHaveLength(0)
    const foreign = `${folders[0]},${testApp.folders.elmwood.id}`
    expect((await testApp.sam.get(`/api/events?clientFolderId=${foreign}`)).status).toBe(404)
    expect((await testApp.sam.get('/api/events?clientFolderId=nonsense')).status).toBe(404)
    const eleven = Array.from({ length: 11 }, () => folders[0]).join(',')
    expect((await testApp.sam.get(`/api/events?clientFolderId=${eleven}`)).status).toBe(400)
  })

  it('A4: a stream ends when its session expires', async () => {
    const caller = await testApp.signIn(testApp.people.sue.id, 'staff')
    const tab = await tabOf(caller)
    const other = await tabOf(testApp.sam)
    testApp.pass({ minutes: 61 })
    await expect.poll(tab.hasEnded).toBe(true)
    expect(tab.text()).toContain('event: signed-out')
    other.close()
  })
})
