// Search in the text of documents: who finds one, which of its versions, and when it is no longer found. Files of each kind,
// and hostile ones, are tested in server/file-inspection/document-text.test.ts.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SearchItem } from '../../domain/search.ts'
import { company, contactIn } from '../../tests/contacts.ts'
import { dumpOf, formsOf } from '../../tests/dump.ts'
import * as make from '../../tests/samples.ts'
import { staffMember } from '../../tests/staff.ts'
import { addDocument, registration, upload } from '../../tests/uploads.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocumentsWithoutText, extractDocumentText, extractPendingTexts } from '../documents/document-texts.ts'
import { typed } from '../kit/row-types.ts'
import { Hindered } from '../seal/hindered.ts'
import { openSealingProcess } from '../seal/sealing-process.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
// A person may upload only so many files a day.
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

async function find(caller: Caller, q: string): Promise<SearchItem[]> {
  const { status, body, text } = await caller.get(`/api/search?q=${encodeURIComponent(q)}`)
  expect(status, text).toBe(200)
  return body.groups.find(({ kind }: { kind: string }) => kind === 'document-texts')?.items ?? []
}
const idsFor = async (caller: Caller, q: string) => (await find(caller, q)).map(({ id }) => id)

/** A document of Sam's whose text is extracted. */
async function add(text: string, { folder = acme, by = testApp.sam, name = 'Notes.pdf' } = {}): Promise<string> {
  const answer = await addDocument(by, folder, { name, bytes: make.pdf(text) })
  expect(answer.status, answer.text).toBe(201)
  await testApp.runJobs('extract-document-text')
  return answer.body.id
}

const TextRow = z.object({
  attempts: z.number(),
  isExtracted: z.boolean(),
  text: z.instanceof(Buffer).nullable(),
  words: z.number(),
})
const stored = (id: string) =>
  testApp.db.maybe(typed(TextRow)`
    select attempts, extracted_at is not null as "isExtracted", text_encrypted as text, cardinality(words) as words
    from document_texts where document_id = ${id}`)

describe('searching the text of documents', () => {
  it('finds a document by words of its text, for both sides, with its folder and an excerpt', async () => {
    const id = await add('The gingko overtime of Quillfeather is paid in leaves', { name: 'Plan.pdf' })
    for (const caller of [testApp.ann, testApp.sam, testApp.alice])
      for (const q of ['gingko', 'GING quillfeath', 'paid in gingko'])
        expect(await find(caller, q), q).toEqual([
          {
            id,
            title: 'Plan.pdf',
            detail: 'Acme Tooling · The gingko overtime of Quillfeather is paid in leaves',
            status: null,
            clientFolderId: acme,
          },
        ])
    for (const q of ['ingko', 'gingkos', 'gingko missing', 'gi', 'of in', 'gingko_', '%%%'])
      expect(await find(testApp.sam, q), q).toEqual([])
  })

  const row = '<row><c t="inlineStr"><is><t>A medlar for Castillo</t></is></c></row>'
  it.each([
    ['Word', 'Offer.docx', () => make.docx('A medlar for Castillo')],
    [
      'Excel',
      'Rates.xlsx',
      () =>
        make.zip([
          ...make.xlsxParts().slice(0, -1),
          { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${row}</sheetData></worksheet>` },
        ]),
    ],
  ])('finds a document of %s', async (_what, name, bytes) => {
    const { body } = await addDocument(testApp.sam, acme, { name, bytes: bytes() })
    await testApp.runJobs('extract-document-text')
    const found = (await find(testApp.ann, 'medlar castillo')).find(({ id }) => id === body.id)
    expect(found).toMatchObject({ title: name, detail: 'Acme Tooling · A medlar for Castillo' })
  })

  it('shortens a long name of the folder, so that the excerpt stays in view', async () => {
    const name = 'Chesapeake and Shenandoah Valley Regional Charter School Association'
    const folder = await company(testApp)
    await testApp.db.run(sql`update client_folders set name = ${name} where id = ${folder}`)
    await add('A sycamore', { folder })
    expect(await find(testApp.sam, 'sycamore')).toMatchObject([
      { detail: 'Chesapeake and Shenandoah Valley Region… · A sycamore' },
    ])
  })

  it('has no text to find in a picture', async () => {
    const { status, body } = await addDocument(testApp.sam, acme, { name: 'Scan.png', bytes: make.png() })
    expect([status, await stored(body.id)]).toEqual([201, null])
  })

  it('finds the newest five, and older ones by rarer words', async () => {
    const ids: string[] = []
    for (let number = 1; number <= 7; number++) ids.push(await add(`A wisteria number${number}`))
    expect(await idsFor(testApp.sam, 'wisteria')).toEqual(ids.toReversed().slice(0, 5))
    expect(await idsFor(testApp.sam, 'wisteria number1')).toEqual([ids[0]])
  })

  it('finds a word that begins with the same ten characters as those of other documents', async () => {
    const id = await add('understandable')
    for (let count = 0; count < 6; count++) await add('understanding')
    expect(await idsFor(testApp.sam, 'understandabl')).toEqual([id])
  })
})

describe('the text of a document is hidden', () => {
  it('from another client, and from staff who are not assigned', async () => {
    const id = await add('A persimmon for Acme')
    for (const caller of [testApp.eve, testApp.sue]) expect(await find(caller, 'persimmon')).toEqual([])
    for (const caller of [testApp.ann, testApp.sam]) expect(await idsFor(caller, 'persimmon')).toEqual([id])
    // The outsider does find her own.
    const own = await add('A persimmon for Elmwood', { folder: testApp.folders.elmwood.id, by: testApp.eve })
    expect(await idsFor(testApp.eve, 'persimmon')).toEqual([own])
    expect(await idsFor(testApp.ann, 'persimmon')).toEqual([id])
    for (const caller of [testApp.alice, testApp.mona]) expect(await idsFor(caller, 'persimmon')).toEqual([own, id])
  })

  it('from bookkeepers, while assistants of the folder find it', async () => {
    const folder = await company(testApp)
    const id = await add('A whortleberry', { folder })
    const bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
    const assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
    expect(await find(assistant.caller, 'whortleberry')).toEqual([])
    const member = { userId: assistant.id }
    expect((await testApp.sam.post(`/api/client-folders/${folder}/members`, member)).status).toBe(201)
    expect(await idsFor(assistant.caller, 'whortleberry')).toEqual([id])
    expect(await find(bookkeeper.caller, 'whortleberry')).toEqual([])
  })

  it('from visitors and from people without an active account', async () => {
    await add('A sorrel')
    expect((await testApp.visitor.get('/api/search?q=sorrel')).status).toBe(401)
    expect((await testApp.ivan.get('/api/search?q=sorrel')).status).toBe(401)
  })

  it('from contacts without access to documents', async () => {
    const folder = await company(testApp)
    const id = await add('The quince is late', { folder })
    const reader = await contactIn(testApp, folder, { documents: true })
    const others = await contactIn(testApp, folder, { money: true, messages: true })
    expect(await idsFor(reader.cora, 'quince')).toEqual([id])
    expect(await find(others.cora, 'quince')).toEqual([])
    expect((await testApp.sam.get(`/api/search?recent=document-texts:${id}`)).body).toEqual({ groups: [] })
  })

  it('while the virus scanner has not passed the file, and forever if it found a virus', async () => {
    const { body } = await addDocument(testApp.sam, acme, { bytes: make.pdf('A loquat') })
    await testApp.db.run(sql`update documents set scan = 'waiting' where id = ${body.id}`)
    await testApp.runJobs('extract-document-text')
    expect(await stored(body.id)).toMatchObject({ attempts: 0, isExtracted: false })
    await testApp.db.run(sql`update documents set scan = 'clean' where id = ${body.id}`)
    await extractDocumentText(testApp.context, body.id)
    expect(await idsFor(testApp.ann, 'loquat')).toEqual([body.id])
    await testApp.db.run(sql`update documents set scan = 'infected' where id = ${body.id}`)
    for (const caller of [testApp.ann, testApp.sam, testApp.alice]) expect(await find(caller, 'loquat')).toEqual([])
  })

  it('once the document is withdrawn: the text is deleted right away', async () => {
    const id = await add('Please forget the rambutan')
    expect(await idsFor(testApp.sam, 'rambutan')).toEqual([id])
    expect((await testApp.sam.post(`/api/documents/${id}/withdrawal`, { reason: 'A mistake' })).status).toBe(200)
    for (const caller of [testApp.ann, testApp.sam, testApp.alice]) expect(await find(caller, 'rambutan')).toEqual([])
    expect(await stored(id)).toBeNull()
    await addDocumentsWithoutText(testApp.db)
    expect(await stored(id)).toBeNull()
  })

  it('in earlier versions, until the newer one is withdrawn', async () => {
    const folder = await company(testApp)
    const id = await add('The first tamarind', { folder })
    const bytes = make.pdf('The second tamarillo')
    const { clientFolderId: _, ...file } = registration('', 'Notes.pdf', bytes)
    const { documentURL } = await upload(testApp.sam, bytes)
    const { status, body } = await testApp.sam.post(`/api/documents/${id}/versions`, { documentURL, ...file })
    expect(status).toBe(201)
    await testApp.runJobs('extract-document-text')
    expect([await find(testApp.sam, 'tamarind'), await idsFor(testApp.sam, 'tamarillo')]).toEqual([[], [body.id]])
    expect(await stored(id)).toBeNull()
    await testApp.sam.post(`/api/documents/${body.id}/withdrawal`, { reason: 'A mistake' })
    await testApp.runJobs('extract-document-text')
    expect([await idsFor(testApp.sam, 'tamarind'), await find(testApp.sam, 'tamarillo')]).toEqual([[id], []])
  })

  it('in a dump of the database', async () => {
    await add('The Xylophage of Zanzibarquartz')
    const dump = await dumpOf(testApp)
    for (const form of [...formsOf('Zanzibarquartz'), ...formsOf('zanzibar')]) expect(dump.includes(form)).toBe(false)
    expect((await find(testApp.sam, 'zanzibarquartz'))[0]?.detail).toContain('Zanzibarquartz')
  })
})

describe('extracting the text of a document', () => {
  it('happens once, even if two instances try at the same time', async () => {
    const { body } = await addDocument(testApp.sam, acme, { bytes: make.pdf('A kumquat') })
    await Promise.all([1, 2, 3].map(() => extractDocumentText(testApp.context, body.id)))
    await extractDocumentText(testApp.context, body.id)
    expect(await stored(body.id)).toMatchObject({ attempts: 1, isExtracted: true })
    expect(await idsFor(testApp.sam, 'kumquat')).toEqual([body.id])
  })

  it('is tried again later if the file could not be read', async () => {
    const { body } = await addDocument(testApp.sam, acme, { bytes: make.pdf('A damson') })
    const moveTo = (id: string) =>
      testApp.db.run(sql`update documents set storage_key = ${`documents/${id}`} where id = ${body.id}`)
    await moveTo(crypto.randomUUID())
    await testApp.runJobs('extract-document-text')
    expect(await stored(body.id)).toMatchObject({ attempts: 1, isExtracted: false })
    await moveTo(body.id)
    await extractPendingTexts(testApp.context)
    expect(await stored(body.id), 'too early').toMatchObject({ attempts: 1, isExtracted: false })
    testApp.pass({ minutes: 11 })
    await extractPendingTexts(testApp.context)
    expect(await stored(body.id)).toMatchObject({ attempts: 2, isExtracted: true })
    expect(await idsFor(testApp.sam, 'damson')).toEqual([body.id])
  })

  it('is not tried forever', async () => {
    const { body } = await addDocument(testApp.sam, acme, { bytes: make.pdf('A bullace') })
    await testApp.db.run(sql`update document_texts set attempts = 9 where document_id = ${body.id}`)
    await extractPendingTexts(testApp.context)
    expect(await stored(body.id)).toMatchObject({ attempts: 9, isExtracted: false })
  })

  it('stores no text for a damaged file, and is done with it', async () => {
    const bytes = Buffer.concat([Buffer.from(`%PDF-1.7\n${'x'.repeat(200)}`), Buffer.from('\nstartxref\n9\n%%EOF\n')])
    const { body } = await addDocument(testApp.sam, acme, { bytes })
    await testApp.runJobs('extract-document-text')
    expect(await stored(body.id)).toEqual({ attempts: 1, isExtracted: true, text: null, words: 0 })
  })

  it('adds the documents of an earlier release or of a restored backup, newest first', async () => {
    const ids = [await add('An earlier greengage'), await add('A later greengage')]
    await testApp.db.run(sql`delete from document_texts`)
    expect(await find(testApp.sam, 'greengage')).toEqual([])
    await testApp.db.rows(sql`select graphile_worker.add_job('add-documents-without-text')`)
    await testApp.runJobs()
    for (let run = 0; run < 20 && (await find(testApp.sam, 'greengage')).length < 2; run++)
      await extractPendingTexts(testApp.context)
    expect(await idsFor(testApp.sam, 'greengage')).toEqual(ids.toReversed())
  })

  it('is deleted with the document', async () => {
    const folder = await company(testApp)
    const id = await add('The medlars of the past', { folder })
    await testApp.sam.post(`/api/documents/${id}/withdrawal`, { reason: 'A mistake' })
    await testApp.db.run(sql`
      insert into document_texts (document_id, client_folder_id) values (${id}, ${folder}) on conflict do nothing`)
    await testApp.db.run(sql`update documents set withdrawn_at = withdrawn_at - interval '31 days' where id = ${id}`)
    await testApp.db.rows(sql`select graphile_worker.add_job('delete-withdrawn-files')`)
    await testApp.runJobs('delete-withdrawn-files')
    expect([await testApp.db.rows(sql`select from documents where id = ${id}`), await stored(id)]).toEqual([[], null])
  })

  it('ends with the process if it takes too much time, and the next file is read', async () => {
    const from = async (bytes: Buffer) =>
      testApp.context.files.lend(`documents/${(await addDocument(testApp.sam, acme, { bytes })).body.id}`)
    // The clock of the limit is checked five times a second.
    const pages = make.pdf('endless '.repeat(200_000))
    const slow = openSealingProcess({ warn() {} }, { limitMilliseconds: 1 })
    await expect(slow.onFile('documentText', { from: await from(pages), kind: 'pdf' })).rejects.toThrow(Hindered)
    slow.close()
    const ordinary = openSealingProcess({ warn() {} })
    expect(await ordinary.onFile('documentText', { from: await from(make.pdf('Short')), kind: 'pdf' })).toEqual({
      text: 'Short',
    })
    ordinary.close()
  })
})
