import { expect, it } from 'vitest'
import { countOfTab } from './FolderCounts.tsx'

const counts = {
  assignments: 2,
  documents: 36,
  requests: 0,
  messages: 74,
  employees: 0,
  deadlines: 1,
  proposals: 3,
  contracts: 3,
  invoices: 18,
}

it('counts only open assignments on the tabs of the team', () => {
  expect(countOfTab(counts, ['assignments', 'tasks'], 'team')).toBe(2)
  expect(countOfTab({ ...counts, assignments: 0 }, ['assignments', 'tasks'], 'team')).toBeUndefined()
  expect(countOfTab(counts, ['documents', 'requests', 'upload'], 'team')).toBeUndefined()
  expect(countOfTab(counts, ['employees', 'training'], 'team')).toBeUndefined()
})

it('counts the first part of each tab of the client', () => {
  expect(countOfTab(counts, ['documents'], 'client')).toBe(36)
  expect(countOfTab(counts, ['employees', 'training', 'deadlines'], 'client')).toBe(0)
  expect(countOfTab(undefined, ['documents'], 'client')).toBeUndefined()
})
