import { type EntryMethod, paymentMethodLabels } from '../../domain/payment.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PdfClient } from './client.ts'
import { day, money } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface ReceiptDocument {
  invoiceNumber: string
  client: PdfClient
  payment: { date: string; method: EntryMethod; reference: string | null; amount: number }
  /** The date the payment was reversed, which voids the receipt. */
  reversedOn?: string | null
  invoiceTotal: number
  /** The balance due after this payment. */
  balance: number
}

/** Amounts in cents, dates YYYY-MM-DD. */
export interface RefundReceiptDocument {
  invoiceNumber: string
  client: PdfClient
  /** The amount returned is positive. */
  refund: { date: string; method: EntryMethod; reference: string | null; reason: string | null; amount: number }
  /** What was refunded. */
  payment: { date: string; amount: number }
  refundedBefore: number
  /** The date the refund was reversed, which voids the receipt. */
  reversedOn: string | null
}

export function printReceipt(pdfPrinter: PdfPrinter, receipt: ReceiptDocument): Promise<Printed> {
  const { invoiceNumber, client, payment, invoiceTotal, balance } = receipt
  const { name, phone, email } = pdfPrinter.config.provider
  const before = invoiceTotal - balance - payment.amount
  return printPdf(pdfPrinter, 'receipt', {
    footer: `Receipt for invoice ${invoiceNumber} · ${name}`,
    title: 'Receipt',
    invoiceNumber,
    amountLabel: 'Amount received',
    partyLabel: 'Received from',
    reason: null,
    amount: money(payment.amount),
    date: day(payment.date),
    client: clientLines(client),
    facts: [
      { label: 'Received on', value: day(payment.date) },
      { label: 'Method', value: paymentMethodLabels[payment.method] },
      ...(payment.reference === null ? [] : [{ label: 'Reference', value: payment.reference }]),
    ],
    sums: [
      { label: `Total of invoice ${invoiceNumber}`, amount: money(invoiceTotal) },
      ...(before === 0 ? [] : [{ label: 'Earlier payments', amount: `−${money(before)}` }]),
      { label: 'This payment', amount: `−${money(payment.amount)}` },
      { label: 'Balance due', amount: money(balance) },
    ],
    closing:
      (typeof receipt.reversedOn === 'string'
        ? `This receipt is void: the payment was reversed on ${day(receipt.reversedOn)}. `
        : '') +
      (balance === 0 ? 'This invoice is paid in full. ' : '') +
      `${name} received this payment. Questions? Contact us at ${phone} or ${email}.`,
  })
}

export function printRefundReceipt(pdfPrinter: PdfPrinter, receipt: RefundReceiptDocument): Promise<Printed> {
  const { invoiceNumber, client, refund, payment, refundedBefore, reversedOn } = receipt
  const { name, phone, email } = pdfPrinter.config.provider
  return printPdf(pdfPrinter, 'receipt', {
    footer: `Refund receipt for invoice ${invoiceNumber} · ${name}`,
    title: 'Refund receipt',
    invoiceNumber,
    amountLabel: 'Amount refunded',
    partyLabel: 'Refunded to',
    reason: refund.reason,
    amount: money(refund.amount),
    date: day(refund.date),
    client: clientLines(client),
    facts: [
      { label: 'Refunded on', value: day(refund.date) },
      { label: 'Method', value: paymentMethodLabels[refund.method] },
      ...(refund.reference === null ? [] : [{ label: 'Reference', value: refund.reference }]),
    ],
    sums: [
      { label: `Payment of ${day(payment.date)}`, amount: money(payment.amount) },
      ...(refundedBefore === 0 ? [] : [{ label: 'Earlier refunds', amount: `−${money(refundedBefore)}` }]),
      { label: 'This refund', amount: `−${money(refund.amount)}` },
      { label: 'Remaining payment', amount: money(payment.amount - refundedBefore - refund.amount) },
    ],
    closing:
      (reversedOn === null ? '' : `This receipt is void: the refund was reversed on ${day(reversedOn)}. `) +
      `Questions? Contact us at ${phone} or ${email}.`,
  })
}
