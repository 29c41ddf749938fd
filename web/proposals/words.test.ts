import { expect, it } from 'vitest'
import { versionWords, whenWords } from './words.ts'

const now = new Date('2026-03-11T15:00:00Z')
const facts = { validUntil: '2026-03-14', decidedAt: null, updatedAt: '2026-03-10T15:00:00Z' }

it.each([
  ['draft', {}, 'Valid until Mar 14, in 3 days'],
  ['sent', {}, 'Valid until Mar 14, in 3 days'],
  ['sent', { validUntil: null }, 'No expiration'],
  ['expired', { validUntil: '2026-03-10' }, 'Expired Mar 10, yesterday'],
  ['approved', { decidedAt: '2026-03-09T15:00:00Z' }, 'Approved Mar 9'],
  ['rejected', { decidedAt: '2026-03-09T15:00:00Z' }, 'Declined Mar 9'],
  ['withdrawn', {}, 'Withdrawn Mar 10'],
] as const)('a %s proposal says when (%#)', (status, more, words) => {
  expect(whenWords({ ...facts, status, ...more }, now)).toBe(words)
})

it('names its version from the second on', () => {
  expect([1, 2].map((revision) => versionWords({ revision }))).toEqual(['', 'Version 2'])
})
