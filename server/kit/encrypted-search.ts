// Search in encrypted columns: the database cannot do it, so visible rows are decrypted and searched here.
import { type Page, type PageQuery, toPage } from './page.ts'

const rowsAtOnce = 100
/** One request searches this many rows; the next page continues after them. */
const maxRows = 5000

/**
 * @param rowsOf one page of rows, plus one if there are more, newest first
 * @param open decrypts a row to an item, or null if it does not match
 */
export async function searchEncrypted<Row extends { id: string }, Item extends { id: string }>(
  query: PageQuery & { q?: string | undefined },
  rowsOf: (page: PageQuery) => Promise<Row[]>,
  open: (row: Row) => Promise<Item | null>,
): Promise<Page<Item>> {
  const found: Item[] = []
  let { cursor } = query
  const limit = query.q === undefined ? query.limit : rowsAtOnce
  for (let seen = 0; seen < maxRows; seen += limit) {
    const page = { limit, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next } = toPage(await rowsOf(page), page)
    for (const item of await Promise.all(items.map(open))) if (item !== null) found.push(item)
    if (query.q === undefined) return { items: found, next }
    if (found.length > query.limit || next === null) return toPage(found.slice(0, query.limit + 1), query)
    cursor = next
  }
  return { items: found, next: cursor ?? null }
}

/** Whether a text contains the words, ignoring case. */
export const hasWords = (text: string, words: string) => text.toLowerCase().includes(words.trim().toLowerCase())
