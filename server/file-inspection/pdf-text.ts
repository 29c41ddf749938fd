// Text of a PDF: what its pages say, including form XObjects and the appearances of annotations, such as filled-in
// fields.
import { PDF, PdfArray, PdfDict, type PdfObject, type PDFPage, PdfRef, PdfStream } from '@libpdf/core'

/** Levels of inheritance of a page's resources. */
const maxParents = 50

/** At least `limit` characters if there are as many; empty for a PDF that opens only with a password. */
export async function textOfPdf(bytes: Uint8Array, limit: number): Promise<string> {
  const pdf = await PDF.load(bytes)
  if (pdf.isEncrypted && !pdf.isAuthenticated) return ''
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  // A letterhead is on each page.
  const seen = new Set<string>()
  let text = ''
  for (const page of pdf.getPages()) {
    for (const part of textsOn(page, resolve, seen)) {
      text += `${part}\n`
      if (text.length >= limit) return text
    }
  }
  return text
}

type Resolve = (ref: PdfRef) => PdfObject | null

function* textsOn(page: PDFPage, resolve: Resolve, seen: Set<string>): Generator<string> {
  yield textOf(page)
  const own = resourcesOf(page.dict, resolve)
  const waiting = [...formsIn(own, resolve), ...appearancesOn(page.dict, resolve)]
  for (let ref = waiting.shift(); ref !== undefined; ref = waiting.shift()) {
    const key = `${ref.objectNumber} ${ref.generation}`
    const form = resolve(ref)
    if (seen.has(key) || !(form instanceof PdfStream)) continue
    seen.add(key)
    const resources = form.getDict('Resources', resolve)
    waiting.push(...formsIn(resources, resolve))
    // The library reads the text of pages only, so the page shows the form instead. The PDF is never saved.
    page.dict.set('Contents', ref)
    page.dict.set('Resources', resources ?? own ?? new PdfDict())
    yield textOf(page)
  }
}

/** A page with a fault has no text; the others do. */
function textOf(page: PDFPage): string {
  try {
    return page
      .extractText()
      .lines.map(({ spans }) => spans.map((span, index) => afterGap(spans[index - 1], span)).join(''))
      .join('\n')
  } catch {
    return ''
  }
}

type Span = ReturnType<PDFPage['extractText']>['lines'][number]['spans'][number]

/** Part of the font size. The library adds spaces within a font, but not where bold text ends. */
const wordGap = 0.15

function afterGap(before: Span | undefined, { text, bbox, fontSize }: Span): string {
  const gap = before === undefined ? 0 : bbox.x - (before.bbox.x + before.bbox.width)
  return gap > wordGap * fontSize ? ` ${text}` : text
}

function resourcesOf(page: PdfDict, resolve: Resolve): PdfDict | undefined {
  let node: PdfDict | undefined = page
  for (let level = 0; level < maxParents && node !== undefined; level++) {
    const resources = node.getDict('Resources', resolve)
    if (resources !== undefined) return resources
    node = node.getDict('Parent', resolve)
  }
  return undefined
}

function formsIn(resources: PdfDict | undefined, resolve: Resolve): PdfRef[] {
  const objects = resources?.getDict('XObject', resolve)
  if (objects === undefined) return []
  return [...objects].flatMap(([, value]) => {
    if (!(value instanceof PdfRef)) return []
    const object = resolve(value)
    const isForm = object instanceof PdfStream && object.getName('Subtype', resolve)?.value === 'Form'
    return isForm ? [value] : []
  })
}

function appearancesOn(page: PdfDict, resolve: Resolve): PdfRef[] {
  const annotations = page.get('Annots', resolve)
  if (!(annotations instanceof PdfArray)) return []
  return [...annotations].flatMap((item) => {
    const annotation = item instanceof PdfRef ? resolve(item) : item
    // The states of a checkbox are in a dictionary, and have no text.
    const shown = annotation instanceof PdfDict ? annotation.getDict('AP', resolve)?.get('N') : undefined
    return shown instanceof PdfRef ? [shown] : []
  })
}
