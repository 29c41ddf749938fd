// The text of files, and of files that are damaged or crafted to use all time and memory.
import { PDFDict, PDFDocument, PDFName, PDFStream, StandardFonts } from '@cantoo/pdf-lib'
import { PDF } from '@libpdf/core'
import { describe, expect, it } from 'vitest'
import { maxTextLength } from '../../domain/file-kind.ts'
import * as make from '../../tests/samples.ts'
import { documentText } from './document-text.ts'

const word = (body: string, ...more: make.ZipEntry[]) =>
  make.zip([
    ...make.docxParts().slice(0, -1),
    { name: 'word/document.xml', content: wordPart('document', `<w:body>${body}</w:body>`) },
    ...more,
  ])
const wordPart = (name: string, content: string) =>
  `<w:${name} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="urn:mc">${content}</w:${name}>`
const p = (...runs: string[]) => `<w:p>${runs.map((run) => `<w:r>${run}</w:r>`).join('')}</w:p>`
const t = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`

const workbook = (rows: string, sharedStrings?: string) =>
  make.zip([
    ...make.xlsxParts().slice(0, -1),
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
    ...(sharedStrings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst>${sharedStrings}</sst>` }]),
  ])

/** The text on one line, as in an excerpt. */
const lineOf = async (...[kind, bytes]: Parameters<typeof documentText>) =>
  (await documentText(kind, bytes)).replace(/\s+/g, ' ')

describe('the text of a PDF', () => {
  it('is what its pages say', async () => {
    expect(await documentText('pdf', make.pdf('Overtime (over 40 hours)'))).toBe('Overtime (over 40 hours)')
  })

  it('includes letterheads and filled-in fields', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    page.drawText('Notice', { x: 50, y: 500, font: await document.embedFont(StandardFonts.Helvetica) })
    const [letterhead] = await document.embedPdf(make.pdf('Quillwort Bakery'))
    page.drawPage(letterhead!)
    const field = document.getForm().createTextField('name')
    field.setText('Odalys Castillo')
    field.addToPage(page, { x: 50, y: 300, width: 200, height: 20 })
    const line = await lineOf('pdf', Buffer.from(await document.save()))
    for (const text of ['Notice', 'Quillwort Bakery', 'Odalys Castillo']) expect(line).toContain(text)
  })

  it('is empty if it is damaged or opens only with a password', async () => {
    const locked = await PDF.load(make.pdf('Secret'))
    locked.setProtection({ userPassword: 'secret', ownerPassword: 'owner' })
    expect(await documentText('pdf', Buffer.from(await locked.save()))).toBe('')
    expect(await documentText('pdf', Buffer.from('%PDF-1.7\n'))).toBe('')
    expect(await documentText('pdf', Buffer.alloc(5000, 'x'))).toBe('')
  })

  it('is read once from a form that contains itself', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage()
    const [inner] = await document.embedPdf(make.pdf('Around'))
    page.drawPage(inner!)
    await document.flush()
    const form = document.context.lookup(inner!.ref, PDFStream)
    const resources = form.dict.lookup(PDFName.of('Resources'), PDFDict)
    resources.set(PDFName.of('XObject'), document.context.obj({ Self: inner!.ref }))
    expect(await documentText('pdf', Buffer.from(await document.save()))).toBe('Around')
  })
})

describe('the text of a Word document', () => {
  it('is a line for each paragraph, and words that are split over runs are whole', async () => {
    const body = p(t('Over'), t('time')) + p(t('Castillo'), '<w:tab/>', t('$21.50')) + p(t('A'), '<w:br/>', t('B'))
    expect(await documentText('docx', word(body))).toBe('Overtime\nCastillo\t$21.50\nA\nB')
  })

  it('includes headers, footnotes, and comments after the text, and neither deleted text nor field codes', async () => {
    const hidden = '<w:delText>Deleted</w:delText><w:instrText>PAGE</w:instrText>'
    const text = await documentText(
      'docx',
      word(
        p(t('Text'), hidden),
        { name: 'word/header1.xml', content: wordPart('hdr', p(t('Head'))) },
        { name: 'word/footnotes.xml', content: wordPart('footnotes', p(t('Note'))) },
        { name: 'word/comments.xml', content: wordPart('comments', p(t('Comment'))) },
      ),
    )
    expect(text.split('\n')[0]).toBe('Text')
    expect(text.split('\n').toSorted()).toEqual(['Comment', 'Head', 'Note', 'Text'])
  })

  it('includes the text of a drawing once', async () => {
    const drawing = `<mc:AlternateContent><mc:Choice>${t('Box')}</mc:Choice><mc:Fallback>${t('Box')}</mc:Fallback></mc:AlternateContent>`
    expect(await documentText('docx', word(p(drawing)))).toBe('Box')
  })

  it('has whole words where the file has ligatures and soft hyphens', async () => {
    expect(await documentText('docx', word(p(t('bene\ufb01t ter\u00admination'))))).toBe('benefit termination')
  })
})

describe('the text of a workbook', () => {
  it('is a line for each row, with its texts and numbers', async () => {
    const rows =
      '<row r="1"><c t="s"><v>1</v></c><c t="s"><v>0</v></c><c><v>21.5</v></c></row>' +
      '<row r="2"><c t="inlineStr"><is><t>Inline</t></is></c><c t="b"><v>1</v></c><c t="str"><f>A1</f><v>Result</v></c><c/></row>'
    const shared = '<si><t>Driver</t></si><si><r><t>Cas</t></r><r><t>tillo</t></r><rPh><t>kasu</t></rPh></si>'
    expect((await documentText('xlsx', workbook(rows, shared))).split(/\s*\n\s*/)).toEqual([
      'Castillo\tDriver\t21.5',
      'Inline\tResult',
    ])
  })

  it('has no text for a cell that refers to none', async () => {
    expect(await documentText('xlsx', workbook('<row><c t="s"><v>7</v></c><c t="s"><v/></c></row>'))).toBe('')
  })
})

describe('a hostile Office file', () => {
  it('gives at most 200,000 characters, in whole ones', async () => {
    const long = word(p(t('😀 overtime '.repeat(500_000))))
    const text = await documentText('docx', long)
    expect(text.length).toBeGreaterThan(maxTextLength - 20)
    expect(text.length).toBeLessThanOrEqual(maxTextLength)
    expect(text.isWellFormed()).toBe(true)
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(100_000)
    expect((await documentText('xlsx', workbook(rows, `<si><t>${'x'.repeat(100_000)}</t></si>`))).length).toBeLessThan(
      maxTextLength + 1,
    )
  })

  it('is not unpacked beyond 64 MB, and the parts before that are read', async () => {
    const bomb = { name: 'word/footer9.xml', content: Buffer.alloc(70_000_000, ' ') }
    expect(await documentText('docx', word(p(t('Before')), bomb))).toBe('Before')
  })

  it.each([
    ['an entity that expands', '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]>'],
    ['an external entity', '<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
    ['an unknown entity', ''],
  ])('has no text with %s', async (_what, doctype) => {
    const content = doctype + wordPart('document', p(t('Text &b;')))
    const bytes = make.zip([...make.docxParts().slice(0, -1), { name: 'word/document.xml', content }])
    expect(await documentText('docx', bytes)).toBe('')
  })

  it('has no text if its elements are nested too deeply', async () => {
    const deep = (levels: number) => word(`${'<w:p>'.repeat(levels)}${t('Deep')}${'</w:p>'.repeat(levels)}`)
    expect(await documentText('docx', deep(100))).toBe('Deep')
    expect(await documentText('docx', deep(100_000))).toBe('')
  })

  it('has no text if it is damaged, encrypted, or says a false size', async () => {
    const bytes = make.docx('Text')
    expect(await documentText('docx', bytes)).toBe('Text')
    expect(await documentText('docx', bytes.subarray(0, bytes.length / 2))).toBe('')
    expect(await documentText('docx', word('<w:p>'))).toBe('')
    const last = make.docxParts('Text').at(-1)!
    for (const fault of [{ encrypted: true }, { claimedSize: 10 }])
      expect(await documentText('docx', make.zip([...make.docxParts().slice(0, -1), { ...last, ...fault }]))).toBe('')
    const many = Array.from({ length: 2001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }))
    expect(await documentText('docx', word(p(t('Text')), ...many))).toBe('')
  })
})
