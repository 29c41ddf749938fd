// Sharing a team-only document, and making a shared one team-only while the client's side doesn't know it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { company, type Contact, contactIn, emailsTo } from '../../tests/contacts.ts'
import { requestExport } from '../../tests/folder-exports.ts'
import { pdf } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'

let testApp: TestApp
let folder: string
let contact: Contact
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  folder = await company(testApp)
  contact = await contactIn(testApp, folder, { documents: true, messages: true })
})

const add = async (more: Record<string, unknown> = {}, by: Caller = testApp.sam): Promise<string> => {
  const answer = await addDocument(by, folder, more)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const addTeamOnly = (more: Record<string, unknown> = {}) => add({ visibility: 'team-only', ...more })
const change = (id: string, visibility: unknown, by: Caller = testApp.sam, headers: Record<string, string> = {}) =>
  by.patch(`/api/documents/${id}/visibility`, { visibility }, headers)
const share = (id: string, by?: Caller) => change(id, 'shared', by)
const unshare = (id: string, by?: Caller) => change(id, 'team-only', by)
const addVersion = async (id: string, name = 'Next.pdf', by: Caller = testApp.sam): Promise<Answer> => {
  const bytes = pdf(name)
  const { clientFolderId: _, ...file } = registration(folder, name, bytes)
  const { documentURL } = await upload(by, bytes)
  return by.post(`/api/documents/${id}/versions`, { documentURL, ...file })
}
const statusFor = async (caller: Caller, id: string) => (await caller.get(`/api/documents/${id}`)).status
const refusal = ({ status, body }: Answer) => [status, body.message]

describe('sharing a team-only document', () => {
  it('shows it to the client’s side, and notifies them as a new document does', async () => {
    const id = await addTeamOnly({ name: 'Findings.pdf' })
    const before = (await emailsTo(testApp, contact.email)).length
    expect((await share(id)).body).toMatchObject({ visibility: 'shared', version: 2 })
    expect([await statusFor(testApp.ann, id), await statusFor(contact.cora, id)]).toEqual([200, 200])
    const emails = (await emailsTo(testApp, contact.email)).slice(before)
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('shared a document with you')])
    const { body } = await testApp.ann.get('/api/notifications')
    expect(body[0]).toMatchObject({ subject: 'New document: Findings.pdf', clientFolderId: folder })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'document.shared', entityId: id })
  })

  it('leaves its earlier versions team-only, and the client’s side counts from the shared one', async () => {
    const first = await addTeamOnly({ name: 'Draft.pdf' })
    const second = (await addVersion(first)).body.id
    expect((await share(second)).status).toBe(200)
    expect((await testApp.ann.get(`/api/documents/${second}`)).body).toMatchObject({ versionNumber: 1 })
    expect((await testApp.sam.get(`/api/documents/${second}`)).body).toMatchObject({ versionNumber: 2 })
    const versions = (await testApp.ann.get(`/api/documents/${second}/versions`)).body
    expect(versions.map(({ id }: { id: string }) => id)).toEqual([second])
    expect(await statusFor(testApp.ann, first)).toBe(404)
    expect((await testApp.ann.get(`/api/documents/${first}/file`)).status).toBe(404)
    // Withdrawn again, the draft is current, and still team-only.
    await testApp.sam.post(`/api/documents/${second}/withdrawal`, { reason: 'Too early' })
    expect((await testApp.ann.get(`/api/client-folders/${folder}/documents`)).body).toEqual([])
    expect((await testApp.sam.get(`/api/documents/${first}`)).body).toMatchObject({ visibility: 'team-only' })
  })
})

describe('making a shared document team-only', () => {
  it('hides it with its earlier versions, and deletes the notifications that name it', async () => {
    const first = await add({ name: 'Suspicions.pdf' })
    const second = (await addVersion(first, 'Suspicions.pdf')).body.id
    expect((await testApp.ann.get('/api/notifications')).text).toContain('Suspicions')
    expect((await unshare(second)).body).toMatchObject({ visibility: 'team-only', versionNumber: 2 })
    for (const caller of [testApp.ann, contact.cora]) {
      expect([await statusFor(caller, first), await statusFor(caller, second)]).toEqual([404, 404])
      expect((await caller.get('/api/notifications')).text).not.toContain('Suspicions')
    }
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'document.unshared', entityId: second })
    expect((await share(second)).status).toBe(200)
  })

  const opened = 'The client has opened this document, so it can’t be made team-only.'
  it('is refused after someone on the client’s side has opened it, also an earlier version', async () => {
    const ids = [await add(), await add(), await add()]
    await testApp.ann.get(`/api/documents/${ids[0]}/file`)
    await contact.cora.get(`/api/client-folders/${folder}/documents/zip?ids=${ids[1]}`)
    await testApp.ann.get(`/api/documents/${ids[2]}/file`, { range: 'bytes=0-4' })
    for (const id of ids) expect(refusal(await unshare(id))).toEqual([409, opened])
    const next = (await addVersion(ids[0] ?? '')).body.id
    expect(refusal(await unshare(next))).toEqual([409, opened])
    // What the team opened doesn't count.
    const id = await add()
    await testApp.sam.get(`/api/documents/${id}/file`)
    expect((await unshare(id)).status).toBe(200)
  })

  it.each([
    [
      'the client uploaded it',
      async () => add({}, testApp.ann),
      'The client uploaded this document, so it can’t be made team-only.',
    ],
    [
      'a message contains it',
      async () => {
        const id = await add()
        const content = 'Look at this'
        await testApp.sam.post(`/api/client-folders/${folder}/messages`, { content, documentIds: [id] })
        return id
      },
      'A message contains this document, so it can’t be made team-only.',
    ],
    [
      'it belongs to an assignment',
      async () => {
        const documentId = await add()
        const body = { title: 'Read it', description: 'Now', requiredAction: 'nothing', documentId }
        await testApp.sam.post(`/api/client-folders/${folder}/assignments`, body)
        return documentId
      },
      'This document belongs to an assignment, so it can’t be made team-only.',
    ],
    [
      'it answers a document request',
      async () => {
        const body = { title: 'License', documentType: 'other' }
        const request = await testApp.sam.post(`/api/client-folders/${folder}/document-requests`, body)
        return add({ documentRequestId: request.body.id })
      },
      'This document answers a document request, so it can’t be made team-only.',
    ],
    [
      'a signature was requested on it',
      async () => {
        const id = await add({ requiresSignature: true })
        await testApp.sam.patch(`/api/documents/${id}`, { requiresSignature: false })
        return id
      },
      'A signature was requested on this document, so it can’t be made team-only.',
    ],
    [
      'the client has exported the folder',
      async () => {
        const id = await add()
        await requestExport(testApp.ann, folder)
        return id
      },
      'The client has exported this folder, so it can’t be made team-only.',
    ],
  ])('is refused if %s', async (_what, create, sentence) => {
    const id = await create()
    expect(refusal(await unshare(id))).toEqual([409, sentence])
    expect(await statusFor(testApp.ann, id)).toBe(200)
  })
})

describe('the visibility of a document', () => {
  it('is refused to clients, to staff of other folders, and for wrong values', async () => {
    const [shared, secret] = [await add(), await addTeamOnly()]
    expect(refusal(await unshare(shared, testApp.ann))).toEqual([403, 'Only the team can change who sees a document.'])
    for (const by of [testApp.ann, contact.cora, testApp.eve, testApp.sue])
      expect((await share(secret, by)).status).toBe(404)
    expect((await share(unknownId)).status).toBe(404)
    for (const wrong of ['hidden', null, true, undefined]) expect((await change(secret, wrong)).status).toBe(400)
    expect((await testApp.visitor.patch(`/api/documents/${secret}/visibility`, {})).status).toBe(401)
    const own = await addDocument(testApp.ann, folder, { visibility: 'team-only' })
    expect(refusal(own)).toEqual([403, 'Only the team can add team-only documents.'])
  })

  it('is not changed to what it is, for an earlier version, of an old version, or in an archived folder', async () => {
    const [shared, secret] = [await add(), await addTeamOnly()]
    expect(refusal(await share(shared))).toEqual([409, 'This document is already shared with the client.'])
    expect(refusal(await unshare(secret))).toEqual([409, 'This document is already team-only.'])
    expect((await change(secret, 'shared', testApp.sam, { 'if-match': '"7"' })).status).toBe(412)
    await addVersion(secret)
    expect((await share(secret)).status).toBe(409)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await unshare(shared)).status).toBe(409)
  })

  it('refuses what points the client to a team-only document', async () => {
    const id = await addTeamOnly()
    const inFolder = `/api/client-folders/${folder}`
    const assignment = { title: 'Read it', description: 'Now', requiredAction: 'nothing', documentId: id }
    expect((await testApp.sam.post(`${inFolder}/assignments`, assignment)).body.issues).toMatchObject([
      { path: 'documentId', message: expect.stringContaining('team-only document') },
    ])
    const message = { content: 'x', documentIds: [id] }
    expect((await testApp.sam.post(`${inFolder}/messages`, message)).body.issues).toMatchObject([
      { path: 'documentIds', message: expect.stringContaining('team-only document') },
    ])
    expect(refusal(await testApp.sam.patch(`/api/documents/${id}`, { requiresSignature: true }))).toEqual([
      409,
      'Only the team can see this document. Share it with the client before you request a signature.',
    ])
    const given = await testApp.sam.post(`${inFolder}/assignments`, { ...assignment, documentId: null })
    const request = await testApp.sam.post(`${inFolder}/document-requests`, { title: 'x', documentType: 'other' })
    for (const more of [
      { requiresSignature: true },
      { documentRequestId: request.body.id },
      { assignmentId: given.body.id },
    ]) {
      const { status, body } = await addDocument(testApp.sam, folder, { visibility: 'team-only', ...more })
      expect([status, body.issues[0].path]).toEqual([400, Object.keys(more)[0]])
    }
  })
})
