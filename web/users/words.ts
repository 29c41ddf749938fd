import type { Role } from '../../domain/actor.ts'
import { givenRoles, type UserChange, type UserView } from '../../domain/user.ts'
import type { Choice } from '../kit/SelectField.tsx'

export const roleNames: Record<Role, string> = {
  'master-admin': 'Master admin',
  admin: 'Admin',
  staff: 'Staff',
  client: 'Client',
}

export const givenRoleChoices: Choice[] = givenRoles.map((role) => ({ value: role, label: roleNames[role] }))

/** The fields of the edit form, in its order, as they are called. */
export const fieldNames = {
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  phone: 'Phone',
  company: 'Company',
  recordedName: 'Name on signatures',
  isActive: 'Status',
} as const satisfies Record<keyof UserChange, string>

export type UserField = keyof typeof fieldNames

/** A field's value as the screen says it. */
export function valueWords(user: UserView, field: UserField): string {
  if (field === 'role') return roleNames[user.role]
  if (field === 'isActive') return user.isActive ? 'Active' : 'Inactive'
  return user[field] ?? 'empty'
}

const fields = Object.keys(fieldNames) as UserField[]

export interface FieldChange {
  field: UserField
  label: string
  before: string
  after: string
}

/** What became of a user between two readings. */
export const changesBetween = (before: UserView, after: UserView): FieldChange[] =>
  fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      label: fieldNames[field],
      before: valueWords(before, field),
      after: valueWords(after, field),
    }))
