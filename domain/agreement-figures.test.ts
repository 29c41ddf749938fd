import { expect, it } from 'vitest'
import { totalsOf } from './agreement-figures.ts'

it('counts all records and sums those from which money is expected', () => {
  const found = [
    { status: 'active', count: 2, sum: 500_000 },
    { status: 'draft', count: 1, sum: 100_000 },
    { status: 'cancelled', count: 3, sum: 900_000 },
  ] as const
  expect(totalsOf(found)).toEqual({ count: 6, sum: 600_000 })
  expect(totalsOf([])).toEqual({ count: 0, sum: 0 })
})
