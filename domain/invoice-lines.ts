// The lines of an invoice and their totals.
import { z } from 'zod'
import { type Actor, isClient } from './actor.ts'
import { invalid } from './errors.ts'
import { assertTotal, lineTotal, Quantity, SignedCents, sumOf } from './money.ts'
import { salesTaxOn, type TaxTerms } from './sales-tax.ts'
import type { ServiceLine } from './service-line.ts'
import { Id, requiredText } from './text.ts'

export const InvoiceLineInput = z.strictObject({
  description: requiredText('Enter a description for each line.'),
  quantity: Quantity,
  /** Negative for a discount or a credit; the subtotal never is. */
  rate: SignedCents,
  total: SignedCents.nullish().transform((cents) => cents ?? null),
  /** Where the firm charges sales tax by line; left out means taxed. Elsewhere it means nothing and is not stored. */
  taxed: z.boolean().optional(),
  /** Of a line that bills recorded time; it is sent back when the draft is edited. */
  timeLineId: Id.optional(),
  /** The rate card of the service that the line bills, for the exports for accounting. */
  serviceRateId: Id.optional(),
})
export type InvoiceLineInput = z.infer<typeof InvoiceLineInput>

export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.number(),
  rate: z.int(),
  total: z.int(),
  /** False for an untaxed line of an invoice that is taxed by line. */
  taxed: z.boolean().optional(),
  /** The time entries with this id are billed by the line; removing it makes them available again. */
  timeLineId: Id.optional(),
  /** The rate card of the service that the line bills; its name and price on the line don't follow it. */
  serviceRateId: Id.optional(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** The lines as the actor sees them: clients don't see which rate card or recorded time a line bills. */
export const linesFor = (actor: Actor, lines: readonly InvoiceLine[]): InvoiceLine[] =>
  lines.map((line) => {
    const { timeLineId: _timeLineId, serviceRateId: _serviceRateId, ...shown } = line
    return isClient(actor) ? shown : line
  })

/** The lines with their totals, and the totals of the invoice. Throws 400 if a given total does not match. */
export function calculateTotals(
  lines: readonly InvoiceLineInput[],
  tax: TaxTerms,
  sent: Partial<Record<'subtotal' | 'tax' | 'total', number | null>> = {},
): { lineItems: InvoiceLine[]; subtotal: number; tax: number; total: number } {
  const lineItems = lines.map(
    ({ description, quantity, rate, total, taxed = true, timeLineId, serviceRateId }, at) => ({
      description,
      quantity,
      rate,
      total: assertTotal(`lineItems.${at}.total`, total, lineTotal(quantity, rate)),
      ...(tax.mode === 'by-line' && !taxed ? { taxed } : {}),
      ...(timeLineId === undefined ? {} : { timeLineId }),
      ...(serviceRateId === undefined ? {} : { serviceRateId }),
    }),
  )
  const subtotal = assertTotal('subtotal', sent.subtotal, sumOf(lineItems.map(({ total }) => total)))
  if (subtotal < 0)
    throw invalid('lineItems', 'Discounts can’t be more than the other lines: the subtotal would be below $0.')
  const taxCents = assertTotal('tax', sent.tax, salesTaxOn(lineItems, tax))
  return { lineItems, subtotal, tax: taxCents, total: assertTotal('total', sent.total, subtotal + taxCents) }
}

/**
 * A line of recorded time may be removed or reworded, but its amount is that of the time. Throws 400 for another amount,
 * and for time that is not on the draft.
 */
export function assertTimeLines(lines: readonly InvoiceLineInput[], before: readonly InvoiceLine[]): void {
  const used = new Set<string>()
  for (const [at, { timeLineId, quantity, rate }] of lines.entries()) {
    if (timeLineId === undefined) continue
    const line = before.find((each) => each.timeLineId === timeLineId)
    if (line === undefined || used.has(timeLineId))
      throw invalid(`lineItems.${at}.description`, 'Add recorded time in the client folder, under Time.')
    if (line.quantity !== quantity || line.rate !== rate)
      throw invalid(
        `lineItems.${at}.rate`,
        'This line bills recorded time. Change the time, or remove the line, instead of its amount.',
      )
    used.add(timeLineId)
  }
}

/** The lines with the services of the recorded time that they bill, which an edit can neither change nor remove. */
export const withServicesOfTime = (
  lines: readonly InvoiceLineInput[],
  before: readonly InvoiceLine[],
): InvoiceLineInput[] =>
  lines.map((line) => {
    if (line.timeLineId === undefined) return line
    const { serviceRateId: _given, ...rest } = line
    const stored = before.find(({ timeLineId }) => timeLineId === line.timeLineId)
    return stored?.serviceRateId === undefined ? rest : { ...rest, serviceRateId: stored.serviceRateId }
  })

/** The lines of an invoice for a contract: its services, or one line with its total value if they have no prices. */
export function linesOfContract(contract: {
  contractNumber: string
  services: readonly ServiceLine[]
  totalValue: number
}): InvoiceLineInput[] {
  const priced = contract.services.every(({ totalCost }) => totalCost !== null)
  if (contract.services.length === 0 || !priced) {
    const description = `Services under contract ${contract.contractNumber}`
    return [{ description, quantity: 1, rate: contract.totalValue, total: null }]
  }
  return contract.services.map(({ customName, estimatedHours, hourlyRate, totalCost, serviceRateId }) => {
    const byTheHour = estimatedHours !== null && hourlyRate !== null
    return {
      description: customName,
      quantity: byTheHour ? estimatedHours : 1,
      rate: byTheHour ? hourlyRate : (totalCost ?? 0),
      total: null,
      ...(serviceRateId === null ? {} : { serviceRateId }),
    }
  })
}
