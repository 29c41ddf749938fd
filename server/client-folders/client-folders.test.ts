import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wish } from '../../tests/guards/rights.ts'
import { type Answer, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const acceptedBySam = async (more: object = {}): Promise<string> => {
  const { id } = (await world.visitor.post('/api/service-requests', { ...wish, ...more })).body
  await world.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
  return id
}

const folderOf = (id: string) => `/api/client-folders/${id}`

/** What somebody is answered who has to wait for the end of a change of the folder's people. */
async function whileItMoves(id: string, to: { staff: string; client: string }, act: () => Promise<Answer>) {
  const waiting = () =>
    world.db.rows(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  const { going } = await world.db.transaction({ actorId: null, address: 'test', requestId: 'test' }, async (tx) => {
    await tx.run(sql`
      update client_folders set assigned_staff_id = ${to.staff}, client_id = ${to.client}, version = version + 1 where id = ${id}`)
    const answer = act()
    await expect.poll(waiting, { timeout: 1500 }).toHaveLength(1)
    return { going: answer }
  })
  return going
}

describe('a folder is opened', () => {
  it('by staff for themselves', async () => {
    const answer = await world.sam.post('/api/client-folders', {
      name: 'Old Dominion Millwork',
      services: 'Leadership & Training',
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      name: 'Old Dominion Millwork',
      assignedStaffId: world.people.sam.id,
      createdById: world.people.sam.id,
      clientId: null,
      status: 'active',
      version: 1,
    })
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'client-folder.created', entityId: answer.body.id })
  })

  it('by an administrator for a chosen staff member, and not without one', async () => {
    const folder = { name: 'Old Dominion Millwork', services: 'Leadership & Training' }
    const chosen = await world.alice.post('/api/client-folders', { ...folder, assignedStaffId: world.people.sue.id })
    expect(chosen.body.assignedStaffName).toBe('Sue Bennett')
    expect((await world.mail()).at(-1)).toMatchObject({
      to: 'sue@example.com',
      subject: 'A client folder is assigned to you',
    })
    const nobody = await world.alice.post('/api/client-folders', folder)
    expect([nobody.status, nobody.body.issues[0].path]).toEqual([400, 'assignedStaffId'])
    const client = await world.alice.post('/api/client-folders', { ...folder, assignedStaffId: world.people.ann.id })
    expect(client.status).toBe(400)
  })

  it('not by staff for a colleague, and not with a field that is the server’s', async () => {
    const folder = { name: 'Old Dominion Millwork', services: 'Leadership & Training' }
    expect(
      (await world.sam.post('/api/client-folders', { ...folder, assignedStaffId: world.people.sue.id })).status,
    ).toBe(400)
    expect((await world.sam.post('/api/client-folders', { ...folder, createdById: world.people.sue.id })).status).toBe(
      400,
    )
    expect((await world.sam.post('/api/client-folders', { ...folder, name: ' ' })).body.message).toBe(
      'Client name is required',
    )
    expect((await world.sam.post('/api/client-folders', { ...folder, services: '' })).body.message).toBe(
      'Services are required',
    )
  })

  it('from an accepted request, which invites its visitor', async () => {
    const serviceRequestId = await acceptedBySam({
      email: 'priya@dental.example',
      firstName: 'Priya',
      lastName: 'Raman',
    })
    const answer = await world.sam.post('/api/client-folders', {
      name: 'Shenandoah Valley Dental',
      services: 'HR Consulting',
      serviceRequestId,
    })
    expect(answer.body).toMatchObject({
      serviceRequestId,
      clientName: 'Priya Raman',
      clientEmail: 'priya@dental.example',
    })
    const letter = (await world.mail()).at(-1)
    expect(letter?.to).toBe('priya@dental.example')
    expect(letter?.text).toContain('/invitation/')
    expect((await world.sam.get(`/api/service-requests/${serviceRequestId}`)).body.clientFolderId).toBe(answer.body.id)
  })

  it('from a request only once, and only from one’s own accepted one', async () => {
    const serviceRequestId = await acceptedBySam({ email: 'jo@millwork.example' })
    const folder = { name: 'Millwork', services: 'Training', serviceRequestId }
    const tries = await Promise.all([1, 2, 3].map(() => world.sam.post('/api/client-folders', folder)))
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      expect.toBeOneOf([400, 409]),
      expect.toBeOneOf([400, 409]),
    ])
    const pending = (await world.visitor.post('/api/service-requests', wish)).body.id
    expect((await world.sam.post('/api/client-folders', { ...folder, serviceRequestId: pending })).status).toBe(400)
    const foreign = await acceptedBySam()
    const answer = await world.sue.post('/api/client-folders', { ...folder, serviceRequestId: foreign })
    const unknown = await world.sue.post('/api/client-folders', {
      ...folder,
      serviceRequestId: '01890000-0000-7000-8000-00000000dead',
    })
    expect([answer.status, answer.text]).toEqual([400, unknown.text])
  })

  it('for a client who is known by e-mail, who is told and keeps the account', async () => {
    const answer = await world.sam.post('/api/client-folders', {
      name: 'Second',
      services: 'Training',
      clientEmail: 'ANN@example.com',
    })
    expect(answer.body.clientId).toBe(world.people.ann.id)
    expect((await world.mail()).at(-1)).toMatchObject({ to: 'ann@example.com', subject: 'Your client folder is open' })
    const staff = await world.alice.post('/api/client-folders', {
      name: 'Third',
      services: 'Training',
      assignedStaffId: world.people.sam.id,
      clientEmail: 'sue@example.com',
    })
    expect([staff.status, staff.body.issues[0].path]).toEqual([400, 'clientEmail'])
  })
})

describe('a folder is seen', () => {
  it('by its client, its staff, its creator and administrators, in the list as by its address', async () => {
    const made = (await world.sam.post('/api/client-folders', { name: 'Made by Sam', services: 'x' })).body.id
    for (const [name, id] of [
      ['acme', world.folders.acme.id],
      ['elmwood', world.folders.elmwood.id],
      ['made', made],
    ] as const)
      for (const who of ['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const) {
        const list = (await world[who].get('/api/client-folders?limit=200')).body.some(
          (folder: { id: string }) => folder.id === id,
        )
        expect([name, who, (await world[who].get(folderOf(id))).status]).toEqual([name, who, list ? 200 : 404])
      }
    expect((await world.sam.get(folderOf(made))).status).toBe(200)
    expect((await world.sue.get(folderOf(made))).status).toBe(404)
    expect((await world.ann.get(folderOf(made))).status).toBe(404)
  })

  it('by nobody it was taken from, from the next request on', async () => {
    const id = (
      await world.alice.post('/api/client-folders', {
        name: 'Moves',
        services: 'x',
        assignedStaffId: world.people.sam.id,
      })
    ).body.id
    expect((await world.sam.get(folderOf(id))).status).toBe(200)
    await world.alice.patch(folderOf(id), { assignedStaffId: world.people.sue.id })
    expect((await world.sam.get(folderOf(id))).status).toBe(404)
  })

  it('with the same answer for another’s as for none', async () => {
    const unknown = await world.eve.get(folderOf('01890000-0000-7000-8000-00000000dead'))
    const foreign = await world.eve.get(folderOf(world.folders.acme.id))
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  })
})

describe('a folder is changed', () => {
  it('by its staff, at the version they saw', async () => {
    const { id } = (await world.sam.post('/api/client-folders', { name: 'Typo', services: 'x' })).body
    const right = await world.sam.patch(folderOf(id), { name: 'No typo' }, { 'if-match': '"1"' })
    expect([right.body.name, right.headers.etag]).toEqual(['No typo', '"2"'])
    expect((await world.sam.patch(folderOf(id), { name: 'Older' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await world.trail()).at(-1)?.details).toMatchObject({ fields: expect.arrayContaining(['name']) })
  })

  it('while somebody else gives it to a colleague or another client: it is there for whoever waited', async () => {
    const { sam, sue, ann, eve } = world.people
    const given = { name: 'Moves', services: 'x', assignedStaffId: sam.id, clientId: ann.id }
    const { id } = (await world.alice.post('/api/client-folders', given)).body
    const draft = { clientFolderId: id, title: 'Handbook', description: 'x', validUntil: '2099-12-31' }
    const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]

    const renamed = await whileItMoves(id, { staff: sue.id, client: ann.id }, () =>
      world.alice.patch(folderOf(id), { name: 'Renamed' }),
    )
    expect([renamed.status, renamed.body.name, renamed.body.assignedStaffName]).toEqual([200, 'Renamed', 'Sue Bennett'])
    const drafted = await whileItMoves(id, { staff: sam.id, client: ann.id }, () =>
      world.alice.post('/api/proposals', { ...draft, services }),
    )
    expect([drafted.status, drafted.text]).toEqual([201, expect.any(String)])
    const handed = await whileItMoves(id, { staff: sam.id, client: eve.id }, () =>
      world.alice.patch(folderOf(id), { name: 'Handed on' }),
    )
    expect([handed.status, handed.body.clientEmail]).toEqual([200, 'eve@example.com'])
  })

  it('by its client not at all, and by staff not to a colleague', async () => {
    expect((await world.ann.patch(folderOf(world.folders.acme.id), { name: 'Mine' })).status).toBe(403)
    expect((await world.eve.patch(folderOf(world.folders.acme.id), { name: 'Mine' })).status).toBe(404)
    expect(
      (await world.sam.patch(folderOf(world.folders.acme.id), { assignedStaffId: world.people.sue.id })).status,
    ).toBe(403)
  })

  it('to archived and is then read-only until it is active again', async () => {
    const { id } = (
      await world.sam.post('/api/client-folders', { name: 'Done', services: 'x', clientId: world.people.ann.id })
    ).body
    await world.sam.patch(folderOf(id), { status: 'archived' })
    expect((await world.sam.patch(folderOf(id), { name: 'Later' })).status).toBe(409)
    expect((await world.sam.post(`${folderOf(id)}/messages`, { content: 'Hello' })).status).toBe(409)
    expect((await world.ann.post(`${folderOf(id)}/messages`, { content: 'Hello' })).status).toBe(409)
    expect((await world.ann.get(folderOf(id))).body.allowed).toEqual([
      'see-money',
      'see-documents',
      'see-messages',
      'manage-contacts',
    ])
    expect((await world.sam.patch(folderOf(id), { status: 'active' })).status).toBe(200)
    expect((await world.sam.post(`${folderOf(id)}/messages`, { content: 'Hello' })).status).toBe(201)
  })
})
