import { describe, expect, it } from 'vitest'
import { Month, monthAfter, monthsOf } from './report.ts'

const today = '2026-03-15'

describe('a report period', () => {
  it('defaults to the last twelve months', () => {
    const months = monthsOf({}, today)
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04-01', '2026-03-01'])
  })

  it.each([
    [{ from: '2025-11', to: '2026-02' }, ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']],
    [{ from: '2026-02' }, ['2026-02-01', '2026-03-01']],
    [{ from: '2026-05' }, ['2026-05-01']],
    [{ from: '2026-03', to: '2026-03' }, ['2026-03-01']],
  ])('%j is these months', (period, months) => {
    expect(monthsOf(period, today)).toEqual(months)
  })

  it('is not reversed, and not longer than three years', () => {
    expect(() => monthsOf({ from: '2026-02', to: '2026-01' }, today)).toThrow('before the start month')
    expect(monthsOf({ from: '2023-04', to: '2026-03' }, today)).toHaveLength(36)
    expect(() => monthsOf({ from: '2023-03', to: '2026-03' }, today)).toThrow('at most 36 months')
    expect(() => monthsOf({ from: '1900-01' }, today)).toThrow('at most')
  })

  it.each(['2026-13', '2026-00', '2026-1', '0001-01', '2026-01-01', ''])('does not begin in %s', (month) => {
    expect(Month.safeParse(month).success).toBe(false)
  })

  it('crosses the end of a year in both directions', () => {
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-06', 0)]).toEqual([
      '2027-01',
      '2025-12',
      '2026-06',
    ])
  })
})
