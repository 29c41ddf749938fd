// PDF/UA-1 (ISO 14289-1) checks beyond Typst's, which refuses to write a PDF with wrong headings, tables, fonts, or
// images without alternative text. These check what is added to its PDFs afterward (form fields, seals). Numbers refer
// to the Matterhorn Protocol 1.1.
import { PDFBool, PDFDict, PDFName } from '@cantoo/pdf-lib'
import { content, parents } from './content-rules.ts'
import { numberOf, type Rule, textOf, unless } from './rule.ts'
import { decoded, dictOrNull, nameOf, openPdf, type Pdf } from './structure.ts'

/** Violations of PDF/UA-1, a sentence each; none for a valid document. */
export async function checkAccessible(bytes: Uint8Array): Promise<string[]> {
  const pdf = await openPdf(bytes)
  return [declares, hasTree, content, parents, annotations].flatMap((rule) => rule(pdf))
}

/** 06, 07, 11: the document declares PDF/UA, its language, and its title. */
const declares: Rule = ({ catalog, get }) => {
  const marks = dictOrNull(get(catalog, 'MarkInfo'))
  const viewer = dictOrNull(get(catalog, 'ViewerPreferences'))
  const metadata = get(catalog, 'Metadata')
  const xmp = metadata === undefined ? '' : Buffer.from(decoded(metadata)).toString('utf8')
  const is = (dict: PDFDict | null, name: string) => dict !== null && get(dict, name) === PDFBool.True
  return [
    ...unless(is(marks, 'Marked'), 'The document is not marked as tagged.'),
    ...unless(!is(marks, 'Suspects'), 'The document says that its tags may be wrong.'),
    ...unless(/^[a-z]{2,3}(-|$)/i.test(textOf(get(catalog, 'Lang'))), 'The document states no language.'),
    ...unless(is(viewer, 'DisplayDocTitle'), 'A reader shows the file name instead of the title.'),
    ...unless(/<dc:title>[^]*?<rdf:li[^>]*>\s*[^<\s]/.test(xmp), 'The metadata have no title.'),
    ...unless(/<pdfuaid:part>\s*1\s*</.test(xmp), 'The metadata do not claim PDF/UA-1.'),
  ]
}

/** 01-07: there is a structure tree. */
const hasTree: Rule = ({ tree, elements }) =>
  unless(tree !== null && elements.length > 0, 'There is no structure tree.')

const hidden = 2

/** 28: links and fields are in the structure tree, have a name, and are reached in the order of the tree. */
const annotations: Rule = (pdf) =>
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

/** A widget may have its description on its field. */
function nearest({ get }: Pdf, widget: PDFDict, name: string): string {
  for (let dict: PDFDict | null = widget; dict !== null; dict = dictOrNull(get(dict, 'Parent'))) {
    const found = textOf(get(dict, name))
    if (found !== '') return found
  }
  return ''
}
