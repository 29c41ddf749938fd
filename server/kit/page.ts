// Keyset pages: ids are UUIDv7, so the id is the place in time, and the last id of a page is the cursor of the next.
import sql, { raw, type Sql } from 'sql-template-tag'

export interface Page<T> {
  items: T[]
  next: string | null
}

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/**
 * An item that PostgreSQL wrote as JSON already: the hot lists pass it through instead of taking it apart and putting it
 * together again (docs/decisions/0021). Its columns are named in the statement; tests hold each against the reply schema.
 */
export interface WrittenItem {
  id: string
  json: string
}

/** Adds to an item's JSON what is not written with it. */
export const withMore = ({ id, json }: WrittenItem, more: Record<string, unknown>): WrittenItem => ({
  id,
  json: `${json.slice(0, -1)},${JSON.stringify(more).slice(1)}`,
})

/** Adds what the domain says of an item. */
export const withAllowed = (item: WrittenItem, allowed: readonly string[]): WrittenItem => withMore(item, { allowed })

export const isWritten = (items: readonly unknown[]): items is WrittenItem[] =>
  typeof items[0] === 'object' && items[0] !== null && 'json' in items[0]

/** The condition, order and limit that end a list's statement; one row more than asked tells whether there is a next page. */
export function pageOf(id: Sql, { limit, cursor }: PageQuery, order: 'newest' | 'oldest' = 'newest'): Sql {
  const after = order === 'newest' ? sql`${id} <` : sql`${id} >`
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const beyond = cursor === undefined ? sql`` : sql`and ${after} ${cursor}`
  // The limit stands in the text: given as a value, PostgreSQL could not tell a short page from a long one when it compares plans,
  // and would plan the statement anew each time, which costs as much as running it.
  return sql`${beyond} order by ${id} ${direction} limit ${raw(String(Math.trunc(limit) + 1))}`
}

/**
 * The same for a list in another order than that of its ids.
 * @param orderOf the place of the item with this id, the last one of the page before
 */
export function pageBy(order: Sql, id: Sql, orderOf: (id: string) => Sql, { limit, cursor }: PageQuery): Sql {
  const beyond = cursor === undefined ? sql`` : sql`and (${order}, ${id}) > (${orderOf(cursor)}, ${cursor}::uuid)`
  return sql`${beyond} order by ${order}, ${id} limit ${raw(String(Math.trunc(limit) + 1))}`
}

/**
 * The same in an order that was chosen, or the newest first. The order's index is on (order, id).
 * @param from the table that the order is read from, with its alias
 */
export const pageIn = (order: Sql | undefined, id: Sql, from: Sql, query: PageQuery): Sql =>
  order === undefined
    ? pageOf(id, query)
    : pageBy(order, id, (cursor) => sql`(select ${order} from ${from} where ${id} = ${cursor}::uuid)`, query)

export function toPage<T extends { id: string }>(rows: T[], { limit }: PageQuery): Page<T> {
  if (rows.length <= limit) return { items: rows, next: null }
  const items = rows.slice(0, limit)
  return { items, next: items.at(-1)?.id ?? null }
}

/** A pattern that finds the words as they are: `%`, `_` and `\` are plain characters. */
export const containing = (words: string) => `%${plain(words.trim())}%`

/** The same for a text that begins with these words, or has them after what is given. */
export const beginning = (words: string, after = '') => `${after}${plain(words)}%`

const plain = (words: string) => words.replace(/[\\%_]/g, (character) => `\\${character}`)
