import { expect, it } from 'vitest'
import { greeting } from './words.ts'

it.each([
  [7, 1, 0, 9, 'Good morning, Denise. Seven businesses are waiting to hear from you. One is past its 24 hours.'],
  [1, 0, 0, 12, 'Good afternoon, Denise. One business is waiting to hear from you.'],
  [0, 0, 0, 18, 'Good evening, Denise. No one is waiting to hear from you.'],
  [1234, 20, 0, 8, 'Good morning, Denise. 1,234 businesses are waiting to hear from you. 20 are past their 24 hours.'],
  [0, 0, 1, 9, 'Good morning, Denise. One conversation needs a reply.'],
  [1, 0, 3, 9, 'Good morning, Denise. One business is waiting to hear from you. Three conversations need a reply.'],
])(
  'greets with %i pending, %i overdue, and %i unanswered at %i',
  (pendingRequests, overdueRequests, unanswered, hour, words) => {
    expect(greeting('Denise', { pendingRequests, overdueRequests, unanswered }, hour)).toBe(words)
  },
)

it('greets before the figures are there, and those without a first name', () => {
  expect(greeting('Denise', undefined, 9)).toBe('Good morning, Denise.')
  expect(greeting(null, undefined, 9)).toBe('Good morning.')
})
