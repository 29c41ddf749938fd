import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/rights.ts'
import { type Answer, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const acceptedBySam = async (more: object = {}): Promise<string> => {
  const { id } = (await testApp.visitor.post('/api/service-requests', { ...requestInput, ...more })).body
  await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
  return id
}

const folderOf = (id: string) => `/api/client-folders/${id}`

/** The reply to a request that waited for a concurrent change of the folder's people. */
async function whileItMoves(id: string, to: { staff: string; client: string }, act: () => Promise<Answer>) {
  const waiting = () =>
    testApp.db.rows(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  const { going } = await testApp.db.transaction({ actorId: null, address: 'test', requestId: 'test' }, async (tx) => {
    await tx.run(sql`
      update client_folders set assigned_staff_id = ${to.staff}, client_id = ${to.client}, version = version + 1 where id = ${id}`)
    const answer = act()
    await expect.poll(waiting).toHaveLength(1)
    return { going: answer }
  })
  return going
}

describe('creating a client folder', () => {
  it('staff create a folder for themselves', async () => {
    const answer = await testApp.sam.post('/api/client-folders', {
      name: 'Old Dominion Millwork',
      services: 'Leadership & Training',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      name: 'Old Dominion Millwork',
      assignedStaffId: testApp.people.sam.id,
      createdById: testApp.people.sam.id,
      clientId: null,
      status: 'active',
      version: 1,
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'client-folder.created',
      entityId: answer.body.id,
    })
  })

  it('an administrator creates a folder for a chosen staff member, who is required', async () => {
    const folder = { name: 'Old Dominion Millwork', services: 'Leadership & Training' }
    const chosen = await testApp.alice.post('/api/client-folders', {
      ...folder,
      assignedStaffId: testApp.people.sue.id,
    })
    expect(chosen.body.assignedStaffName).toBe('Sue Bennett')
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sue@example.com',
      subject: 'ProHR portal: a client folder was assigned to you',
    })
    const unassigned = await testApp.alice.post('/api/client-folders', folder)
    expect([unassigned.status, unassigned.body.issues[0].path]).toEqual([400, 'assignedStaffId'])
    const client = await testApp.alice.post('/api/client-folders', {
      ...folder,
      assignedStaffId: testApp.people.ann.id,
    })
    expect(client.status).toBe(400)
  })

  it('refuses staff who assign a colleague or set server-controlled fields', async () => {
    const folder = { name: 'Old Dominion Millwork', services: 'Leadership & Training' }
    expect(
      (await testApp.sam.post('/api/client-folders', { ...folder, assignedStaffId: testApp.people.sue.id })).status,
    ).toBe(400)
    expect(
      (await testApp.sam.post('/api/client-folders', { ...folder, createdById: testApp.people.sue.id })).status,
    ).toBe(400)
    expect((await testApp.sam.post('/api/client-folders', { ...folder, name: ' ' })).body.message).toBe(
      'Client name is required',
    )
    expect((await testApp.sam.post('/api/client-folders', { ...folder, services: '' })).body.message).toBe(
      'Services are required',
    )
  })

  it('creates a folder from an accepted request and invites its visitor', async () => {
    const serviceRequestId = await acceptedBySam({
      email: 'priya@dental.example',
      firstName: 'Priya',
      lastName: 'Raman',
    })
    const answer = await testApp.sam.post('/api/client-folders', {
      name: 'Shenandoah Valley Dental',
      services: 'HR Consulting',
      serviceRequestId,
    })
    expect(answer.body).toMatchObject({
      serviceRequestId,
      clientName: 'Priya Raman',
      clientEmail: 'priya@dental.example',
    })
    const email = (await testApp.mail()).at(-1)
    expect(email?.to).toBe('priya@dental.example')
    expect(email?.text).toContain('/invitation/')
    expect((await testApp.sam.get(`/api/service-requests/${serviceRequestId}`)).body.clientFolderId).toBe(
      answer.body.id,
    )
  })

  it('creates one folder per request, and refuses a request of someone else', async () => {
    const serviceRequestId = await acceptedBySam({ email: 'jo@millwork.example' })
    const folder = { name: 'Millwork', services: 'Training', serviceRequestId }
    const tries = await Promise.all([1, 2, 3].map(() => testApp.sam.post('/api/client-folders', folder)))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      expect.toBeOneOf([400, 409]),
      expect.toBeOneOf([400, 409]),
    ])
    const pending = (await testApp.visitor.post('/api/service-requests', requestInput)).body.id
    expect((await testApp.sam.post('/api/client-folders', { ...folder, serviceRequestId: pending })).status).toBe(400)
    const foreign = await acceptedBySam()
    const answer = await testApp.sue.post('/api/client-folders', { ...folder, serviceRequestId: foreign })
    const unknown = await testApp.sue.post('/api/client-folders', {
      ...folder,
      serviceRequestId: '01890000-0000-7000-8000-00000000dead',
    })
    expect([answer.status, answer.text]).toEqual([400, unknown.text])
  })

  it('an existing client gets the folder in their account and is notified', async () => {
    const answer = await testApp.sam.post('/api/client-folders', {
      name: 'Second',
      services: 'Training',
      clientEmail: 'ANN@example.com',
    })
    expect(answer.body.clientId).toBe(testApp.people.ann.id)
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'Your client folder at ProHR is ready',
    })
    const staff = await testApp.alice.post('/api/client-folders', {
      name: 'Third',
      services: 'Training',
      assignedStaffId: testApp.people.sam.id,
      clientEmail: 'sue@example.com',
    })
    expect([staff.status, staff.body.issues[0].path]).toEqual([400, 'clientEmail'])
  })
})

describe('viewing a client folder', () => {
  it('is visible to its client, staff, creator, and administrators, in the list and by its address', async () => {
    const created = (await testApp.sam.post('/api/client-folders', { name: 'Made by Sam', services: 'x' })).body.id
    for (const [name, id] of [
      ['acme', testApp.folders.acme.id],
      ['elmwood', testApp.folders.elmwood.id],
      ['made', created],
    ] as const)
      for (const who of ['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const) {
        const list = (await testApp[who].get('/api/client-folders?limit=200')).body.some(
          (folder: { id: string }) => folder.id === id,
        )
        expect([name, who, (await testApp[who].get(folderOf(id))).status]).toEqual([name, who, list ? 200 : 404])
      }
    expect((await testApp.sam.get(folderOf(created))).status).toBe(200)
    expect((await testApp.sue.get(folderOf(created))).status).toBe(404)
    expect((await testApp.ann.get(folderOf(created))).status).toBe(404)
  })

  it('is hidden from the next request on from people who lost access', async () => {
    const id = (
      await testApp.alice.post('/api/client-folders', {
        name: 'Moves',
        services: 'x',
        assignedStaffId: testApp.people.sam.id,
      })
    ).body.id
    expect((await testApp.sam.get(folderOf(id))).status).toBe(200)
    await testApp.alice.patch(folderOf(id), { assignedStaffId: testApp.people.sue.id })
    expect((await testApp.sam.get(folderOf(id))).status).toBe(404)
  })

  it('replies the same for someone else’s folder as for a missing one', async () => {
    const unknown = await testApp.eve.get(folderOf('01890000-0000-7000-8000-00000000dead'))
    const foreign = await testApp.eve.get(folderOf(testApp.folders.acme.id))
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  })
})

describe('changing a client folder', () => {
  it('its staff change it at the version they saw', async () => {
    const { id } = (await testApp.sam.post('/api/client-folders', { name: 'Typo', services: 'x' })).body
    const right = await testApp.sam.patch(folderOf(id), { name: 'No typo' }, { 'if-match': '"1"' })
    expect([right.body.name, right.headers.etag]).toEqual(['No typo', '"2"'])
    expect((await testApp.sam.patch(folderOf(id), { name: 'Older' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await testApp.auditLog()).at(-1)?.details).toMatchObject({ fields: expect.arrayContaining(['name']) })
  })

  it('a request that waits for a concurrent reassignment sees the new state', async () => {
    const { sam, sue, ann, eve } = testApp.people
    const given = { name: 'Moves', services: 'x', assignedStaffId: sam.id, clientId: ann.id }
    const { id } = (await testApp.alice.post('/api/client-folders', given)).body
    const draft = { clientFolderId: id, title: 'Handbook', description: 'x', validUntil: '2099-12-31' }
    const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]

    const renamed = await whileItMoves(id, { staff: sue.id, client: ann.id }, () =>
      testApp.alice.patch(folderOf(id), { name: 'Renamed' }),
    )
    expect([renamed.status, renamed.body.name, renamed.body.assignedStaffName]).toEqual([200, 'Renamed', 'Sue Bennett'])
    const drafted = await whileItMoves(id, { staff: sam.id, client: ann.id }, () =>
      testApp.alice.post('/api/proposals', { ...draft, services }),
    )
    expect([drafted.status, drafted.text]).toEqual([201, expect.any(String)])
    const handed = await whileItMoves(id, { staff: sam.id, client: eve.id }, () =>
      testApp.alice.patch(folderOf(id), { name: 'Handed on' }),
    )
    expect([handed.status, handed.body.clientEmail]).toEqual([200, 'eve@example.com'])
  })

  it('refuses its client, and refuses staff who reassign it to a colleague', async () => {
    expect((await testApp.ann.patch(folderOf(testApp.folders.acme.id), { name: 'Mine' })).status).toBe(403)
    expect((await testApp.eve.patch(folderOf(testApp.folders.acme.id), { name: 'Mine' })).status).toBe(404)
    expect(
      (await testApp.sam.patch(folderOf(testApp.folders.acme.id), { assignedStaffId: testApp.people.sue.id })).status,
    ).toBe(403)
  })

  it('an archived folder is read-only until it is active again', async () => {
    const { id } = (
      await testApp.sam.post('/api/client-folders', { name: 'Done', services: 'x', clientId: testApp.people.ann.id })
    ).body
    await testApp.sam.patch(folderOf(id), { status: 'archived' })
    expect((await testApp.sam.patch(folderOf(id), { name: 'Later' })).status).toBe(409)
    expect((await testApp.sam.post(`${folderOf(id)}/messages`, { content: 'Hello' })).status).toBe(409)
    expect((await testApp.ann.post(`${folderOf(id)}/messages`, { content: 'Hello' })).status).toBe(409)
    expect((await testApp.ann.get(folderOf(id))).body.allowed).toEqual([
      'see-money',
      'see-documents',
      'see-messages',
      'manage-contacts',
    ])
    expect((await testApp.sam.patch(folderOf(id), { status: 'active' })).status).toBe(200)
    expect((await testApp.sam.post(`${folderOf(id)}/messages`, { content: 'Hello' })).status).toBe(201)
  })
})
