import { describe, expect, it } from 'vitest'
import { formatMoney, parseMoney } from './money.ts'

describe('money', () => {
  it.each([
    [12_550, '$125.50'],
    [3_150_000, '$31,500.00'],
    [0, '$0.00'],
    [-500, '-$5.00'],
  ])('writes %i cents as %s', (cents, text) => expect(formatMoney(cents)).toBe(text))

  it('leaves the cents out of whole dollars where that is asked for', () => {
    expect(formatMoney(12_500, { wholeDollars: true })).toBe('$125')
    expect(formatMoney(12_550, { wholeDollars: true })).toBe('$125.50')
  })

  it.each([
    ['125.50', 12_550],
    ['125.5', 12_550],
    [' $1,250 ', 125_000],
    ['.75', 75],
    ['1.10', 110],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('reads %s', (typed, cents) => expect(parseMoney(typed)).toBe(cents))

  it.each(['', '.', 'ten', '1.005', '12,50', '1e3', '1 2', '90071992547409.92'])('refuses %s', (typed) =>
    expect(parseMoney(typed)).toBeNull(),
  )
})
