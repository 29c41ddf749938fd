import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import type { FieldProps } from './Field.tsx'
import { controlStyle, Field } from './Field.tsx'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

/** The choices of a list with its labels, in the list's order. */
export const choicesOf = <V extends string>(values: readonly V[], labels?: Record<V, string>): Choice[] =>
  values.map((value) => ({ value, label: labels?.[value] ?? value }))

type SelectProps = FieldProps & {
  choices: readonly Choice[]
  /** The empty choice's words ("Choose a folder"); without them there is no empty choice. */
  empty?: string
} & Omit<ComponentProps<'select'>, 'id' | 'className' | 'required' | 'children'>

/** One of a short list, in the browser's own menu. */
export function SelectField({ label, help, error, optional, className, choices, empty, ...select }: SelectProps) {
  return (
    <Field {...{ label, help, error, optional, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={classes(controlStyle, 'h-9 appearance-none truncate pr-9')}>
            {empty !== undefined && <option value="">{empty}</option>}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3" />
        </div>
      )}
    </Field>
  )
}
