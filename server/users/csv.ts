import type { UserView } from '../../domain/user.ts'
import type { Columns } from '../kit/export.ts'

export const userColumns: Columns<UserView> = {
  'First name': ({ firstName }) => firstName,
  'Last name': ({ lastName }) => lastName,
  Username: ({ username }) => username,
  Email: ({ email }) => email,
  Role: ({ role }) => role,
  Access: ({ role, staffAccess }) => (role === 'staff' ? staffAccess : null),
  Active: ({ isActive }) => (isActive ? 'yes' : 'no'),
  Phone: ({ phone }) => phone,
  Company: ({ company }) => company,
  'Added (UTC)': ({ createdAt }) => createdAt,
}
