// What the document says of itself, and the shape of its structure tree. Numbers are those of the Matterhorn Protocol 1.1.
import { PDFBool, PDFDict, PDFName } from '@cantoo/pdf-lib'
import { type Rule, textOf, unless } from './rule.ts'
import { decoded, dictOrNull, nameOf } from './structure.ts'

/** 06, 07, 11: the document says what it is, in which language, and by its title. */
export const declares: Rule = ({ catalog, get }) => {
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

const standardTypes = new Set(
  (
    'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl ' +
    'LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Ruby RB RT RP Warichu ' +
    'WT WP Figure Formula Form'
  ).split(' '),
)

/** 01-07, 02: there is a tree, of types that every reader knows. */
export const hasTree: Rule = ({ tree, elements }) => [
  ...unless(tree !== null && elements.length > 0, 'There is no structure tree.'),
  ...elements
    .filter(({ type }) => !standardTypes.has(type))
    .map(({ written }) => `The type "${written}" is no standard type.`),
]

/** 14: headings begin with H1 and skip no level. */
export const headings: Rule = ({ elements }) => {
  let last = 0
  return elements
    .flatMap(({ type }) => /^H([1-6])$/.exec(type)?.[1] ?? [])
    .map(Number)
    .flatMap((level) => {
      const skipped = level > last + 1
      const before = last
      last = level
      return skipped ? [`A heading of level ${level} follows one of level ${before}.`] : []
    })
}

/** 13, 17: what is no text is described. */
export const figures: Rule = ({ elements, get }) =>
  elements
    .filter(({ type }) => type === 'Figure' || type === 'Formula')
    .filter(({ dict }) => textOf(get(dict, 'Alt')) === '' && textOf(get(dict, 'ActualText')) === '')
    .map(({ type }) => `A ${type} has no alternative text.`)

const mayHold: Partial<Record<string, string[]>> = {
  Table: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'],
  THead: ['TR'],
  TBody: ['TR'],
  TFoot: ['TR'],
  TR: ['TH', 'TD'],
  L: ['LI', 'L', 'Caption'],
  LI: ['Lbl', 'LBody'],
}
const mustStandIn: Partial<Record<string, string[]>> = {
  THead: ['Table'],
  TBody: ['Table'],
  TFoot: ['Table'],
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  LI: ['L'],
  LBody: ['LI'],
}

/** 09-04, 09-05: tables and lists are built of their own parts. */
export const nesting: Rule = ({ elements }) =>
  elements.flatMap(({ type, parent, children }) => [
    ...children
      .filter((child) => mayHold[type]?.includes(child.type) === false)
      .map((child) => `${type} holds ${child.type}.`),
    ...unless(
      mustStandIn[type]?.includes(parent?.type ?? '') ?? true,
      `${type} stands in ${parent?.type ?? 'nothing'}.`,
    ),
  ])

/** 15-03: a header cell says whether it heads a row or a column. */
export const scopes: Rule = (pdf) =>
  pdf.elements
    .filter(({ type }) => type === 'TH')
    .filter(({ dict }) => {
      const scope = pdf
        .list(dict.get(PDFName.of('A')))
        .flatMap((each) => (each instanceof PDFDict ? [nameOf(pdf.get(each, 'Scope'))] : []))
      return !scope.some((each) => each === 'Row' || each === 'Column' || each === 'Both')
    })
    .map(() => 'A header cell has no scope.')
