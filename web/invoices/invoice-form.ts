// Form values of an invoice: lines of quantity × rate, the rate in cents; totals are computed from them.
import type { z } from 'zod'
import type { ContractDetails } from '../../domain/contract.ts'
import { InvoiceInput, type InvoiceView } from '../../domain/invoice.ts'
import { type InvoiceLine, linesOfContract } from '../../domain/invoice-lines.ts'
import { salesTaxOn, type TaxTerms } from '../../domain/sales-tax.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { firstPaymentTerms } from '../../domain/contract-terms.ts'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { formTotalOf, type LineColumns, totalOfLines } from '../kit/lines.ts'
import { lineOfRate } from '../service-rates/service-lines.ts'
import type { Pricing } from '../service-rates/ServiceRatePicker.tsx'

export type LineFormValues = Pick<
  InvoiceLine,
  'description' | 'quantity' | 'rate' | 'taxed' | 'timeLineId' | 'serviceRateId'
>

export const lineColumns: LineColumns<LineFormValues> = {
  description: { key: 'description', label: 'Description' },
  quantity: { key: 'quantity', label: 'Quantity' },
  rate: { key: 'rate', label: 'Rate' },
}

export const blankLine: LineFormValues = { description: '', quantity: 1, rate: 0, taxed: true }

export const InvoiceForm = InvoiceInput.pick({
  clientFolderId: true,
  contractId: true,
  description: true,
  dueDate: true,
}).extend({ lineItems: InvoiceInput.shape.lineItems.unwrap() })

export type InvoiceFormValues = z.input<typeof InvoiceForm>

/** @param dueDays from the firm settings; the dialog sets the fields that are known later */
export const blankInvoice = (
  clientFolderId: string,
  now = new Date(),
  dueDays = firstPaymentTerms.dueDays,
): InvoiceFormValues => ({
  clientFolderId,
  contractId: '',
  description: '',
  lineItems: [],
  dueDate: daysAfter(officeDate(now), dueDays),
})

/** A new invoice for a contract, with a line for each of its services. */
export const invoiceForContract = (contract: ContractDetails): InvoiceFormValues => ({
  ...blankInvoice(contract.clientFolderId),
  contractId: contract.id,
  lineItems: lineFormValues(linesOfContract(contract)),
})

export const lineFormValues = (lines: readonly LineFormValues[]): LineFormValues[] =>
  lines.map(({ description, quantity, rate, taxed = true, timeLineId, serviceRateId }) => ({
    description,
    quantity,
    rate,
    taxed,
    ...(timeLineId === undefined ? {} : { timeLineId }),
    ...(serviceRateId === undefined ? {} : { serviceRateId }),
  }))

/** A line for the service of a rate card. A line is quantity × rate, so a project or monthly price is on it once. */
export const lineOfCard = (rate: ServiceRateView, pricing: Pricing): LineFormValues => {
  const { customName, estimatedHours, hourlyRate } = lineOfRate(rate, pricing)
  return {
    description: customName ?? rate.serviceName,
    quantity: estimatedHours,
    rate: hourlyRate,
    taxed: true,
    serviceRateId: rate.id,
  }
}

export const formValuesOf = (invoice: InvoiceView): InvoiceFormValues => ({
  clientFolderId: invoice.clientFolderId,
  contractId: invoice.contractId ?? '',
  description: invoice.description ?? '',
  lineItems: lineFormValues(invoice.lineItems),
  dueDate: invoice.dueDate,
})

/** The total of the current lines, in cents. */
export function formTotals(lines: readonly LineFormValues[], terms: TaxTerms) {
  const subtotal = totalOfLines(lines, lineColumns)
  const tax = salesTaxOn(
    lines.map((line) => ({ total: formTotalOf(line, lineColumns), taxed: line.taxed })),
    terms,
  )
  return { subtotal, tax, total: subtotal + tax }
}
