import { expect, it } from 'vitest'
import { monthChoices, periodIn, problemOf } from './period.ts'

const today = '2026-03-15'

it('missing dates in the URL get the same defaults as on the server', () => {
  expect(periodIn('', '', today)).toEqual({ from: '2025-04', to: '2026-03' })
  expect(periodIn('2026-01', '', today)).toEqual({ from: '2026-01', to: '2026-03' })
  expect(periodIn('soon', '2026-13', today)).toEqual({ from: '2025-04', to: '2026-03' })
})

it('a period that the server would refuse stays as chosen, with an error', () => {
  expect(periodIn('2026-02', '2026-01', today)).toEqual({ from: '2026-02', to: '2026-01' })
  expect(problemOf({ from: '2026-02', to: '2026-01' })).toBe('End month must be on or after the start month.')
  expect(problemOf({ from: '2023-03', to: '2026-03' })).toBe('Choose at most 36 months.')
  expect(problemOf({ from: '2023-04', to: '2026-03' })).toBeNull()
})

it('the choices are five years, and an earlier month if it was chosen', () => {
  expect(monthChoices(today, '2026-03')).toHaveLength(60)
  const more = monthChoices(today, '2015-01')
  expect([more.length, more[0]?.value, more.at(-1)?.label]).toEqual([61, '2026-03', 'Jan 2015'])
})
