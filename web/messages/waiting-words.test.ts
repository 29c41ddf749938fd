import { expect, it } from 'vitest'
import { waitingWords } from './unanswered-words.ts'

it.each([
  ['2026-03-10T15:00:10Z', 'Just now'],
  ['2026-03-10T14:48:00Z', 'Waiting 12 min'],
  ['2026-03-10T14:00:00Z', 'Waiting 1 hr'],
  ['2026-03-08T15:01:00Z', 'Waiting 47 hr'],
  ['2026-03-07T15:00:00Z', 'Waiting 3 days'],
])('since %s is %s', (since, words) => {
  expect(waitingWords(since, new Date('2026-03-10T15:00:00Z'))).toBe(words)
})
