import { expect, it } from 'vitest'
import { staffMembers, thisMonth } from './figures.ts'

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
  [1_667, '1,667 open assignments'],
])('counts %i assignments in words', (openAssignments, words) =>
  expect(staffMembers({ ...figures, openAssignments }).fact).toBe(words),
)

it.each([
  [0, 0, '$0', 'Billed, $0 collected'],
  [512_349, 99_950, '$5,123', 'Billed, $1,000 collected'],
  [3_150_050, 1_050_000, '$31.5K', 'Billed, $10.5K collected'],
  [54_615_000, 73_955_120, '$546K', 'Billed, $740K collected'],
  [123_456_789, 5, '$1.23M', 'Billed, $0 collected'],
])('says of %i cents billed and %i collected this month %s', (billed, collected, value, fact) =>
  expect(thisMonth({ ...figures, thisMonth: { billed, collected } })).toEqual({ label: 'This Month', value, fact }),
)

it('says nothing of this month before the figures are there', () =>
  expect(thisMonth(undefined)).toEqual({ label: 'This Month', value: undefined }))
