// A sample invoice for previewing the letterhead, the tax, and the payment instructions.
import type { FirmSettings } from '../../domain/firm-settings.ts'
import { paymentParagraphs } from '../../domain/firm-settings.ts'
import { sumOf } from '../../domain/money.ts'
import { salesTaxOn } from '../../domain/sales-tax.ts'
import type { Printed } from '../pdf/printer.ts'
import { printInvoice } from '../pdf-templates/invoice.ts'
import type { PdfPrinter } from '../pdf-templates/print.ts'

const lines = [
  { description: 'Employee handbook review', quantity: 6, rate: 12_500, total: 75_000 },
  { description: 'Printed handbooks', quantity: 20, rate: 1_850, total: 37_000 },
]

export function printSampleInvoice(
  pdfPrinter: PdfPrinter,
  { identity, billing, salesTax }: FirmSettings,
): Promise<Printed> {
  const terms = { ...salesTax, isExempt: false }
  const subtotal = sumOf(lines.map(({ total }) => total))
  const tax = salesTaxOn(lines, terms)
  return printInvoice(pdfPrinter, {
    number: 'INV-00000000-00',
    status: 'sent',
    issuedOn: '2026-01-05',
    dueOn: '2026-02-04',
    client: { name: 'Sample client', person: null, address: null, email: null, phone: null },
    contractNumber: null,
    purchaseOrderNumber: null,
    taxTerms: terms,
    taxExemptionNumber: null,
    issuer: { ...identity, payment: paymentParagraphs(identity, billing, false) },
    description: 'This is a sample. It has no effect.',
    lines,
    subtotal,
    tax,
    total: subtotal + tax,
    payments: [],
    reason: null,
  })
}
