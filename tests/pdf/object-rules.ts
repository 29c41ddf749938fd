// Fonts, and what one can click or fill in.
import { PDFDict, PDFName } from '@cantoo/pdf-lib'
import { numberOf, type Rule, textOf, unless } from './rule.ts'
import { dictOrNull, nameOf, type Pdf } from './structure.ts'

/** 10, 31: every font is in the file, and its letters can be read as text. */
export const fonts: Rule = ({ document, get, list }) =>
  document.context.enumerateIndirectObjects().flatMap(([, object]) => {
    const font = dictOrNull(object)
    if (font === null || nameOf(get(font, 'Type')) !== 'Font') return []
    const kind = nameOf(get(font, 'Subtype')) ?? ''
    if (kind.startsWith('CIDFont') || kind === 'Type3') return []
    const name = nameOf(get(font, 'BaseFont')) ?? 'without a name'
    const below = dictOrNull(list(font.get(PDFName.of('DescendantFonts')))[0])
    const descriptor = dictOrNull(get(below ?? font, 'FontDescriptor'))
    const embedded =
      descriptor !== null && ['FontFile', 'FontFile2', 'FontFile3'].some((each) => get(descriptor, each) !== undefined)
    const mapped =
      below === null || nameOf(get(below, 'Subtype')) !== 'CIDFontType2' || get(below, 'CIDToGIDMap') !== undefined
    return [
      ...unless(embedded, `The font ${name} is not embedded.`),
      ...unless(get(font, 'ToUnicode') !== undefined, `The font ${name} does not say which letters it shows.`),
      ...unless(mapped, `The font ${name} has no map from letters to shapes.`),
    ]
  })

const hidden = 2

/** 28: what one can click or fill in is in the tree, has a name, and is reached in the order of the tree. */
export const annotations: Rule = (pdf) =>
  pdf.pages.flatMap((page, index) => {
    const all = pdf.list(page.get(PDFName.of('Annots'))).flatMap((each) => dictOrNull(each) ?? [])
    const seen = all.filter(
      (each) => nameOf(pdf.get(each, 'Subtype')) !== 'Popup' && !((numberOf(pdf.get(each, 'F')) ?? 0) & hidden),
    )
    const of = `on page ${index + 1}`
    return [
      ...unless(seen.length === 0 || nameOf(pdf.get(page, 'Tabs')) === 'S', `The tab key follows no order ${of}.`),
      ...seen.flatMap((annotation) => {
        const kind = nameOf(pdf.get(annotation, 'Subtype')) ?? ''
        const owner = pdf.elements.find(({ objects }) => objects.includes(annotation))
        const placed = owner !== undefined && numberOf(pdf.get(annotation, 'StructParent')) !== null
        const label = kind === 'Widget' ? nearest(pdf, annotation, 'TU') : textOf(pdf.get(annotation, 'Contents'))
        return [
          ...unless(placed, `A ${kind} ${of} is not in the structure tree.`),
          ...unless(kind !== 'Widget' || owner?.type === 'Form', `A field ${of} does not stand in a Form.`),
          ...unless(kind !== 'Link' || owner?.type === 'Link', `A link ${of} does not stand in a Link.`),
          ...unless((kind !== 'Widget' && kind !== 'Link') || label !== '', `A ${kind} ${of} has no description.`),
        ]
      }),
    ]
  })

/** A field's parts may have their description on the field. */
function nearest({ get }: Pdf, widget: PDFDict, name: string): string {
  for (let dict: PDFDict | null = widget; dict !== null; dict = dictOrNull(get(dict, 'Parent'))) {
    const found = textOf(get(dict, name))
    if (found !== '') return found
  }
  return ''
}
