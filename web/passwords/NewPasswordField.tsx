import type { UseFormRegisterReturn } from 'react-hook-form'
import { passwordLength } from '../../domain/password.ts'
import { PasswordField } from '../kit/TextField.tsx'

type NewPasswordProps = {
  label?: string
  /** For the browser's password store; hidden, since the page says it in words. */
  username: string | null
  error: string | undefined
  /** Beside a second factor fewer characters do. */
  least?: number
} & UseFormRegisterReturn

/** A password to be chosen, with the rules said before. */
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
        help={`At least ${least} characters, of any kind. Four or five words make a good password.`}
        error={error}
      />
    </>
  )
}
