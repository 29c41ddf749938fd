import type { UseFormRegisterReturn } from 'react-hook-form'
import { passwordLength } from '../../domain/password.ts'
import { PasswordField } from '../kit/TextField.tsx'
import { texts } from './words.ts'

type NewPasswordProps = {
  label?: string
  /** For password managers; hidden, since the page shows it as text. */
  username: string | null
  error: string | undefined
  /** With a second factor, fewer characters are required. */
  least?: number
} & UseFormRegisterReturn

/** A new password, with its rules shown in advance. */
export function NewPasswordField({
  label = 'New password',
  username,
  error,
  least = passwordLength.least,
  ...registered
}: NewPasswordProps) {
  return (
    <>
      {username !== null && (
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      <PasswordField
        {...registered}
        label={label}
        autoComplete="new-password"
        help={texts.passwordRule(least)}
        error={error}
      />
    </>
  )
}
