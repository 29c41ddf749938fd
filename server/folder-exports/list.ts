// A list of a folder export: its rows, read page by page, and the columns of its CSV file.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { inPlainDollars, type Cell } from '../kit/csv.ts'
import type { DataKeys } from '../kit/data-keys.ts'
import type { Database } from '../kit/db.ts'
import type { Page } from '../kit/page.ts'

export type Row = Record<string, unknown>

export interface List {
  /** Base name of its files. */
  name: string
  rows: () => AsyncIterable<Row>
  /** The CSV columns: heading and field; amounts are in dollars. */
  columns: Record<string, string>
}

/** Whose export it is, and of which folder. */
export interface ExportScope {
  db: Database
  dataKeys: DataKeys
  actor: Actor
  folder: ClientFolder
  /** Where each document's original is in the archive, by its id. */
  documentPaths: Map<string, string>
}

/** One field of a row as a CSV cell: amounts in dollars, arrays and objects as JSON. */
export function cellOf(row: Row, header: string, field: string): Cell {
  const value = row[field] ?? null
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return header.endsWith('(dollars)') ? inPlainDollars(value) : value
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : JSON.stringify(value)
}

export const pageSize = 200

export async function* every(
  page: (query: { limit: number; cursor?: string }) => Promise<Page<object>>,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { items, next } = await page({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) })
    for (const row of items) {
      // Fields that only the screens need: allowed actions, reasons, the version, and the sort position.
      const { allowed: _allowed, whyNotVoid: _whyNotVoid, version: _version, place: _place, ...rest } = row as Row
      yield rest
    }
    cursor = next ?? undefined
  } while (cursor !== undefined)
}

export async function* allRows<T extends { id: string }>(
  page: (cursor: string | null) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let cursor: string | null = null; ;) {
    const rows: T[] = await page(cursor)
    yield* rows
    if (rows.length < pageSize) return
    cursor = rows.at(-1)?.id ?? null
  }
}
