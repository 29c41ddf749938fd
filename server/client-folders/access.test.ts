// Access to a folder when it is reassigned: its staff, its creator, and its client.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRights, company, contactIn, emailsTo, noRights } from '../../tests/contacts.ts'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const folderOf = (id: string) => `/api/client-folders/${id}`
const reads = async (who: Caller, id: string) =>
  Promise.all(['', '/messages', '/documents'].map(async (part) => (await who.get(`${folderOf(id)}${part}`)).status))
const seen = [200, 200, 200]
const hidden = [404, 404, 404]

describe('the creator of a folder', () => {
  const created = async () => (await testApp.sam.post('/api/client-folders', { name: 'x', services: 'x' })).body.id

  it('has access until the first reassignment', async () => {
    const id = await created()
    expect(await reads(testApp.sam, id)).toEqual(seen)
    await testApp.alice.patch(folderOf(id), { assignedStaffId: testApp.people.sue.id })
    expect(await reads(testApp.sam, id)).toEqual(hidden)
    expect(await reads(testApp.sue, id)).toEqual(seen)
    expect((await testApp.sam.patch(folderOf(id), { name: 'Mine' })).status).toBe(404)
    expect((await testApp.sam.post(`${folderOf(id)}/messages`, { content: 'x' })).status).toBe(404)
    const listed = (await testApp.sam.get('/api/client-folders?limit=200')).body.map((each: { id: string }) => each.id)
    expect(listed).not.toContain(id)
  })

  it('has access again only while the folder is assigned to them', async () => {
    const id = await created()
    for (const staff of [testApp.people.sue.id, testApp.people.sam.id]) {
      await testApp.alice.patch(folderOf(id), { assignedStaffId: staff })
    }
    expect(await reads(testApp.sam, id)).toEqual(seen)
    await testApp.alice.patch(folderOf(id), { assignedStaffId: testApp.people.sue.id })
    expect(await reads(testApp.sam, id)).toEqual(hidden)
  })

  it('loses access when their work is transferred to someone else', async () => {
    const more = { email: 'leaver@example.com', role: 'staff', firstName: 'Lee', lastName: 'Over' }
    const { body: leaver } = await testApp.alice.post('/api/users', more)
    const staff = await testApp.signIn(leaver.id, 'staff')
    const { id } = (await staff.post('/api/client-folders', { name: 'x', services: 'x' })).body
    expect(await reads(staff, id)).toEqual(seen)
    const body = { handOverTo: testApp.people.sue.id, exceptions: [], deactivate: false }
    expect((await testApp.alice.post(`/api/users/${leaver.id}/hand-over`, body)).status).toBe(200)
    expect(await reads(staff, id)).toEqual(hidden)
  })

  it('receives no live notices of the folder after losing access, even as a client', async () => {
    await testApp.goLive()
    const email = 'former@example.com'
    const { body: former } = await testApp.alice.post('/api/users', {
      email,
      role: 'staff',
      firstName: 'Former',
      lastName: 'Staff',
    })
    const staff = await testApp.signIn(former.id, 'staff')
    const { id } = (await staff.post('/api/client-folders', { name: 'x', services: 'x' })).body
    const change = { role: 'client', email, firstName: 'Former', lastName: 'Staff' }
    const changed = await testApp.alice.send({
      method: 'PUT',
      url: `/api/users/${former.id}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(change),
    })
    expect(changed.status, changed.text).toBe(200)
    const client = await testApp.signIn(former.id, 'client')
    // A new tab also receives the notices of the last few seconds, which would include those from before the change.
    await testApp.db.run(sql`delete from live_events`)
    const [tab, other] = [
      await openTab(await testApp.address(), client),
      await openTab(await testApp.address(), testApp.alice),
    ]
    await testApp.alice.patch(folderOf(id), { services: 'more' })
    await expect.poll(() => other.text()).toContain(id)
    expect(tab.text()).not.toContain(id)
    tab.close()
    other.close()
  })
})

describe('changing the client of a folder with content', () => {
  const withContent = async () => {
    const id = await company(testApp)
    expect((await testApp.sam.post(`${folderOf(id)}/messages`, { content: 'For Ann' })).status).toBe(201)
    return id
  }
  const toEve = () => ({ clientId: testApp.people.eve.id, reason: 'Ann left the company.' })

  it('refuses staff, even if they remove the client first', async () => {
    const id = await withContent()
    for (const clientId of [testApp.people.eve.id, null]) {
      const { status, body } = await testApp.sam.patch(folderOf(id), { clientId, reason: 'Slip' })
      expect([status, body.message]).toEqual([
        403,
        'Only an administrator can change the client of a folder that has content.',
      ])
    }
    expect((await testApp.alice.patch(folderOf(id), { clientId: null, reason: 'Ann left.' })).status).toBe(200)
    expect((await testApp.sam.patch(folderOf(id), toEve())).status).toBe(403)
    expect(await reads(testApp.eve, id)).toEqual(hidden)
  })

  it('requires a reason and reauthentication within ten minutes', async () => {
    const id = await withContent()
    const missing = await testApp.alice.patch(folderOf(id), { clientId: testApp.people.eve.id })
    expect([missing.status, missing.body.issues[0].path]).toEqual([400, 'reason'])
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    testApp.pass({ minutes: 11 })
    const stale = await alice.patch(folderOf(id), toEve())
    expect([stale.status, stale.body.code]).toEqual([403, 'step-up'])
    expect(await reads(testApp.eve, id)).toEqual(hidden)
    expect((await alice.patch(folderOf(id), { name: 'Renamed' })).status).toBe(200)
  })

  it('lets an administrator do it, audits the reason, and notifies the old client', async () => {
    const id = await withContent()
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.patch(folderOf(id), toEve())).status).toBe(200)
    expect(await reads(testApp.eve, id)).toEqual(seen)
    expect(await reads(testApp.ann, id)).toEqual(hidden)
    expect((await emailsTo(testApp, 'ann@example.com')).at(-1)?.subject).toBe(
      'Your access to a client folder at ProHR ended',
    )
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'client-folder.changed', entityId: id })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('Ann left the company.')
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

  it('lets staff do it while the folder is empty or has no client yet', async () => {
    const empty = await company(testApp)
    const { userId } = await contactIn(testApp, await company(testApp), {})
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    await alice.patch(folderOf(empty), { clientId: null })
    expect((await testApp.sam.patch(folderOf(empty), { clientId: userId })).body.clientId).toBe(userId)
    const { id } = (await testApp.sam.post('/api/client-folders', { name: 'x', services: 'x' })).body
    await testApp.sam.post(`${folderOf(id)}/staff-notes`, { content: 'Prepared' })
    expect((await testApp.sam.patch(folderOf(id), { clientId: testApp.people.ann.id })).body.clientId).toBe(
      testApp.people.ann.id,
    )
  })
})

describe('folder access', () => {
  it('lists the lead, the creator while they have access, the client, and the contacts', async () => {
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    const id = (
      await testApp.sam.post('/api/client-folders', { name: 'x', services: 'x', clientId: testApp.people.ann.id })
    ).body.id
    await contactIn(testApp, id, { documents: true }, 'access@example.com')
    const access = async (who: Caller) => (await who.get(`${folderOf(id)}/access`)).body
    const people = (body: { people: { role: string; email: string }[] }) =>
      body.people.map(({ role, email }) => [role, email])
    expect(people(await access(testApp.sam))).toEqual([
      ['lead', 'sam@example.com'],
      ['client', 'ann@example.com'],
      ['contact', 'access@example.com'],
    ])
    expect((await access(testApp.sam)).administrators).toBe(2)
    const own = (
      await testApp.alice.post('/api/client-folders', {
        name: 'x',
        services: 'x',
        assignedStaffId: testApp.people.sue.id,
      })
    ).body.id
    expect(people((await testApp.sue.get(`${folderOf(own)}/access`)).body)).toEqual([['lead', 'sue@example.com']])
    await alice.patch(folderOf(id), { assignedStaffId: testApp.people.sue.id })
    expect(people(await access(testApp.sue))).toEqual([
      ['lead', 'sue@example.com'],
      ['client', 'ann@example.com'],
      ['contact', 'access@example.com'],
    ])
    expect((await access(testApp.ann)).clientChanges).toEqual([])
  })

  it('shows the list to the team and the client, but not to contacts and others', async () => {
    const id = await company(testApp)
    const { cora } = await contactIn(testApp, id, allRights)
    const statuses = [testApp.sam, testApp.ann, cora, testApp.eve, testApp.sue].map(
      async (who) => (await who.get(`${folderOf(id)}/access`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403, 404, 404])
  })
})

describe('a contact without rights', () => {
  it('sees no tax exemption, no purchase order number, and no assignment', async () => {
    const id = await company(testApp)
    const tax = { taxExempt: true, taxExemptionNumber: 'VA-CANARY', purchaseOrderNumber: 'PO-CANARY' }
    expect((await testApp.sam.patch(folderOf(id), tax)).status).toBe(200)
    const task = { title: 'CANARY task', description: 'CANARY text', dueDate: '2099-01-01' }
    const assignment = (await testApp.sam.post(`${folderOf(id)}/assignments`, task)).body.id
    const { cora } = await contactIn(testApp, id, noRights)
    const paths = [folderOf(id), '/api/client-folders', `${folderOf(id)}/assignments`, `/api/assignments/${assignment}`]
    for (const path of [
      ...paths,
      '/api/search?q=CANARY',
      '/api/dashboard',
      '/api/to-dos',
      '/api/work-queue',
      '/api/notifications',
    ])
      expect((await cora.get(path)).text, path).not.toContain('CANARY')
    expect((await cora.get(folderOf(id))).body).toMatchObject({ taxExempt: null, purchaseOrderNumber: null })
    const { cora: money } = await contactIn(testApp, id, { money: true })
    expect((await money.get(folderOf(id))).body).toMatchObject(tax)
    const { cora: documents } = await contactIn(testApp, id, { documents: true })
    expect((await documents.get(`/api/assignments/${assignment}`)).body.title).toBe('CANARY task')
    expect((await money.get(`/api/assignments/${assignment}`)).status).toBe(404)
  })
})
