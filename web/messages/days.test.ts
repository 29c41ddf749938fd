import { expect, it } from 'vitest'
import { byDay, dayWords } from './days.ts'

it('messages are grouped by the office’s day, not by that of UTC', () => {
  const lateEvening = '2026-03-10T02:30:00Z'
  const morning = '2026-03-10T13:00:00Z'
  const days = byDay(['2026-03-09T20:00:00Z', lateEvening, morning], (at) => at)
  expect(days).toEqual([
    { day: '2026-03-09', items: ['2026-03-09T20:00:00Z', lateEvening] },
    { day: '2026-03-10', items: [morning] },
  ])
})

it.each([
  ['2026-03-10', 'Today'],
  ['2026-03-09', 'Yesterday'],
  ['2026-03-08', 'March 8, 2026'],
])('%s is called %s', (day, words) => {
  expect(dayWords(day, new Date('2026-03-10T15:00:00Z'))).toBe(words)
})
