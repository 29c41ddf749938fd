import { expect, it } from 'vitest'
import { rateThatApplies } from './client-price.ts'
import { DomainError } from './errors.ts'
import { assertRetainerCovers, becomesLow, retainerChange } from './retainer.ts'

it('changes the balance by what moves money on its invoices, and by what is applied to others', () => {
  const [bill, work] = [{ isRetainer: true }, { isRetainer: false }]
  expect(retainerChange(bill, { method: 'check', amount: 500 })).toBe(500)
  expect(retainerChange(bill, { method: 'check', amount: -200 })).toBe(-200)
  expect(retainerChange(bill, { method: 'credit', amount: 500 })).toBe(0)
  expect(retainerChange(work, { method: 'check', amount: 500 })).toBe(0)
  expect(retainerChange(work, { method: 'retainer', amount: 300 })).toBe(-300)
  expect(retainerChange(work, { method: 'retainer', amount: -300 })).toBe(300)
})

it('is never used beyond what is available', () => {
  expect(() => assertRetainerCovers(100, 'retainer', 100)).not.toThrow()
  expect(() => assertRetainerCovers(100, 'retainer', 101)).toThrow(DomainError)
  expect(() => assertRetainerCovers(-100, 'refund', 1)).toThrow('Only $0.00 of the retainer is left.')
})

it('becomes low once, when its balance reaches the limit', () => {
  expect([101, 100, 99].map((after) => becomesLow(150, after, 100))).toEqual([false, true, true])
  expect(becomesLow(100, 50, 100)).toBe(false)
  expect(becomesLow(100, 0, null)).toBe(false)
})

it('prices work by the client’s price, also one of $0, or else by the rate card', () => {
  expect(rateThatApplies(0, 12_000)).toEqual({ hourlyRate: 0, rateSource: 'client' })
  expect(rateThatApplies(null, 12_000)).toEqual({ hourlyRate: 12_000, rateSource: 'card' })
  expect(rateThatApplies(null, null)).toBeNull()
})
