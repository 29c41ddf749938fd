import { expect, it } from 'vitest'
import { repeatsWords } from './words.ts'

it.each([
  [1, 1, 'Every month on the 1st'],
  [3, 2, 'Every 3 months on the 2nd'],
  [12, 13, 'Every year on the 13th'],
  [5, 23, 'Every 5 months on the 23rd'],
])('says that an invoice repeats after %i months on day %i', (everyMonths, dayOfMonth, words) => {
  expect(repeatsWords({ everyMonths, dayOfMonth })).toBe(words)
})
