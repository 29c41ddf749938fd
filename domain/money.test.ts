import { describe, expect, it } from 'vitest'
import { assertTotal, Cents, lineTotal, maxCents, Quantity, sumOf } from './money.ts'
import { DomainError } from './errors.ts'

describe('G5: amounts', () => {
  it.each([
    [1, 12_550, 12_550],
    [0.01, 50, 1], // half a cent rounds up
    [0.01, 49, 0],
    [1.15, 1000, 1150], // 1.15 × 1000 is 1149.9999… in binary
    [999_999.99, maxCents, 9_999_999_899_000_000],
    [0, 12_550, 0],
  ])('%d hours at %i cents are %i cents', (hours, rate, total) => expect(lineTotal(hours, rate)).toBe(total))

  it('match decimal arithmetic for ten thousand lines', () => {
    let seed = 20_261_121
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let i = 0; i < 10_000; i++) {
      const [quantity, rate] = [random(100_000_000), random(10_000_000)]
      expect(lineTotal(quantity / 100, rate)).toBe(halfUp(String(BigInt(quantity) * BigInt(rate)), 2))
    }
  })

  it.each([-1, 1.5, maxCents + 1, Number.NaN, Number.POSITIVE_INFINITY, '12', null])('%s is not an amount', (amount) =>
    expect(Cents.safeParse(amount).success).toBe(false),
  )

  it.each([1.005, -1, 1_000_000, Number.NaN, '1'])('%s is not a quantity', (quantity) =>
    expect(Quantity.safeParse(quantity).success).toBe(false),
  )

  it.each([0, 0.01, 0.07, 0.29, 1.15, 4.35, 999_999.99])('%d is a quantity', (quantity) =>
    expect(Quantity.safeParse(quantity).success).toBe(true),
  )

  it('a total that was sent must match the computed one', () => {
    expect(assertTotal('total', undefined, 300)).toBe(300)
    expect(assertTotal('total', 300, sumOf([100, 200]))).toBe(300)
    expect(() => assertTotal('total', 301, 300)).toThrow('it should be $3.00, not $3.01')
    expect(() => assertTotal('total', null, maxCents + 1)).toThrow(DomainError)
  })
})

/** Drops the last digits of a written decimal number, rounding half up, digit by digit. */
function halfUp(digits: string, drop: number): number {
  const padded = digits.padStart(drop + 1, '0')
  const [kept, dropped] = [padded.slice(0, -drop), padded.slice(-drop)]
  return Number(kept) + (dropped.charAt(0) >= '5' ? 1 : 0)
}
