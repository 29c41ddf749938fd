import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useState } from 'react'
import { classes } from './classes.ts'
import type { FieldProps } from './Field.tsx'
import { controlStyle, Field } from './Field.tsx'

type Input = Omit<ComponentProps<'input'>, 'id' | 'className' | 'required'>

/** One line of text. Spreads `register('name')` of react-hook-form; so do the other fields. */
export function TextField({ label, help, error, optional, unseenLabel, className, ...input }: FieldProps & Input) {
  return (
    <Field {...{ label, help, error, optional, unseenLabel, className }}>
      {(control) => (
        <input
          type="text"
          dir="auto"
          {...input}
          {...control}
          className={classes(controlStyle, 'h-9 own-direction read-only:bg-mist')}
        />
      )}
    </Field>
  )
}

/** A calendar date, YYYY-MM-DD, with the browser's own picker. */
export function DateField(props: FieldProps & Input) {
  return <TextField {...props} type="date" />
}

export function TextArea({
  label,
  help,
  error,
  optional,
  unseenLabel,
  className,
  rows = 4,
  ...area
}: FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'required'>) {
  return (
    <Field {...{ label, help, error, optional, unseenLabel, className }}>
      {(control) => (
        <textarea
          rows={rows}
          dir="auto"
          {...area}
          {...control}
          className={classes(controlStyle, 'block resize-y py-2 own-direction read-only:bg-mist')}
        />
      )}
    </Field>
  )
}

/** A password field with a button that reveals the text. */
export function PasswordField({ label, help, error, optional, className, ...input }: FieldProps & Input) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field {...{ label, help, error, optional, className }}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classes(controlStyle, 'h-9 pr-11')}
          />
          <button
            type="button"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-md text-ink-3 hover:text-ink"
          >
            <Icon />
          </button>
        </div>
      )}
    </Field>
  )
}
