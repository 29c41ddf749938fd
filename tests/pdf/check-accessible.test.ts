// Each rule finds the fault planted in an otherwise valid document.
import { PDFArray, PDFBool, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRef, PDFString } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkAccessible } from './check-accessible.ts'
import { openPdfPrinter, samplePrinters } from './samples.ts'

let pdfPrinter: ReturnType<typeof openPdfPrinter>
let good: Uint8Array
beforeAll(async () => {
  pdfPrinter = openPdfPrinter()
  good = (await samplePrinters['contract, awaiting signature'](pdfPrinter, (model) => model)).bytes
})
afterAll(() => pdfPrinter.printer.close())

const name = (text: string) => PDFName.of(text)

/** The valid document, changed and saved. */
async function broken(change: (document: PDFDocument) => void): Promise<string[]> {
  const document = await PDFDocument.load(good, { updateMetadata: false })
  change(document)
  return checkAccessible(await document.save())
}

const firstPage = (document: PDFDocument) => document.getPages()[0]!.node as PDFDict

/** Additional content at the end of the first page. */
function paint(document: PDFDocument, content: string) {
  const page = firstPage(document)
  const before = page.get(name('Contents'))
  const list = before instanceof PDFRef ? [before] : (before as PDFArray).asArray()
  const added = document.context.register(document.context.stream(content))
  page.set(name('Contents'), document.context.obj([...list, added]))
}

function annotate(document: PDFDocument, more: Record<string, unknown>) {
  const annotation = document.context.obj({ Type: 'Annot', Rect: [0, 0, 10, 10], ...more } as never)
  firstPage(document).set(name('Annots'), document.context.obj([document.context.register(annotation)]))
}

type Plant = [string, (document: PDFDocument) => void, RegExp]

const plants: Plant[] = [
  ['is not marked', ({ catalog }) => catalog.delete(name('MarkInfo')), /not marked as tagged/],
  [
    'suspects its own tags',
    ({ catalog, context }) =>
      catalog.set(name('MarkInfo'), context.obj({ Marked: PDFBool.True, Suspects: PDFBool.True })),
    /tags may be wrong/,
  ],
  ['has no language', ({ catalog }) => catalog.delete(name('Lang')), /no language/],
  ['hides its title', ({ catalog }) => catalog.delete(name('ViewerPreferences')), /file name instead/],
  ['has no metadata', ({ catalog }) => catalog.delete(name('Metadata')), /metadata have no title/],
  ['does not claim the standard', ({ catalog }) => catalog.delete(name('Metadata')), /do not claim PDF\/UA-1/],
  ['has no tree', ({ catalog }) => catalog.delete(name('StructTreeRoot')), /no structure tree/],
  ['paints without a tag', (document) => paint(document, '0 0 10 10 re f'), /painted \(f\) that is neither/],
  [
    'tags what the tree does not know',
    (document) => paint(document, '/P <</MCID 9999>> BDC 0 0 10 10 re f EMC'),
    /content 9999 is not in the structure tree/,
  ],
  [
    'has content twice',
    (document) => paint(document, '/P <</MCID 0>> BDC 0 0 10 10 re f EMC'),
    /content 0 is there twice/,
  ],
  [
    'mixes tags into artifacts',
    (document) => paint(document, '/Artifact BMC /P <</MCID 0>> BDC 0 0 1 1 re f EMC EMC'),
    /tagged content is in an artifact/,
  ],
  [
    'mixes artifacts into tags',
    (document) => paint(document, '/P <</MCID 0>> BDC /Artifact BMC 0 0 1 1 re f EMC EMC'),
    /artifact is in tagged content/,
  ],
  [
    'lost what the tree names',
    (document) => firstPage(document).set(name('Contents'), document.context.register(document.context.stream(''))),
    /names the content 0, which is not there/,
  ],
  [
    'cannot be followed back',
    (document) => firstPage(document).set(name('StructParents'), PDFNumber.of(777)),
    /followed back/,
  ],
  [
    'has a link that the tree does not know',
    (document) => annotate(document, { Subtype: 'Link', Contents: PDFString.of('Home') }),
    /Link on page 1 is not in the structure tree/,
  ],
  [
    'has a link without words',
    (document) => annotate(document, { Subtype: 'Link' }),
    /Link on page 1 has no description/,
  ],
  [
    'has a field outside a form',
    (document) => annotate(document, { Subtype: 'Widget', TU: PDFString.of('Name') }),
    /field on page 1 does not stand in a Form/,
  ],
  [
    'has a field without a name',
    (document) => annotate(document, { Subtype: 'Widget' }),
    /Widget on page 1 has no description/,
  ],
  [
    'has no order for the tab key',
    (document) => {
      annotate(document, { Subtype: 'Link' })
      firstPage(document).delete(name('Tabs'))
    },
    /tab key follows no order/,
  ],
]

describe('the PDF accessibility check', () => {
  it('reports nothing for a valid document, even after it was saved again', async () => {
    expect(await checkAccessible(good)).toEqual([])
    expect(await broken(() => {})).toEqual([])
  })

  it.each(plants)('detects one that %s', async (_what, change, sentence) => {
    expect((await broken(change)).join('\n')).toMatch(sentence)
  })
})
