import type { Issuer } from '../../domain/invoice.ts'
import { sumOf } from '../../domain/money.ts'
import { type EntryKind, entryKindLabels, type EntryMethod, paymentMethodLabels } from '../../domain/payment.ts'
import { taxLabel, type TaxTerms } from '../../domain/sales-tax.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PdfClient } from './client.ts'
import { day, money, quantity, within } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'
import { daysBetween } from '../../domain/time.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface InvoiceDocument {
  number: string
  status: 'draft' | 'sent' | 'paid' | 'overdue' | 'void'
  /** Null for a draft. */
  issuedOn: string | null
  dueOn: string
  client: PdfClient
  contractNumber: string | null
  purchaseOrderNumber: string | null
  taxTerms: TaxTerms
  taxExemptionNumber: string | null
  /** The firm as it was when the invoice was sent; for a draft as it is now. */
  issuer: Issuer
  description: string | null
  lines: { description: string; quantity: number; rate: number; total: number; taxed?: boolean | undefined }[]
  subtotal: number
  tax: number
  total: number
  /** Payments and their corrections, in order of recording. */
  payments: {
    date: string
    kind?: EntryKind
    method: EntryMethod
    reference: string | null
    creditNoteNumber?: string | null
    amount: number
  }[]
  /** It bills a retainer. */
  isRetainer?: boolean
  /** Why it was voided. */
  reason: string | null
}

export function printInvoice(pdfPrinter: PdfPrinter, invoice: InvoiceDocument): Promise<Printed> {
  const { payment, ...letterhead } = invoice.issuer
  const config = { ...pdfPrinter.config, provider: { ...pdfPrinter.config.provider, ...letterhead } }
  return printPdf({ ...pdfPrinter, config }, 'invoice', {
    footer: `Invoice ${invoice.number} · ${letterhead.name}`,
    number: invoice.number,
    due: headlineSum(invoice),
    client: clientLines(invoice.client),
    facts: facts(invoice),
    description: invoice.description,
    lines: invoice.lines.map((line) => ({
      description: line.taxed === false ? `${line.description} *` : line.description,
      quantity: quantity(line.quantity),
      rate: money(line.rate),
      total: money(line.total),
    })),
    sums: sums(invoice),
    notes: notes(invoice),
    payments: invoice.payments.map(
      ({ date, kind = 'payment', method, reference, creditNoteNumber = null, amount }) => ({
        date: day(date),
        method:
          kind === 'reversal' || kind === 'refund'
            ? `${entryKindLabels[kind]}: ${paymentMethodLabels[method].toLowerCase()}`
            : paymentMethodLabels[method],
        reference: creditNoteNumber ?? reference ?? '–',
        amount: money(amount),
      }),
    ),
    howToPay: howToPay(payment, invoice),
    remitTo: { name: letterhead.name, lines: [letterhead.address, letterhead.phone, letterhead.email] },
  })
}

const untaxedNote = '* No sales tax on this line.'

const sumWhere = ({ payments }: InvoiceDocument, isOfKind: (method: EntryMethod) => boolean) =>
  sumOf(payments.filter(({ method }) => isOfKind(method)).map(({ amount }) => amount))
const paidOf = (invoice: InvoiceDocument) => sumOf(invoice.payments.map(({ amount }) => amount))
const balanceOf = (invoice: InvoiceDocument) => invoice.total - paidOf(invoice)

function headlineSum(invoice: InvoiceDocument) {
  const { status, total, dueOn, payments } = invoice
  const due = day(dueOn)
  if (status === 'void') return { label: 'Void', amount: money(total), remark: 'No payment is due' }
  if (status === 'draft') return { label: 'Draft, not sent', amount: money(total), remark: `due ${due}` }
  if (status === 'paid') {
    const last = payments
      .map(({ date }) => date)
      .toSorted()
      .at(-1)
    return { label: 'Paid in full', amount: money(total), remark: last === undefined ? null : `on ${day(last)}` }
  }
  const remark = status === 'overdue' ? `Overdue, was due ${due}` : `due ${due}`
  return { label: payments.length === 0 ? 'Amount due' : 'Balance due', amount: money(balanceOf(invoice)), remark }
}

function facts({ issuedOn, dueOn, contractNumber, purchaseOrderNumber }: InvoiceDocument) {
  return [
    { label: 'Issued', value: issuedOn === null ? 'Not sent' : day(issuedOn) },
    { label: 'Due', value: day(dueOn) },
    ...(issuedOn === null ? [] : [{ label: 'Terms', value: paymentTerms(issuedOn, dueOn) }]),
    ...(purchaseOrderNumber === null ? [] : [{ label: 'Purchase order', value: purchaseOrderNumber }]),
    ...(contractNumber === null ? [] : [{ label: 'Contract', value: contractNumber }]),
  ]
}

/** Of the dates on the invoice, so that they always agree. */
function paymentTerms(issuedOn: string, dueOn: string): string {
  const days = daysBetween(issuedOn, dueOn)
  return days <= 0 ? 'Due on receipt' : `Net ${days}`
}

function sums(invoice: InvoiceDocument) {
  const { subtotal, tax, total, taxTerms } = invoice
  const label = taxLabel(taxTerms)
  const rows = [
    { label: 'Subtotal', amount: money(subtotal) },
    ...(label === null ? [] : [{ label, amount: money(tax) }]),
    { label: 'Total', amount: money(total) },
  ]
  const paid = paidOf(invoice)
  const received = sumWhere(invoice, (method) => method !== 'credit' && method !== 'retainer')
  const credits = sumWhere(invoice, (method) => method === 'credit')
  const retainer = sumWhere(invoice, (method) => method === 'retainer')
  if (invoice.status === 'void' || paid === 0) return rows
  return [
    ...rows,
    ...(received === 0 ? [] : [{ label: 'Payments received', amount: `−${money(received)}` }]),
    ...(credits === 0 ? [] : [{ label: 'Credits', amount: `−${money(credits)}` }]),
    ...(retainer === 0 ? [] : [{ label: 'Retainer applied', amount: `−${money(retainer)}` }]),
    { label: 'Balance due', amount: money(balanceOf(invoice)) },
  ]
}

function notes({ taxTerms, taxExemptionNumber, lines, status, reason, isRetainer = false }: InvoiceDocument): string[] {
  const found: string[] = []
  if (isRetainer) found.push('This invoice is for a retainer. Your payment will be applied to later invoices.')
  if (taxTerms.isExempt && taxTerms.mode !== 'off')
    found.push(
      taxExemptionNumber === null
        ? 'No sales tax charged: the client is tax-exempt.'
        : `No sales tax charged: the client is tax-exempt, exemption number ${within(taxExemptionNumber)}.`,
    )
  else if (lines.some(({ taxed = true }) => !taxed)) found.push(untaxedNote)
  if (status === 'void' && reason !== null) found.push(`This invoice was voided: ${within(reason)}`)
  return found
}

function howToPay([first = '', ...more]: string[], { status, number }: InvoiceDocument): string | null {
  if (status === 'paid' || status === 'void') return null
  return [`Include invoice number ${number} with your payment. ${first}`, ...more].join('\n\n')
}
