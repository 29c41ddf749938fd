// Who has access to a folder when it changes hands: its staff, its creator, its client.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, company, contactIn, lettersTo, noRights } from '../../tests/contacts.ts'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const folderOf = (id: string) => `/api/client-folders/${id}`
const reads = async (who: Caller, id: string) =>
  Promise.all(['', '/messages', '/documents'].map(async (part) => (await who.get(`${folderOf(id)}${part}`)).status))
const seen = [200, 200, 200]
const hidden = [404, 404, 404]

describe('the creator of a folder', () => {
  const created = async () => (await world.sam.post('/api/client-folders', { name: 'x', services: 'x' })).body.id

  it('has access until the first reassignment', async () => {
    const id = await created()
    expect(await reads(world.sam, id)).toEqual(seen)
    await world.alice.patch(folderOf(id), { assignedStaffId: world.people.sue.id })
    expect(await reads(world.sam, id)).toEqual(hidden)
    expect(await reads(world.sue, id)).toEqual(seen)
    expect((await world.sam.patch(folderOf(id), { name: 'Mine' })).status).toBe(404)
    expect((await world.sam.post(`${folderOf(id)}/messages`, { content: 'x' })).status).toBe(404)
    const listed = (await world.sam.get('/api/client-folders?limit=200')).body.map((each: { id: string }) => each.id)
    expect(listed).not.toContain(id)
  })

  it('has access again only while it is assigned to them', async () => {
    const id = await created()
    for (const staff of [world.people.sue.id, world.people.sam.id]) {
      await world.alice.patch(folderOf(id), { assignedStaffId: staff })
    }
    expect(await reads(world.sam, id)).toEqual(seen)
    await world.alice.patch(folderOf(id), { assignedStaffId: world.people.sue.id })
    expect(await reads(world.sam, id)).toEqual(hidden)
  })

  it('loses it when their work is transferred to someone else', async () => {
    const more = { email: 'leaver@example.com', role: 'staff', firstName: 'Lee', lastName: 'Over' }
    const { body: leaver } = await world.alice.post('/api/users', more)
    const staff = await world.signIn(leaver.id, 'staff')
    const { id } = (await staff.post('/api/client-folders', { name: 'x', services: 'x' })).body
    expect(await reads(staff, id)).toEqual(seen)
    const body = { handOverTo: world.people.sue.id, exceptions: [], deactivate: false }
    expect((await world.alice.post(`/api/users/${leaver.id}/hand-over`, body)).status).toBe(200)
    expect(await reads(staff, id)).toEqual(hidden)
  })

  it('gets no live notice of the folder after that, also as a client', async () => {
    await world.goLive()
    const email = 'former@example.com'
    const { body: former } = await world.alice.post('/api/users', {
      email,
      role: 'staff',
      firstName: 'Former',
      lastName: 'Staff',
    })
    const staff = await world.signIn(former.id, 'staff')
    const { id } = (await staff.post('/api/client-folders', { name: 'x', services: 'x' })).body
    const change = { role: 'client', email, firstName: 'Former', lastName: 'Staff' }
    const changed = await world.alice.send({
      method: 'PUT',
      url: `/api/users/${former.id}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(change),
    })
    expect(changed.status, changed.text).toBe(200)
    const client = await world.signIn(former.id, 'client')
    // A tab that opens is also sent the notices of the last seconds, from when they were on the team.
    await world.db.run(sql`delete from live_events`)
    const [tab, other] = [
      await openTab(await world.address(), client),
      await openTab(await world.address(), world.alice),
    ]
    await world.alice.patch(folderOf(id), { services: 'more' })
    await expect.poll(() => other.text()).toContain(id)
    expect(tab.text()).not.toContain(id)
    tab.close()
    other.close()
  })
})

describe('changing the client of a folder with content', () => {
  const withContent = async () => {
    const id = await company(world)
    expect((await world.sam.post(`${folderOf(id)}/messages`, { content: 'For Ann' })).status).toBe(201)
    return id
  }
  const toEve = () => ({ clientId: world.people.eve.id, reason: 'Ann left the company.' })

  it('is refused to staff, also by removing the client first', async () => {
    const id = await withContent()
    for (const clientId of [world.people.eve.id, null]) {
      const { status, body } = await world.sam.patch(folderOf(id), { clientId, reason: 'Slip' })
      expect([status, body.message]).toEqual([
        403,
        'Only an administrator can change the client of a folder that has content.',
      ])
    }
    expect((await world.alice.patch(folderOf(id), { clientId: null, reason: 'Ann left.' })).status).toBe(200)
    expect((await world.sam.patch(folderOf(id), toEve())).status).toBe(403)
    expect(await reads(world.eve, id)).toEqual(hidden)
  })

  it('needs a reason and a password entered within ten minutes', async () => {
    const id = await withContent()
    const missing = await world.alice.patch(folderOf(id), { clientId: world.people.eve.id })
    expect([missing.status, missing.body.issues[0].path]).toEqual([400, 'reason'])
    const alice = await world.signIn(world.people.alice.id, 'admin')
    world.pass({ minutes: 11 })
    const stale = await alice.patch(folderOf(id), toEve())
    expect([stale.status, stale.body.code]).toEqual([403, 'step-up'])
    expect(await reads(world.eve, id)).toEqual(hidden)
    expect((await alice.patch(folderOf(id), { name: 'Renamed' })).status).toBe(200)
  })

  it('is done by an administrator, recorded with its reason, and sent to the old client', async () => {
    const id = await withContent()
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.patch(folderOf(id), toEve())).status).toBe(200)
    expect(await reads(world.eve, id)).toEqual(seen)
    expect(await reads(world.ann, id)).toEqual(hidden)
    expect((await lettersTo(world, 'ann@example.com')).at(-1)?.subject).toBe('Your access to a client folder ended')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'client-folder.changed', entityId: id })
    expect(JSON.stringify(await world.trail())).not.toContain('Ann left the company.')
    const { body } = await alice.get(`${folderOf(id)}/access`)
    expect(body.clientChanges).toEqual([
      expect.objectContaining({
        from: 'ann@example.com',
        to: 'eve@example.com',
        reason: 'Ann left the company.',
        changedByName: 'Alice Moore',
      }),
    ])
  })

  it('is left to staff while the folder is empty, and for its first client', async () => {
    const empty = await company(world)
    const { userId } = await contactIn(world, await company(world), {})
    const alice = await world.signIn(world.people.alice.id, 'admin')
    await alice.patch(folderOf(empty), { clientId: null })
    expect((await world.sam.patch(folderOf(empty), { clientId: userId })).body.clientId).toBe(userId)
    const { id } = (await world.sam.post('/api/client-folders', { name: 'x', services: 'x' })).body
    await world.sam.post(`${folderOf(id)}/staff-notes`, { content: 'Prepared' })
    expect((await world.sam.patch(folderOf(id), { clientId: world.people.ann.id })).body.clientId).toBe(
      world.people.ann.id,
    )
  })
})

describe('who can see a folder', () => {
  it('names the lead, the creator while they have access, the client and the contacts', async () => {
    const alice = await world.signIn(world.people.alice.id, 'admin')
    const id = (
      await world.sam.post('/api/client-folders', { name: 'x', services: 'x', clientId: world.people.ann.id })
    ).body.id
    await contactIn(world, id, { documents: true }, 'access@example.com')
    const access = async (who: Caller) => (await who.get(`${folderOf(id)}/access`)).body
    const people = (body: { people: { role: string; email: string }[] }) =>
      body.people.map(({ role, email }) => [role, email])
    expect(people(await access(world.sam))).toEqual([
      ['lead', 'sam@example.com'],
      ['client', 'ann@example.com'],
      ['contact', 'access@example.com'],
    ])
    expect((await access(world.sam)).administrators).toBe(2)
    const own = (
      await world.alice.post('/api/client-folders', { name: 'x', services: 'x', assignedStaffId: world.people.sue.id })
    ).body.id
    expect(people((await world.sue.get(`${folderOf(own)}/access`)).body)).toEqual([['lead', 'sue@example.com']])
    await alice.patch(folderOf(id), { assignedStaffId: world.people.sue.id })
    expect(people(await access(world.sue))).toEqual([
      ['lead', 'sue@example.com'],
      ['client', 'ann@example.com'],
      ['contact', 'access@example.com'],
    ])
    expect((await access(world.ann)).clientChanges).toEqual([])
  })

  it('is told to the team and the client, not to contacts and others', async () => {
    const id = await company(world)
    const { cora } = await contactIn(world, id, allRights)
    const statuses = [world.sam, world.ann, cora, world.eve, world.sue].map(
      async (who) => (await who.get(`${folderOf(id)}/access`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 404, 404])
  })
})

describe('a contact without rights', () => {
  it('reads no tax exemption, no purchase order number and no assignment', async () => {
    const id = await company(world)
    const tax = { taxExempt: true, taxExemptionNumber: 'VA-CANARY', purchaseOrderNumber: 'PO-CANARY' }
    expect((await world.sam.patch(folderOf(id), tax)).status).toBe(200)
    const task = { title: 'CANARY task', description: 'CANARY text', dueDate: '2099-01-01' }
    const assignment = (await world.sam.post(`${folderOf(id)}/assignments`, task)).body.id
    const { cora } = await contactIn(world, id, noRights)
    const paths = [folderOf(id), '/api/client-folders', `${folderOf(id)}/assignments`, `/api/assignments/${assignment}`]
    for (const path of [...paths, '/api/search?q=CANARY', '/api/dashboard', '/api/waiting', '/api/notices'])
      expect((await cora.get(path)).text, path).not.toContain('CANARY')
    expect((await cora.get(folderOf(id))).body).toMatchObject({ taxExempt: null, purchaseOrderNumber: null })
    const { cora: money } = await contactIn(world, id, { money: true })
    expect((await money.get(folderOf(id))).body).toMatchObject(tax)
    const { cora: documents } = await contactIn(world, id, { documents: true })
    expect((await documents.get(`/api/assignments/${assignment}`)).body.title).toBe('CANARY task')
    expect((await money.get(`/api/assignments/${assignment}`)).status).toBe(404)
  })
})
