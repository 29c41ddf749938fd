import { expect, it } from 'vitest'
import { parsePercent } from './percent.ts'

it.each([
  ['5.75', 1000, 5750],
  ['6.625%', 1000, 6625],
  [' 8 ', 1000, 8000],
  ['.5', 1000, 500],
  ['1.5', 100, 150],
  ['0', 100, 0],
])('%s is read', (text, perPercent, value) => expect(parsePercent(text, perPercent)).toBe(value))

it.each(['', '.', '-1', '5.7555', '1,5', 'five', '1e1', '1000'])('%s is no percentage', (text) =>
  expect(parsePercent(text, 1000)).toBeNull(),
)
