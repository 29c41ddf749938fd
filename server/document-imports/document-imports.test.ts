import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { download, requestExport } from '../../tests/folder-exports.ts'
import { pdf, png, zip, type ZipEntry } from '../../tests/samples.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { addDocument, upload } from '../../tests/uploads.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'
import { sweepUploads } from '../uploads/actions.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => {
  await testApp.db.run(sql`delete from rate_limits`)
  // Not counted among the uploads of the last minute.
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '1 hour'`)
})

const path = '/api/document-imports'
const drafted = async (bytes: Buffer, more: Record<string, unknown> = {}, who: Caller = testApp.alice) => {
  const { documentURL } = await upload(who, bytes)
  return who.post(path, { documentURL, fileName: 'Files.zip', ...more })
}
const rowsOf = async (id: string) => (await testApp.alice.get(`${path}/${id}/rows?limit=200`)).body
const start = (id: string) => testApp.alice.post(`${path}/${id}/start`)
const run = () => testApp.runJobs('run-document-imports')
const imported = async (entries: ZipEntry[], more: Record<string, unknown> = {}) => {
  const { status, body } = await drafted(zip(entries), more)
  expect(status).toBe(201)
  expect((await start(body.id)).status).toBe(201)
  await run()
  return (await testApp.alice.get(`${path}/${body.id}`)).body
}
/** A folder with a name of its own. */
async function newFolder(name = `Oak ${newId()}`, clientEmail = `${newId()}@example.com`) {
  const { body } = await testApp.alice.post('/api/client-folders', {
    name,
    clientEmail,
    services: 'Payroll',
    assignedStaffId: testApp.people.sam.id,
  })
  return body as { id: string; name: string; clientEmail: string }
}
const documentsIn = async (id: string) =>
  (await testApp.alice.get(`/api/client-folders/${id}/documents?limit=200`)).body as {
    id: string
    originalName: string
    subfolder: string | null
    uploadedByName: string
  }[]
const file = (name: string, text = name): ZipEntry => ({ name, content: pdf(text) })

describe('a document import', () => {
  it('adds each file to the client folder and the subfolder that its path names, without emails', async () => {
    const [oak, elm] = [await newFolder(), await newFolder()]
    const before = (await testApp.mail()).length
    const its = await imported([
      file(`${oak.name}/Lease.pdf`),
      file(`${oak.name.toUpperCase()}/Contracts/2025/Old.pdf`),
      { name: `${elm.name}/Logo.png`, content: png() },
    ])
    expect(its).toMatchObject({
      status: 'finished',
      counts: { pending: 0, done: 3, skipped: 0, failed: 0 },
      allowed: [],
    })
    expect((await documentsIn(oak.id)).map(({ originalName, subfolder }) => [originalName, subfolder])).toEqual([
      ['Old.pdf', 'Contracts - 2025'],
      ['Lease.pdf', null],
    ])
    expect((await documentsIn(elm.id)).map(({ originalName }) => originalName)).toEqual(['Logo.png'])
    expect(await testApp.mail()).toHaveLength(before)
  })

  it('puts all files into one folder if one was chosen, and leaves out a directory around everything', async () => {
    const folder = await newFolder()
    await imported([file('Scans/Lease.pdf'), file('Scans/Taxes/Return.pdf')], { clientFolderId: folder.id })
    expect((await documentsIn(folder.id)).map(({ originalName, subfolder }) => [originalName, subfolder])).toEqual([
      ['Return.pdf', 'Taxes'],
      ['Lease.pdf', null],
    ])
  })

  it('follows the list documents.csv, which tells apart folders of the same name by the client’s email', async () => {
    const name = `Twin ${newId()}`
    const [, second] = [await newFolder(name), await newFolder(name)]
    const list = [
      'File,Name,Subfolder,Client folder,Client email',
      `scan1.pdf,Lease 2026.pdf,Contracts,${name},${second.clientEmail}`,
      `scan2.pdf,,,${name},`,
      `scan3.pdf,,,${name},other@example.com`,
      `missing.pdf,,,${name},${second.clientEmail}`,
    ].join('\n')
    const { body } = await drafted(
      zip([
        { name: 'documents.csv', content: list },
        ...['scan1.pdf', 'scan2.pdf', 'scan3.pdf'].map((each) => file(each)),
      ]),
    )
    expect(await rowsOf(body.id)).toMatchObject([
      { row: 2, status: 'pending', name: 'Lease 2026.pdf', subfolder: 'Contracts', clientFolderId: second.id },
      { row: 3, status: 'failed', reason: expect.stringContaining('Several client folders have this name.') },
      { row: 4, status: 'failed', reason: expect.stringContaining('another email address') },
      { row: 5, status: 'failed', reason: 'The ZIP doesn’t contain this file.' },
    ])
  })

  it('reads back an export of a folder with its names and subfolders, and skips what the folder already has', async () => {
    const folder = await newFolder()
    const { body: lease } = await addDocument(testApp.sam, folder.id, { name: 'Lease.pdf', bytes: pdf('lease') })
    await testApp.sam.patch(`/api/documents/${lease.id}/subfolder`, { subfolder: 'Contracts' })
    await addDocument(testApp.sam, folder.id, { name: 'Lease.pdf', bytes: pdf('another lease') })
    const { id } = await requestExport(testApp.sam, folder.id)
    await testApp.runJobs()
    const { bytes } = await download(testApp, testApp.sam, id)
    const again = await drafted(bytes)
    expect(await rowsOf(again.body.id)).toMatchObject([
      { status: 'skipped', reason: 'This document is already in the folder.' },
      { status: 'skipped', reason: 'This document is already in the folder.' },
    ])
    const other = await newFolder()
    const { body } = await drafted(bytes, { clientFolderId: other.id })
    await start(body.id)
    await run()
    const copies = await documentsIn(other.id)
    expect(copies.map(({ originalName, subfolder }) => `${originalName} in ${subfolder}`).toSorted()).toEqual([
      'Lease.pdf in Contracts',
      'Lease.pdf in null',
    ])
    const copy = copies.find(({ subfolder }) => subfolder === 'Contracts')
    const answer = await testApp.sam.get(`/api/documents/${copy?.id}/file`)
    expect(answer.text).toContain('(lease)')
  })

  it('says of each file that can’t be added why, and imports the others', async () => {
    const folder = await newFolder()
    const archived = await newFolder()
    await testApp.alice.patch(`/api/client-folders/${archived.id}`, { status: 'archived' })
    const its = await imported([
      file(`${folder.name}/Right.pdf`),
      { name: `${folder.name}/Notes.txt`, content: 'text' },
      { name: `${folder.name}/Empty.pdf`, content: '' },
      { name: `${folder.name}/Program.pdf`, content: 'MZ this is no PDF' },
      file(`Unknown ${newId()}/Lease.pdf`),
      file(`${archived.name}/Lease.pdf`),
      file('Loose.pdf'),
      file(`${folder.name}/${'long '.repeat(20)}/Lease.pdf`),
      { name: '__MACOSX/Right.pdf', content: 'x' },
      { name: `${folder.name}/.DS_Store`, content: 'x' },
    ])
    expect(its.counts).toEqual({ pending: 0, done: 1, skipped: 0, failed: 7 })
    const reasons = (await rowsOf(its.id)).map(({ reason }: { reason: string | null }) => reason)
    expect(reasons).toEqual([
      null,
      'Choose a PDF, DOC, DOCX, XLS, XLSX, PNG, or JPEG file.',
      'The file is empty. Choose another one.',
      expect.stringContaining('its content is something else'),
      'There’s no client folder with this name.',
      'This client folder is archived.',
      expect.stringContaining('Put the file in a directory with the name of its client folder'),
      'Use up to 80 characters for a name.',
    ])
    const csv = (await testApp.alice.get(`${path}/${its.id}/csv`)).text
    expect(csv.trim().split('\n')).toHaveLength(8)
  })

  it('adds the same file once, however often it is imported or repeated in the ZIP', async () => {
    const folder = await newFolder()
    const entries = [file(`${folder.name}/Lease.pdf`, 'same'), file(`${folder.name}/Copy.pdf`, 'same')]
    expect((await imported(entries)).counts).toMatchObject({ done: 1, skipped: 1 })
    expect((await imported(entries)).counts).toMatchObject({ done: 0, skipped: 2 })
    expect(await documentsIn(folder.id)).toHaveLength(1)
  })

  it('is audited for the ZIP and for each document, by the administrator, and deletes the ZIP', async () => {
    const folder = await newFolder()
    const its = await imported([file(`${folder.name}/Lease.pdf`)])
    const log = await testApp.auditLog()
    expect(log.filter(({ entityId }) => entityId === its.id).map(({ action }) => action)).toEqual([
      'document-import.uploaded',
      'document-import.started',
      'document-import.finished',
    ])
    const [document] = await documentsIn(folder.id)
    expect(log.find(({ entityId, action }) => entityId === document?.id && action === 'document.added')?.actorId).toBe(
      testApp.people.alice.id,
    )
    await sweepUploads(testApp.db, testApp.context.files)
    const [stored] = await testApp.db.rows(typed(z.object({ storageKey: z.string() }))`
      select u.storage_key as "storageKey" from document_imports m join uploads u on u.id = m.upload_id where m.id = ${its.id}`)
    expect(await testApp.context.files.exists(stored?.storageKey ?? '')).toBe(false)
  })

  it('continues after it was interrupted, with the bytes that were already stored', async () => {
    const folder = await newFolder()
    const { body } = await drafted(zip([file(`${folder.name}/Lease.pdf`, 'lease')]))
    const [row] = await rowsOf(body.id)
    await start(body.id)
    // As left by a process that was killed between storing the bytes and adding the document.
    await testApp.db.run(sql`
      insert into uploads (id, user_id, storage_key, token_hash, max_size, expires_at, created_at)
      values (${row.id}, ${testApp.people.alice.id}, ${`documents/${row.id}`}, ${row.id}, 1000, now(), now())`)
    await run()
    expect(await documentsIn(folder.id)).toMatchObject([{ id: row.id, originalName: 'Lease.pdf' }])
  })

  it('doesn’t add anything before it is started, after it is stopped, or for someone who is no longer an administrator', async () => {
    const folder = await newFolder()
    const { body: draft } = await drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    await run()
    await start(draft.id)
    expect((await testApp.alice.post(`${path}/${draft.id}/stop`)).body).toMatchObject({
      status: 'stopped',
      allowed: [],
    })
    await run()
    const { body: other } = await drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    await start(other.id)
    await testApp.db.run(sql`update users set role = 'staff' where id = ${testApp.people.alice.id}`)
    await run()
    await testApp.db.run(sql`update users set role = 'admin' where id = ${testApp.people.alice.id}`)
    expect(await rowsOf(other.id)).toMatchObject([
      { status: 'failed', reason: 'The person who started this is no longer an administrator.' },
    ])
    expect(await documentsIn(folder.id)).toEqual([])
  })
})

describe('a document import refuses', () => {
  const refused = async (bytes: Buffer, more = {}) => (await drafted(bytes, more)).body.message as string

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
    const folder = await newFolder()
    const its = await imported([{ ...file(`${folder.name}/Lease.pdf`), claimedSize: 10 }])
    expect(its.counts).toMatchObject({ done: 0, failed: 1 })
    expect(await rowsOf(its.id)).toMatchObject([{ reason: 'This file is damaged. Create the ZIP again.' }])
    expect(await documentsIn(folder.id)).toEqual([])
  })

  it('a list without a column for the file, and one that is no CSV', async () => {
    const list = (content: string) => zip([{ name: 'documents.csv', content }, file('Lease.pdf')])
    expect(await refused(list('Name,Client folder\nLease.pdf,Oak'))).toContain('needs a column named “File”')
    expect(await refused(list('File'))).toContain('documents.csv: This file has headings but no files.')
  })

  it('an unknown folder, someone else’s upload, one that was used, and one of another host', async () => {
    const bytes = zip([file('Lease.pdf')])
    const wrong = await drafted(bytes, { clientFolderId: unknownId })
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
    const folder = await newFolder()
    const { body } = await drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    expect((await testApp.alice.post(`${path}/${body.id}/stop`)).status).toBe(409)
    const both = await Promise.all([start(body.id), start(body.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect((await testApp.alice.delete(`${path}/${body.id}`)).status).toBe(409)
    await run()
    expect((await start(body.id)).status).toBe(409)
  })

  it('staff and clients, who get 403 for the list and 404 for one', async () => {
    const { body } = await drafted(zip([file('Lease.pdf')]), { clientFolderId: testApp.folders.acme.id })
    for (const who of [testApp.sam, testApp.ann]) {
      expect((await who.get(path)).status).toBe(403)
      expect((await who.get(`${path}/${body.id}/rows`)).status).toBe(404)
      expect((await who.post(`${path}/${body.id}/start`)).status).toBe(404)
      expect((await who.delete(`${path}/${body.id}`)).status).toBe(404)
    }
  })
})
