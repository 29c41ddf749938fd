import { listStaff } from '../../api/staff.ts'
import type { StaffMember } from '../../domain/user.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const staffFound = (q = '', limit = 50) =>
  pagesOf(['staff'], listStaff, { query: { limit, ...(q === '' ? {} : { q }) } })

export const nameOf = (person: Pick<StaffMember, 'firstName' | 'lastName' | 'email'>) =>
  [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
