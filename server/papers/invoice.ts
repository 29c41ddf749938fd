import { salesTaxRate, sumOf } from '../../domain/money.ts'
import { type PaymentMethod, paymentMethodLabels } from '../../domain/payment.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PaperClient } from './client.ts'
import { day, money, quantity, within } from './format.ts'
import { type Press, printPaper } from './print.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface InvoicePaper {
  number: string
  status: 'draft' | 'sent' | 'paid' | 'overdue' | 'void'
  /** Null while it is a draft. */
  issuedOn: string | null
  dueOn: string
  client: PaperClient
  contractNumber: string | null
  purchaseOrderNumber: string | null
  /** Null where tax is charged. */
  taxExemption: { number: string | null } | null
  description: string | null
  lines: { description: string; quantity: number; rate: number; total: number }[]
  subtotal: number
  tax: number
  total: number
  payments: { date: string; method: PaymentMethod; reference: string | null; amount: number }[]
  /** Why it was voided. */
  reason: string | null
}

export function printInvoice(press: Press, invoice: InvoicePaper): Promise<Printed> {
  const { name } = press.config.provider
  return printPaper(press, 'invoice', {
    footer: `Invoice ${invoice.number} · ${name}`,
    number: invoice.number,
    status: statuses[invoice.status],
    due: headlineSum(invoice),
    client: clientLines(invoice.client),
    facts: facts(invoice),
    description: invoice.description,
    lines: invoice.lines.map((line) => ({
      description: line.description,
      quantity: quantity(line.quantity),
      rate: money(line.rate),
      total: money(line.total),
    })),
    sums: sums(invoice),
    notes: notes(invoice),
    payments: invoice.payments.map(({ date, method, reference, amount }) => ({
      date: day(date),
      method: paymentMethodLabels[method],
      reference: reference ?? '–',
      amount: money(amount),
    })),
    howToPay: howToPay(press, invoice),
  })
}

const statuses = {
  draft: { label: 'Draft', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'info' },
  paid: { label: 'Paid', tone: 'ok' },
  overdue: { label: 'Overdue', tone: 'danger' },
  void: { label: 'Void', tone: 'neutral' },
} as const

const taxRate = `${salesTaxRate / 100}%`

const paidOf = ({ payments }: InvoicePaper) => sumOf(payments.map(({ amount }) => amount))
const balanceOf = (invoice: InvoicePaper) => invoice.total - paidOf(invoice)

function headlineSum(invoice: InvoicePaper) {
  const { status, total, dueOn, payments } = invoice
  const due = day(dueOn)
  if (status === 'void') return { label: 'Void', amount: money(total), remark: 'No payment is due' }
  if (status === 'paid') {
    const last = payments
      .map(({ date }) => date)
      .toSorted()
      .at(-1)
    return { label: 'Paid in full', amount: money(total), remark: last === undefined ? null : `on ${day(last)}` }
  }
  const remark = status === 'overdue' ? `was due ${due}` : `due ${due}`
  return { label: payments.length === 0 ? 'Amount due' : 'Balance due', amount: money(balanceOf(invoice)), remark }
}

function facts({ issuedOn, dueOn, contractNumber, purchaseOrderNumber }: InvoicePaper) {
  return [
    { label: 'Issued', value: issuedOn === null ? 'Not sent yet' : day(issuedOn) },
    { label: 'Due', value: day(dueOn) },
    ...(purchaseOrderNumber === null ? [] : [{ label: 'Purchase order', value: purchaseOrderNumber }]),
    ...(contractNumber === null ? [] : [{ label: 'Contract', value: contractNumber }]),
  ]
}

function sums(invoice: InvoicePaper) {
  const { subtotal, tax, total, taxExemption } = invoice
  const rows = [
    { label: 'Subtotal', amount: money(subtotal) },
    { label: taxExemption === null ? `Sales tax (${taxRate})` : 'Sales tax (exempt)', amount: money(tax) },
    { label: 'Total', amount: money(total) },
  ]
  const paid = paidOf(invoice)
  if (invoice.status === 'void' || paid === 0) return rows
  return [
    ...rows,
    { label: 'Payments received', amount: `−${money(paid)}` },
    { label: 'Balance due', amount: money(balanceOf(invoice)) },
  ]
}

function notes({ taxExemption, status, reason }: InvoicePaper): string[] {
  const exempt =
    taxExemption === null
      ? []
      : [
          taxExemption.number === null
            ? 'No sales tax is charged: the client is tax-exempt.'
            : `No sales tax is charged: the client is tax-exempt, exemption number ${within(taxExemption.number)}.`,
        ]
  return status === 'void' && reason !== null ? [...exempt, `This invoice was voided: ${within(reason)}`] : exempt
}

function howToPay({ config }: Press, { status, number }: InvoicePaper): string | null {
  if (status === 'paid' || status === 'void') return null
  const { name, address, phone, email } = config.provider
  return [
    `Please name ${number} with your payment. Checks are payable to ${name}, ${address}.`,
    `For a bank transfer or another way of paying, and for questions about this invoice: ${phone}, ${email}.`,
  ].join('\n\n')
}
