import type { Issuer } from '../../domain/invoice.ts'
import type { EntryKind } from '../../domain/payment.ts'
import { ratePercent, taxLabel, type TaxTerms } from '../../domain/sales-tax.ts'
import type { Printed } from '../pdf/printer.ts'
import { clientLines, type PdfClient } from './client.ts'
import { day, money, quantity, within } from './format.ts'
import { type PdfPrinter, printPdf } from './print.ts'

/** Amounts in cents, dates YYYY-MM-DD. */
export interface CreditNoteDocument {
  number: string
  date: string
  client: PdfClient
  /** The firm as on the invoice; without an invoice, as it is now. */
  issuer: Issuer
  /** The invoice that it corrects; null for a credit to the client in general. */
  invoice: { number: string; issuedOn: string | null; total: number; tax: number; taxTerms: TaxTerms } | null
  reason: string
  /** Empty for a single amount. */
  lines: { description: string; quantity: number; rate: number; total: number; taxed?: boolean | undefined }[]
  subtotal: number
  tax: number
  /** Of a credit without an invoice, in thousandths of a percent. */
  taxRate: number | null
  amount: number
  applied: number
  available: number
  /** Where it was applied, oldest first; a reversal has a negative amount. */
  applications: { date: string; invoiceNumber: string; kind: EntryKind; amount: number }[]
  voided: { on: string; reason: string | null } | null
}

export function printCreditNote(pdfPrinter: PdfPrinter, note: CreditNoteDocument): Promise<Printed> {
  const { payment: _, ...letterhead } = note.issuer
  const config = { ...pdfPrinter.config, provider: { ...pdfPrinter.config.provider, ...letterhead } }
  const { number, date, invoice, amount, applications, voided } = note
  return printPdf({ ...pdfPrinter, config }, 'credit-note', {
    footer: `Credit note ${number} · ${letterhead.name}`,
    number,
    isVoid: voided !== null,
    credit: { label: voided === null ? 'Total credit' : 'Void', amount: money(amount), remark: statusLine(note) },
    client: clientLines(note.client),
    facts: [
      { label: 'Date', value: day(date) },
      ...(invoice === null ? [] : [{ label: 'For invoice', value: invoice.number }]),
      ...(invoice === null || invoice.issuedOn === null
        ? []
        : [{ label: 'Invoice date', value: day(invoice.issuedOn) }]),
      ...(invoice === null ? [] : [{ label: 'Invoice total', value: money(invoice.total) }]),
    ],
    lines: lines(note),
    sums: sums(note),
    notes: notes(note),
    applications: applications.map((entry) => ({
      date: day(entry.date),
      number: entry.invoiceNumber,
      entry: entry.kind === 'reversal' ? 'Reversal' : 'Credit applied',
      amount: money(entry.amount),
    })),
  })
}

function statusLine({ voided, available }: CreditNoteDocument) {
  if (voided !== null) return 'It can’t be applied'
  return available === 0 ? 'Applied in full' : `${money(available)} available`
}

/** The reason is below a single amount; lines have it in the notes. */
function lines({ invoice, reason, lines: given, subtotal }: CreditNoteDocument) {
  if (given.length === 0) {
    const name = invoice === null ? 'Credit' : `Credit for invoice ${invoice.number}`
    return [{ name, reason, amount: money(subtotal) }]
  }
  return given.map((line) => ({
    name: line.taxed === false ? `${line.description} *` : line.description,
    reason: line.quantity === 1 ? null : `${quantity(line.quantity)} × ${money(line.rate)}`,
    amount: money(line.total),
  }))
}

function sums({ invoice, subtotal, tax, taxRate, amount, applied, available, voided }: CreditNoteDocument) {
  const ownLabel = taxRate === null ? null : `Sales tax (${ratePercent(taxRate)})`
  const label = invoice === null ? ownLabel : taxLabel(invoice.taxTerms)
  const total = [
    ...(tax === 0 || label === null
      ? []
      : [
          { label: 'Subtotal', amount: money(subtotal) },
          { label, amount: money(tax) },
        ]),
    { label: 'Total credit', amount: money(amount) },
  ]
  if (voided !== null) return total
  return [
    ...total,
    ...(applied === 0 ? [] : [{ label: 'Applied to invoices', amount: `−${money(applied)}` }]),
    { label: 'Credit available', amount: money(available) },
  ]
}

function notes({ invoice, reason, lines: given, tax, voided }: CreditNoteDocument): string[] {
  const found: string[] = []
  if (given.length > 0) found.push(`Reason: ${within(reason)}`)
  if (given.some(({ taxed }) => taxed === false)) found.push('* No sales tax on this line.')
  if (invoice !== null && invoice.tax > 0) {
    // Notes from before sales tax was reversed, which don't change.
    if (tax === 0 && given.length === 0) found.push('The credit is a single amount. Sales tax isn’t shown separately.')
    found.push(
      `Invoice ${invoice.number} was for ${money(invoice.total)}, including ${money(invoice.tax)} sales tax (${ratePercent(invoice.taxTerms.rate)}).`,
    )
  }
  if (voided !== null)
    found.push(
      `This credit note was voided on ${day(voided.on)}${voided.reason === null ? '.' : `: ${within(voided.reason)}`}`,
    )
  return found
}
