import { expect, it } from 'vitest'
import type { UserView } from '../../domain/user.ts'
import { changesBetween, holdingsWords } from './words.ts'

const sam: UserView = {
  id: '01890000-0000-7000-8000-000000000003',
  username: 'sam',
  email: 'sam@example.com',
  firstName: 'Sam',
  lastName: 'Carter',
  profileImageUrl: null,
  role: 'staff',
  staffAccess: 'consultant',
  isActive: true,
  createdBy: null,
  phone: null,
  company: null,
  recordedName: null,
  emailBounces: false,
  createdAt: '2026-01-05T14:00:00Z',
  updatedAt: '2026-01-05T14:00:00Z',
  version: 1,
  allowed: ['edit', 'deactivate'],
}

it('says what became of a user between two readings, in the words of the form', () => {
  const after = { ...sam, phone: '(804) 555-0101', role: 'admin' as const, isActive: false, version: 2 }
  expect(changesBetween(sam, after)).toEqual([
    { field: 'role', label: 'Role', before: 'Staff', after: 'Admin' },
    { field: 'phone', label: 'Phone', before: 'empty', after: '(804) 555-0101' },
    { field: 'isActive', label: 'Status', before: 'Active', after: 'Inactive' },
  ])
})

it('says nothing where only the version moved', () => {
  expect(changesBetween(sam, { ...sam, version: 2 })).toEqual([])
})

it('lists what is assigned to a person', () => {
  const none = { clientFolders: 0, serviceRequests: 0, appointments: 0, items: [] }
  expect(holdingsWords({ ...none, appointments: 1 })).toBe('Assigned to them: 1 upcoming appointment.')
  expect(holdingsWords({ ...none, clientFolders: 1200, serviceRequests: 1, appointments: 3 })).toBe(
    'Assigned to them: 1,200 client folders, 1 request, and 3 upcoming appointments. Showing the first 0. The rest will be transferred too.',
  )
})
