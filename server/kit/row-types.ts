// A statement names the schema of its rows. Production only takes the type from it; tests check every row against it.
import { isDeepStrictEqual } from 'node:util'
import sql, { type RawValue, type Sql } from 'sql-template-tag'
import { z } from 'zod'

export interface TypedSql<T> extends Sql {
  readonly row: z.ZodType<T>
}

/** A statement with typed rows: typed(UserRow)`select …`. */
export const typed =
  <T>(row: z.ZodType<T>) =>
  (strings: readonly string[], ...values: RawValue[]): TypedSql<T> =>
    Object.assign(sql(strings, ...values), { row })

export const IdRow = z.object({ id: z.string() })

let checking = false

/** For tests: a row that does not exactly match its schema fails its query. */
export function checkRows() {
  checking = true
}

/**
 * Production doesn't run the schema, so it may not change a row either: no unknown column, default, or conversion. As
 * read by the driver, `date` is text, `timestamptz` a Date (text through `iso()`), `bigint` a number, `numeric` text,
 * and JSON its value.
 */
export function checked<T>({ row }: Pick<TypedSql<T>, 'row'>, rows: T[]): T[] {
  if (checking) for (const each of rows) check(row, each)
  return rows
}

/** The same for a row that PostgreSQL wrote as JSON. */
export function checkedJson(row: z.ZodType, text: string): string {
  if (checking) check(row, JSON.parse(text))
  return text
}

function check(row: z.ZodType, each: unknown) {
  const { data, error } = row.safeParse(each)
  if (error !== undefined) throw new Error(`A row doesn't match its schema: ${error.message}`)
  if (!isDeepStrictEqual(data, each))
    throw new Error(`A row differs from its schema; its columns are ${Object.keys(Object(each)).join(', ')}`)
}
