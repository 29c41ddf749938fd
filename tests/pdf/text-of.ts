// The words of a PDF, as a reader or a search finds them.
import { extractText, getDocumentProxy } from 'unpdf'

/** All pages, in the order of their content, with single spaces. Marks that only allow a line to end are left out. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const pages = await pagesOf(bytes)
  return pages.join(' ')
}

export async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  // The library takes the bytes away from whom it gets them.
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)))
  return text.map((page) => page.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim())
}
