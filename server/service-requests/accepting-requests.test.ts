// How the team sees, accepts, ends, and reassigns service requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const submitted = async () => (await testApp.visitor.post('/api/service-requests', requestInput)).body.id as string

describe('B4: viewing service requests', () => {
  it('staff see pending requests and their own, administrators see all', async () => {
    const id = await submitted()
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const sees = async (who: 'alice' | 'mona' | 'sam' | 'sue') =>
      (await testApp[who].get('/api/service-requests?limit=200')).body.some(
        (request: { id: string }) => request.id === id,
      )
    expect(await sees('alice')).toBe(true)
    expect(await sees('mona')).toBe(true)
    expect(await sees('sam')).toBe(true)
    expect(await sees('sue')).toBe(false)
    expect((await testApp.sam.get(`/api/service-requests/${id}`)).status).toBe(200)
    expect((await testApp.sue.get(`/api/service-requests/${id}`)).status).toBe(404)
  })

  it('is paginated, newest first, and can be searched by words', async () => {
    await testApp.visitor.post('/api/service-requests', { ...requestInput, businessName: '100% Local_Foods' })
    const first = await testApp.alice.get('/api/service-requests?limit=1')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await testApp.alice.get(next)
    expect(first.body[0].id > second.body[0].id).toBe(true)
    const names = async (q: string) =>
      (await testApp.alice.get(`/api/service-requests?q=${encodeURIComponent(q)}`)).body.map(
        (r: { businessName: string }) => r.businessName,
      )
    expect(await names('100% local_')).toEqual(['100% Local_Foods'])
    expect(await names('100_')).toEqual([])
  })

  it('lists shortened descriptions; the request itself has the complete one', async () => {
    const needsDescription = 'x'.repeat(10_000)
    const { id } = (await testApp.visitor.post('/api/service-requests', { ...requestInput, needsDescription })).body
    const [first] = (await testApp.alice.get('/api/service-requests?limit=1')).body
    expect([first.id, first.needsDescription.length, 'businessGoals' in first]).toEqual([id, 1000, false])
    expect((await testApp.alice.get(`/api/service-requests/${id}`)).body.needsDescription).toBe(needsDescription)
  })

  it.each(['limit=0', 'limit=abc', 'cursor=abc', 'status=lost', 'color=red'])(
    'refuses an invalid %s',
    async (query) => {
      expect((await testApp.alice.get(`/api/service-requests?${query}`)).status).toBe(400)
    },
  )

  it('refuses clients and visitors', async () => {
    const id = await submitted()
    expect((await testApp.ann.get('/api/service-requests')).status).toBe(403)
    expect((await testApp.visitor.get('/api/service-requests')).status).toBe(401)
    const unknown = await testApp.ann.get('/api/service-requests/01890000-0000-7000-8000-00000000dead')
    const known = await testApp.ann.get(`/api/service-requests/${id}`)
    expect([known.status, known.text]).toEqual([404, unknown.text])
  })
})

describe('accepting a service request', () => {
  it('assigns it to the staff member', async () => {
    const id = await submitted()
    const answer = await testApp.sam.patch(`/api/service-requests/${id}/status`, {
      status: 'in-progress',
      assignedStaffId: testApp.people.sam.id,
    })
    expect(answer.body).toMatchObject({
      status: 'in-progress',
      assignedStaffId: testApp.people.sam.id,
      assignedStaffName: 'Sam Carter',
      version: 2,
      allowed: ['open-folder', 'complete', 'cancel', 'merge'],
    })
  })

  it('succeeds for one of forty people, and tells the others who it was', async () => {
    const id = await submitted()
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        testApp[i % 2 ? 'sam' : 'sue'].patch(`/api/service-requests/${id}/status`, { status: 'in-progress' }),
      ),
    )
    const winners = tries.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const losers = tries.filter(({ status }) => status === 409)
    expect(losers).toHaveLength(39)
    const holder = winners[0]?.body.assignedStaffName as string
    for (const { body } of losers)
      expect([
        `This request has already been accepted by ${holder}.`,
        'You’ve already accepted this request.',
      ]).toContain(body.message)
    expect(
      (await testApp.auditLog()).filter(
        (line) => line.entityId === id && line.action === 'service-request.in-progress',
      ),
    ).toHaveLength(1)
  })

  it('lets an administrator assign it to a staff member or to no one else', async () => {
    const named = await testApp.alice.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
      assignedStaffId: testApp.people.sue.id,
    })
    expect(named.body.assignedStaffName).toBe('Sue Bennett')
    const unassigned = await testApp.alice.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
    })
    expect(unassigned.body.assignedStaffId).toBeNull()
    const client = await testApp.alice.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
      assignedStaffId: testApp.people.ann.id,
    })
    expect([client.status, client.body.issues[0].path]).toEqual([400, 'assignedStaffId'])
  })

  it('is refused on behalf of a colleague', async () => {
    const answer = await testApp.sam.patch(`/api/service-requests/${await submitted()}/status`, {
      status: 'in-progress',
      assignedStaffId: testApp.people.sue.id,
    })
    expect(answer.status).toBe(400)
  })
})

describe('ending a service request', () => {
  it('completes or cancels it for its assignee, and it then no longer changes', async () => {
    const id = await submitted()
    const to = (status: string) => testApp.sam.patch(`/api/service-requests/${id}/status`, { status })
    await to('in-progress')
    expect((await to('completed')).body.status).toBe('completed')
    const again = await to('completed')
    expect([again.status, again.body.message]).toEqual([409, 'A completed request can’t be changed.'])
    expect((await to('cancelled')).status).toBe(409)
  })

  it('refuses everyone but its assignee', async () => {
    const id = await submitted()
    expect((await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'cancelled' })).status).toBe(403)
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect((await testApp.sue.patch(`/api/service-requests/${id}/status`, { status: 'completed' })).status).toBe(404)
    expect((await testApp.ann.patch(`/api/service-requests/${id}/status`, { status: 'completed' })).status).toBe(404)
  })

  it('refuses an outdated version', async () => {
    const id = await submitted()
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const stale = await testApp.sam.patch(
      `/api/service-requests/${id}/status`,
      { status: 'completed' },
      { 'if-match': '"1"' },
    )
    expect(stale.status).toBe(412)
    expect(
      (await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'completed' }, { 'if-match': '"2"' }))
        .status,
    ).toBe(200)
  })

  it('succeeds without a version, and this is audited', async () => {
    const id = await submitted()
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect((await testApp.auditLog()).at(-1)?.details).toMatchObject({ withoutVersion: true })
  })
})

describe('reassigning a service request', () => {
  it('B4: removes it from one staff member and gives it to the other', async () => {
    const id = await submitted()
    await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    const answer = await testApp.alice.patch(`/api/service-requests/${id}/assignee`, {
      assignedStaffId: testApp.people.sue.id,
    })
    expect(answer.body.assignedStaffName).toBe('Sue Bennett')
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sue@example.com',
      subject: 'ProHR portal: a service request was assigned to you',
    })
    expect((await testApp.sam.get(`/api/service-requests/${id}`)).status).toBe(404)
    expect((await testApp.sue.get(`/api/service-requests/${id}`)).status).toBe(200)
  })

  it('is refused to staff, and for a pending request', async () => {
    const id = await submitted()
    expect(
      (await testApp.sam.patch(`/api/service-requests/${id}/assignee`, { assignedStaffId: testApp.people.sam.id }))
        .status,
    ).toBe(403)
    expect(
      (await testApp.alice.patch(`/api/service-requests/${id}/assignee`, { assignedStaffId: testApp.people.sam.id }))
        .status,
    ).toBe(409)
  })
})
