import { describe, expect, it } from 'vitest'
import { isReminderHour, reminderKind, remindersDue } from './invoice-reminder.ts'
import { agingBucket } from './statement.ts'
import { daysAfter, daysBetween, officeHour } from './time.ts'

describe('the reminders of an invoice due on November 21', () => {
  const due = (today: string, sentOn = '2026-10-01') => remindersDue('2026-11-21', sentOn, today)

  it.each([
    ['2026-11-17', []],
    ['2026-11-18', [-3]],
    ['2026-11-21', [-3]],
    ['2026-11-22', [-3, 1]],
    ['2026-11-28', [-3, 1, 7]],
    ['2026-12-05', [-3, 1, 7, 14]],
    ['2026-12-21', [-3, 1, 7, 14, 30]],
    ['2028-01-01', [-3, 1, 7, 14, 30]],
  ])('are due on %s: %j', (today, days) => {
    expect(due(today)).toEqual(days)
  })

  it('exclude those of the day it was sent, and earlier ones', () => {
    expect(due('2026-11-18', '2026-11-18')).toEqual([])
    expect(due('2026-11-28', '2026-11-27')).toEqual([7])
    expect(due('2026-12-21', '2026-12-21')).toEqual([])
  })

  it('are named by their days', () => {
    expect([reminderKind(-3), reminderKind(14)]).toEqual(['before-3', 'after-14'])
  })

  it.each([
    [7, false],
    [8, true],
    [17, true],
    [18, false],
    [0, false],
  ])('are sent at %i o’clock in the office: %s', (hour, yes) => {
    expect(isReminderHour(hour)).toBe(yes)
  })
})

describe('G6: days', () => {
  it('are counted across months, leap days, and clock changes', () => {
    expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
    expect(daysAfter('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysAfter('2026-03-07', 2)).toBe('2026-03-09')
    expect(daysBetween('2026-10-31', '2026-11-02')).toBe(2)
    expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2)
  })

  it('use the office’s hours', () => {
    expect(officeHour(new Date('2026-01-15T05:00:00Z'))).toBe(0)
    expect(officeHour(new Date('2026-07-15T12:00:00Z'))).toBe(8)
  })

  it.each([
    [-5, 'current'],
    [0, 'current'],
    [1, 'days1To30'],
    [30, 'days1To30'],
    [31, 'days31To60'],
    [60, 'days31To60'],
    [61, 'days61To90'],
    [90, 'days61To90'],
    [91, 'over90Days'],
  ])('overdue by %i are %s', (days, bucket) => {
    expect(agingBucket(days)).toBe(bucket)
  })
})
