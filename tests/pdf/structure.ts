// A PDF for the rules: its pages with their marked content, and its structure tree.
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'

export interface Element {
  /** As written; `type` is the result of the role map. */
  written: string
  type: string
  dict: PDFDict
  parent: Element | null
  children: Element[]
  /** Its marked content, by page. */
  marked: { page: PDFDict; id: number }[]
  /** Its annotations. */
  objects: PDFDict[]
}

export interface Pdf {
  document: PDFDocument
  catalog: PDFDict
  pages: PDFDict[]
  tree: PDFDict | null
  elements: Element[]
  get: (dict: PDFDict, name: string) => PDFObject | undefined
  /** The children of a tree node, the members of an array, or the single value used instead. */
  list: (value: PDFObject | undefined) => PDFObject[]
  /** A page's own content, decoded. */
  content: (page: PDFDict) => Uint8Array
}

export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const { context } = document
  const get = (dict: PDFDict, name: string) => context.lookup(dict.get(PDFName.of(name)))
  const list = (value: PDFObject | undefined): PDFObject[] => {
    const found = context.lookup(value as PDFRef)
    if (found === undefined) return []
    return found instanceof PDFArray ? found.asArray().map((each) => context.lookup(each) as PDFObject) : [found]
  }
  const catalog = document.catalog as PDFDict
  const tree = dictOrNull(get(catalog, 'StructTreeRoot'))
  const roles = tree === null ? null : dictOrNull(get(tree, 'RoleMap'))
  const elements: Element[] = []

  function walk(kid: PDFObject, parent: Element | null, page: PDFDict | null) {
    if (kid instanceof PDFNumber) {
      if (page !== null) parent?.marked.push({ page, id: kid.asNumber() })
      return
    }
    if (!(kid instanceof PDFDict)) return
    const type = nameOf(get(kid, 'Type'))
    const here = dictOrNull(get(kid, 'Pg')) ?? page
    if (type === 'MCR') {
      const id = get(kid, 'MCID')
      if (here !== null && id instanceof PDFNumber) parent?.marked.push({ page: here, id: id.asNumber() })
    } else if (type === 'OBJR') {
      const object = dictOrNull(get(kid, 'Obj'))
      if (object !== null) parent?.objects.push(object)
    } else {
      const written = nameOf(get(kid, 'S')) ?? ''
      const element: Element = {
        written,
        type: roleOf(written),
        dict: kid,
        parent,
        children: [],
        marked: [],
        objects: [],
      }
      elements.push(element)
      parent?.children.push(element)
      for (const each of list(kid.get(PDFName.of('K')))) walk(each, element, here)
    }
  }
  const roleOf = (written: string, depth = 0): string => {
    const role = roles === null ? undefined : nameOf(get(roles, written))
    return role === undefined || role === written || depth > 10 ? written : roleOf(role, depth + 1)
  }
  if (tree !== null) for (const kid of list(tree.get(PDFName.of('K')))) walk(kid, null, null)

  const content = (page: PDFDict) =>
    Buffer.concat(
      list(page.get(PDFName.of('Contents')))
        .map(decoded)
        .flatMap((each) => [each, Buffer.from('\n')]),
    )
  const pages = document.getPages().map(({ node }) => node as PDFDict)
  return { document, catalog, pages, tree, elements, get, list, content }
}

export const dictOrNull = (value: PDFObject | undefined): PDFDict | null => {
  if (value instanceof PDFDict) return value
  return value instanceof PDFStream ? value.dict : null
}

export const nameOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFName ? value.decodeText() : undefined

export function decoded(stream: PDFObject | undefined): Uint8Array {
  if (stream instanceof PDFRawStream) return decodePDFRawStream(stream).decode()
  if (stream instanceof PDFStream) return stream.getContents()
  throw new Error('A stream is missing in this PDF')
}
