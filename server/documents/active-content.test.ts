// PDFs that can do more than show pages: flagged for readers, and never signed.
import { PDFDocument, PDFName, PDFString, rgb } from '@cantoo/pdf-lib'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as make from '../../tests/samples.ts'
import { addDocument } from '../../tests/uploads.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`))

/** A PDF with an additional entry in its catalog. */
async function pdfWith(change: (pdf: PDFDocument) => unknown, options = { useObjectStreams: true }): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  pdf.addPage().drawRectangle({ x: 10, y: 10, width: 50, height: 50, color: rgb(0, 0, 0) })
  await change(pdf)
  return Buffer.from(await pdf.save(options))
}

const opening = (action: Record<string, unknown>) => (pdf: PDFDocument) =>
  pdf.catalog.set(PDFName.of('OpenAction'), pdf.context.register(pdf.context.obj(action as never)))
const script = (pdf: PDFDocument) => pdf.addJavaScript('main', 'app.alert(1)')
const attachment = (pdf: PDFDocument) => pdf.attach(Buffer.from('MZ'), 'invoice.exe', { mimeType: 'application/pdf' })
const annotation = (entries: Record<string, unknown>) => (pdf: PDFDocument) =>
  pdf.getPage(0).node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.obj(entries as never)]))
const form = (pdf: PDFDocument) =>
  pdf.catalog.set(PDFName.of('AcroForm'), pdf.context.obj({ Fields: [], XFA: PDFString.of('<xdp/>') }))

const active: [string, (pdf: PDFDocument) => unknown, string, string][] = [
  ['JavaScript', script, 'javascript', 'JavaScript'],
  [
    'a script when it is opened',
    opening({ S: 'JavaScript', JS: PDFString.of('app.alert(1)') }),
    'javascript',
    'JavaScript',
  ],
  [
    'a program to start',
    opening({ S: 'Launch', F: PDFString.of('cmd.exe') }),
    'launch',
    'a command that starts a program',
  ],
  [
    'a link to a share',
    opening({ S: 'GoToR', F: PDFString.of('\\\\evil.example\\a.pdf'), D: [0] }),
    'remote',
    'links to other files',
  ],
  [
    'an address on a share',
    annotation({ Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'URI', URI: PDFString.of('file://evil.example/a') } }),
    'remote',
    'links to other files',
  ],
  ['an attached file', attachment, 'attachments', 'attached files'],
  ['an XFA form', form, 'xfa', 'an XFA form'],
  ['rich media', annotation({ Subtype: 'RichMedia', Rect: [0, 0, 9, 9] }), 'media', 'audio, video, or 3D'],
]

describe.each([
  ['in object streams', true],
  ['in plain objects', false],
])('a PDF, %s, with', (_where, useObjectStreams) => {
  it.each(active)('%s is accepted with a flag, and refused for signing', async (_what, change, mark, words) => {
    const bytes = await pdfWith(change, { useObjectStreams })
    const { status, body, text } = await addDocument(testApp.ann, acme, { bytes })
    expect([status, body.activeContent], text).toEqual([201, [mark]])
    const sentence = `This PDF contains ${words}, so it can’t be signed. Print it to a new PDF and upload that.`
    const toSign = await addDocument(testApp.sam, acme, { bytes, requiresSignature: true })
    expect([toSign.status, toSign.body.issues]).toEqual([400, [{ path: 'documentURL', message: sentence }]])
    const asked = await testApp.sam.patch(`/api/documents/${body.id}`, { requiresSignature: true })
    expect([asked.status, asked.body.message]).toEqual([409, sentence])
    expect((await testApp.ann.get(`/api/documents/${body.id}`)).body.requiresSignature).toBe(false)
  })
})

it('does not flag a PDF that only shows pages, even with a link to a website', async () => {
  const link = annotation({
    Subtype: 'Link',
    Rect: [0, 0, 9, 9],
    A: { S: 'URI', URI: PDFString.of('https://example.com/') },
  })
  const { body } = await addDocument(testApp.sam, acme, { bytes: await pdfWith(link), requiresSignature: true })
  expect([body.activeContent, body.requiresSignature]).toEqual([[], true])
})

it('does not examine other file types', async () => {
  const { body } = await addDocument(testApp.sam, acme, { name: 'a.docx', bytes: make.docx(), requiresSignature: true })
  expect([body.activeContent, body.requiresSignature]).toEqual([null, true])
})

it('examines an older document when its signature is requested, and leaves it readable', async () => {
  const { body } = await addDocument(testApp.ann, acme, { bytes: await pdfWith(script) })
  await testApp.db.run(sql`update documents set active_content = null where id = ${body.id}`)
  expect((await testApp.sam.patch(`/api/documents/${body.id}`, { requiresSignature: true })).status).toBe(409)
  expect((await testApp.ann.get(`/api/documents/${body.id}`)).body.activeContent).toEqual(['javascript'])
  expect((await testApp.sam.get(body.objectPath)).status).toBe(200)
})

it('refuses a signature on a PDF that can’t be examined', async () => {
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('x'.repeat(200)),
    Buffer.from('\nstartxref\n9\n%%EOF\n'),
  ])
  const answer = await addDocument(testApp.sam, acme, { bytes, requiresSignature: true })
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'We couldn’t check this PDF for scripts and attached files, so it can’t be signed. Print it to a new PDF and upload that.',
  ])
  expect((await addDocument(testApp.sam, acme, { bytes })).body.activeContent).toEqual(['unreadable'])
})

it('withdraws a signature request whatever the PDF contains', async () => {
  const { body } = await addDocument(testApp.ann, acme, { bytes: await pdfWith(script) })
  await testApp.db.run(sql`update documents set requires_signature = true where id = ${body.id}`)
  expect((await testApp.sam.patch(`/api/documents/${body.id}`, { requiresSignature: false })).status).toBe(200)
})
