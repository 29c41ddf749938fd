import { expect, it } from 'vitest'
import { clockOf, daysOfWeek, minutesSince, mondayOf } from './words.ts'

it('counts begun minutes of a timer, at least one', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 26, 12, 0, seconds))
  expect([0, 59, 60, 61, 3600].map((seconds) => minutesSince('2026-11-26T12:00:00.000Z', at(seconds)))).toEqual([
    1, 1, 1, 2, 60,
  ])
  expect([5, 90].map(clockOf)).toEqual(['0:05', '1:30'])
})

it('finds the week of a day, from Monday to Sunday', () => {
  expect(['2026-11-23', '2026-11-26', '2026-11-29'].map(mondayOf)).toEqual(['2026-11-23', '2026-11-23', '2026-11-23'])
  expect(daysOfWeek('2026-11-23').at(-1)).toBe('2026-11-29')
})
