// Invoices and receipts on paper, as they stand when somebody asks for them. Read first, printed afterwards, outside any transaction.
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { officeDate } from '../../domain/time.ts'
import type { Printed } from '../pdf/printer.ts'
import type { PaperClient } from '../papers/client.ts'
import { printInvoice } from '../papers/invoice.ts'
import type { Press } from '../papers/print.ts'
import { printReceipt } from '../papers/receipt.ts'
import type { Database } from '../kit/db.ts'
import { assertNotErased } from '../retention/queries.ts'
import { paymentFor, unsafePaymentsOf } from './payments.ts'
import { invoiceFor } from './queries.ts'

export interface NamedPdf {
  name: string
  printed: Printed
}

/** What an invoice is printed from, as it is at one moment: its payments add up to what it says is paid. */
export const invoiceToPrint = (db: Database, actor: Actor, id: string) =>
  db.snapshot(async (reader) => {
    const { invoice, folder } = await invoiceFor(reader, actor, id)
    return { invoice, folder, payments: await unsafePaymentsOf(reader, id) }
  })

type InvoiceToPrint = Awaited<ReturnType<typeof invoiceToPrint>>

export async function invoicePdf(press: Press, { invoice, folder, payments }: InvoiceToPrint): Promise<NamedPdf> {
  const printed = await printInvoice(press, {
    number: invoice.invoiceNumber,
    status: invoice.status,
    issuedOn: invoice.sentAt === null ? null : officeDate(new Date(invoice.sentAt)),
    dueOn: invoice.dueDate,
    client: paperClient(folder),
    contractNumber: invoice.contractNumber,
    purchaseOrderNumber: invoice.purchaseOrderNumber,
    taxExemption: invoice.taxExempt ? { number: invoice.taxExemptionNumber } : null,
    description: invoice.description,
    lines: invoice.lineItems,
    subtotal: invoice.subtotal,
    tax: invoice.tax,
    total: invoice.total,
    payments,
    reason: invoice.reason,
  })
  return { name: `${invoice.invoiceNumber}.pdf`, printed }
}

/** What a receipt is printed from. */
export const receiptFor = (db: Database, actor: Actor, paymentId: string) =>
  db.snapshot(async (reader) => {
    const payment = await paymentFor(reader, actor, paymentId)
    const { invoice, folder } = await invoiceFor(reader, actor, payment.invoiceId)
    await assertNotErased(reader, folder.id)
    return { payment, invoice, folder }
  })

type Receipt = Awaited<ReturnType<typeof receiptFor>>

export async function receiptPdf(press: Press, { payment, invoice, folder }: Receipt): Promise<NamedPdf> {
  const printed = await printReceipt(press, {
    invoiceNumber: invoice.invoiceNumber,
    client: paperClient(folder),
    payment,
    invoiceTotal: invoice.total,
    balance: payment.balance,
  })
  return { name: `Receipt ${invoice.invoiceNumber} ${payment.date}.pdf`, printed }
}

export const paperClient = (folder: ClientFolder): PaperClient => ({
  name: folder.name,
  person: folder.clientName,
  address: null,
  email: folder.clientEmail,
  phone: null,
})
