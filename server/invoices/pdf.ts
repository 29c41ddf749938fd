// PDFs of invoices and receipts in their current state. The data is read first and rendered afterward, outside any
// transaction.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { taxTermsOf } from '../../domain/invoice.ts'
import { sumOf } from '../../domain/money.ts'
import { assertHasReceipt, type Payment } from '../../domain/payment.ts'
import { officeDate } from '../../domain/time.ts'
import type { Printed } from '../pdf/printer.ts'
import type { PdfClient } from '../pdf-templates/client.ts'
import { printInvoice } from '../pdf-templates/invoice.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'
import { printReceipt, printRefundReceipt } from '../pdf-templates/receipt.ts'
import type { Provider } from '../config.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import type { Database, Reader } from '../kit/db.ts'
import { assertNotErased } from '../retention/queries.ts'
import { issuerOf } from './issuer.ts'
import { paymentFor, unsafePaymentsOf } from './payments.ts'
import { invoiceFor } from './queries.ts'

export interface NamedPdf {
  name: string
  printed: Printed
}

/** The data of an invoice's PDF at one moment, so that its payments add up to its total paid. */
export const invoiceToPrint = (db: Database, actor: Actor, id: string, provider: Provider) =>
  db.snapshot(async (reader) => {
    const { invoice, folder } = await invoiceFor(reader, actor, id)
    const issuer = invoice.issuer ?? issuerOf(await currentFirmSettings(reader, provider), folder)
    return { invoice, folder, issuer, payments: await unsafePaymentsOf(reader, id) }
  })

type InvoiceToPrint = Awaited<ReturnType<typeof invoiceToPrint>>

export async function invoicePdf(
  pdfPrinter: PdfPrinter,
  { invoice, folder, issuer, payments }: InvoiceToPrint,
): Promise<NamedPdf> {
  const printed = await printInvoice(pdfPrinter, {
    number: invoice.invoiceNumber,
    status: invoice.status,
    issuedOn: invoice.sentAt === null ? null : officeDate(new Date(invoice.sentAt)),
    dueOn: invoice.dueDate,
    client: pdfClient(folder),
    contractNumber: invoice.contractNumber,
    purchaseOrderNumber: invoice.purchaseOrderNumber,
    taxTerms: taxTermsOf(invoice),
    taxExemptionNumber: invoice.taxExemptionNumber,
    issuer,
    description: invoice.description,
    lines: invoice.lineItems,
    subtotal: invoice.subtotal,
    tax: invoice.tax,
    total: invoice.total,
    payments,
    isRetainer: invoice.isRetainer,
    reason: invoice.reason,
  })
  return { name: `${invoice.invoiceNumber}.pdf`, printed }
}

/** The data of a receipt's PDF. */
export const receiptFor = (db: Database, actor: Actor, paymentId: string) =>
  db.snapshot(async (reader) => {
    const payment = await paymentFor(reader, actor, paymentId)
    const { invoice, folder } = await invoiceFor(reader, actor, payment.invoiceId)
    await assertNotErased(reader, folder.id)
    assertHasReceipt(payment)
    return { payment, invoice, folder, refunded: await refundedBy(reader, payment) }
  })

/** For a refund: its payment, and what was refunded of it before, in cents. */
async function refundedBy(reader: Reader, { id, kind, invoiceId, reversesId }: Payment) {
  const entries = kind === 'refund' ? await unsafePaymentsOf(reader, invoiceId) : []
  const payment = entries.find((entry) => entry.id === reversesId)
  if (payment === undefined) return null
  const earlier = entries.filter(
    (entry) => entry.kind === 'refund' && entry.reversesId === reversesId && entry.reversedAt === null && entry.id < id,
  )
  return { payment, refundedBefore: -sumOf(earlier.map(({ amount }) => amount)) }
}

type Receipt = Awaited<ReturnType<typeof receiptFor>>

export async function receiptPdf(
  pdfPrinter: PdfPrinter,
  { payment, invoice, folder, refunded }: Receipt,
): Promise<NamedPdf> {
  const { invoiceNumber } = invoice
  const client = pdfClient(folder)
  const reversedOn = payment.reversedAt === null ? null : officeDate(new Date(payment.reversedAt))
  if (refunded !== null) {
    const refund = { ...payment, amount: -payment.amount }
    return {
      name: `Refund receipt ${invoiceNumber} ${payment.date}.pdf`,
      printed: await printRefundReceipt(pdfPrinter, { invoiceNumber, client, refund, ...refunded, reversedOn }),
    }
  }
  const printed = await printReceipt(pdfPrinter, {
    invoiceNumber,
    client,
    payment,
    invoiceTotal: invoice.total,
    balance: payment.balance,
    reversedOn,
  })
  return { name: `Receipt ${invoiceNumber} ${payment.date}.pdf`, printed }
}

export const pdfClient = (folder: ClientFolder): PdfClient => ({
  name: folder.name,
  person: folder.clientName,
  address: null,
  email: folder.clientEmail,
  phone: null,
})
