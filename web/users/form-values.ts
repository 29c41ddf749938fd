// Form values of a user, and the choices of its fields.
import type { UserView } from '../../domain/user.ts'
import type { Choice } from '../kit/SelectField.tsx'
import { assignableRoleChoices, roleNames } from './words.ts'

export const formValuesOf = ({
  email,
  firstName,
  lastName,
  role,
  staffAccess,
  phone,
  company,
  recordedName,
  isActive,
}: UserView) => ({
  email,
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  role,
  staffAccess,
  phone: phone ?? '',
  company: company ?? '',
  recordedName: recordedName ?? '',
  isActive,
})

/** The roles that can be assigned, and the one that can only be retained. */
export const rolesFor = ({ role }: UserView): Choice[] =>
  assignableRoleChoices.some((choice) => choice.value === role)
    ? assignableRoleChoices
    : [{ value: role, label: roleNames[role] }, ...assignableRoleChoices]

export const statusChoicesFor = ({ isActive, allowed }: UserView): Choice[] => [
  { value: 'true', label: 'Active', disabled: !isActive && !allowed.includes('activate') },
  { value: 'false', label: 'Inactive', disabled: isActive && !allowed.includes('deactivate') },
]
