import { expect, it } from 'vitest'
import { amountOfTime, formatMinutes, parseMinutes } from './time-entry.ts'

it.each([
  ['1:30', 90],
  ['0:05', 5],
  ['1.5', 90],
  ['.25', 15],
  ['2', 120],
  ['45m', 45],
  ['45 min', 45],
  ['1h 20m', 80],
  ['1 hr 20 min', 80],
  ['2h', 120],
  ['1.5 h', 90],
  ['', null],
  ['abc', null],
  ['1:75', null],
  ['-1', null],
  ['1h 2h', null],
])('“%s” is read as %s minutes', (typed, minutes) => {
  expect(parseMinutes(typed)).toBe(minutes)
})

it('shows minutes as hours and minutes that can be typed again', () => {
  expect([5, 60, 90].map(formatMinutes)).toEqual(['5 min', '1 hr', '1 hr 30 min'])
  for (const minutes of [5, 60, 90, 1440]) expect(parseMinutes(formatMinutes(minutes))).toBe(minutes)
})

it('prices time to the cent, rounded half up', () => {
  expect([amountOfTime(50, 12_000), amountOfTime(1, 30), amountOfTime(1, 29)]).toEqual([10_000, 1, 0])
})
