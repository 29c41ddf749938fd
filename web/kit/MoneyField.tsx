import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { classes } from './classes.ts'
import type { FieldProps } from './Field.tsx'
import { controlStyle, Field } from './Field.tsx'
import { formatAmount, parseMoney } from './money.ts'

type MoneyInput = Omit<FieldProps, 'error'> & {
  error?: string | undefined
  /** Integer cents, or null for an empty field. */
  cents: number | null
  onCents: (cents: number | null) => void
  onBlur?: () => void
  name?: string
  disabled?: boolean
  ref?: React.Ref<HTMLInputElement>
}

/** An amount: typed in dollars, held in integer cents, written out properly when the field is left. */
function MoneyInput({ cents, onCents, onBlur, name, disabled, ref, ...field }: MoneyInput) {
  const [typed, setTyped] = useState<string | null>(null)
  const unreadable = typed !== null && typed.trim() !== '' && parseMoney(typed) === null
  const error = unreadable ? 'Please enter an amount such as 125.50.' : field.error
  const change = (text: string) => {
    setTyped(text)
    onCents(text.trim() === '' ? null : parseMoney(text))
  }
  const leave = () => {
    if (!unreadable) setTyped(null)
    onBlur?.()
  }
  return (
    <Field {...field} error={error}>
      {(control) => (
        <div className="relative">
          <span
            className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3"
            aria-hidden="true"
          >
            $
          </span>
          <input
            {...{ name, disabled, ref }}
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? (cents === null ? '' : formatAmount(cents))}
            onChange={(event) => change(event.target.value)}
            onBlur={leave}
            className={classes(controlStyle, 'tabular h-9 pl-7')}
          />
        </div>
      )}
    </Field>
  )
}

type MoneyFieldProps<Values extends FieldValues, Sent> = FieldProps & {
  name: FieldPath<Values>
  control: Control<Values, unknown, Sent>
  disabled?: boolean
}

/** MoneyInput tied to a form: the form's value is integer cents (null while empty). */
export function MoneyField<Values extends FieldValues, Sent>({
  name,
  control,
  ...rest
}: MoneyFieldProps<Values, Sent>) {
  const { field, fieldState } = useController({ name, control })
  const { ref, value, onChange, onBlur } = field
  return (
    <MoneyInput
      {...rest}
      {...{ name, ref, onBlur }}
      error={rest.error ?? fieldState.error?.message}
      cents={typeof value === 'number' ? value : null}
      onCents={onChange}
    />
  )
}
