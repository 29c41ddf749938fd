import { expect, it } from 'vitest'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { daysOf, dayWords } from './history-days.ts'

const at = (time: string) => ({ at: time }) as AuditEntry

it('a day ends at midnight in the office', () => {
  const entries = [at('2026-03-10T05:00:00Z'), at('2026-03-10T03:59:00Z'), at('2026-03-10T03:00:00Z')]
  expect(daysOf(entries).map(({ day, entries: its }) => [day, its.length])).toEqual([
    ['2026-03-10', 1],
    ['2026-03-09', 2],
  ])
  expect(daysOf([])).toEqual([])
})

it('today and yesterday are called by those names', () => {
  const now = new Date('2026-03-10T15:00:00Z')
  expect(dayWords('2026-03-10', now)).toBe('Today, March 10, 2026')
  expect(dayWords('2026-03-09', now)).toBe('Yesterday, March 9, 2026')
  expect(dayWords('2026-03-08', now)).toBe('March 8, 2026')
})
