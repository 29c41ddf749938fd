import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/rights.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

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
  const { id } = (await testApp.alice.post('/api/users', person)).body
  const folders: string[] = []
  for (const name of ['North Mill', 'South Mill'])
    folders.push(
      (await testApp.alice.post('/api/client-folders', { name, services: 'HR', assignedStaffId: id })).body.id,
    )
  const request = (await testApp.visitor.post('/api/service-requests', requestInput)).body.id
  const accepted = { status: 'in-progress', assignedStaffId: id }
  await testApp.alice.patch(`/api/service-requests/${request}/status`, accepted)
  return { id, caller: await testApp.signIn(id, 'staff'), folders, request }
}

const holderOf = async (table: 'folder' | 'request', id: string) =>
  table === 'folder'
    ? (await testApp.alice.get(`/api/client-folders/${id}`)).body.assignedStaffId
    : (await testApp.alice.get(`/api/service-requests/${id}`)).body.assignedStaffId

const handOver = (id: string, body: object, who: Caller = testApp.alice) => who.post(`/api/users/${id}/hand-over`, body)
const emailsTo = async (to: string) =>
  (await testApp.mail()).filter(
    (each) => each.to === to && each.subject === 'ProHR portal: work was transferred to you',
  ).length

describe('transferring work', () => {
  it('assigns everything to one person, with an audit entry for each item and one email, and closes the account', async () => {
    const { id, caller, folders, request } = await holder()
    const { sue } = testApp.people
    expect((await testApp.alice.get(`/api/users/${id}`)).body.allowed).toContain('hand-over')
    expect((await testApp.alice.get(`/api/users/${id}/holdings`)).body).toMatchObject({
      clientFolders: 2,
      serviceRequests: 1,
      items: [{ name: 'North Mill' }, { name: 'South Mill' }, { type: 'service-requests', id: request }],
    })
    const before = await emailsTo('sue@example.com')
    const answer = await handOver(id, { handOverTo: sue.id, deactivate: true })
    expect(answer.body).toMatchObject({ workTransferred: 3, user: { id, isActive: false } })
    expect(answer.body.user.allowed).not.toContain('hand-over')
    for (const folder of folders) expect(await holderOf('folder', folder)).toBe(sue.id)
    expect(await holderOf('request', request)).toBe(sue.id)
    expect((await caller.get('/api/user')).status).toBe(401)
    expect((await testApp.sue.get(`/api/client-folders/${folders[0]}`)).body.version).toBe(2)
    expect(await emailsTo('sue@example.com')).toBe(before + 1)
    const auditLog = (await testApp.auditLog()).slice(-6).map(({ action }) => action)
    expect(auditLog.filter((action) => action === 'client-folder.changed')).toHaveLength(2)
    expect(auditLog).toEqual(expect.arrayContaining(['user.handed-over', 'user.deactivated']))
    expect((await handOver(id, { handOverTo: sue.id })).body.workTransferred).toBe(0)
  })

  it('can assign single items to others', async () => {
    const { id, folders, request } = await holder()
    const { sue, sam } = testApp.people
    const exceptions = [{ type: 'client-folders', id: folders[1], handOverTo: sam.id }]
    expect((await handOver(id, { handOverTo: sue.id, exceptions })).body.user.isActive).toBe(true)
    expect(await holderOf('folder', folders[0] as string)).toBe(sue.id)
    expect(await holderOf('folder', folders[1] as string)).toBe(sam.id)
    expect(await holderOf('request', request)).toBe(sue.id)
  })

  it('leaves archived folders unchanged', async () => {
    const { id, folders } = await holder()
    await testApp.alice.patch(`/api/client-folders/${folders[0]}`, { status: 'archived' })
    expect((await handOver(id, { handOverTo: testApp.people.sue.id })).body.workTransferred).toBe(2)
    expect(await holderOf('folder', folders[0] as string)).toBe(id)
  })

  it('is all or nothing', async () => {
    const { id, folders } = await holder()
    const { sue, ivan, ann, alice } = testApp.people
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
        {
          handOverTo: sue.id,
          exceptions: [{ type: 'client-folders', id: testApp.folders.acme.id, handOverTo: sue.id }],
        },
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
    expect((await testApp.alice.get(`/api/users/${id}`)).body.isActive).toBe(true)
    expect(await holderOf('folder', folders[0] as string)).toBe(id)
  })

  it('is limited to administrators', async () => {
    const { id, caller } = await holder()
    for (const who of [caller, testApp.sam, testApp.ann]) {
      expect((await handOver(id, { handOverTo: testApp.people.sue.id }, who)).status).toBe(404)
      expect((await who.get(`/api/users/${id}/holdings`)).status).toBe(404)
    }
    expect((await handOver(id, { handOverTo: testApp.people.sue.id }, testApp.visitor)).status).toBe(401)
    expect((await handOver(testApp.people.mona.id, { handOverTo: testApp.people.sue.id })).status).toBe(403)
    const own = { handOverTo: testApp.people.sue.id, deactivate: true }
    expect((await handOver(testApp.people.alice.id, own)).status).toBe(409)
  })
})

describe('deactivating someone with assigned work', () => {
  it('takes effect right away, and their work remains assigned to them until it is transferred', async () => {
    const { id, folders } = await holder()
    const answer = await testApp.alice.delete(`/api/users/${id}`)
    expect([answer.status, answer.body.isActive]).toEqual([200, false])
    expect(answer.body.allowed).toEqual(['edit', 'activate', 'hand-over'])
    expect(await holderOf('folder', folders[0] as string)).toBe(id)
    expect((await handOver(id, { handOverTo: testApp.people.sue.id, deactivate: true })).body.workTransferred).toBe(3)
  })

  it('transfers the work in the same step if a recipient is given, or changes nothing', async () => {
    const { id, folders } = await holder()
    expect((await testApp.alice.delete(`/api/users/${id}?handOverTo=${testApp.people.ivan.id}`)).status).toBe(400)
    expect((await testApp.alice.delete(`/api/users/${id}?handOverTo=nobody`)).status).toBe(400)
    expect((await testApp.alice.delete(`/api/users/${id}?keep=1`)).status).toBe(400)
    expect((await testApp.alice.get(`/api/users/${id}`)).body.isActive).toBe(true)
    const answer = await testApp.alice.delete(`/api/users/${id}?handOverTo=${testApp.people.sue.id}`)
    expect(answer.body.isActive).toBe(false)
    expect(await holderOf('folder', folders[1] as string)).toBe(testApp.people.sue.id)
  })

  it('leaves nothing assigned to them that is assigned at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const { id } = await holder()
      const [opened] = await Promise.all([
        testApp.mona.post('/api/client-folders', { name: 'Late Mill', services: 'HR', assignedStaffId: id }),
        handOver(id, { handOverTo: testApp.people.sue.id, deactivate: true }),
      ])
      const left = await testApp.db.rows(sql`select id from client_folders where assigned_staff_id = ${id}`)
      expect([left, [201, 400]]).toEqual([[], expect.arrayContaining([opened.status])])
    }
  })
})
