import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestedOfAcme, setRequestStatus, requestsOf, requestInput } from '../../tests/document-requests.ts'
import { addDocument } from '../../tests/uploads.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
const seen = async (id: string, by: Caller = testApp.sam) => (await by.get(`/api/document-requests/${id}`)).body
const answered = (id: string, by: Caller = testApp.ann) => addDocument(by, acme, { documentRequestId: id })
const submitted = async () => {
  const id = await requestedOfAcme(testApp)
  await answered(id)
  return id
}
const auditLogOf = async (id: string) =>
  (await testApp.auditLog()).filter((line) => line.entityId === id).map(({ action }) => action)
const emailsTo = async (to: string) =>
  (await testApp.mail()).filter((email) => email.to === to).map(({ subject }) => subject)

describe('requesting a document', () => {
  it('notifies the client in the folder and by email; the email does not name the document', async () => {
    const answer = await testApp.sam.post(requestsOf(acme), { ...requestInput, dueDate: '2099-03-01' })
    expect(answer.status).toBe(201)
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toMatchObject({
      ...requestInput,
      status: 'pending',
      priority: 'medium',
      dueDate: '2099-03-01',
      requestedById: testApp.people.sam.id,
      requestedByName: 'Sam Carter',
      files: [],
      fileCount: 0,
      reason: null,
      allowed: ['upload', 'cancel'],
    })
    expect(await auditLogOf(answer.body.id)).toEqual(['document-request.created'])
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR needs a document from you' })
    expect(email?.text).not.toContain('handbook')
    expect((await seen(answer.body.id, testApp.ann)).allowed).toEqual(['upload'])
  })

  it('needs only a title', async () => {
    const answer = await testApp.alice.post(requestsOf(acme), { title: 'Anything', documentType: ' ', dueDate: '' })
    expect(answer.body).toMatchObject({ documentType: 'other', description: null, dueDate: null, priority: 'medium' })
  })

  it.each([
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'title', expect.stringContaining('200')],
    [{ description: 'x'.repeat(10_001) }, 'description', expect.stringContaining('10,000')],
    [{ priority: 'urgent' }, 'priority', expect.any(String)],
    [{ dueDate: '2026-02-30' }, 'dueDate', 'Enter a date.'],
    [{ documentType: 'x'.repeat(201) }, 'documentType', expect.stringContaining('200')],
    [{ requestedById: '01890000-0000-7000-8000-00000000dead' }, '', expect.stringContaining('requestedById')],
    [{ status: 'completed' }, '', expect.stringContaining('status')],
  ])('refuses invalid input (%j)', async (mistake, path, message) => {
    const answer = await testApp.sam.post(requestsOf(acme), { ...requestInput, ...mistake })
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
  })

  it('refuses a client, hides the request from colleagues and other clients, and refuses an archived folder', async () => {
    expect((await testApp.ann.post(requestsOf(acme), requestInput)).status).toBe(403)
    const unknown = await testApp.eve.get('/api/document-requests/01890000-0000-7000-8000-00000000dead')
    const id = await requestedOfAcme(testApp)
    for (const who of [testApp.sue, testApp.eve]) {
      expect((await who.post(requestsOf(acme), requestInput)).status).toBe(404)
      expect((await who.get(requestsOf(acme))).status).toBe(404)
      const foreign = await who.get(`/api/document-requests/${id}`)
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      expect((await setRequestStatus(who, id, 'cancelled')).status).toBe(404)
    }
    const closed = (await testApp.sam.post('/api/client-folders', { name: 'Closed', services: 'x' })).body.id
    await testApp.sam.patch(`/api/client-folders/${closed}`, { status: 'archived' })
    expect((await testApp.sam.post(requestsOf(closed), requestInput)).status).toBe(409)
    expect((await testApp.visitor.get(requestsOf(acme))).status).toBe(401)
  })
})

describe('requesting several documents', () => {
  const setOf = (id: string) => `/api/client-folders/${id}/document-request-sets`
  const set = {
    requests: [{ title: 'First', documentType: 'form' }, { title: 'Second' }, { title: 'Third' }],
    description: 'For the review.',
    priority: 'high',
    dueDate: '2099-05-01',
  }

  it('creates them in the chosen order, with one email', async () => {
    const { id } = (
      await testApp.alice.post('/api/client-folders', {
        name: 'Set',
        services: 'x',
        assignedStaffId: testApp.people.sam.id,
        clientEmail: 'eve@example.com',
      })
    ).body
    const before = (await emailsTo('eve@example.com')).length
    const answer = await testApp.sam.post(setOf(id), set)
    expect(answer.status).toBe(201)
    const titles = (list: { title: string }[]) => list.map(({ title }) => title)
    expect(titles(answer.body.requests)).toEqual(['First', 'Second', 'Third'])
    expect(answer.body.requests[1]).toMatchObject({ documentType: 'other', priority: 'high', dueDate: '2099-05-01' })
    expect(titles((await testApp.eve.get(requestsOf(id))).body)).toEqual(['First', 'Second', 'Third'])
    expect((await emailsTo('eve@example.com')).slice(before)).toEqual(['ProHR needs documents from you'])
  })

  it('creates none of them if one is invalid', async () => {
    const count = async () => (await testApp.sam.get(`${requestsOf(acme)}/counts`)).body.pending
    const before = await count()
    const spoiled = await testApp.sam.post(setOf(acme), { ...set, requests: [...set.requests, { title: '' }] })
    expect([spoiled.status, spoiled.body.issues[0].path]).toEqual([400, 'requests.3.title'])
    const none = await testApp.sam.post(setOf(acme), { ...set, requests: [] })
    expect([none.status, none.body.message]).toEqual([400, 'Choose a document.'])
    const many = Array.from({ length: 31 }, () => ({ title: 'x' }))
    expect((await testApp.sam.post(setOf(acme), { ...set, requests: many })).status).toBe(400)
    expect((await testApp.ann.post(setOf(acme), set)).status).toBe(403)
    expect((await testApp.sue.post(setOf(acme), set)).status).toBe(404)
    expect(await count()).toBe(before)
  })
})

describe('answering a document request', () => {
  it('accepts a file, and another one until the team reviews it', async () => {
    const id = await requestedOfAcme(testApp)
    const { body } = await answered(id)
    expect(body.documentRequestId).toBe(id)
    expect(await seen(id)).toMatchObject({
      status: 'submitted',
      version: 2,
      fileCount: 1,
      files: [{ id: body.id, originalName: body.originalName, uploadedByName: 'Ann Keller' }],
      allowed: ['accept', 'return', 'upload'],
    })
    await answered(id)
    expect(await seen(id)).toMatchObject({ status: 'submitted', version: 2, fileCount: 2 })
    expect(await auditLogOf(id)).toEqual(['document-request.created', 'document-request.submitted'])
  })

  it('refuses every status change by the client, who can only upload a file', async () => {
    const id = await requestedOfAcme(testApp)
    for (const status of ['submitted', 'completed', 'cancelled', 'pending'])
      expect((await setRequestStatus(testApp.ann, id, status, 'x')).status, status).toBe(403)
    expect((await seen(id)).status).toBe('pending')
  })

  it('refuses a closed request, and stores nothing of the file', async () => {
    const id = await requestedOfAcme(testApp)
    await setRequestStatus(testApp.sam, id, 'cancelled')
    const refused = await answered(id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This document request is closed. Contact your consultant.',
    ])
    expect((await seen(id)).fileCount).toBe(0)
  })

  it('refuses a request of someone else’s folder', async () => {
    const id = await requestedOfAcme(testApp)
    const elsewhere = await addDocument(testApp.eve, testApp.folders.elmwood.id, { documentRequestId: id })
    expect([elsewhere.status, elsewhere.body.issues[0].path]).toEqual([400, 'documentRequestId'])
    expect(await seen(id)).toMatchObject({ status: 'pending', fileCount: 0 })
  })
})

describe('reviewing a requested document', () => {
  it('accepts it, once', async () => {
    const id = await submitted()
    const done = await setRequestStatus(testApp.sam, id, 'completed')
    expect(done.body).toMatchObject({ status: 'completed', completedAt: expect.any(String), version: 3, allowed: [] })
    const again = await setRequestStatus(testApp.sam, id, 'completed')
    expect([again.status, again.body.message]).toEqual([409, 'A completed request can’t be changed.'])
    expect((await auditLogOf(id)).filter((action) => action === 'document-request.completed')).toHaveLength(1)
  })

  it('sends it back with a reason that the client sees, and the client submits again', async () => {
    const id = await submitted()
    const bare = await setRequestStatus(testApp.sam, id, 'pending')
    expect([bare.status, bare.body.issues]).toEqual([400, [{ path: 'reason', message: 'Enter what is missing.' }]])
    const back = await setRequestStatus(testApp.sam, id, 'pending', 'The last page is missing.')
    expect(back.body).toMatchObject({ status: 'pending', returnedAt: expect.any(String), completedAt: null })
    expect(await seen(id, testApp.ann)).toMatchObject({ reason: 'The last page is missing.', allowed: ['upload'] })
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR needs a corrected document from you' })
    expect(email?.text).not.toContain('last page')
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('last page')
    await answered(id)
    await setRequestStatus(testApp.sam, id, 'completed')
    expect(await seen(id)).toMatchObject({ status: 'completed', reason: null, fileCount: 2 })
  })

  it('refuses to review before a file arrives, and refuses a return without a reason', async () => {
    const id = await requestedOfAcme(testApp)
    for (const status of ['completed', 'submitted', 'pending']) {
      const answer = await setRequestStatus(testApp.sam, id, status, 'x')
      expect([answer.status, answer.body.message], status).toEqual([
        409,
        'Upload a document for a pending request, or cancel it.',
      ])
    }
    const handed = await submitted()
    expect((await setRequestStatus(testApp.sam, handed, 'cancelled')).status).toBe(409)
    expect((await setRequestStatus(testApp.sam, handed, 'completed', 'Thanks')).status).toBe(400)
    expect((await setRequestStatus(testApp.sam, handed, 'lost')).body.message).toBe(
      'Choose completed, pending, or cancelled.',
    )
  })

  it('requires the version that was seen, and stores one verdict out of ten concurrent ones', async () => {
    const id = await submitted()
    expect((await setRequestStatus(testApp.sam, id, 'completed', undefined, { 'if-match': '"1"' })).status).toBe(412)
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2
          ? setRequestStatus(testApp.sam, id, 'completed')
          : setRequestStatus(testApp.alice, id, 'pending', 'Please sign it.'),
      ),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('stores a consistent result when a review races with another upload', async () => {
    const id = await submitted()
    const [verdict, file] = await Promise.all([setRequestStatus(testApp.sam, id, 'completed'), answered(id)])
    expect(verdict.status).toBe(200)
    expect([201, 409]).toContain(file.status)
    expect(await seen(id)).toMatchObject({ status: 'completed', fileCount: file.status === 201 ? 2 : 1 })
  })

  it('cancels a pending request, and changes nothing in an archived folder', async () => {
    const id = await requestedOfAcme(testApp)
    expect((await setRequestStatus(testApp.sam, id, 'cancelled', 'Found it.')).body).toMatchObject({
      status: 'cancelled',
      reason: 'Found it.',
      allowed: [],
    })
    const folder = (await testApp.sam.post('/api/client-folders', { name: 'Old', services: 'x' })).body.id
    const old = (await testApp.sam.post(requestsOf(folder), requestInput)).body.id
    await testApp.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await setRequestStatus(testApp.sam, old, 'cancelled')).status).toBe(409)
    expect((await seen(old)).allowed).toEqual([])
  })
})

it('the database refuses a completed request without its completion time', async () => {
  await expect(
    testApp.db.run(sql`update document_requests set status = 'completed' where completed_at is null`),
  ).rejects.toThrow(/document_request_completed_has_time/)
})
