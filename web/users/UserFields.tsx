import type { UseFormRegisterReturn } from 'react-hook-form'
import { type Choice, SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { accessChoices, fieldNames, texts, type UserField } from './words.ts'

export type SharedField = Exclude<UserField, 'isActive' | 'recordedName'>

type UserFieldsProps = {
  /** Ties a field to the form: `(name) => ({ error: errorOf(name), ...register(name) })`. */
  tie: (name: SharedField) => UseFormRegisterReturn & { error: string | undefined }
  roles: readonly Choice[]
  /** The role as chosen so far: only the access of staff can be limited. */
  role: string
}

/** The fields that creating and editing a user share. */
export function UserFields({ tie, roles, role }: UserFieldsProps) {
  const field = (name: SharedField) => ({ label: fieldNames[name], autoComplete: 'off', ...tie(name) })
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <TextField {...field('firstName')} />
      <TextField {...field('lastName')} />
      <TextField {...field('email')} type="email" className="sm:col-span-2" />
      <SelectField {...field('role')} choices={roles} className="sm:col-span-2" />
      {role === 'staff' && (
        <SelectField {...field('staffAccess')} choices={accessChoices} help={texts.access} className="sm:col-span-2" />
      )}
      <TextField {...field('phone')} type="tel" optional />
      <TextField {...field('company')} optional />
    </div>
  )
}
