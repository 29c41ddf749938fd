import { describe, expect, it } from 'vitest'
import { maxCents } from './money.ts'
import { firstSalesTax, SalesTax, salesTaxOn, taxLabel, taxOnAmount } from './sales-tax.ts'

const terms = { ...firstSalesTax, isExempt: false }

describe('sales tax', () => {
  it.each([
    [100_00, 575],
    [0, 0],
    [87, 5], // 5.0025
    [200, 12], // 11.5 rounds up
    [3_150_000, 181_125],
    [maxCents, 575_000_000],
  ])('charges on %i cents at 5.75%%: %i cents', (subtotal, tax) => expect(taxOnAmount(subtotal, 5750)).toBe(tax))

  it.each([
    [10_000, 6625, 663], // New Jersey: 662.5 rounds up
    [10_000, 8875, 888], // New York City: 887.5 rounds up
    [10_000, 1, 0],
    [10_000, 30_000, 3_000],
  ])('charges on %i cents at %i thousandths of a percent: %i cents', (cents, rate, tax) =>
    expect(taxOnAmount(cents, rate)).toBe(tax),
  )

  it('is on all lines at one rate, on marked lines by line, and on none where it is off or the client is exempt', () => {
    const lines = [{ total: 10_000 }, { total: 20_000, taxed: false }, { total: 5_000, taxed: true }]
    expect(salesTaxOn(lines, terms)).toBe(2_013)
    expect(salesTaxOn(lines, { ...terms, mode: 'by-line' })).toBe(863)
    expect(salesTaxOn(lines, { ...terms, mode: 'off' })).toBe(0)
    expect(salesTaxOn(lines, { ...terms, isExempt: true })).toBe(0)
  })

  it('is never below zero, whatever is discounted', () => {
    const lines = [{ total: 10_000, taxed: false }, { total: -5_000 }]
    expect(salesTaxOn(lines, { ...terms, mode: 'by-line' })).toBe(0)
  })

  it('has a label with its rate, none where it is off', () => {
    expect(taxLabel(terms)).toBe('Sales tax (5.75%)')
    expect(taxLabel({ ...terms, rate: 6625 })).toBe('Sales tax (6.625%)')
    expect(taxLabel({ ...terms, isExempt: true })).toBe('Sales tax (exempt)')
    expect(taxLabel({ ...terms, mode: 'off' })).toBeNull()
  })

  it.each([0, -1, 30_001, 5.5, '5750', null])('refuses a rate of %s', (rate) =>
    expect(SalesTax.safeParse({ mode: 'rate', rate }).success).toBe(false),
  )
})
