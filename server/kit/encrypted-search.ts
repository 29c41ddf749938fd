// Searching in what is stored encrypted: the database cannot, so the rows that may be seen are decrypted and looked through here.
import { type Page, type PageQuery, toPage } from './page.ts'

const rowsAtOnce = 100
/** One request looks through so many rows; the next page continues behind them. */
const maxRows = 5000

/**
 * @param rowsOf the rows of a page, and one more if there are more, newest first
 * @param open the item of a row, or null where it does not match
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

/** Whether a text has the words as they are, in upper or lower case. */
export const hasWords = (text: string, words: string) => text.toLowerCase().includes(words.trim().toLowerCase())
