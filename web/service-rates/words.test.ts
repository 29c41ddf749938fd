import { describe, expect, it } from 'vitest'
import { changesOf, pricesOf } from './words.ts'

const card = { hourlyRate: 12_550, projectRate: null, monthlyRate: null, isActive: true }

describe('a rate card', () => {
  it('says its prices, whole dollars without cents', () => {
    expect(pricesOf(card)).toEqual(['$125.50/hr'])
    expect(pricesOf({ hourlyRate: 12_500, projectRate: 400_000, monthlyRate: 90_050 })).toEqual([
      '$125/hr',
      '$4,000 a project',
      '$900.50 a month',
    ])
    expect(pricesOf({ hourlyRate: null, projectRate: null, monthlyRate: null })).toEqual([])
  })

  it.each([
    [null, card, ['Rate card added', '$125.50/hr']],
    [card, { ...card, hourlyRate: 15_000 }, ['Hourly rate $125.50 → $150']],
    [card, { ...card, projectRate: 100, isActive: false }, ['Project price none → $1', 'Deactivated']],
    [{ ...card, isActive: false }, card, ['Activated']],
    [{ ...card, monthlyRate: 5 }, card, ['Monthly price $0.05 → none']],
    [card, card, ['Description updated; prices unchanged']],
  ])('says what a change did (%#)', (before, after, words) => {
    expect(changesOf(before, after)).toEqual(words)
  })
})
