import { describe, expect, it } from 'vitest'
import { equalParts } from './installment.ts'
import { sumOf } from './money.ts'

describe('equal parts', () => {
  it('put the remaining cents on the last one', () => {
    expect(equalParts(10_000, 3)).toEqual([3333, 3333, 3334])
    expect(equalParts(450_000, 2)).toEqual([225_000, 225_000])
    expect(equalParts(5, 4)).toEqual([1, 1, 1, 2])
  })

  it('always add up to the amount', () => {
    for (let count = 2; count <= 12; count++)
      for (const amount of [12, 99, 100, 450_001, 9_999_999_999]) expect(sumOf(equalParts(amount, count))).toBe(amount)
  })
})
