import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { documentImports, file, importsPath as path } from '../../tests/document-imports.ts'
import { download, requestExport } from '../../tests/folder-exports.ts'
import { pdf, png, zip } from '../../tests/samples.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'
import { newId } from '../kit/id.ts'
import { typed } from '../kit/row-types.ts'
import { sweepUploads } from '../uploads/actions.ts'
import { runDocumentImports } from './jobs.ts'

let testApp: TestApp
let imports: ReturnType<typeof documentImports>
beforeAll(async () => {
  testApp = await createTestApp()
  imports = documentImports(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => imports.rest())

describe('a document import', () => {
  it('adds each file to the client folder and the subfolder that its path names, without emails', async () => {
    const [oak, elm] = [await imports.newFolder(), await imports.newFolder()]
    const before = (await testApp.mail()).length
    const its = await imports.imported([
      file(`${oak.name}/Lease.pdf`),
      file(`${oak.name.toUpperCase()}/Contracts/2025/Old.pdf`),
      { name: `${elm.name}/Logo.png`, content: png() },
    ])
    expect(its).toMatchObject({
      status: 'finished',
      counts: { pending: 0, done: 3, skipped: 0, failed: 0 },
      allowed: [],
    })
    expect((await imports.documentsIn(oak.id)).map(({ originalName, subfolder }) => [originalName, subfolder])).toEqual(
      [
        ['Old.pdf', 'Contracts - 2025'],
        ['Lease.pdf', null],
      ],
    )
    expect((await imports.documentsIn(elm.id)).map(({ originalName }) => originalName)).toEqual(['Logo.png'])
    expect(await testApp.mail()).toHaveLength(before)
  })

  it('puts all files into one folder if one was chosen, and leaves out a directory around everything', async () => {
    const folder = await imports.newFolder()
    await imports.imported([file('Scans/Lease.pdf'), file('Scans/Taxes/Return.pdf')], { clientFolderId: folder.id })
    expect(
      (await imports.documentsIn(folder.id)).map(({ originalName, subfolder }) => [originalName, subfolder]),
    ).toEqual([
      ['Return.pdf', 'Taxes'],
      ['Lease.pdf', null],
    ])
  })

  it('follows the list documents.csv, which tells apart folders of the same name by the client’s email', async () => {
    const name = `Twin ${newId()}`
    const [, second] = [await imports.newFolder(name), await imports.newFolder(name)]
    const list = [
      'File,Name,Subfolder,Client folder,Client email',
      `scan1.pdf,Lease 2026.pdf,Contracts,${name},${second.clientEmail}`,
      `scan2.pdf,,,${name},`,
      `scan3.pdf,,,${name},other@example.com`,
      `missing.pdf,,,${name},${second.clientEmail}`,
    ].join('\n')
    const { body } = await imports.drafted(
      zip([
        { name: 'documents.csv', content: list },
        ...['scan1.pdf', 'scan2.pdf', 'scan3.pdf'].map((each) => file(each)),
      ]),
    )
    expect(await imports.rowsOf(body.id)).toMatchObject([
      { row: 2, status: 'pending', name: 'Lease 2026.pdf', subfolder: 'Contracts', clientFolderId: second.id },
      { row: 3, status: 'failed', reason: expect.stringContaining('Several client folders have this name.') },
      { row: 4, status: 'failed', reason: expect.stringContaining('another email address') },
      { row: 5, status: 'failed', reason: 'The ZIP doesn’t contain this file.' },
    ])
  })

  it('reads back an export of a folder with its names, subfolders, tags, and visibilities, and skips what the folder already has', async () => {
    const folder = await imports.newFolder()
    const { body: lease } = await addDocument(testApp.sam, folder.id, { name: 'Lease.pdf', bytes: pdf('lease') })
    await testApp.sam.patch(`/api/documents/${lease.id}/subfolder`, { subfolder: 'Contracts' })
    await testApp.sam.patch(`/api/documents/${lease.id}/tags`, { tags: ['Payroll', 'Form 941'] })
    await addDocument(testApp.sam, folder.id, { name: 'Lease.pdf', bytes: pdf('another lease') })
    const notes = { name: 'Notes.pdf', bytes: pdf('notes'), visibility: 'team-only' }
    await addDocument(testApp.sam, folder.id, notes)
    const { id } = await requestExport(testApp.sam, folder.id)
    await testApp.runJobs()
    const { bytes } = await download(testApp, testApp.sam, id)
    const again = await imports.drafted(bytes)
    expect(await imports.rowsOf(again.body.id)).toMatchObject([
      { status: 'skipped', reason: 'This document is already in the folder.' },
      { status: 'skipped', reason: 'This document is already in the folder.' },
      { status: 'skipped', reason: 'This document is already in the folder.' },
    ])
    const other = await imports.newFolder()
    const { body } = await imports.drafted(bytes, { clientFolderId: other.id })
    await imports.start(body.id)
    await imports.run()
    const copies = await imports.documentsIn(other.id)
    const facts = copies.map((each) => `${each.originalName} in ${each.subfolder}, ${each.visibility}`)
    expect(facts.toSorted()).toEqual([
      'Lease.pdf in Contracts, shared',
      'Lease.pdf in null, shared',
      'Notes.pdf in null, team-only',
    ])
    const copy = copies.find(({ subfolder }) => subfolder === 'Contracts')
    expect(copy?.tags).toEqual(['Payroll', 'Form 941'])
    const answer = await testApp.sam.get(`/api/documents/${copy?.id}/file`)
    expect(answer.text).toContain('(lease)')
  })

  it('adds files as team-only if the list or their directory says so, and refuses an unknown visibility', async () => {
    const folder = await imports.newFolder()
    const list = [
      'File,Visibility',
      'a.pdf,Team only',
      'b.pdf,shared',
      'c.pdf,',
      'team-only documents/d.pdf,',
      'e.pdf,secret',
    ].join('\n')
    const files = ['a.pdf', 'b.pdf', 'c.pdf', 'team-only documents/d.pdf', 'e.pdf'].map((each) => file(each))
    const clientFolderId = folder.id
    const its = await imports.imported([{ name: 'documents.csv', content: list }, ...files], { clientFolderId })
    expect((await imports.rowsOf(its.id)).at(-1)).toMatchObject({
      status: 'failed',
      reason: 'Enter “Shared” or “Team only” as the visibility.',
    })
    await imports.imported([file('team-only documents/Cases/f.pdf'), file('documents/Cases/g.pdf')], { clientFolderId })
    const facts = (await imports.documentsIn(folder.id)).map((each) => [
      each.originalName,
      each.subfolder,
      each.visibility,
    ])
    expect(facts.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
      ['a.pdf', null, 'team-only'],
      ['b.pdf', null, 'shared'],
      ['c.pdf', null, 'shared'],
      ['d.pdf', null, 'team-only'],
      ['f.pdf', 'Cases', 'team-only'],
      ['g.pdf', 'documents - Cases', 'shared'],
    ])
  })

  it('adds the tags of the list in the spelling of the folder, and refuses those that can’t be used', async () => {
    const folder = await imports.newFolder()
    const list = [
      'File,Tags',
      'a.pdf,Payroll',
      'b.pdf,"payroll, Form 941"',
      'c.pdf,"One, one"',
      `d.pdf,${'x'.repeat(41)}`,
    ]
    const files = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((each) => file(each))
    const csv = { name: 'documents.csv', content: list.join('\n') }
    const its = await imports.imported([csv, ...files], { clientFolderId: folder.id })
    expect(await imports.rowsOf(its.id)).toMatchObject([
      { status: 'done', tags: ['Payroll'] },
      { status: 'done', tags: ['payroll', 'Form 941'] },
      { status: 'failed', reason: 'Enter each tag once.', tags: [] },
      { status: 'failed', reason: 'Use up to 40 characters for a tag.', tags: [] },
    ])
    expect((await imports.documentsIn(folder.id)).map(({ tags }) => tags)).toEqual([
      ['Payroll', 'Form 941'],
      ['Payroll'],
    ])
  })

  it('says of each file that can’t be added why, and imports the others', async () => {
    const folder = await imports.newFolder()
    const archived = await imports.newFolder()
    await testApp.alice.patch(`/api/client-folders/${archived.id}`, { status: 'archived' })
    const its = await imports.imported([
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
    const reasons = (await imports.rowsOf(its.id)).map(({ reason }: { reason: string | null }) => reason)
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
    const folder = await imports.newFolder()
    const entries = [file(`${folder.name}/Lease.pdf`, 'same'), file(`${folder.name}/Copy.pdf`, 'same')]
    expect((await imports.imported(entries)).counts).toMatchObject({ done: 1, skipped: 1 })
    expect((await imports.imported(entries)).counts).toMatchObject({ done: 0, skipped: 2 })
    expect(await imports.documentsIn(folder.id)).toHaveLength(1)
  })

  it('is audited for the ZIP and for each document, by the administrator, and deletes the ZIP', async () => {
    const folder = await imports.newFolder()
    const its = await imports.imported([file(`${folder.name}/Lease.pdf`)])
    const log = await testApp.auditLog()
    expect(log.filter(({ entityId }) => entityId === its.id).map(({ action }) => action)).toEqual([
      'document-import.uploaded',
      'document-import.started',
      'document-import.finished',
    ])
    const [document] = await imports.documentsIn(folder.id)
    expect(log.find(({ entityId, action }) => entityId === document?.id && action === 'document.added')?.actorId).toBe(
      testApp.people.alice.id,
    )
    await sweepUploads(testApp.db, testApp.context.files)
    const [stored] = await testApp.db.rows(typed(z.object({ storageKey: z.string() }))`
      select u.storage_key as "storageKey" from document_imports m join uploads u on u.id = m.upload_id where m.id = ${its.id}`)
    expect(await testApp.context.files.exists(stored?.storageKey ?? '')).toBe(false)
  })

  it('adds each file once when two instances work on it at the same time', async () => {
    const folder = await imports.newFolder()
    const files = Array.from({ length: 6 }, (_, n) => file(`${folder.name}/${n}.pdf`))
    const { body } = await imports.drafted(zip(files))
    await imports.start(body.id)
    const twin = await testApp.twin()
    await Promise.all([
      imports.run(),
      twin.context.runDueJobs('run-document-imports'),
      runDocumentImports(twin.context),
    ])
    expect((await testApp.alice.get(`${path}/${body.id}`)).body.counts).toEqual({
      pending: 0,
      done: 6,
      skipped: 0,
      failed: 0,
    })
    expect(await imports.documentsIn(folder.id)).toHaveLength(6)
  })

  it('doesn’t add anything before it is started, after it is stopped, or for someone who is no longer an administrator', async () => {
    const folder = await imports.newFolder()
    const { body: draft } = await imports.drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    await imports.run()
    await imports.start(draft.id)
    expect((await testApp.alice.post(`${path}/${draft.id}/stop`)).body).toMatchObject({
      status: 'stopped',
      allowed: [],
    })
    await imports.run()
    const { body: other } = await imports.drafted(zip([file(`${folder.name}/Lease.pdf`)]))
    await imports.start(other.id)
    await testApp.db.run(sql`update users set role = 'staff' where id = ${testApp.people.alice.id}`)
    await imports.run()
    await testApp.db.run(sql`update users set role = 'admin' where id = ${testApp.people.alice.id}`)
    expect(await imports.rowsOf(other.id)).toMatchObject([
      { status: 'failed', reason: 'The person who started this is no longer an administrator.' },
    ])
    expect(await imports.documentsIn(folder.id)).toEqual([])
  })
})
