// Keyset pagination: ids are UUIDv7, so their order is that of time. Cursors are opaque to clients.
import sql, { raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { invalid } from '../../domain/errors.ts'
import { Id, isStorable } from '../../domain/text.ts'

export interface Page<T> {
  items: T[]
  next: string | null
}

export interface PageQuery {
  limit: number
  cursor?: string | undefined
}

/**
 * The sort column of a list, ascending unless specified otherwise, with the id as the tiebreaker in the same direction.
 * It is never null. In a long list it has an index with the id, which PostgreSQL reads in either direction.
 */
export interface Order {
  by: Sql
  type: keyof typeof orderTypes
  descending?: boolean
}

/** The same order from its other end. */
export const reversed = (order: Order): Order => ({ ...order, descending: order.descending !== true })

/**
 * The condition, order, and limit at the end of a list's statement. Reads one additional row to know whether there is a
 * next page. Without a sort order, the newest or the `oldest` are first. With one, the statement also selects
 * `placeIn(order)`, from which the next cursor is created.
 */
export function pageIn(order: Order | undefined, id: Sql, query: PageQuery & { order?: string | undefined }): Sql {
  if (order === undefined) return pageOf(id, query, query.order === 'oldest' ? 'oldest' : 'newest')
  const { by, type, descending = false } = order
  const [direction, comparison] = descending ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const after = query.cursor === undefined ? null : readCursor(query.cursor, type)
  const beyond =
    after === null ? sql`` : sql`and (${by}, ${id}) ${comparison} (${after.place}::${raw(type)}, ${after.id}::uuid)`
  return sql`${beyond} order by ${by} ${direction}, ${id} ${direction} ${limitOf(query)}`
}

/** The same by id: newest or oldest first. */
export function pageOf(id: Sql, query: PageQuery, order: 'newest' | 'oldest' = 'newest'): Sql {
  const after = order === 'newest' ? sql`${id} <` : sql`${id} >`
  const direction = order === 'newest' ? sql`desc` : sql`asc`
  const beyond = query.cursor === undefined ? sql`` : sql`and ${after} ${readCursor(query.cursor).id}`
  return sql`${beyond} order by ${id} ${direction} ${limitOf(query)}`
}

export const Place = z.string().nullable()

/** A row's sort value, as the column `place`. */
export const placeIn = (order: Order | undefined): Sql =>
  order === undefined ? sql`null::text as place` : sql`(${order.by})::text as place`

/**
 * The limit is a literal, not a parameter: PostgreSQL compares plans without knowing the parameter, and would plan the
 * statement each time. Three sizes are enough, since each is a separate statement; `toPage` cuts off the rest.
 */
function limitOf({ limit }: PageQuery): Sql {
  const size = pageSizes.find((each) => limit <= each) ?? Math.trunc(limit)
  return sql`limit ${raw(String(size + 1))}`
}

const pageSizes = [10, 50, 200, 500]

export function toPage<T extends { id: string; place?: string | null }>(rows: T[], { limit }: PageQuery): Page<T> {
  if (rows.length <= limit) return { items: rows, next: null }
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last === undefined ? null : cursorOf(last) }
}

/**
 * A page of a list in memory. If the last item of the previous page has left the list, the next page follows its place.
 * @param idOf a UUID of each item, the same on every instance
 */
export function pageFrom<T>(all: readonly T[], idOf: (item: T) => string, { limit, cursor }: PageQuery): Page<T> {
  const from = cursor === undefined ? 0 : indexAfter(all.map(idOf), readCursor(cursor, 'bigint'))
  const items = all.slice(from, from + limit)
  const last = items.at(-1)
  const isEnd = last === undefined || from + limit >= all.length
  return { items, next: isEnd ? null : cursorOf({ id: idOf(last), place: String(from + limit - 1) }) }
}

/** The item that followed a missing one now has its index. */
function indexAfter(ids: readonly string[], after: Key): number {
  const index = ids.indexOf(after.id)
  return index === -1 ? Math.max(0, Number(after.place)) : index + 1
}

/** The same with a sort value; the next page follows even if the last item has left the list. */
export function pageInOrder<T>(
  all: readonly T[],
  keyOf: (item: T) => { place: string; id: string },
  { limit, cursor }: PageQuery,
): Page<T> {
  const keyed = all.map((item) => ({ item, ...keyOf(item) })).toSorted(compareKeys)
  const after = cursor === undefined ? null : readCursor(cursor, 'text')
  const rest = after === null ? keyed : keyed.filter((each) => compareKeys(each, after) > 0)
  const last = rest.length > limit ? rest[limit - 1] : undefined
  return { items: rest.slice(0, limit).map(({ item }) => item), next: last === undefined ? null : cursorOf(last) }
}

interface Key {
  place: string
  id: string
}
const compareKeys = (a: Key, b: Key) => compareTexts(a.place, b.place) || compareTexts(a.id, b.id)
const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * A cursor stores the end of the previous page as it was read: the id of its last row and, with a sort order, the row's
 * sort value. So the next page follows even if that row was edited or deleted since, and a cursor with a foreign id
 * reveals nothing.
 */
const cursorOf = ({ id, place }: { id: string; place?: string | null }): string =>
  Buffer.from(JSON.stringify(place === undefined || place === null ? [id] : [id, place])).toString('base64url')

function readCursor(cursor: string): { id: string }
function readCursor(cursor: string, type: Order['type']): { id: string; place: string }
function readCursor(cursor: string, type?: Order['type']): { id: string; place?: string } {
  const schema = type === undefined ? z.tuple([Id]) : z.tuple([Id, orderTypes[type]])
  const read = schema.safeParse(jsonIn(cursor))
  if (!read.success)
    throw invalid('cursor', 'This cursor doesn’t belong to this list. Start again from the first page.')
  const [id, place] = read.data
  return place === undefined ? { id } : { id, place }
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** How PostgreSQL formats a value of each type, so that it can read it back. */
const orderTypes = {
  text: z.string().max(1000).refine(isStorable),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  date: z.union([z.literal('infinity'), z.iso.date()]),
  timestamptz: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/)
    .refine((text) => !Number.isNaN(Date.parse(`${text.replace(' ', 'T').slice(0, 19)}Z`))),
}

/** A LIKE pattern that matches the words literally: `%`, `_`, and `\` are plain characters. */
export const containing = (words: string) => `%${plain(words.trim())}%`

/** The same for a text that begins with these words, or has them directly after the given text. */
export const prefixPattern = (words: string, after = '') => `${after}${plain(words)}%`

const plain = (words: string) => words.replace(/[\\%_]/g, (character) => `\\${character}`)
