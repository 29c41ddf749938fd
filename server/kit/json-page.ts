// Pages whose rows PostgreSQL writes as JSON: sent unchanged, without being parsed, mapped, and serialized again.
import { z } from 'zod'
import { toPage, type Page, type PageQuery } from './page.ts'
import { checkedJson } from './row-types.ts'

/**
 * The columns that a statement selects for such a page: `row_to_json(found)::text as json`, and the id in page order.
 */
export const JsonRow = z.object({ id: z.string(), json: z.string() })
type JsonRow = z.infer<typeof JsonRow>

export class JsonPage<T> implements Page<T> {
  readonly json: string
  readonly next: string | null

  constructor(json: string, next: string | null) {
    this.json = json
    this.next = next
  }

  /** For exports; each use parses the page. */
  get items(): T[] {
    return JSON.parse(this.json) as T[]
  }
}

/**
 * @param row the schema of a row's JSON. Nothing else filters the reply, so the statement selects exactly the columns
 * that the reader may see; tests check every row against the schema.
 * @param added fields that the domain adds to each row, such as `allowed`, from columns selected with the JSON
 */
export function toJsonPage<T, R extends JsonRow, A extends object>(
  row: z.ZodType<T>,
  rows: R[],
  query: PageQuery,
  added?: (row: R) => A,
): JsonPage<T & A> {
  const { items, next } = toPage(rows, query)
  const texts = items.map((each) => {
    const json = checkedJson(row, each.json)
    return added === undefined ? json : joined(json, JSON.stringify(added(each)))
  })
  return new JsonPage(`[${texts.join(',')}]`, next)
}

/** Merges two JSON objects; neither is empty. */
const joined = (one: string, other: string) => `${one.slice(0, -1)},${other.slice(1)}`
