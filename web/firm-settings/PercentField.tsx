import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { classes } from '../kit/classes.ts'
import { controlStyle, Field, type FieldProps } from '../kit/Field.tsx'
import { parsePercent } from './percent.ts'

type PercentFieldProps<Values extends FieldValues, Sent> = FieldProps & {
  name: FieldPath<Values>
  control: Control<Values, unknown, Sent>
  /** How many of the value's units make one percent: 1000 for thousandths. */
  perPercent: number
}

/** A percentage, typed as "5.75". The form's value is a whole number of small units, or null for what can't be read. */
export function PercentField<Values extends FieldValues, Sent>(props: PercentFieldProps<Values, Sent>) {
  const { name, control, perPercent, ...field } = props
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ name, control })
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typeof value === 'number' ? String(value / perPercent) : ''
  return (
    <Field {...field} error={field.error ?? fieldState.error?.message}>
      {(input) => (
        <div className="relative">
          <input
            {...{ name, ref }}
            {...input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? shown}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(parsePercent(event.target.value, perPercent))
            }}
            onBlur={() => {
              if (typeof value === 'number') setTyped(null)
              onBlur()
            }}
            className={classes(controlStyle, 'tabular h-9 pr-8')}
          />
          <span
            className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-ink-3"
            aria-hidden="true"
          >
            %
          </span>
        </div>
      )}
    </Field>
  )
}
