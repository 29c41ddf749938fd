import * as api from '../../api/invoices.ts'
import { sendCsv } from '../kit/csv.ts'
import type { AppContext } from '../app-context.ts'
import { sendPdf } from '../pdf/send-pdf.ts'
import { pdfPrinterFor } from '../pdf-templates/print.ts'
import { printingOnce } from '../stored-pdfs/stored-pdfs.ts'
import type { Bind } from '../kit/serve.ts'
import { recordExport, sendList } from '../kit/export.ts'
import { sendArchivedPdf } from '../retention/archived-pdfs.ts'
import { archivedPdfOf } from '../retention/queries.ts'
import { changeInvoice, changeInvoiceStatus, createInvoice } from './actions.ts'
import { invoiceColumns, invoiceLines, listColumns, paymentColumns, paymentLines } from './csv.ts'
import { createInstallments } from './installments.ts'
import { issuerOf } from './issuer.ts'
import { recordPayment, refundPayment, reversePayment } from './pay.ts'
import { listPayments } from './payments.ts'
import { invoicePdf, invoiceToPrint, receiptFor, receiptPdf } from './pdf.ts'
import { historyOf, invoiceFor, listInvoices, viewed } from './queries.ts'

export function invoiceRoutes(on: Bind, context: AppContext) {
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
    const history = await historyOf(db, actor, params.id)
    return {
      ...viewed(invoice, actor, folder),
      issuer: invoice.issuer ?? issuerOf(context.firm.settings(), folder),
      history,
    }
  })
  on.write(api.createInvoice, ({ tx, actor, body }) => createInvoice(tx, actor, body))
  on.write(api.createInstallments, async ({ tx, actor, params, body }) => ({
    invoices: await createInstallments(tx, actor, params.id, body),
  }))
  on.write(api.changeInvoice, ({ tx, actor, params, body, ifMatch }) =>
    changeInvoice(tx, actor, params.id, body, ifMatch),
  )
  on.write(api.changeInvoiceStatus, ({ tx, actor, params, body, ifMatch }) =>
    changeInvoiceStatus(tx, actor, params.id, body, ifMatch, context.config.provider),
  )
  on.read(api.listPayments, ({ db, actor, params, query }) => listPayments(db, actor, params.id, query))
  on.write(api.recordPayment, ({ tx, actor, params, body }) => recordPayment(tx, actor, params.id, body))
  on.write(api.reversePayment, ({ tx, actor, params, body }) => reversePayment(tx, actor, params.id, body))
  on.write(api.refundPayment, ({ tx, actor, params, body }) => refundPayment(tx, actor, params.id, body))

  on.raw(api.readInvoicePdf, async ({ params, ...asking }) => {
    const { db, actor, origin, reply } = asking
    const read = await invoiceToPrint(db, actor, params.id, context.config.provider)
    const { invoice, folder } = read
    const archived = await archivedPdfOf(db, params.id)
    if (archived !== null) return sendArchivedPdf(context, asking, archived)
    const pdfPrinter = pdfPrinterFor(context, actor, reply)
    const subject = { type: 'invoices', id: invoice.id, clientFolderId: folder.id } as const
    // A draft can change, so it is rendered each time.
    const printer =
      invoice.sentAt === null ? pdfPrinter.printer : printingOnce(context, pdfPrinter.printer, origin, subject)
    const { name, printed } = await invoicePdf({ ...pdfPrinter, printer }, read)
    sendPdf(reply, name, printed.bytes)
  })
  on.raw(api.readReceipt, async ({ db, actor, origin, params, reply }) => {
    const read = await receiptFor(db, actor, params.id)
    const { payment, folder } = read
    const { config, printer } = pdfPrinterFor(context, actor, reply)
    const subject = { type: 'payments', id: payment.id, clientFolderId: folder.id } as const
    const pdfPrinter = { config, printer: printingOnce(context, printer, origin, subject) }
    const { name, printed } = await receiptPdf(pdfPrinter, read)
    sendPdf(reply, name, printed.bytes)
  })
  on.raw(api.exportInvoices, async ({ db, origin, query, reply }) => {
    await recordExport(db, origin, 'invoices', query)
    sendCsv(reply, 'invoices.csv', invoiceColumns, () => invoiceLines(db, query))
  })
  on.raw(api.exportPayments, async ({ db, origin, query, reply }) => {
    await recordExport(db, origin, 'payments', query)
    sendCsv(reply, 'payments.csv', paymentColumns, () => paymentLines(db, query))
  })
}
