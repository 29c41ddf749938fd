import { expect, it } from 'vitest'
import { staffMembers } from './figures.ts'

const figures = {
  pendingRequests: 0,
  overdueRequests: 0,
  clientFolders: 0,
  foldersOpenedThisWeek: 0,
  activeClients: 0,
  staffMembers: 2,
  openAssignments: 0,
  thisMonth: null,
}

it.each([
  [0, '0 open assignments'],
  [1, '1 open assignment'],
  [2, '2 open assignments'],
])('counts %i assignments in words', (openAssignments, words) =>
  expect(staffMembers({ ...figures, openAssignments }).fact).toBe(words),
)
