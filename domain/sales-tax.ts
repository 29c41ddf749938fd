// Sales tax as the firm has set it: off, one rate on everything, or one rate on the lines that are marked as taxed.
import { z } from 'zod'
import { sumOf } from './money.ts'

export const TaxMode = z.enum(['off', 'rate', 'by-line'], 'Choose how sales tax is charged.')
export type TaxMode = z.infer<typeof TaxMode>

const badRate = 'Enter a rate above 0% and up to 30%, with at most three decimals.'

export const SalesTax = z.strictObject({
  mode: TaxMode,
  /** In thousandths of a percent: 5.75% is 5750. */
  rate: z.int(badRate).min(1, badRate).max(30_000, badRate),
})
export type SalesTax = z.infer<typeof SalesTax>

/** What the specification sets (section 9), until an administrator changes it. */
export const firstSalesTax: SalesTax = { mode: 'rate', rate: 5750 }

/** What the tax of one invoice follows from. */
export interface TaxTerms extends SalesTax {
  isExempt: boolean
}

export interface TaxableLine {
  total: number
  /** By line: left out means taxed. */
  taxed?: boolean | undefined
}

/** Cents of tax on an amount, rounded half up. @param rate in thousandths of a percent */
export const taxOnAmount = (cents: number, rate: number): number =>
  Number((BigInt(cents) * BigInt(rate) + 50_000n) / 100_000n)

/** The cents of tax in a part of a total that includes it, rounded half up. @param total above 0 */
export const taxShare = (tax: number, part: number, total: number): number =>
  Number((BigInt(tax) * BigInt(part) * 2n + BigInt(total)) / (BigInt(total) * 2n))

/** The cents of tax in an amount that includes it, rounded half up. @param rate in thousandths of a percent */
export const taxIncludedIn = (cents: number, rate: number): number => taxShare(rate, cents, 100_000 + rate)

/** Cents of tax on the lines of an invoice. Taxed discounts lower the taxed amount, never below zero. */
export function salesTaxOn(lines: readonly TaxableLine[], { mode, rate, isExempt }: TaxTerms): number {
  if (isExempt || mode === 'off') return 0
  const taxed = mode === 'rate' ? lines : lines.filter(({ taxed = true }) => taxed)
  return taxOnAmount(Math.max(0, sumOf(taxed.map(({ total }) => total))), rate)
}

/** "5.75%" */
export const ratePercent = (rate: number): string => `${rate / 1000}%`

/** What the tax is called next to its amount; null where none is shown. */
export function taxLabel({ mode, rate, isExempt }: TaxTerms): string | null {
  if (mode === 'off') return null
  return isExempt ? 'Sales tax (exempt)' : `Sales tax (${ratePercent(rate)})`
}
