import { expect, it } from 'vitest'
import { budgetWords, contentWords, whenWords } from './words.ts'

const now = new Date('2026-03-12T15:00:00Z')

it('says since when the client may read it, or when a draft was changed', () => {
  const updatedAt = '2026-03-10T15:00:00.000Z'
  expect(whenWords({ sharedAt: null, updatedAt }, now)).toBe('Updated Mar 10')
  expect(whenWords({ sharedAt: '2026-03-11T15:00:00.000Z', updatedAt }, now)).toBe('Shared Mar 11')
})

it.each([
  [100_000, 150_000, '$500.00 less than the budget.'],
  [150_050, 150_000, '$0.50 more than the budget.'],
  [150_000, 150_000, 'Equal to the budget.'],
  [150_000, null, null],
  [0, 150_000, null],
])('%d cents recommended, %s to spend: %s', (total, budget, words) => {
  expect(budgetWords(total, budget)).toBe(words)
})

it('counts what is in it', () => {
  const line = {
    serviceRateId: null,
    customName: 'x',
    description: null,
    estimatedHours: 1,
    hourlyRate: 1,
    totalCost: 1,
  }
  expect(contentWords({ clientNeeds: ['x'], recommendedServices: [] })).toBe('1 need, 0 services')
  expect(contentWords({ clientNeeds: ['x', 'y'], recommendedServices: [line] })).toBe('2 needs, 1 service')
})
