import { ChevronDown } from 'lucide-react'
import { classes } from './classes.ts'
import { controlStyle } from './Field.tsx'
import type { Choice } from './SelectField.tsx'

type FilterSelectProps = {
  /** What is chosen, for those who hear it: "Role". The empty choice says it to those who see it. */
  label: string
  /** Nothing filtered: "All roles". */
  all: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Narrows a list to one of a few kinds; stands beside its search. */
export function FilterSelect({ label, all, choices, value, onChange, className }: FilterSelectProps) {
  return (
    <div className={classes('relative min-w-0', className)}>
      <select
        aria-label={label}
        value={choices.some((choice) => choice.value === value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
        className={classes(controlStyle, 'h-9 appearance-none truncate pr-9')}
      >
        <option value="">{all}</option>
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
