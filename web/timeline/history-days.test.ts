import { expect, it } from 'vitest'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { dayWords, monthsOf } from './history-days.ts'

const at = (time: string) => ({ at: time }) as AuditEntry

it('a day and a month end at midnight in the office', () => {
  const entries = ['2026-03-10T05:00:00Z', '2026-03-10T03:59:00Z', '2026-03-10T03:00:00Z', '2026-03-01T04:00:00Z']
  expect(
    monthsOf(entries.map(at)).map(({ month, entries: its }) => [
      month,
      its.map(({ day, isFirstOfDay }) => (isFirstOfDay ? day : '')),
    ]),
  ).toEqual([
    ['March 2026', ['2026-03-10', '2026-03-09', '']],
    ['February 2026', ['2026-02-28']],
  ])
  expect(monthsOf([])).toEqual([])
})

it('equal entries of a day that follow each other are one', () => {
  const opened = (time: string, action = 'contract.opened') =>
    ({ at: time, action, actorName: 'Ann', entityType: 'contracts', subject: 'PROHR-1', details: {} }) as AuditEntry
  const entries = [
    opened('2026-03-10T15:00:00Z'),
    opened('2026-03-10T14:00:00Z'),
    opened('2026-03-10T13:00:00Z', 'contract.signed'),
    opened('2026-03-09T15:00:00Z', 'contract.signed'),
  ]
  expect(monthsOf(entries, true)[0]?.entries.map(({ times }) => times)).toEqual([2, 1, 1])
  expect(monthsOf(entries)[0]?.entries).toHaveLength(4)
})

it('today and yesterday are called by those names', () => {
  const now = new Date('2026-03-10T15:00:00Z')
  expect(dayWords('2026-03-10', now)).toBe('Today')
  expect(dayWords('2026-03-09', now)).toBe('Yesterday')
  expect(dayWords('2026-03-08', now)).toBe('Mar 8')
})
