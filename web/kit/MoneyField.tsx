import { useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { classes } from './classes.ts'
import type { FieldProps } from './Field.tsx'
import { controlStyle, Field } from './Field.tsx'
import { formatAmount, formatQuantity, parseMoney, parseQuantity } from './money.ts'

type NumberFieldProps<Values extends FieldValues, Sent> = FieldProps & {
  name: FieldPath<Values>
  control: Control<Values, unknown, Sent>
}

interface Format {
  sign?: string
  /** Null for what can't be read. */
  parse: (text: string) => number | null
  format: (value: number) => string
  unreadable: string
}

const money: Format = {
  sign: '$',
  parse: parseMoney,
  format: formatAmount,
  unreadable: 'Enter an amount such as 125.50.',
}
const quantity: Format = { parse: parseQuantity, format: formatQuantity, unreadable: 'Enter a number such as 7.5.' }

/** An amount: typed in dollars, formatted when the field is left. The form's value is integer cents, or null. */
export function MoneyField<Values extends FieldValues, Sent>(props: NumberFieldProps<Values, Sent>) {
  return <NumberField {...props} {...money} />
}

/** Hours or pieces. The form's value is a number, or null. */
export function QuantityField<Values extends FieldValues, Sent>(props: NumberFieldProps<Values, Sent>) {
  return <NumberField {...props} {...quantity} />
}

function NumberField<Values extends FieldValues, Sent>(props: NumberFieldProps<Values, Sent> & Format) {
  const { name, control, sign, parse, format, unreadable, ...field } = props
  const {
    field: { ref, value, onChange, onBlur },
    fieldState,
  } = useController({ name, control })
  const [typed, setTyped] = useState<string | null>(null)
  const isUnreadable = typed !== null && typed.trim() !== '' && parse(typed) === null
  return (
    <Field {...field} error={isUnreadable ? unreadable : (field.error ?? fieldState.error?.message)}>
      {(input) => (
        <div className="relative">
          {sign !== undefined && (
            <span
              className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3"
              aria-hidden="true"
            >
              {sign}
            </span>
          )}
          <input
            {...{ name, ref }}
            {...input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            value={typed ?? (typeof value === 'number' ? format(value) : '')}
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(parse(event.target.value))
            }}
            onBlur={() => {
              if (!isUnreadable) setTyped(null)
              onBlur()
            }}
            className={classes(controlStyle, 'tabular h-9', sign !== undefined && 'pl-7')}
          />
        </div>
      )}
    </Field>
  )
}
