import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../kit/TextField.tsx'

type NameFieldsProps = {
  /** Ties a field to the form: `(name) => ({ error: errorOf(name), ...register(name) })`. */
  tie: (name: 'firstName' | 'lastName') => UseFormRegisterReturn & { error: string | undefined }
}

/** A person's own name, as they type it themselves: the browser knows it. */
export const NameFields = ({ tie }: NameFieldsProps) => (
  <>
    <TextField label="First name" autoComplete="given-name" {...tie('firstName')} />
    <TextField label="Last name" autoComplete="family-name" {...tie('lastName')} />
  </>
)
