import { ChevronDown, X } from 'lucide-react'
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

/** The browser's own menu in our style. A new one when its choices have loaded: it can select only what it has. */
function ChoiceMenu({ choices, empty, ...select }: ChoiceMenuProps) {
  return (
    <div className="relative">
      <select
        key={choices.length === 0 ? 'loading' : 'loaded'}
        {...select}
        className={classes(controlStyle, 'h-9 appearance-none truncate pr-9')}
      >
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
export function SelectField({ label, help, error, optional, unseenLabel, className, ...menu }: SelectProps) {
  return (
    <Field {...{ label, help, error, optional, unseenLabel, className }}>
      {(control) => <ChoiceMenu empty={undefined} {...menu} {...control} />}
    </Field>
  )
}

type FilterSelectProps = {
  /** Shown before the choice ("Role"); without a choice only `all` is shown. */
  label: string
  /** Nothing filtered: "All roles". */
  all: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
}

/** A chip that narrows a list to one of a few kinds. A choice can be removed with its ×. */
export function FilterSelect({ label, all, choices, value, onChange }: FilterSelectProps) {
  const isSet = choices.some((choice) => choice.value === value)
  return (
    <div className={classes(chipStyle, isSet ? 'border-tab bg-mist' : 'border-line-strong bg-surface')}>
      {isSet && (
        <span aria-hidden className="pl-3.5 text-meta whitespace-nowrap text-ink-2">
          {label}
        </span>
      )}
      <select
        aria-label={label}
        value={isSet ? value : ''}
        onChange={(event) => onChange(event.target.value)}
        className={classes(
          'field-sizing-content h-full min-w-0 appearance-none truncate rounded-full bg-transparent text-body text-ink coarse:text-field',
          isSet ? 'pl-2 font-semibold' : 'pr-8 pl-3.5',
        )}
      >
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={choice.disabled}>
            {choice.label}
          </option>
        ))}
      </select>
      {isSet ? (
        <button
          type="button"
          aria-label={`Clear ${label}`}
          onClick={() => onChange('')}
          className="grid h-full w-9 shrink-0 place-items-center rounded-full text-ink-3 hover:text-ink"
        >
          <X />
        </button>
      ) : (
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3" />
      )}
    </div>
  )
}

const chipStyle =
  'relative flex h-9 w-fit max-w-full min-w-0 items-center rounded-full border transition-colors coarse:h-11'
