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

type ChoiceMenuProps = { choices: readonly Choice[]; empty: string | undefined } & Omit<
  ComponentProps<'select'>,
  'className'
>

/** The browser's own menu in our style. */
function ChoiceMenu({ choices, empty, ...select }: ChoiceMenuProps) {
  return (
    <div className="relative">
      <select {...select} className={classes(controlStyle, 'h-9 appearance-none truncate pr-9')}>
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3" />
    </div>
  )
}

/** One of a short list. */
export function SelectField({ label, help, error, optional, className, ...menu }: SelectProps) {
  return (
    <Field {...{ label, help, error, optional, className }}>
      {(control) => <ChoiceMenu empty={undefined} {...menu} {...control} />}
    </Field>
  )
}

type FilterSelectProps = {
  /** The label for screen readers ("Role"); sighted users see `all`. */
  label: string
  /** Nothing filtered: "All roles". */
  all: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Narrows a list to one of a few kinds. */
export function FilterSelect({ label, all, choices, value, onChange, className }: FilterSelectProps) {
  return (
    <div className={classes('min-w-0', className)}>
      <ChoiceMenu
        aria-label={label}
        empty={all}
        choices={choices}
        value={choices.some((choice) => choice.value === value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
