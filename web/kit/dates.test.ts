import { describe, expect, it } from 'vitest'
import { daysUntil, formatDate, formatDateTime, formatDue, formatLongDate, formatTime, officeDay } from './dates.ts'

// 9:30 in the evening of March 11 in Virginia, already March 12 in UTC.
const now = new Date('2026-03-12T01:30:00Z')

describe('dates', () => {
  it('shows a calendar date as it is written', () => expect(formatDate('2026-03-14', now)).toBe('Mar 14'))
  it('shows an instant as the office’s date', () => expect(formatDate('2026-03-12T01:30:00Z', now)).toBe('Mar 11'))
  it('names the year where it is another one', () => expect(formatDate('2025-12-31', now)).toBe('Dec 31, 2025'))
  it('writes long dates', () => expect(formatLongDate('2026-01-12')).toBe('January 12, 2026'))
  it('writes times of the office', () => {
    expect(formatTime('2026-03-12T20:10:00Z')).toBe('4:10 PM')
    expect(formatDateTime('2026-03-12T20:10:00Z', now)).toBe('Mar 12, 4:10 PM')
  })
  it('knows the office’s today', () => expect(officeDay(now)).toBe('2026-03-11'))

  it.each([
    ['2026-03-14', 3, 'Mar 14, in 3 days'],
    ['2026-03-12', 1, 'Mar 12, tomorrow'],
    ['2026-03-11', 0, 'Mar 11, today'],
    ['2026-03-10', -1, 'Mar 10, yesterday'],
    ['2026-03-03', -8, 'Mar 3, 8 days ago'],
    ['2026-04-10', 30, 'Apr 10, in 4 weeks'],
    ['2026-09-11', 184, 'Sep 11, in 6 months'],
    ['2029-03-11', 1096, 'Mar 11, 2029, in 3 years'],
    ['2024-01-11', -790, 'Jan 11, 2024, 2 years ago'],
  ])('says how far %s is', (day, days, words) => {
    expect(daysUntil(day, now)).toBe(days)
    expect(formatDue(day, now)).toBe(words)
  })
})
