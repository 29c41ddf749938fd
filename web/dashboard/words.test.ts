import { expect, it } from 'vitest'
import { greeting } from './words.ts'

const figures = {
  pendingRequests: 0,
  overdueRequests: 0,
  clientFolders: 0,
  foldersOpenedThisWeek: 0,
  activeClients: 0,
  staffMembers: 0,
  openAssignments: 0,
  thisMonth: null,
}

it.each([
  [7, 1, 9, 'Good morning, Denise. Seven businesses are waiting to hear from you. One is past its 24 hours.'],
  [1, 0, 12, 'Good afternoon, Denise. One business is waiting to hear from you.'],
  [0, 0, 18, 'Good evening, Denise. No one is waiting to hear from you.'],
  [1234, 20, 8, 'Good morning, Denise. 1,234 businesses are waiting to hear from you. 20 are past their 24 hours.'],
])('greets with %i pending and %i overdue at %i', (pendingRequests, overdueRequests, hour, words) => {
  expect(greeting('Denise', { ...figures, pendingRequests, overdueRequests }, hour)).toBe(words)
})

it('greets before the figures are there, and those without a first name', () => {
  expect(greeting('Denise', undefined, 9)).toBe('Good morning, Denise.')
  expect(greeting(null, undefined, 9)).toBe('Good morning.')
})
