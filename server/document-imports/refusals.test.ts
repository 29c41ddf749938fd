// What a document import refuses: as a whole, or one of its files.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { documentImports, file, importsPath as path } from '../../tests/document-imports.ts'
import { pdf, zip } from '../../tests/samples.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { upload } from '../../tests/uploads.ts'
import { typed } from '../kit/row-types.ts'
import { sweepUploads } from '../uploads/actions.ts'

let testApp: TestApp
let imports: ReturnType<typeof documentImports>
beforeAll(async () => {
  testApp = await createTestApp()
  imports = documentImports(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => imports.rest())

describe('a document import refuses', () => {
  const refused = async (bytes: Buffer, more = {}) => (await imports.drafted(bytes, more)).body.message as string

  it('what is no ZIP, or a damaged, encrypted, or empty one', async () => {
    const whole = zip([file('a/Lease.pdf')])
    expect(await refused(pdf())).toContain('This isn’t a ZIP file, or it’s damaged.')
    expect(await refused(whole.subarray(0, whole.length - 30))).toContain('This isn’t a ZIP file, or it’s damaged.')
    expect(await refused(zip([{ ...file('a/Lease.pdf'), encrypted: true }]))).toContain('password-protected')
    expect(await refused(zip([{ name: '__MACOSX/a', content: 'x' }]))).toBe('This ZIP contains no files.')
  })

  it('paths that lead out of the ZIP, two files with the same path, and what is too large when unpacked', async () => {
    expect(await refused(zip([file('../Lease.pdf')]))).toContain('damaged')
    expect(await refused(zip([file('/etc/Lease.pdf')]))).toContain('damaged')
    expect(await refused(zip([file('a/Lease.pdf'), file('a/Lease.pdf')]))).toContain('twice')
    const claimed = { claimedSize: 2 ** 32 - 2 }
    expect(
      await refused(
        zip([
          { ...file('a/1.pdf'), ...claimed },
          { ...file('a/2.pdf'), ...claimed },
        ]),
      ),
    ).toContain('larger than 5 GB when unpacked')
  })

  it('a file that is larger than the ZIP says, without keeping its bytes', async () => {
    const folder = await imports.newFolder()
    const its = await imports.imported([{ ...file(`${folder.name}/Lease.pdf`), claimedSize: 10 }])
    expect(its.counts).toMatchObject({ done: 0, failed: 1 })
    expect(await imports.rowsOf(its.id)).toMatchObject([{ reason: 'This file is damaged. Create the ZIP again.' }])
    expect(await imports.documentsIn(folder.id)).toEqual([])
  })

  it('a list without a column for the file, and one that is no CSV', async () => {
    const list = (content: string) => zip([{ name: 'documents.csv', content }, file('Lease.pdf')])
    expect(await refused(list('Name,Client folder\nLease.pdf,Oak'))).toContain('needs a column named “File”')
    expect(await refused(list('File'))).toContain('documents.csv: This file has headings but no files.')
  })

  it('an unknown folder, someone else’s upload, one that was used, and one of another host', async () => {
    const bytes = zip([file('Lease.pdf')])
    const wrong = await imports.drafted(bytes, { clientFolderId: unknownId })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'clientFolderId'])
    const { documentURL } = await upload(testApp.sam, bytes)
    expect((await testApp.alice.post(path, { documentURL, fileName: 'a.zip' })).status).toBe(400)
    expect((await testApp.alice.post(path, { documentURL: 'https://other.example/a', fileName: 'a.zip' })).status).toBe(
      400,
    )
    const { documentURL: own } = await upload(testApp.alice, bytes)
    expect((await testApp.alice.post(path, { documentURL: own, fileName: 'a.zip' })).status).toBe(201)
    expect((await testApp.alice.post(path, { documentURL: own, fileName: 'a.zip' })).status).toBe(409)
  })

  it('a second start, a stop before the start, and discarding a started one with 409', async () => {
    const folder = await imports.newFolder()
    const { body } = await imports.drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    expect((await testApp.alice.post(`${path}/${body.id}/stop`)).status).toBe(409)
    const both = await Promise.all([imports.start(body.id), imports.start(body.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await testApp.alice.delete(`${path}/${body.id}`)).status).toBe(409)
    await imports.run()
    expect((await imports.start(body.id)).status).toBe(409)
  })

  it('a second stop, and a second deletion of a draft, whose ZIP is deleted', async () => {
    const folder = await imports.newFolder()
    const { body: running } = await imports.drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    await imports.start(running.id)
    const both = [testApp.alice, testApp.mona]
    const stops = await Promise.all(both.map((by) => by.post(`${path}/${running.id}/stop`)))
    expect(stops.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { body: draft } = await imports.drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    const { storageKey } = await testApp.db.one(typed(z.object({ storageKey: z.string() }))`
      select u.storage_key as "storageKey" from document_imports m join uploads u on u.id = m.upload_id where m.id = ${draft.id}`)
    const deletions = await Promise.all(both.map((by) => by.delete(`${path}/${draft.id}`)))
    expect(deletions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await testApp.alice.get(`${path}/${draft.id}`)).status).toBe(404)
    await sweepUploads(testApp.db, testApp.context.files)
    expect(await testApp.context.files.exists(storageKey)).toBe(false)
  })

  it('to add anything from a draft that is discarded while it is started', async () => {
    const folder = await imports.newFolder()
    const { body } = await imports.drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    const [started, discarded] = await Promise.all([imports.start(body.id), testApp.mona.delete(`${path}/${body.id}`)])
    expect([
      [201, 409],
      [404, 200],
    ]).toContainEqual([started.status, discarded.status])
    await imports.run()
    expect(await imports.documentsIn(folder.id)).toHaveLength(started.status === 201 ? 1 : 0)
  })

  it('staff and clients, who get 403 for the list and 404 for one', async () => {
    const { body } = await imports.drafted(zip([file('Lease.pdf')]), { clientFolderId: testApp.folders.acme.id })
    for (const who of [testApp.sam, testApp.ann]) {
      expect((await who.get(path)).status).toBe(403)
      expect((await who.get(`${path}/${body.id}/rows`)).status).toBe(404)
      expect((await who.post(`${path}/${body.id}/start`)).status).toBe(404)
      expect((await who.delete(`${path}/${body.id}`)).status).toBe(404)
    }
  })
})
