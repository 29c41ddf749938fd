// A whole list to take along as CSV: the list's own query, and so its rights and filters, page after page while it is sent.
import type { FastifyReply } from 'fastify'
import type { ExportedList } from '../../domain/audit-events.ts'
import { type Cell, sendCsv } from './csv.ts'
import type { Database } from './db.ts'
import type { Page, PageQuery } from './page.ts'
import type { Origin } from './record.ts'

/** The columns in their order, by their headers. */
export type Columns<T> = Record<string, (item: T) => Cell>

interface Export<T> {
  /** The noun of the address; the file is called like it. */
  type: ExportedList
  query: Record<string, unknown>
  columns: Columns<T>
  page: (query: PageQuery) => Promise<Page<T>>
}

export async function sendList<T>(
  { db, origin, reply }: { db: Database; origin: Origin; reply: FastifyReply },
  { type, query, columns, page }: Export<T>,
): Promise<void> {
  await noteExport(db, origin, type, query)
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

/** That somebody took a list along stands in the trail, with its filters and without what they typed. */
export const noteExport = (
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
