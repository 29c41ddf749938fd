// Exports a complete list as CSV: the list's own query, with its rights and filters, page after page while it is sent.
import type { FastifyReply } from 'fastify'
import type { ExportedList } from '../../domain/audit-events.ts'
import { type Cell, sendCsv } from './csv.ts'
import type { Database } from './db.ts'
import type { Page, PageQuery } from './page.ts'
import type { Origin } from './record.ts'

/** The columns in order, keyed by heading. */
export type Columns<T> = Record<string, (item: T) => Cell>

interface Export<T> {
  /** The noun of the address, also used as the file name. */
  type: ExportedList
  query: Record<string, unknown>
  columns: Columns<T>
  page: (query: PageQuery) => Promise<Page<T>>
}

export async function sendList<T>(
  { db, origin, reply }: { db: Database; origin: Origin; reply: FastifyReply },
  { type, query, columns, page }: Export<T>,
): Promise<void> {
  await recordExport(db, origin, type, query)
  sendCsv(reply, `${type}.csv`, Object.keys(columns), async function* () {
    const cells = Object.values(columns)
    for (let cursor: string | undefined; ;) {
      const { items, next } = await page({ limit: 200, cursor })
      for (const item of items) yield cells.map((cell) => cell(item))
      if (next === null) return
      cursor = next
    }
  })
}

/** Audits the export of a list, with the names of its filters but without typed values. */
export const recordExport = (
  db: Database,
  origin: Origin,
  type: ExportedList,
  { q, ...filters }: Record<string, unknown>,
): Promise<void> =>
  db.transaction(origin, async (tx) =>
    tx.record({
      action: `${type}.exported`,
      id: null,
      details: { ...filters, ...(q === undefined ? {} : { searched: true }) },
    }),
  )
