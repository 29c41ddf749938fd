import { describe, expect, it } from 'vitest'
import { isCreditFor } from './credit-note.ts'
import { type CreditedInvoice, creditTotals, rateOfCredit } from './credit-totals.ts'
import { DomainError } from './errors.ts'
import { sumOf } from './money.ts'

/** $100.00 and $5.75 sales tax. */
const invoice = (more: Partial<CreditedInvoice> = {}): CreditedInvoice => ({
  subtotal: 10_000,
  tax: 575,
  total: 10_575,
  credited: 0,
  creditedTax: 0,
  taxMode: 'rate',
  taxRate: 5750,
  taxExempt: false,
  ...more,
})
const line = (rate: number, more: object = {}) => ({ description: 'Work', quantity: 1, rate, total: null, ...more })
const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}

/** Credits one amount after the other; returns the tax of each. */
function taxesOf(of: CreditedInvoice, amounts: readonly number[]): number[] {
  let state = of
  return amounts.map((amount) => {
    const { subtotal, tax } = creditTotals(state, { amount })
    expect(subtotal + tax).toBe(amount)
    state = { ...state, credited: state.credited + amount, creditedTax: state.creditedTax + tax }
    return tax
  })
}

describe('a credit of an amount', () => {
  it.each([
    ['in proportion', invoice(), 1_000, 54],
    ['rounded half up', invoice({ tax: 1, subtotal: 1, total: 2 }), 1, 1],
    ['all of it with the whole invoice', invoice(), 10_575, 575],
    ['none of an invoice without tax', invoice({ tax: 0, total: 10_000, taxMode: 'off' }), 1_000, 0],
    ['none of an exempt client', invoice({ tax: 0, total: 10_000, taxExempt: true }), 1_000, 0],
    ['none without an invoice', null, 1_000, 0],
    // $100.00 taxed and $100.00 untaxed.
    ['of all lines if tax is by line', invoice({ subtotal: 20_000, total: 20_575, taxMode: 'by-line' }), 2_000, 56],
  ])('reverses sales tax: %s', (_what, of, amount, tax) => {
    expect(creditTotals(of, { amount })).toEqual({ lineItems: [], subtotal: amount - tax, tax, amount })
  })

  it('reverses exactly the tax of the invoice once all of it is credited, in whatever parts', () => {
    for (const parts of [[10_575], [1, 10_574], [3_333, 3_333, 3_909], [...Array<number>(10).fill(1_057), 5]])
      expect(sumOf(taxesOf(invoice(), parts))).toBe(575)
  })

  it('never reverses more tax than is left, nor a negative amount', () => {
    const credited = invoice({ credited: 5_000, creditedTax: 575 })
    expect(creditTotals(credited, { amount: 5_575 }).tax).toBe(0)
    expect(creditTotals(invoice({ credited: 5_000, creditedTax: 273 }), { amount: 1 }).tax).toBe(0)
  })
})

describe('a credit without an invoice', () => {
  it.each([
    [10_575, 5_750, 575],
    [1_000, 5_750, 54],
    [100_000, 6_125, 5_771],
    [1, 30_000, 0],
    [3, 20_000, 1],
    [99_999_999, 5_750, 5_437_352],
  ])('of %i cents contains the sales tax of the rate %i', (amount, rate, tax) => {
    expect(creditTotals(null, { amount }, rate)).toEqual({ lineItems: [], subtotal: amount - tax, tax, amount })
    expect(creditTotals(null, { amount }).tax).toBe(0)
  })

  it('is refused with sales tax for an exempt client, and while the firm charges none', () => {
    const terms = { mode: 'rate', rate: 5_750, isExempt: false } as const
    expect([rateOfCredit(terms), rateOfCredit({ ...terms, mode: 'by-line' })]).toEqual([5_750, 5_750])
    expect(refusal(() => rateOfCredit({ ...terms, isExempt: true }))).toContain('exempt from sales tax')
    expect(refusal(() => rateOfCredit({ ...terms, mode: 'off' }))).toContain('Sales tax is off')
  })
})

describe('a credit of lines', () => {
  it('has the sales tax that was charged on them', () => {
    const rate = creditTotals(invoice(), { lineItems: [line(2_500), line(1_000, { quantity: 2.5 })] })
    expect(rate).toMatchObject({ subtotal: 5_000, tax: 288, amount: 5_288 })
    expect(rate.lineItems.map(({ total }) => total)).toEqual([2_500, 2_500])
    const byLine = invoice({ subtotal: 20_000, total: 20_575, taxMode: 'by-line' })
    const mixed = creditTotals(byLine, { lineItems: [line(5_000), line(7_000, { taxed: false })] })
    expect(mixed).toMatchObject({ subtotal: 12_000, tax: 288, amount: 12_288 })
    expect(creditTotals(byLine, { lineItems: [line(7_000, { taxed: false })] }).tax).toBe(0)
    const off = invoice({ tax: 0, total: 10_000, taxMode: 'off' })
    expect(creditTotals(off, { lineItems: [line(5_000)] })).toMatchObject({ tax: 0, amount: 5_000 })
  })

  it('reverses the tax that is left with the last lines', () => {
    const half = invoice({ credited: 5_288, creditedTax: 288 })
    expect(creditTotals(half, { lineItems: [line(5_000)] })).toMatchObject({ tax: 287, amount: 5_287 })
  })

  it.each([
    [
      'without an invoice',
      null,
      { lineItems: [line(1)] },
      'Choose an invoice to credit lines of it, or enter an amount.',
    ],
    ['of nothing', invoice(), { lineItems: [line(0)] }, 'A credit must be at least one cent.'],
    ['with another amount', invoice(), { lineItems: [line(1_000)], amount: 1_000 }, expect.stringContaining('add up')],
    ['below zero', invoice(), { lineItems: [line(-1)] }, expect.stringContaining('below $0')],
    ['with neither lines nor an amount', invoice(), {}, 'Enter an amount in whole cents.'],
  ])('is refused %s', (_what, of, input, sentence) => {
    expect(refusal(() => creditTotals(of, input))).toEqual(sentence)
  })
})

it.each([
  ['a retainer', 'its own invoice', 'a', true, 'a', true, true],
  ['a retainer', 'an invoice for work', 'a', true, 'b', false, false],
  ['work', 'another invoice for work', 'a', false, 'b', false, true],
  ['work', 'an invoice for a retainer', 'a', false, 'b', true, false],
  ['no invoice', 'an invoice for work', null, false, 'b', false, true],
] as const)('a credit note for %s can be applied to %s', (_a, _b, invoiceId, isForRetainer, id, isRetainer, can) => {
  expect(isCreditFor({ invoiceId, isForRetainer }, { id, isRetainer })).toBe(can)
})
