import { Readable } from 'node:stream'
import * as api from '../../api/books.ts'
import { assertCanExportBooks, BooksFormat } from '../../domain/books.ts'
import { notFound } from '../../domain/errors.ts'
import { sendCsv } from '../kit/csv.ts'
import type { Reader } from '../kit/db.ts'
import { disposition } from '../kit/disposition.ts'
import type { Bind } from '../kit/serve.ts'
import { changeMapping, closeMonth, hasRetainers, readBooks, reopenMonth } from './closed-months.ts'
import { changeBooksCustomer, listBooksCustomers, readBooksCustomer } from './customers.ts'
import {
  iifCredit,
  iifEntry,
  iifHeader,
  iifInvoice,
  quickBooksColumns,
  quickBooksRows,
  xeroColumns,
  xeroCreditRows,
  xeroRows,
} from './formats.ts'
import { changeBooksItem, listBooksItems, readBooksItem } from './items.ts'
import { mappingOf, namesOfExport } from './names.ts'
import { booksCredits, booksEntries, booksInvoices, type BooksPeriod } from './queries.ts'

export function bookRoutes(on: Bind) {
  on.read(api.readBooks, ({ db, actor }) => readBooks(db, actor))
  on.write(api.closeMonth, ({ tx, actor, body }) => closeMonth(tx, actor, body.month))
  on.write(api.reopenMonth, ({ tx, actor, params, body }) => reopenMonth(tx, actor, params.id, body.reason))
  on.write(api.changeBooksMapping, ({ tx, actor, body, ifMatch }) => changeMapping(tx, actor, body, ifMatch))
  on.read(api.listBooksCustomers, ({ db, query }) => listBooksCustomers(db, query))
  on.read(api.readBooksCustomer, ({ db, params }) => readBooksCustomer(db, params.id))
  on.write(api.changeBooksCustomer, ({ tx, actor, params, body, ifMatch }) =>
    changeBooksCustomer(tx, actor, params.id, body, ifMatch),
  )
  on.read(api.listBooksItems, ({ db, query }) => listBooksItems(db, query))
  on.read(api.readBooksItem, ({ db, params }) => readBooksItem(db, params.id))
  on.write(api.changeBooksItem, ({ tx, params, body, ifMatch }) => changeBooksItem(tx, params.id, body, ifMatch))
  on.raw(api.exportBooks, async ({ db, origin, params, query, reply }) => {
    const format = BooksFormat.safeParse(params.format)
    if (!format.success) throw notFound()
    const { mapping } = await mappingOf(db)
    assertCanExportBooks(format.data, { mapping, hasRetainers: await hasRetainers(db) })
    const namesOf = await namesOfExport(db, query)
    await db.transaction(origin, async (tx) =>
      tx.record({ action: 'books.exported', id: null, details: { format: format.data, ...query } }),
    )
    const name = `${format.data}-${query.from}-${query.to}`
    if (format.data === 'quickbooks')
      return sendCsv(reply, `${name}.csv`, quickBooksColumns, async function* () {
        for await (const invoice of booksInvoices(db, query))
          yield* quickBooksRows(invoice, namesOf(invoice.closedMonthId))
      })
    if (format.data === 'xero')
      return sendCsv(reply, `${name}.csv`, xeroColumns, async function* () {
        for await (const invoice of booksInvoices(db, query)) yield* xeroRows(invoice, namesOf(invoice.closedMonthId))
        for await (const credit of booksCredits(db, query)) yield* xeroCreditRows(credit, namesOf(credit.closedMonthId))
      })
    reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', disposition('attachment', `${name}.iif`))
      .send(Readable.from(iif(db, query, namesOf), { objectMode: false }))
  })
}

async function* iif(reader: Reader, period: BooksPeriod, namesOf: Awaited<ReturnType<typeof namesOfExport>>) {
  yield iifHeader
  for await (const invoice of booksInvoices(reader, period)) yield iifInvoice(invoice, namesOf(invoice.closedMonthId))
  for await (const credit of booksCredits(reader, period)) yield iifCredit(credit, namesOf(credit.closedMonthId))
  for await (const entry of booksEntries(reader, period)) yield iifEntry(entry, namesOf(entry.closedMonthId))
}
