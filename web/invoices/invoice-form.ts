// An invoice as its forms hold it: lines in quantity × rate, the rate in cents; sums follow from them.
import type { z } from 'zod'
import type { ContractDetails } from '../../domain/contract.ts'
import {
  InvoiceInput,
  type InvoiceLine,
  type InvoiceView,
  linesOfContract,
  usualDueDays,
} from '../../domain/invoice.ts'
import { salesTax } from '../../domain/money.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type LineColumns, totalOfLines } from '../kit/lines.ts'

export type TypedLine = Pick<InvoiceLine, 'description' | 'quantity' | 'rate'>

export const lineColumns: LineColumns<TypedLine> = {
  description: { key: 'description', label: 'Description' },
  quantity: { key: 'quantity', label: 'Quantity' },
  rate: { key: 'rate', label: 'Rate' },
}

export const blankLine: TypedLine = { description: '', quantity: 1, rate: 0 }

export const InvoiceForm = InvoiceInput.pick({
  clientFolderId: true,
  contractId: true,
  description: true,
  dueDate: true,
}).extend({ lineItems: InvoiceInput.shape.lineItems.unwrap() })

export type TypedInvoice = z.input<typeof InvoiceForm>

export const blankInvoice = (clientFolderId: string, now = new Date()): TypedInvoice => ({
  clientFolderId,
  contractId: '',
  description: '',
  lineItems: [],
  dueDate: daysAfter(officeDate(now), usualDueDays),
})

/** A new invoice for a contract, with a line for each of its services. */
export const invoiceForContract = (contract: ContractDetails): TypedInvoice => ({
  ...blankInvoice(contract.clientFolderId),
  contractId: contract.id,
  lineItems: typedLines(linesOfContract(contract)),
})

export const typedLines = (lines: readonly TypedLine[]): TypedLine[] =>
  lines.map(({ description, quantity, rate }) => ({ description, quantity, rate }))

export const typedFrom = (invoice: InvoiceView): TypedInvoice => ({
  clientFolderId: invoice.clientFolderId,
  contractId: invoice.contractId ?? '',
  description: invoice.description ?? '',
  lineItems: typedLines(invoice.lineItems),
  dueDate: invoice.dueDate,
})

/** What the lines come to as they stand, in cents. */
export function typedSums(lines: readonly TypedLine[], taxExempt: boolean) {
  const subtotal = totalOfLines(lines, lineColumns)
  const tax = taxExempt ? 0 : salesTax(subtotal)
  return { subtotal, tax, total: subtotal + tax }
}
