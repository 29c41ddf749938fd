import { type PaymentMethod, paymentMethodLabels } from '../../domain/payment.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PaperClient } from './client.ts'
import { day, money } from './format.ts'
import { type Press, printPaper } from './print.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface ReceiptPaper {
  invoiceNumber: string
  client: PaperClient
  payment: { date: string; method: PaymentMethod; reference: string | null; amount: number }
  invoiceTotal: number
  /** What is open on the invoice once this payment is in. */
  balance: number
}

export function printReceipt(press: Press, receipt: ReceiptPaper): Promise<Printed> {
  const { invoiceNumber, client, payment, invoiceTotal, balance } = receipt
  const { name, phone, email } = press.config.provider
  const before = invoiceTotal - balance - payment.amount
  return printPaper(press, 'receipt', {
    footer: `Receipt for invoice ${invoiceNumber} · ${name}`,
    invoiceNumber,
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
      (balance === 0 ? 'This invoice is paid in full. ' : '') +
      `${name} received this payment. Questions about it: ${phone}, ${email}.`,
  })
}
