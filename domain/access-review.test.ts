import { expect, it } from 'vitest'
import { firstDayOf, quarterOf } from './access-review.ts'

it.each([
  ['2026-01-01', '2026-Q1', '2026-01-01'],
  ['2026-03-31', '2026-Q1', '2026-01-01'],
  ['2026-04-01', '2026-Q2', '2026-04-01'],
  ['2026-09-30', '2026-Q3', '2026-07-01'],
  ['2026-12-31', '2026-Q4', '2026-10-01'],
])('%s is in %s, which starts on %s', (date, quarter, first) => {
  expect(quarterOf(date)).toBe(quarter)
  expect(firstDayOf(quarter)).toBe(first)
})
