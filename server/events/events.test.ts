import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let address: string
beforeAll(async () => {
  world = await createWorld()
  await world.goLive()
  address = await world.address()
})
afterAll(() => world.close())

const tabOf = (caller: Caller, query = '') => openTab(address, caller, query)

const acme = () => `/api/client-folders/${world.folders.acme.id}`

describe('live', () => {
  it('a message is heard by those who may see the folder, by name only, and by nobody else', async () => {
    const tabs = {
      ann: await tabOf(world.ann),
      sam: await tabOf(world.sam),
      alice: await tabOf(world.alice),
      eve: await tabOf(world.eve),
      sue: await tabOf(world.sue),
    }
    const { id } = (await world.ann.post(`${acme()}/messages`, { content: 'Hear me' })).body
    const expected = { type: 'messages', id, clientFolderId: world.folders.acme.id }
    for (const who of ['ann', 'sam', 'alice'] as const)
      await expect.poll(() => tabs[who].heard).toContainEqual(expected)
    // A later notice to each of the others proves that the earlier one would have come by now.
    const elmwood = (
      await world.eve.post(`/api/client-folders/${world.folders.elmwood.id}/messages`, { content: 'Mine' })
    ).body
    for (const who of ['eve', 'sue'] as const) {
      await expect.poll(() => tabs[who].heard.map((change) => change.id)).toContain(elmwood.id)
      expect(tabs[who].heard.map((change) => change.id)).not.toContain(id)
    }
    expect(tabs.ann.heard.map((change) => change.id)).not.toContain(elmwood.id)
    for (const tab of Object.values(tabs)) tab.close()
  })

  it('a new request is heard by the whole team and by no client', async () => {
    const tabs = { sam: await tabOf(world.sam), sue: await tabOf(world.sue), ann: await tabOf(world.ann) }
    const { wish } = await import('../../tests/guards/rights.ts')
    const { id } = (await world.visitor.post('/api/service-requests', wish)).body
    for (const who of ['sam', 'sue'] as const)
      await expect.poll(() => tabs[who].heard.map((change) => change.id)).toContain(id)
    const message = (await world.ann.post(`${acme()}/messages`, { content: 'After it' })).body
    await expect.poll(() => tabs.ann.heard.map((change) => change.id)).toContain(message.id)
    expect(tabs.ann.heard.map((change) => change.id)).not.toContain(id)
    for (const tab of Object.values(tabs)) tab.close()
  })

  it('B4: whoever loses a folder is told to look again, and finds it gone', async () => {
    const { id } = (
      await world.alice.post('/api/client-folders', {
        name: 'Moves',
        services: 'x',
        assignedStaffId: world.people.sam.id,
      })
    ).body
    const tab = await tabOf(world.sam)
    await world.alice.patch(`/api/client-folders/${id}`, { assignedStaffId: world.people.sue.id })
    await expect.poll(() => tab.heard.map((change) => change.id)).toContain(id)
    expect((await world.sam.get(`/api/client-folders/${id}`)).status).toBe(404)
    tab.close()
  })

  it('nobody gets a letter about the folder they are looking at', async () => {
    const folder = {
      name: 'Looked at',
      services: 'x',
      assignedStaffId: world.people.sam.id,
      clientId: world.people.ann.id,
    }
    const { id } = (await world.alice.post('/api/client-folders', folder)).body
    const tab = await tabOf(world.sam, `?clientFolderId=${id}`)
    const before = (await world.mail()).length
    await world.ann.post(`/api/client-folders/${id}/messages`, { content: 'You are here' })
    expect(await world.mail()).toHaveLength(before)
    tab.close()
    const writesAgain = async () => {
      await world.ann.post(`/api/client-folders/${id}/messages`, { content: 'You are away' })
      return (await world.mail()).at(-1)?.to
    }
    await expect.poll(writesAgain).toBe('sam@example.com')
  })

  it('a stranger cannot even say that they look at a folder', async () => {
    expect((await world.eve.get(`/api/events?clientFolderId=${world.folders.acme.id}`)).status).toBe(404)
  })

  it('A5: a stream ends with its session, at once', async () => {
    const caller = await world.signIn(world.people.sue.id, 'staff')
    const tab = await tabOf(caller)
    await caller.post('/api/logout')
    await expect.poll(tab.hasEnded).toBe(true)
  })

  it('A5: a stream of a deactivated person is cut', async () => {
    const added = (
      await world.alice.post('/api/staff', { email: 'temp@example.com', firstName: 'Tem', lastName: 'Porary' })
    ).body
    const caller = await world.signIn(added.id, 'staff')
    const tab = await tabOf(caller)
    await world.alice.delete(`/api/users/${added.id}`)
    await expect.poll(tab.hasEnded).toBe(true)
    expect((await caller.get('/api/service-requests')).status).toBe(401)
  })

  it('refuses more than ten streams of a session, and takes the next when one has closed', async () => {
    const caller = await world.signIn(world.people.sue.id, 'staff')
    const tabs = await Promise.all(Array.from({ length: 10 }, () => tabOf(caller)))
    const refused = await caller.get('/api/events')
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'too-many', '5'])
    tabs[0]!.close()
    await expect.poll(() => world.parts.live.listeners).toBe(9)
    const next = await tabOf(caller)
    expect(world.parts.live.listeners).toBe(10)
    for (const tab of [next, ...tabs]) tab.close()
    await expect.poll(() => world.parts.live.listeners).toBe(0)
  })

  it('refuses more than twenty streams of a person, in whatever session, and none of anyone else', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => world.signIn(world.people.sue.id, 'staff')))
    const tabs = await Promise.all(
      [0, 1].flatMap((session) => Array.from({ length: 10 }, () => tabOf(sessions[session]!))),
    )
    expect((await sessions[2]!.get('/api/events')).status).toBe(429)
    const other = await tabOf(world.sam)
    expect(world.parts.live.listeners).toBe(21)
    for (const tab of [other, ...tabs]) tab.close()
    await expect.poll(() => world.parts.live.listeners).toBe(0)
  })

  it('one stream says that several folders are looked at; one that is not visible ends in a 404', async () => {
    const open = async (name: string) =>
      (await world.alice.post('/api/client-folders', { name, services: 'x', assignedStaffId: world.people.sam.id }))
        .body.id as string
    const folders = [await open('One'), await open('Two')]
    const present = () =>
      world.db.rows(
        sql`select from presence where user_id = ${world.people.sam.id} and client_folder_id = any(${folders}::uuid[])`,
      )
    const tab = await tabOf(world.sam, `?clientFolderId=${folders.join(',')}`)
    expect(await present()).toHaveLength(2)
    tab.close()
    await expect.poll(present).toHaveLength(0)
    const foreign = `${folders[0]},${world.folders.elmwood.id}`
    expect((await world.sam.get(`/api/events?clientFolderId=${foreign}`)).status).toBe(404)
    expect((await world.sam.get('/api/events?clientFolderId=nonsense')).status).toBe(404)
    const eleven = Array.from({ length: 11 }, () => folders[0]).join(',')
    expect((await world.sam.get(`/api/events?clientFolderId=${eleven}`)).status).toBe(400)
  })

  it('A4: a stream ends when the time of its session is over', async () => {
    const caller = await world.signIn(world.people.sue.id, 'staff')
    const tab = await tabOf(caller)
    const other = await tabOf(world.sam)
    world.pass({ minutes: 61 })
    await expect.poll(tab.hasEnded, { timeout: 8000 }).toBe(true)
    expect(tab.text()).toContain('event: signed-out')
    other.close()
  })
})
