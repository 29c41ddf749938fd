import * as api from '../../api/invoices.ts'
import { sendCsv } from '../kit/csv.ts'
import type { Parts } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pressFor } from '../papers/print.ts'
import { printingOnce } from '../papers-kept/stored-pdfs.ts'
import type { Bind } from '../kit/serve.ts'
import { noteExport, sendList } from '../kit/export.ts'
import { sendKeptPaper } from '../retention/papers.ts'
import { keptPaperOf } from '../retention/queries.ts'
import { changeInvoice, changeInvoiceStatus, createInvoice } from './actions.ts'
import { invoiceColumns, invoiceLines, listColumns, paymentColumns, paymentLines } from './csv.ts'
import { recordPayment } from './pay.ts'
import { listPayments } from './payments.ts'
import { invoicePdf, invoiceToPrint, receiptFor, receiptPdf } from './pdf.ts'
import { historyOf, invoiceFor, listInvoices, viewed } from './queries.ts'

export function invoiceRoutes(on: Bind, parts: Parts) {
  on.read(api.listInvoices, ({ db, actor, query }) => listInvoices(db, actor, query))
  on.raw(api.exportInvoiceList, ({ db, actor, origin, query, reply }) =>
    sendList(
      { db, origin, reply },
      {
        type: 'invoices',
        query,
        columns: listColumns,
        page: (page) => listInvoices(db, actor, { ...query, ...page }),
      },
    ),
  )
  on.read(api.readInvoice, async ({ db, actor, params }) => {
    const { invoice, folder } = await invoiceFor(db, actor, params.id)
    return { ...viewed(invoice, actor, folder), history: await historyOf(db, actor, params.id) }
  })
  on.write(api.createInvoice, ({ tx, actor, body }) => createInvoice(tx, actor, body))
  on.write(api.changeInvoice, ({ tx, actor, params, body, ifMatch }) =>
    changeInvoice(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeInvoiceStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeInvoiceStatus(tx, actor, params.id, body, ifMatch),
  )
  on.read(api.listPayments, ({ db, actor, params, query }) => listPayments(db, actor, params.id, query))
  on.write(api.recordPayment, ({ tx, actor, params, body }) => recordPayment(tx, actor, params.id, body))

  on.raw(api.readInvoicePdf, async ({ params, ...asking }) => {
    const { db, actor, origin, reply } = asking
    const read = await invoiceToPrint(db, actor, params.id)
    const { invoice, folder } = read
    const kept = await keptPaperOf(db, params.id)
    if (kept !== null) return sendKeptPaper(parts, asking, kept)
    const press = pressFor(parts, actor, reply)
    const subject = { type: 'invoices', id: invoice.id, clientFolderId: folder.id } as const
    // A draft changes as it is written; it is printed each time.
    const printer = invoice.sentAt === null ? press.printer : printingOnce(parts, press.printer, origin, subject)
    const { name, printed } = await invoicePdf({ ...press, printer }, read)
    sendPdf(reply, name, printed.bytes)
  })
  on.raw(api.readReceipt, async ({ db, actor, origin, params, reply }) => {
    const { payment, invoice, folder } = await receiptFor(db, actor, params.id)
    const { config, printer } = pressFor(parts, actor, reply)
    const subject = { type: 'payments', id: payment.id, clientFolderId: folder.id } as const
    const press = { config, printer: printingOnce(parts, printer, origin, subject) }
    const { name, printed } = await receiptPdf(press, { payment, invoice, folder })
    sendPdf(reply, name, printed.bytes)
  })
  on.raw(api.exportInvoices, async ({ db, origin, query, reply }) => {
    await noteExport(db, origin, 'invoices', query)
    sendCsv(reply, 'invoices.csv', invoiceColumns, () => invoiceLines(db, query))
  })
  on.raw(api.exportPayments, async ({ db, origin, query, reply }) => {
    await noteExport(db, origin, 'payments', query)
    sendCsv(reply, 'payments.csv', paymentColumns, () => paymentLines(db, query))
  })
}
