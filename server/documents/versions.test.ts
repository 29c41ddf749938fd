// Versions of a document: who may add one, when it is refused, and what happens to the earlier ones.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { company } from '../../tests/contacts.ts'
import { pdf } from '../../tests/samples.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const second = pdf('second')
const add = async (folder: string, by: Caller = testApp.sam, more: object = {}): Promise<string> => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  return (await addDocument(by, folder, { name: 'Handbook.pdf', bytes: pdf('first'), ...more })).body.id
}
const versionOf = async (by: Caller, name = 'Handbook 2.pdf', bytes = second) => {
  const { clientFolderId: _, ...file } = registration('', name, bytes)
  return { documentURL: (await upload(by, bytes)).documentURL, ...file }
}
const replace = async (id: string, by: Caller = testApp.sam) =>
  by.post(`/api/documents/${id}/versions`, await versionOf(by))
const versions = async (id: string, by: Caller = testApp.sam) => (await by.get(`/api/documents/${id}/versions`)).body
const listed = async (folder: string, by: Caller = testApp.sam): Promise<string[]> =>
  (await by.get(`/api/client-folders/${folder}/documents`)).body.map((each: { id: string }) => each.id)
const refused = ({ status, body }: Answer) => [status, body.message]

it('replaces the document; the earlier version can still be downloaded, and names who added it and when', async () => {
  const folder = await company(testApp)
  const id = await add(folder)
  await testApp.sam.patch(`/api/documents/${id}/subfolder`, { subfolder: 'Policies' })
  const answer = await replace(id)
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { originalName: 'Handbook 2.pdf', subfolder: 'Policies', versionNumber: 2, replacedById: null },
  ])
  const newId = answer.body.id
  expect(await testApp.auditLog()).toContainEqual(
    expect.objectContaining({ action: 'document.replaced', entityId: newId }),
  )
  for (const by of [testApp.sam, testApp.ann]) {
    expect(await listed(folder, by)).toEqual([newId])
    expect(await versions(newId, by)).toMatchObject([
      { id: newId, versionNumber: 2 },
      { id, versionNumber: 1, replacedById: newId, uploadedByName: 'Sam Carter', allowed: ['download', 'open'] },
    ])
    expect(await versions(id, by)).toEqual(await versions(newId, by))
    expect((await by.get(`/api/documents/${id}/file`)).text).toContain('first')
  }
  const third = (await replace(newId)).body.id
  expect((await versions(third)).map((each: { id: string }) => each.id)).toEqual([third, newId, id])
  expect((await testApp.sam.get(`/api/client-folders/${folder}/documents/figures`)).body.all).toBe(1)
})

it('is added by the team and by the uploader, not by another person of the client', async () => {
  const folder = await company(testApp)
  const ofTeam = await add(folder)
  expect(refused(await replace(ofTeam, testApp.ann))).toEqual([
    403,
    'You can only add versions of documents that you uploaded.',
  ])
  expect((await testApp.ann.get(`/api/documents/${ofTeam}`)).body.allowed).not.toContain('add-version')
  const ofClient = await add(folder, testApp.ann)
  expect((await testApp.ann.get(`/api/documents/${ofClient}`)).body.allowed).toContain('add-version')
  expect((await replace(ofClient, testApp.ann)).status).toBe(201)
  expect((await replace(ofTeam, testApp.alice)).status).toBe(201)
  expect((await testApp.eve.post(`/api/documents/${ofTeam}/versions`, await versionOf(testApp.eve))).status).toBe(404)
})

it('is refused for a signed document, a requested signature, an earlier version, and an archived folder', async () => {
  const folder = await company(testApp)
  const id = await add(folder, testApp.sam, { requiresSignature: true })
  expect(refused(await replace(id))).toEqual([
    409,
    'A signature is requested on this document. Cancel the request before you replace it.',
  ])
  expect((await testApp.sam.get(`/api/documents/${id}`)).body.allowed).not.toContain('add-version')
  await testApp.ann.get(`/api/documents/${id}/file`)
  await testApp.db.run(
    sql`update documents set requires_signature = true, is_signed = true, signed_at = now() where id = ${id}`,
  )
  expect(refused(await replace(id))).toEqual([409, 'This document is signed, so it can’t be replaced.'])
  const other = await add(folder)
  await replace(other)
  const earlier = 'This is an earlier version of the document. Open the current version.'
  expect(refused(await replace(other))).toEqual([409, earlier])
  const change = await testApp.sam.patch(`/api/documents/${other}`, { requiresSignature: true })
  expect(refused(change)).toEqual([409, earlier])
  const withdrawal = await testApp.sam.post(`/api/documents/${other}/withdrawal`, { reason: 'Old' })
  expect(refused(withdrawal)).toEqual([409, earlier])
  const last = await add(folder)
  await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
  expect((await replace(last)).status).toBe(409)
})

it('is refused without an upload of the caller, and for a type that is not accepted', async () => {
  const id = await add(await company(testApp))
  const body = await versionOf(testApp.alice)
  expect((await testApp.sam.post(`/api/documents/${id}/versions`, body)).status).toBe(400)
  expect((await testApp.sam.post(`/api/documents/${id}/versions`, {})).status).toBe(400)
  const wrong = { ...(await versionOf(testApp.sam)), originalName: 'Handbook.exe' }
  expect((await testApp.sam.post(`/api/documents/${id}/versions`, wrong)).status).toBe(400)
  expect((await versions(id)).length).toBe(1)
})

it('is added once when two people replace the same document at the same time', async () => {
  const folder = await company(testApp)
  const id = await add(folder)
  const answers = await Promise.all([replace(id, testApp.sam), replace(id, testApp.alice)])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  expect(await listed(folder)).toHaveLength(1)
})

it('is added once when the same call is repeated', async () => {
  const folder = await company(testApp)
  const id = await add(folder)
  const body = await versionOf(testApp.sam)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const first = await testApp.sam.post(`/api/documents/${id}/versions`, body, key)
  const again = await testApp.sam.post(`/api/documents/${id}/versions`, body, key)
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
  expect(
    (await testApp.sam.post(`/api/documents/${id}/versions`, { ...body, fileName: 'Other.pdf' }, key)).status,
  ).toBe(422)
})

it('is withdrawn alone, and the previous version becomes current again', async () => {
  const folder = await company(testApp)
  const first = await add(folder)
  const next = (await replace(first)).body.id
  const third = (await replace(next)).body.id
  await testApp.sam.patch(`/api/documents/${third}/subfolder`, { subfolder: 'Policies' })
  await testApp.sam.patch(`/api/documents/${third}/tags`, { tags: ['Payroll'] })
  expect((await testApp.sam.post(`/api/documents/${third}/withdrawal`, { reason: 'Wrong file' })).status).toBe(200)
  expect(await listed(folder)).toEqual([next])
  expect((await testApp.sam.get(`/api/documents/${next}`)).body).toMatchObject({
    subfolder: 'Policies',
    tags: ['Payroll'],
  })
  expect((await versions(next)).map((each: { id: string }) => each.id)).toEqual([next, first])
})

it('becomes the document of open assignments and document requests', async () => {
  const folder = await company(testApp)
  const { id: requestId } = (
    await testApp.sam.post(`/api/client-folders/${folder}/document-requests`, {
      title: 'Handbook',
      documentType: 'other',
    })
  ).body
  const first = await add(folder, testApp.ann, { documentRequestId: requestId })
  const path = `/api/client-folders/${folder}/assignments`
  const assignment = (await testApp.sam.post(path, { title: 'Read it', description: 'Please.', documentId: first }))
    .body
  const next = (await replace(first, testApp.ann)).body.id
  expect((await testApp.sam.get(`/api/assignments/${assignment.id}`)).body.documentId).toBe(next)
  const request = (await testApp.sam.get(`/api/document-requests/${requestId}`)).body
  expect([request.fileCount, request.files.map((each: { id: string }) => each.id)]).toEqual([1, [next]])
})
