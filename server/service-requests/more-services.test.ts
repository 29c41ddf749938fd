// A client with a folder requests more services: who may, who sees it, and what accepting it does.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { company, contactIn, noRights } from '../../tests/contacts.ts'
import { type Tab, openTab } from '../../tests/event-stream.ts'
import { saveSettings } from '../../tests/firm-settings.ts'
import { signInAgain } from '../../tests/follow-ups.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { firstServices } from '../../domain/public-site.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const input = { services: ['talent-acquisition'], needsDescription: 'Two machinists by spring.' }
const pathOf = (id = testApp.folders.acme.id) => `/api/client-folders/${id}/service-requests`
/** The tests send more than the limit allows. */
async function send(body: object = input, caller: Caller = testApp.ann, id?: string) {
  await testApp.db.run(sql`delete from rate_limits`)
  return caller.post(pathOf(id), body)
}
const sent = async () => (await send()).body.id as string
const accept = (id: string, caller: Caller = testApp.sam, more: object = {}) =>
  caller.patch(`/api/service-requests/${id}/status`, { status: 'in-progress', ...more })
const sees = async (id: string, caller: Caller) =>
  (await caller.get('/api/service-requests?limit=200')).body.some((each: { id: string }) => each.id === id)

describe('a request for more services', () => {
  it('is filled in from the account and the folder, and its client sees the status', async () => {
    const { status, body } = await send()
    expect([status, body.status, body.serviceNames]).toEqual([201, 'pending', ['Talent Acquisition']])
    expect((await testApp.alice.get(`/api/service-requests/${body.id}`)).body).toMatchObject({
      existingFolderId: testApp.folders.acme.id,
      existingFolderName: testApp.folders.acme.name,
      services: input.services,
      needsDescription: input.needsDescription,
      businessGoals: '',
      status: 'pending',
    })
    await accept(body.id)
    const [newest] = (await testApp.ann.get(pathOf())).body
    expect(newest).toMatchObject({ id: body.id, status: 'in-progress', acceptedAt: expect.any(String) })
    expect((await testApp.auditLog()).find(({ entityId }) => entityId === body.id)).toMatchObject({
      action: 'service-request.more-services',
      actorId: testApp.people.ann.id,
    })
  })

  it('notifies the lead of the folder and administrators', async () => {
    // Administrators get one email for several requests.
    testApp.pass({ minutes: 20 })
    const before = (await testApp.mail()).length
    await send()
    const recipients = (await testApp.mail()).slice(before).map(({ to }) => to)
    expect(recipients).toContain('sam@example.com')
    expect(recipients).toContain('alice@example.com')
  })

  it('is seen by those who see the folder and administrators, and by no one else on the team', async () => {
    const id = await sent()
    expect([await sees(id, testApp.sam), await sees(id, testApp.alice), await sees(id, testApp.sue)]).toEqual([
      true,
      true,
      false,
    ])
    for (const path of ['', '/duplicates'])
      expect((await testApp.sue.get(`/api/service-requests/${id}${path}`)).status).toBe(404)
    expect((await accept(id, testApp.sue)).status).toBe(404)
    const pending = async (caller: Caller) => (await caller.get('/api/dashboard')).body.pendingRequests as number
    const [samBefore, sueBefore] = [await pending(testApp.sam), await pending(testApp.sue)]
    await sent()
    expect([await pending(testApp.sam), await pending(testApp.sue)]).toEqual([samBefore + 1, sueBefore])
    const { body } = await testApp.visitor.post('/api/service-requests', requestInput)
    expect(await sees(body.id, testApp.sue)).toBe(true)
  })

  it('reaches only those who may read it, when it is submitted and when it is accepted', async () => {
    await testApp.goLive()
    await signInAgain(testApp)
    const address = await testApp.address()
    const folderId = await company(testApp)
    const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
    const added = await testApp.alice.post(`/api/client-folders/${folderId}/members`, { userId: assistant.id })
    expect(added.status, added.text).toBe(201)
    const [withMoney, without] = [
      await contactIn(testApp, folderId, { ...noRights, money: true }),
      await contactIn(testApp, folderId, { ...noRights, documents: true }),
    ]
    const tab = (caller: Caller) => openTab(address, caller)
    const readers = await Promise.all([testApp.sam, testApp.alice, assistant.caller, withMoney.cora].map(tab))
    const others = await Promise.all([testApp.sue, testApp.eve, without.cora].map(tab))
    const times = ({ received }: Tab, id: string) => received.filter((change) => change.id === id).length
    const { id } = (await send(input, withMoney.cora, folderId)).body
    for (const each of readers) await expect.poll(() => times(each, id)).toBe(1)
    expect((await accept(id)).status).toBe(200)
    for (const each of readers) await expect.poll(() => times(each, id)).toBe(2)
    // A later event proves that the earlier ones would have arrived by now.
    await testApp.db.transaction({ actorId: null, address: 'test', requestId: 'test' }, async (tx) => {
      tx.publish({ type: 'staff', id: unknownId, roles: ['staff', 'client'] })
    })
    for (const each of others) {
      await expect.poll(() => times(each, unknownId)).toBe(1)
      expect(times(each, id)).toBe(0)
    }
    for (const each of [...readers, ...others]) each.close()
  })

  it('adds its services to the folder once it is accepted, and creates no folder', async () => {
    const folderPath = `/api/client-folders/${testApp.folders.acme.id}`
    await testApp.alice.patch(folderPath, { services: 'HR Consulting' })
    const id = (await send({ ...input, services: ['talent-acquisition', 'hr-consulting'] })).body.id
    const accepted = await accept(id)
    expect(accepted.body.allowed).not.toContain('open-folder')
    expect((await testApp.sam.get(folderPath)).body.services).toBe('HR Consulting, Talent Acquisition')
    const again = { name: 'Acme twice', services: 'x', serviceRequestId: id }
    expect((await testApp.sam.post('/api/client-folders', again)).status).toBe(400)
  })

  it('adds them once if two people accept at the same time', async () => {
    const folderPath = `/api/client-folders/${testApp.folders.acme.id}`
    await testApp.alice.patch(folderPath, { services: 'HR Consulting' })
    const id = await sent()
    const answers = await Promise.all([accept(id), accept(id, testApp.alice)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await testApp.sam.get(folderPath)).body.services).toBe('HR Consulting, Talent Acquisition')
  })

  it('can’t be assigned to someone who doesn’t work in the folder', async () => {
    const id = await sent()
    const { status, body } = await accept(id, testApp.alice, { assignedStaffId: testApp.people.sue.id })
    expect([status, body.message]).toEqual([
      400,
      'This person doesn’t work in the client’s folder. Add them to its team first.',
    ])
    expect((await accept(id, testApp.alice, { assignedStaffId: testApp.people.sam.id })).status).toBe(200)
  })

  it.each([
    [{ ...input, services: [] }, 'services', 'Please select at least one service'],
    [{ ...input, services: ['gardening'] }, 'services.0', 'Choose services from the list.'],
    [{ ...input, needsDescription: ' ' }, 'needsDescription', 'Enter what you need'],
    [{ ...input, email: 'else@example.com' }, '', expect.stringContaining('email')],
  ])('refuses %j', async (body, path, message) => {
    const answer = await send(body)
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
  })

  it('offers internal services to clients, and hidden ones to no one', async () => {
    const withOne = (availability: string) =>
      saveSettings(testApp, {
        services: firstServices.map((each) => (each.key === 'talent-acquisition' ? { ...each, availability } : each)),
      })
    await withOne('internal')
    expect((await send()).status).toBe(201)
    await withOne('hidden')
    expect((await send()).status).toBe(400)
    await withOne('public')
  })

  it('is limited to ten an hour', async () => {
    await testApp.db.run(sql`delete from rate_limits`)
    for (let count = 0; count < 10; count++) expect((await testApp.ann.post(pathOf(), input)).status).toBe(201)
    expect((await testApp.ann.post(pathOf(), input)).status).toBe(429)
  })
})

describe('someone else’s folder', () => {
  it('is not found by another client or the team, and refused to visitors', async () => {
    for (const id of [testApp.folders.acme.id, unknownId]) {
      expect((await send(input, testApp.eve, id)).status).toBe(404)
      expect((await testApp.eve.get(pathOf(id))).status).toBe(404)
    }
    for (const caller of [testApp.sam, testApp.alice]) expect((await send(input, caller)).status).toBe(404)
    expect((await send(input, testApp.visitor)).status).toBe(401)
  })

  it('keeps the requests of two companies of one client apart', async () => {
    const create = { name: 'Second company', services: 'HR Consulting', clientId: testApp.people.ann.id }
    const second = (
      await testApp.alice.post('/api/client-folders', { ...create, assignedStaffId: testApp.people.sue.id })
    ).body.id
    const { body } = await send(input, testApp.ann, second)
    const listed = async (id?: string) =>
      (await testApp.ann.get(pathOf(id))).body.map((each: { id: string }) => each.id)
    expect(await listed(second)).toEqual([body.id])
    expect(await listed()).not.toContain(body.id)
    expect([await sees(body.id, testApp.sue), await sees(body.id, testApp.sam)]).toEqual([true, false])
  })

  it('takes requests from a contact with the money right only', async () => {
    const folderId = await company(testApp)
    const withMoney = await contactIn(testApp, folderId, { ...noRights, money: true })
    const without = await contactIn(testApp, folderId, { ...noRights, documents: true })
    expect((await send(input, withMoney.cora, folderId)).status).toBe(201)
    expect((await send(input, without.cora, folderId)).status).toBe(404)
    expect((await without.cora.get(pathOf(folderId))).status).toBe(404)
  })

  it('takes none while it is archived, and a pending one can’t be accepted then', async () => {
    const id = await sent()
    const folderPath = `/api/client-folders/${testApp.folders.acme.id}`
    await testApp.alice.patch(folderPath, { status: 'archived' })
    expect((await send()).status).toBe(409)
    expect((await accept(id)).status).toBe(409)
    await testApp.alice.patch(folderPath, { status: 'active' })
    expect((await accept(id)).status).toBe(200)
  })
})
