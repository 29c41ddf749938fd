import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askedOfAcme, moveRequest, requestsOf, wish } from '../../tests/document-requests.ts'
import { addDocument } from '../../tests/uploads.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(() => world.close())
const seen = async (id: string, by: Caller = world.sam) => (await by.get(`/api/document-requests/${id}`)).body
const answered = (id: string, by: Caller = world.ann) => addDocument(by, acme, { documentRequestId: id })
const submitted = async () => {
  const id = await askedOfAcme(world)
  await answered(id)
  return id
}
const trailOf = async (id: string) =>
  (await world.trail()).filter((line) => line.entityId === id).map(({ action }) => action)
const lettersTo = async (to: string) =>
  (await world.mail()).filter((letter) => letter.to === to).map(({ subject }) => subject)

describe('the team asks for a document', () => {
  it('and the client finds it in the folder and in the mail, which does not say what', async () => {
    const answer = await world.sam.post(requestsOf(acme), { ...wish, dueDate: '2099-03-01' })
    expect(answer.status).toBe(201)
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toMatchObject({
      ...wish,
      status: 'pending',
      priority: 'medium',
      dueDate: '2099-03-01',
      requestedById: world.people.sam.id,
      requestedByName: 'Sam Carter',
      files: [],
      fileCount: 0,
      reason: null,
      allowed: ['upload', 'cancel'],
    })
    expect(await trailOf(answer.body.id)).toEqual(['document-request.created'])
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'A document is asked for' })
    expect(letter?.text).not.toContain('handbook')
    expect((await seen(answer.body.id, world.ann)).allowed).toEqual(['upload'])
  })

  it('with as little as a title', async () => {
    const answer = await world.alice.post(requestsOf(acme), { title: 'Anything', documentType: ' ', dueDate: '' })
    expect(answer.body).toMatchObject({ documentType: 'other', description: null, dueDate: null, priority: 'medium' })
  })

  it.each([
    [{ title: ' ' }, 'title', 'Title is required'],
    [{ title: 'x'.repeat(201) }, 'title', expect.stringContaining('200')],
    [{ description: 'x'.repeat(10_001) }, 'description', expect.stringContaining('10,000')],
    [{ priority: 'urgent' }, 'priority', expect.any(String)],
    [{ dueDate: '2026-02-30' }, 'dueDate', 'Please enter a date.'],
    [{ documentType: 'x'.repeat(201) }, 'documentType', expect.stringContaining('200')],
    [{ requestedById: '01890000-0000-7000-8000-00000000dead' }, '', expect.stringContaining('requestedById')],
    [{ status: 'completed' }, '', expect.stringContaining('status')],
  ])('not with a mistake (%j)', async (mistake, path, message) => {
    const answer = await world.sam.post(requestsOf(acme), { ...wish, ...mistake })
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
  })

  it('but a client does not, a colleague and another client see nothing, and an archived folder takes none', async () => {
    expect((await world.ann.post(requestsOf(acme), wish)).status).toBe(403)
    const unknown = await world.eve.get('/api/document-requests/01890000-0000-7000-8000-00000000dead')
    const id = await askedOfAcme(world)
    for (const who of [world.sue, world.eve]) {
      expect((await who.post(requestsOf(acme), wish)).status).toBe(404)
      expect((await who.get(requestsOf(acme))).status).toBe(404)
      const foreign = await who.get(`/api/document-requests/${id}`)
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
      expect((await moveRequest(who, id, 'cancelled')).status).toBe(404)
    }
    const closed = (await world.sam.post('/api/client-folders', { name: 'Closed', services: 'x' })).body.id
    await world.sam.patch(`/api/client-folders/${closed}`, { status: 'archived' })
    expect((await world.sam.post(requestsOf(closed), wish)).status).toBe(409)
    expect((await world.visitor.get(requestsOf(acme))).status).toBe(401)
  })
})

describe('several in one go', () => {
  const setOf = (id: string) => `/api/client-folders/${id}/document-request-sets`
  const set = {
    requests: [{ title: 'First', documentType: 'form' }, { title: 'Second' }, { title: 'Third' }],
    description: 'For the review.',
    priority: 'high',
    dueDate: '2099-05-01',
  }

  it('are all there, in the order in which they were chosen, and are one letter', async () => {
    const { id } = (
      await world.alice.post('/api/client-folders', {
        name: 'Set',
        services: 'x',
        assignedStaffId: world.people.sam.id,
        clientEmail: 'eve@example.com',
      })
    ).body
    const before = (await lettersTo('eve@example.com')).length
    const answer = await world.sam.post(setOf(id), set)
    expect(answer.status).toBe(201)
    const titles = (list: { title: string }[]) => list.map(({ title }) => title)
    expect(titles(answer.body.requests)).toEqual(['First', 'Second', 'Third'])
    expect(answer.body.requests[1]).toMatchObject({ documentType: 'other', priority: 'high', dueDate: '2099-05-01' })
    expect(titles((await world.eve.get(requestsOf(id))).body)).toEqual(['First', 'Second', 'Third'])
    expect((await lettersTo('eve@example.com')).slice(before)).toEqual(['A document is asked for'])
  })

  it('or none of them: one mistake refuses all', async () => {
    const count = async () => (await world.sam.get(`${requestsOf(acme)}/counts`)).body.pending
    const before = await count()
    const spoiled = await world.sam.post(setOf(acme), { ...set, requests: [...set.requests, { title: '' }] })
    expect([spoiled.status, spoiled.body.issues[0].path]).toEqual([400, 'requests.3.title'])
    const none = await world.sam.post(setOf(acme), { ...set, requests: [] })
    expect([none.status, none.body.message]).toEqual([400, 'Please choose a document.'])
    const many = Array.from({ length: 31 }, () => ({ title: 'x' }))
    expect((await world.sam.post(setOf(acme), { ...set, requests: many })).status).toBe(400)
    expect((await world.ann.post(setOf(acme), set)).status).toBe(403)
    expect((await world.sue.post(setOf(acme), set)).status).toBe(404)
    expect(await count()).toBe(before)
  })
})

describe('the client answers', () => {
  it('with a file, and with another one as long as nobody has looked', async () => {
    const id = await askedOfAcme(world)
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
    expect(await trailOf(id)).toEqual(['document-request.created', 'document-request.submitted'])
  })

  it('not with a word alone, and gives no verdict', async () => {
    const id = await askedOfAcme(world)
    for (const status of ['submitted', 'completed', 'cancelled', 'pending'])
      expect((await moveRequest(world.ann, id, status, 'x')).status, status).toBe(403)
    expect((await seen(id)).status).toBe('pending')
  })

  it('not what is closed; then nothing of the file is kept', async () => {
    const id = await askedOfAcme(world)
    await moveRequest(world.sam, id, 'cancelled')
    const refused = await answered(id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This document request is closed. Please ask the team.',
    ])
    expect((await seen(id)).fileCount).toBe(0)
  })

  it('in their own folder only', async () => {
    const id = await askedOfAcme(world)
    const elsewhere = await addDocument(world.eve, world.folders.elmwood.id, { documentRequestId: id })
    expect([elsewhere.status, elsewhere.body.issues[0].path]).toEqual([400, 'documentRequestId'])
    expect(await seen(id)).toMatchObject({ status: 'pending', fileCount: 0 })
  })
})

describe('the team looks at it', () => {
  it('and accepts it, once', async () => {
    const id = await submitted()
    const done = await moveRequest(world.sam, id, 'completed')
    expect(done.body).toMatchObject({ status: 'completed', completedAt: expect.any(String), version: 3, allowed: [] })
    const again = await moveRequest(world.sam, id, 'completed')
    expect([again.status, again.body.message]).toEqual([409, 'A completed request stays as it is.'])
    expect((await trailOf(id)).filter((action) => action === 'document-request.completed')).toHaveLength(1)
  })

  it('or sends it back with a reason, which the client reads, and gets it again', async () => {
    const id = await submitted()
    const bare = await moveRequest(world.sam, id, 'pending')
    expect([bare.status, bare.body.issues]).toEqual([400, [{ path: 'reason', message: 'Please say what is missing.' }]])
    const back = await moveRequest(world.sam, id, 'pending', 'The last page is missing.')
    expect(back.body).toMatchObject({ status: 'pending', returnedAt: expect.any(String), completedAt: null })
    expect(await seen(id, world.ann)).toMatchObject({ reason: 'The last page is missing.', allowed: ['upload'] })
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'A document needs another look' })
    expect(letter?.text).not.toContain('last page')
    expect(JSON.stringify(await world.trail())).not.toContain('last page')
    await answered(id)
    await moveRequest(world.sam, id, 'completed')
    expect(await seen(id)).toMatchObject({ status: 'completed', reason: null, fileCount: 2 })
  })

  it('not before there is anything, nor with a reason that goes nowhere', async () => {
    const id = await askedOfAcme(world)
    for (const status of ['completed', 'submitted', 'pending']) {
      const answer = await moveRequest(world.sam, id, status, 'x')
      expect([answer.status, answer.body.message], status).toEqual([
        409,
        'A pending request is answered by uploading a document for it, or cancelled.',
      ])
    }
    const handed = await submitted()
    expect((await moveRequest(world.sam, handed, 'cancelled')).status).toBe(409)
    expect((await moveRequest(world.sam, handed, 'completed', 'Thanks')).status).toBe(400)
    expect((await moveRequest(world.sam, handed, 'lost')).body.message).toBe(
      'Please choose completed, pending or cancelled.',
    )
  })

  it('at the version that was seen, one verdict of ten at once', async () => {
    const id = await submitted()
    expect((await moveRequest(world.sam, id, 'completed', undefined, { 'if-match': '"1"' })).status).toBe(412)
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 ? moveRequest(world.sam, id, 'completed') : moveRequest(world.alice, id, 'pending', 'Please sign it.'),
      ),
    )
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('while the client hands in another file: either order leaves an answer that somebody gave', async () => {
    const id = await submitted()
    const [verdict, file] = await Promise.all([moveRequest(world.sam, id, 'completed'), answered(id)])
    expect(verdict.status).toBe(200)
    expect([201, 409]).toContain(file.status)
    expect(await seen(id)).toMatchObject({ status: 'completed', fileCount: file.status === 201 ? 2 : 1 })
  })

  it('or cancels what is pending, and nothing changes in an archived folder', async () => {
    const id = await askedOfAcme(world)
    expect((await moveRequest(world.sam, id, 'cancelled', 'Found it.')).body).toMatchObject({
      status: 'cancelled',
      reason: 'Found it.',
      allowed: [],
    })
    const folder = (await world.sam.post('/api/client-folders', { name: 'Old', services: 'x' })).body.id
    const old = (await world.sam.post(requestsOf(folder), wish)).body.id
    await world.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await moveRequest(world.sam, old, 'cancelled')).status).toBe(409)
    expect((await seen(old)).allowed).toEqual([])
  })
})

it('no row says completed without its time', async () => {
  await expect(
    world.db.run(sql`update document_requests set status = 'completed' where completed_at is null`),
  ).rejects.toThrow(/document_request_completed_has_time/)
})
