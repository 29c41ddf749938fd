// Finds what a PDF can do besides showing its pages. Walks every object reachable from the catalog, including those in
// object streams and in encrypted files that open without a password.
import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { ActiveContent } from '../../domain/document.ts'

const objectLimit = 1_000_000

/** `['unreadable']` for a PDF that can't be examined. */
export async function activeContentOf(bytes: Uint8Array): Promise<ActiveContent[]> {
  try {
    const pdf = await PDF.load(bytes)
    return pdf.isEncrypted && !pdf.isAuthenticated ? ['unreadable'] : found(pdf)
  } catch {
    // A library error is the file's fault.
    return ['unreadable']
  }
}

function found(pdf: PDF): ActiveContent[] {
  const seen = new Set<string>()
  const what = new Set<ActiveContent>()
  const waiting: PdfObject[] = [pdf.getCatalog()]
  let count = 0
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (++count > objectLimit) return ['unreadable']
    if (object instanceof PdfRef) {
      const key = `${object.objectNumber} ${object.generation}`
      if (seen.has(key)) continue
      seen.add(key)
      const target = pdf.getObject(object)
      if (target !== null) waiting.push(target)
    } else if (object instanceof PdfArray) for (const item of object) waiting.push(item)
    else if (object instanceof PdfDict) {
      const resolve = (ref: PdfRef) => pdf.getObject(ref)
      for (const each of inDictionary(object, resolve)) what.add(each)
      for (const [, value] of object) waiting.push(value)
    }
  }
  return [...what].toSorted()
}

type Resolve = (ref: PdfRef) => PdfObject | null

const actions: Record<string, ActiveContent | undefined> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  GoToR: 'remote',
  GoToE: 'remote',
  ImportData: 'remote',
  Movie: 'media',
  Sound: 'media',
  Rendition: 'media',
  RichMediaExecute: 'media',
}

const annotations: Record<string, ActiveContent | undefined> = {
  FileAttachment: 'attachments',
  RichMedia: 'media',
  Movie: 'media',
  Sound: 'media',
  '3D': 'media',
}

const keys: Record<string, ActiveContent | undefined> = {
  JS: 'javascript',
  JavaScript: 'javascript',
  EmbeddedFiles: 'attachments',
  EF: 'attachments',
  XFA: 'xfa',
  RichMediaContent: 'media',
  RichMediaSettings: 'media',
}

function inDictionary(dictionary: PdfDict, resolve: Resolve): ActiveContent[] {
  const names = [...dictionary.keys()].map((key) => keys[key.value])
  const action = actions[nameIn(dictionary, 'S', resolve)]
  const annotation = annotations[nameIn(dictionary, 'Subtype', resolve)]
  const link: ActiveContent | undefined = linksToFile(dictionary, resolve) ? 'remote' : undefined
  return [...names, action, annotation, link].filter((each) => each !== undefined)
}

function nameIn(dictionary: PdfDict, key: string, resolve: Resolve): string {
  const value = dictionary.get(key, resolve)
  return value instanceof PdfName ? value.value : ''
}

/** A link to something other than a website or an email address. */
function linksToFile(dictionary: PdfDict, resolve: Resolve): boolean {
  if (nameIn(dictionary, 'S', resolve) !== 'URI') return false
  const address = dictionary.get('URI', resolve)
  return address instanceof PdfString && /^\s*(?:file:|[\\/]{2}|[a-z]:\\|smb:)/i.test(address.asString())
}
