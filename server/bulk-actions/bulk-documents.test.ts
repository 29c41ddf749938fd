// A document that is sent to many clients at the same time.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { assertCopiesFit } from '../../domain/bulk-action.ts'
import { company, emailsTo } from '../../tests/contacts.ts'
import { pdf } from '../../tests/samples.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { registration, upload } from '../../tests/uploads.ts'
import { typed } from '../kit/row-types.ts'
import { sweepUploads } from '../uploads/actions.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const path = '/api/bulk-actions'
const run = () => testApp.runJobs('run-bulk-actions')
const handbook = async (folderIds: string[], more: object = {}, by: Caller = testApp.sam, bytes = pdf('handbook')) => {
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '12 hours' where user_id is not null`)
  const { documentURL } = await upload(by, bytes)
  const { clientFolderId: _, ...file } = registration('', 'Handbook 2027.pdf', bytes)
  return { kind: 'document', documentURL, ...file, requiresSignature: false, recipients: { folderIds }, ...more }
}
const documentsIn = async (id: string, by: Caller = testApp.sam) =>
  (await by.get(`/api/client-folders/${id}/documents`)).body
const itemsOf = async (id: string) => (await testApp.sam.get(`${path}/${id}/items`)).body

it('adds a copy to each folder, notifies each client by email, and leaves the daily limit of uploads alone', async () => {
  const folders = [await company(testApp), await company(testApp)]
  const emails = (await emailsTo(testApp, 'ann@example.com')).length
  const { status, body } = await testApp.sam.post(path, await handbook(folders))
  expect([status, body]).toMatchObject([201, { kind: 'document', title: 'Handbook 2027.pdf', counts: { pending: 2 } }])
  await run()
  expect((await testApp.sam.get(`${path}/${body.id}`)).body).toMatchObject({ status: 'finished', counts: { done: 2 } })
  for (const id of folders) {
    const [document] = await documentsIn(id, testApp.ann)
    expect(document).toMatchObject({ originalName: 'Handbook 2027.pdf', requiresSignature: false })
    expect((await testApp.ann.get(document.objectPath)).text).toContain('handbook')
  }
  expect((await emailsTo(testApp, 'ann@example.com')).length).toBe(emails + 2)
  const counted = await testApp.db.rows(sql`
    select u.id from uploads u join documents d on d.id = u.id
    where d.client_folder_id = any(${folders}::uuid[]) and u.copy_of_id is null`)
  expect(counted).toEqual([])
})

it('requests a signature from each client, due on the same day', async () => {
  const folder = await company(testApp)
  await testApp.sam.post(path, await handbook([folder], { requiresSignature: true, signBy: '2030-05-01' }))
  await run()
  expect(await documentsIn(folder, testApp.ann)).toMatchObject([
    { requiresSignature: true, signBy: '2030-05-01', signers: [{ side: 'client', status: 'pending' }] },
  ])
})

it('uses the same copy again after the process was killed before the document was saved', async () => {
  const folder = await company(testApp)
  const { body } = await testApp.sam.post(path, await handbook([folder]))
  const [{ id }] = await itemsOf(body.id)
  const original = await testApp.db.one(typed(z.object({ storageKey: z.string() }))`
    select u.storage_key as "storageKey" from uploads u join bulk_actions b on b.upload_id = u.id where b.id = ${body.id}`)
  const { files } = testApp.context
  await files.put(`documents/${id}`, (await files.read(original.storageKey)).stream, { limit: 1_000_000 })
  await run()
  const documents = await documentsIn(folder)
  expect(documents).toMatchObject([{ id, originalName: 'Handbook 2027.pdf' }])
  expect((await testApp.ann.get(documents[0].objectPath)).text).toContain('handbook')
})

it('keeps the uploaded file for as long as it is being sent, and a day at least', async () => {
  const folder = await company(testApp)
  const { body } = await testApp.sam.post(path, await handbook([folder]))
  await testApp.db.run(sql`
    update uploads set created_at = created_at - interval '3 days'
    where id = (select upload_id from bulk_actions where id = ${body.id})`)
  await sweepUploads(testApp.db, testApp.context.files)
  await run()
  expect(await documentsIn(folder)).toHaveLength(1)
  await sweepUploads(testApp.db, testApp.context.files)
  expect((await testApp.sam.get(`${path}/${body.id}`)).body).toMatchObject({ title: 'Handbook 2027.pdf' })
  expect((await testApp.ann.get((await documentsIn(folder))[0].objectPath)).status).toBe(200)
})

it('is refused without an upload of the sender’s own, for an unsafe file, and for a PDF that can’t be signed', async () => {
  const folder = await company(testApp)
  const ofAlice = await handbook([folder], {}, testApp.alice)
  expect((await testApp.sam.post(path, ofAlice)).status).toBe(400)
  expect((await testApp.sam.post(path, { ...ofAlice, documentURL: undefined })).status).toBe(400)
  const program = await handbook([folder], { originalName: 'Handbook.exe' })
  expect((await testApp.sam.post(path, program)).status).toBe(400)
  const script = Buffer.from(
    pdf('script')
      .toString('latin1')
      .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (1) >>'),
    'latin1',
  )
  const scripted = await testApp.sam.post(
    path,
    await handbook([folder], { requiresSignature: true }, testApp.sam, script),
  )
  expect(scripted.status).toBe(400)
  await run()
  expect(await documentsIn(folder)).toEqual([])
})

it('is refused for clients and for a folder that the sender can’t see', async () => {
  const folder = await company(testApp)
  expect((await testApp.ann.post(path, await handbook([folder]))).status).toBe(403)
  expect((await testApp.sue.post(path, await handbook([folder], {}, testApp.sue))).status).toBe(404)
  await run()
  expect(await documentsIn(folder)).toEqual([])
})

it('is refused if its copies would need more than 2 GB', () => {
  expect(() => assertCopiesFit(10_000_000, 200)).not.toThrow()
  expect(() => assertCopiesFit(10_000_000, 201)).toThrow('This file is too large for 201 clients.')
})
