import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wish } from '../../tests/guards/rights.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

let count = 0
interface Holder {
  id: string
  caller: Caller
  folders: string[]
  request: string
}

/** A staff member with two folders and a request in progress. */
async function holder(): Promise<Holder> {
  const email = `holder-${++count}@example.com`
  const person = { email, firstName: 'Hal', lastName: 'Ortiz', role: 'staff' }
  const { id } = (await world.alice.post('/api/users', person)).body
  const folders: string[] = []
  for (const name of ['North Mill', 'South Mill'])
    folders.push((await world.alice.post('/api/client-folders', { name, services: 'HR', assignedStaffId: id })).body.id)
  const request = (await world.visitor.post('/api/service-requests', wish)).body.id
  const accepted = { status: 'in-progress', assignedStaffId: id }
  await world.alice.patch(`/api/service-requests/${request}/status`, accepted)
  return { id, caller: await world.signIn(id, 'staff'), folders, request }
}

const holderOf = async (table: 'folder' | 'request', id: string) =>
  table === 'folder'
    ? (await world.alice.get(`/api/client-folders/${id}`)).body.assignedStaffId
    : (await world.alice.get(`/api/service-requests/${id}`)).body.assignedStaffId

const handOver = (id: string, body: object, who: Caller = world.alice) => who.post(`/api/users/${id}/hand-over`, body)
const lettersTo = async (to: string) =>
  (await world.mail()).filter((each) => each.to === to && each.subject === 'Work was handed over to you').length

describe('handing over', () => {
  it('gives everything to one, with a line for each thing and one letter, and closes the account', async () => {
    const { id, caller, folders, request } = await holder()
    const { sue } = world.people
    expect((await world.alice.get(`/api/users/${id}`)).body.allowed).toContain('hand-over')
    expect((await world.alice.get(`/api/users/${id}/holdings`)).body).toMatchObject({
      clientFolders: 2,
      serviceRequests: 1,
      items: [{ name: 'North Mill' }, { name: 'South Mill' }, { type: 'service-requests', id: request }],
    })
    const before = await lettersTo('sue@example.com')
    const answer = await handOver(id, { handOverTo: sue.id, deactivate: true })
    expect(answer.body).toMatchObject({ handedOver: 3, user: { id, isActive: false } })
    expect(answer.body.user.allowed).not.toContain('hand-over')
    for (const folder of folders) expect(await holderOf('folder', folder)).toBe(sue.id)
    expect(await holderOf('request', request)).toBe(sue.id)
    expect((await caller.get('/api/user')).status).toBe(401)
    expect((await world.sue.get(`/api/client-folders/${folders[0]}`)).body.version).toBe(2)
    expect(await lettersTo('sue@example.com')).toBe(before + 1)
    const trail = (await world.trail()).slice(-6).map(({ action }) => action)
    expect(trail.filter((action) => action === 'client-folder.changed')).toHaveLength(2)
    expect(trail).toEqual(expect.arrayContaining(['user.handed-over', 'user.deactivated']))
    expect((await handOver(id, { handOverTo: sue.id })).body.handedOver).toBe(0)
  })

  it('gives single things to others', async () => {
    const { id, folders, request } = await holder()
    const { sue, sam } = world.people
    const exceptions = [{ type: 'client-folders', id: folders[1], handOverTo: sam.id }]
    expect((await handOver(id, { handOverTo: sue.id, exceptions })).body.user.isActive).toBe(true)
    expect(await holderOf('folder', folders[0] as string)).toBe(sue.id)
    expect(await holderOf('folder', folders[1] as string)).toBe(sam.id)
    expect(await holderOf('request', request)).toBe(sue.id)
  })

  it('leaves archived folders where they were', async () => {
    const { id, folders } = await holder()
    await world.alice.patch(`/api/client-folders/${folders[0]}`, { status: 'archived' })
    expect((await handOver(id, { handOverTo: world.people.sue.id })).body.handedOver).toBe(2)
    expect(await holderOf('folder', folders[0] as string)).toBe(id)
  })

  it('is all or nothing', async () => {
    const { id, folders } = await holder()
    const { sue, ivan, ann, alice } = world.people
    const unknown = '01990000-0000-7000-8000-000000000000'
    for (const [body, path] of [
      [{ handOverTo: id }, 'handOverTo'],
      [{ handOverTo: ivan.id }, 'handOverTo'],
      [{ handOverTo: ann.id }, 'handOverTo'],
      [{ handOverTo: alice.id }, 'handOverTo'],
      [{ handOverTo: unknown }, 'handOverTo'],
      [{ handOverTo: 'sue' }, 'handOverTo'],
      [{}, 'handOverTo'],
      [
        { handOverTo: sue.id, exceptions: [{ type: 'client-folders', id: world.folders.acme.id, handOverTo: sue.id }] },
        'exceptions.0.id',
      ],
      [
        { handOverTo: sue.id, exceptions: [{ type: 'client-folders', id: folders[0], handOverTo: ivan.id }] },
        'exceptions.0.handOverTo',
      ],
      [
        { handOverTo: sue.id, exceptions: [{ type: 'client-folders', id: folders[0], handOverTo: id }] },
        'exceptions.0.handOverTo',
      ],
    ] as const) {
      const answer = await handOver(id, { ...body, deactivate: true })
      expect([answer.status, answer.body.issues[0]?.path], JSON.stringify(body)).toEqual([400, path])
    }
    expect((await world.alice.get(`/api/users/${id}`)).body.isActive).toBe(true)
    expect(await holderOf('folder', folders[0] as string)).toBe(id)
  })

  it('is for administrators', async () => {
    const { id, caller } = await holder()
    for (const who of [caller, world.sam, world.ann]) {
      expect((await handOver(id, { handOverTo: world.people.sue.id }, who)).status).toBe(404)
      expect((await who.get(`/api/users/${id}/holdings`)).status).toBe(404)
    }
    expect((await handOver(id, { handOverTo: world.people.sue.id }, world.visitor)).status).toBe(401)
    expect((await handOver(world.people.mona.id, { handOverTo: world.people.sue.id })).status).toBe(403)
    const own = { handOverTo: world.people.sue.id, deactivate: true }
    expect((await handOver(world.people.alice.id, own)).status).toBe(409)
  })
})

describe('deactivating somebody who holds something', () => {
  it('works at once, and what they held waits in their name until it is handed over', async () => {
    const { id, folders } = await holder()
    const answer = await world.alice.delete(`/api/users/${id}`)
    expect([answer.status, answer.body.isActive]).toEqual([200, false])
    expect(answer.body.allowed).toEqual(['edit', 'activate', 'hand-over'])
    expect(await holderOf('folder', folders[0] as string)).toBe(id)
    expect((await handOver(id, { handOverTo: world.people.sue.id, deactivate: true })).body.handedOver).toBe(3)
  })

  it('hands over in the same step when it is told to whom, or does nothing', async () => {
    const { id, folders } = await holder()
    expect((await world.alice.delete(`/api/users/${id}?handOverTo=${world.people.ivan.id}`)).status).toBe(400)
    expect((await world.alice.delete(`/api/users/${id}?handOverTo=nobody`)).status).toBe(400)
    expect((await world.alice.delete(`/api/users/${id}?keep=1`)).status).toBe(400)
    expect((await world.alice.get(`/api/users/${id}`)).body.isActive).toBe(true)
    const answer = await world.alice.delete(`/api/users/${id}?handOverTo=${world.people.sue.id}`)
    expect(answer.body.isActive).toBe(false)
    expect(await holderOf('folder', folders[1] as string)).toBe(world.people.sue.id)
  })

  it('leaves nothing with them that is given to them at the same moment', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await holder()
      const [opened] = await Promise.all([
        world.mona.post('/api/client-folders', { name: 'Late Mill', services: 'HR', assignedStaffId: id }),
        handOver(id, { handOverTo: world.people.sue.id, deactivate: true }),
      ])
      const left = await world.db.rows(sql`select id from client_folders where assigned_staff_id = ${id}`)
      expect([left, [201, 400]]).toEqual([[], expect.arrayContaining([opened.status])])
    }
  })
})
