// Requests that a program seems to have sent: stored and answered like any other, but set apart until someone says otherwise.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
// Administrators with an unread notification of a new request get no other for 15 minutes.
beforeEach(() => testApp.alice.put('/api/notifications/reading'))

const submit = (more: object = {}, caller = testApp.visitor) =>
  caller.post('/api/service-requests', { ...requestInput, ...more })
const suspected = async () => (await submit({ decoy: 'Cheap watches' })).body.id as string
const notSpam = (id: string, caller = testApp.sam, headers = {}) =>
  caller.post(`/api/service-requests/${id}/not-spam`, undefined, headers)
const idsIn = async (query: string, caller = testApp.sam): Promise<string[]> =>
  (await caller.get(`/api/service-requests?limit=200${query}`)).body.map(({ id }: { id: string }) => id)
const emailsToOffice = async () =>
  (await testApp.mail()).filter(({ subject }) => subject.includes('new service request'))
const newRequestNotices = async () =>
  (await testApp.alice.get('/api/notifications')).body.filter(({ subject }: { subject: string }) =>
    subject.startsWith('New service request'),
  )

describe('a request sent with the public form', () => {
  it.each([
    ['a filled decoy', { decoy: 'Cheap watches', secondsOpen: 60 }],
    ['a link and less than three seconds', { secondsOpen: 2.9, needsDescription: 'See https://cheap.example' }],
    ['a decoy longer than any field', { decoy: 'x'.repeat(20_000) }],
  ])('is set apart as suspected spam after %s', async (_why, more) => {
    const { status, body } = await submit(more)
    expect(status).toBe(201)
    expect(await idsIn('')).not.toContain(body.id)
    expect(await idsIn('&status=pending')).not.toContain(body.id)
    expect(await idsIn('&suspectedSpam=true')).toContain(body.id)
    expect((await testApp.sam.get(`/api/service-requests/${body.id}`)).body).toMatchObject({
      isSuspectedSpam: true,
      status: 'pending',
      allowed: ['not-spam'],
    })
  })

  it.each([
    ['without the two keys', {}],
    ['with an empty decoy', { decoy: ' ', secondsOpen: 60 }],
    ['that a browser filled in within a second', { decoy: '', secondsOpen: 0.8 }],
    ['with a link after three seconds', { secondsOpen: 3, businessGoals: 'As on www.oysters.example' }],
  ])('is an ordinary request %s', async (_when, more) => {
    const { body } = await submit(more)
    expect(await idsIn('&status=pending')).toContain(body.id)
    expect(await idsIn('&suspectedSpam=true')).not.toContain(body.id)
  })

  it('is never suspected when a member of the team enters it', async () => {
    const { body } = await submit({ decoy: 'Cheap watches', secondsOpen: 0 }, testApp.sam)
    expect(await idsIn('&status=pending')).toContain(body.id)
  })

  it('has the same reply and confirmation email whether or not it is suspected', async () => {
    const ordinary = await submit()
    const before = (await testApp.mail()).length
    const email = 'lena@oysters.example'
    const set = await submit({ decoy: 'Cheap watches', email })
    expect(Object.keys(set.body)).toEqual(Object.keys(ordinary.body))
    expect(set.body).toMatchObject({ ...requestInput, email, website: null, status: 'pending', allowed: [] })
    expect((await testApp.mail()).slice(before)).toMatchObject([
      { to: email, subject: 'ProHR received your service request' },
    ])
    const token = set.body.statusPath.split('/').at(-1)
    expect((await testApp.visitor.post('/api/request-status', { token })).body.stage).toBe('received')
    const client = await submit({ decoy: 'Cheap watches' }, testApp.ann)
    expect(client.body.allowed).toEqual((await submit({}, testApp.ann)).body.allowed)
  })

  it('sends no email to the office and no notification while it is suspected', async () => {
    await submit()
    await testApp.alice.put('/api/notifications/reading')
    const before = [(await emailsToOffice()).length, (await newRequestNotices()).length]
    expect(before).not.toContain(0)
    await suspected()
    expect([(await emailsToOffice()).length, (await newRequestNotices()).length]).toEqual(before)
  })

  it('is not counted in the dashboard, the work queue, the follow-ups, and the reports while it is suspected', async () => {
    const figures = async () => ({
      pending: (await testApp.alice.get('/api/dashboard')).body.pendingRequests,
      weeks: (await testApp.alice.get('/api/dashboard/requests-by-week')).text,
      report: (await testApp.alice.get('/api/reports/reply-times')).text,
      followUps: (await testApp.alice.get('/api/dashboard/chase')).text,
    })
    const before = await figures()
    const id = await suspected()
    expect(await figures()).toEqual(before)
    expect((await testApp.alice.get('/api/work-queue')).text).not.toContain(id)
    await notSpam(id)
    const after = await figures()
    expect(after.pending).toBe(before.pending + 1)
    expect(after.weeks).not.toBe(before.weeks)
    expect(after.report).not.toBe(before.report)
    expect((await testApp.alice.get('/api/work-queue')).text).toContain(id)
  })

  it.each([{ decoy: 7 }, { secondsOpen: 'soon' }, { isSuspectedSpam: false }])(
    'is refused with the malformed value %j',
    async (mistake) => {
      expect((await submit(mistake)).status).toBe(400)
    },
  )
})

describe('marking a request as not spam', () => {
  it('puts it among the pending requests, notifies administrators, and is audited', async () => {
    const id = await suspected()
    const [emails, notices] = [(await emailsToOffice()).length, (await newRequestNotices()).length]
    const answer = await notSpam(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      isSuspectedSpam: false,
      status: 'pending',
      version: 2,
      allowed: ['accept', 'merge'],
    })
    expect(await idsIn('&status=pending')).toContain(id)
    expect(await idsIn('&suspectedSpam=true')).not.toContain(id)
    expect((await emailsToOffice()).length).toBeGreaterThan(emails)
    expect(await newRequestNotices()).toHaveLength(notices + 1)
    const entry = (await testApp.auditLog()).find(
      (each) => each.entityId === id && each.action === 'service-request.not-spam',
    )
    expect(entry).toMatchObject({ actorId: testApp.people.sam.id })
    expect((await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })).body.status).toBe(
      'in-progress',
    )
  })

  it('is refused to clients and visitors, as for an unknown request', async () => {
    const id = await suspected()
    const client = await notSpam(id, testApp.ann)
    expect([client.status, client.text]).toEqual([404, (await notSpam(unknownId, testApp.ann)).text])
    expect((await notSpam(id, testApp.visitor)).status).toBe(401)
    expect((await testApp.ann.get('/api/service-requests?suspectedSpam=true')).status).toBe(403)
    expect(await idsIn('&suspectedSpam=true')).toContain(id)
  })

  it('is refused twice, for an ordinary request, and after it was canceled', async () => {
    const id = await suspected()
    await notSpam(id)
    const again = await notSpam(id)
    expect([again.status, again.body.message]).toEqual([409, 'This request isn’t suspected spam.'])
    expect((await notSpam((await submit()).body.id)).status).toBe(409)
    const canceled = await suspected()
    await testApp.alice.patch(`/api/service-requests/${canceled}/status`, { status: 'cancelled' })
    const late = await notSpam(canceled, testApp.alice)
    expect([late.status, late.body.message]).toEqual([409, 'A canceled request can’t be changed.'])
    expect(await idsIn('&status=cancelled', testApp.alice)).toContain(canceled)
  })

  it('is refused with an outdated version', async () => {
    const id = await suspected()
    expect((await notSpam(id, testApp.sam, { 'if-match': '"7"' })).status).toBe(412)
    expect((await notSpam(id, testApp.sam, { 'if-match': '"1"' })).status).toBe(200)
  })

  it('comes before accepting', async () => {
    const id = await suspected()
    const early = await testApp.sam.patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
    expect([early.status, early.body.message]).toEqual([
      409,
      'This request is suspected spam. Mark it as not spam before you accept it.',
    ])
  })
})
