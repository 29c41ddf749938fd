import { expect, it } from 'vitest'
import { agoWords, countWords, unreadWords } from './words.ts'

const now = new Date('2026-03-10T15:00:00Z')

it.each([
  ['2026-03-10T14:59:40Z', 'Just now'],
  ['2026-03-10T15:00:30Z', 'Just now'],
  ['2026-03-10T14:59:00Z', '1 minute ago'],
  ['2026-03-10T14:01:00Z', '59 minutes ago'],
  ['2026-03-10T14:00:00Z', '1 hour ago'],
  ['2026-03-10T03:01:00Z', '11 hours ago'],
  ['2026-03-09T15:00:00Z', 'Mar 9, 11:00 AM'],
])('%s was %s', (at, words) => {
  expect(agoWords(at, now)).toBe(words)
})

it('counts no further than 99', () => {
  expect([0, 1, 99, 100].map(countWords)).toEqual(['0', '1', '99', '99+'])
  expect(unreadWords(1)).toBe('1 unread notification')
  expect(unreadWords(100)).toBe('99+ unread notifications')
})
