import { describe, expect, it } from 'vitest'
import { lastMonths, lastWeeks, mondayOf, monthsShown, weeksShown } from './dashboard.ts'

describe('a chart week', () => {
  it.each([
    ['2026-11-16', '2026-11-16'],
    ['2026-11-21', '2026-11-16'],
    ['2026-11-22', '2026-11-16'],
    ['2026-11-23', '2026-11-23'],
    ['2027-01-01', '2026-12-28'],
    ['2028-02-29', '2028-02-28'],
    ['2026-03-08', '2026-03-02'], // clocks go forward on this Sunday
  ])('%s begins on %s', (date, monday) => expect(mondayOf(date)).toBe(monday))

  it('is one of twelve, seven days apart, ending with the current one', () => {
    const weeks = lastWeeks('2026-11-21')
    expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([weeksShown, '2026-08-31', '2026-11-16'])
    expect(weeks.every((week) => mondayOf(week) === week)).toBe(true)
  })
})

describe('a chart month', () => {
  it.each([
    ['2026-11-21', '2025-12-01', '2026-11-01'],
    ['2026-12-31', '2026-01-01', '2026-12-01'],
    ['2027-01-01', '2026-02-01', '2027-01-01'],
    ['2028-02-29', '2027-03-01', '2028-02-01'],
  ])('is one of twelve; on %s they are %s to %s', (today, first, last) => {
    const months = lastMonths(today)
    expect([months.length, months[0], months.at(-1)]).toEqual([monthsShown, first, last])
    expect(new Set(months).size).toBe(monthsShown)
  })
})
