// What a credit note amounts to. It reverses the sales tax of its invoice in proportion, so that exactly the tax of the
// invoice is reversed once all of it is credited. Without an invoice, it contains the sales tax of its day, or none.
import { conflict, invalid } from './errors.ts'
import { type Invoice, taxTermsOf } from './invoice.ts'
import { calculateTotals, type InvoiceLine, type InvoiceLineInput } from './invoice-lines.ts'
import { assertTotal } from './money.ts'
import { type TaxTerms, taxIncludedIn, taxShare } from './sales-tax.ts'

export interface CreditTotals {
  /** Empty for a single amount. */
  lineItems: InvoiceLine[]
  subtotal: number
  tax: number
  amount: number
}

export type CreditedInvoice = Pick<
  Invoice,
  'subtotal' | 'tax' | 'total' | 'credited' | 'creditedTax' | 'taxMode' | 'taxRate' | 'taxExempt'
>

/**
 * The sales tax rate of a credit without an invoice. Throws 409 if the client is exempt, or if the firm charges no sales
 * tax.
 */
export function rateOfCredit({ mode, rate, isExempt }: TaxTerms): number {
  if (isExempt)
    throw conflict('This client is exempt from sales tax. Create the credit note without sales tax.', 'taxed')
  if (mode === 'off')
    throw conflict('Sales tax is off in the firm settings. Create the credit note without sales tax.', 'taxed')
  return rate
}

/**
 * Of an amount with sales tax, or of lines before sales tax, in cents. Throws 400 without either, for lines without an
 * invoice, and if both disagree.
 * @param invoice null for a credit to the client in general
 * @param rate of the sales tax in that credit, in thousandths of a percent; null for one without sales tax
 */
export function creditTotals(
  invoice: CreditedInvoice | null,
  { amount, lineItems }: { amount?: number | undefined; lineItems?: readonly InvoiceLineInput[] | undefined },
  rate: number | null = null,
): CreditTotals {
  if (lineItems !== undefined) return totalsOfLines(invoice, lineItems, amount)
  if (amount === undefined) throw invalid('amount', 'Enter an amount in whole cents.')
  const tax = invoice === null ? taxIncludedIn(amount, rate ?? 0) : taxInAmount(invoice, amount)
  return { lineItems: [], subtotal: amount - tax, tax, amount }
}

/** The sales tax in an amount of the invoice, together with what was credited before. */
export function taxInAmount(invoice: CreditedInvoice, amount: number): number {
  const { tax, total, credited, creditedTax } = invoice
  if (tax === 0) return 0
  const share = taxShare(tax, Math.min(credited + amount, total), total) - creditedTax
  return Math.max(0, Math.min(share, taxLeft(invoice), amount))
}

/** The sales tax of lines, which is all that is left once the whole invoice is credited. */
export function taxOfCreditedLines(
  invoice: CreditedInvoice,
  { subtotal, tax }: Pick<CreditTotals, 'subtotal' | 'tax'>,
): number {
  const uncredited = invoice.subtotal - (invoice.credited - invoice.creditedTax)
  return subtotal === uncredited ? taxLeft(invoice) : Math.min(tax, taxLeft(invoice))
}

const taxLeft = ({ tax, creditedTax }: CreditedInvoice) => Math.max(0, tax - creditedTax)

function totalsOfLines(
  invoice: CreditedInvoice | null,
  lines: readonly InvoiceLineInput[],
  amount: number | undefined,
): CreditTotals {
  if (invoice === null) throw invalid('lineItems', 'Choose an invoice to credit lines of it, or enter an amount.')
  const { lineItems, subtotal, tax: full } = calculateTotals(lines, taxTermsOf(invoice))
  const tax = taxOfCreditedLines(invoice, { subtotal, tax: full })
  if (subtotal + tax < 1) throw invalid('lineItems', 'A credit must be at least one cent.')
  return { lineItems, subtotal, tax, amount: assertTotal('amount', amount, subtotal + tax) }
}
