import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { classes } from './classes.ts'
import type { FieldProps } from './Field.tsx'
import { FieldNote } from './Field.tsx'
import type { Choice } from './SelectField.tsx'

type Box = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>

const boxStyle = 'size-4 shrink-0 accent-primary'

/** A single yes or no, its label on the right. */
export function CheckboxField({ label, help, error, className, ...box }: Omit<FieldProps, 'optional'> & Box) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || help !== undefined
  return (
    <div className={className}>
      <label className="flex min-h-6 gap-2.5 text-body text-ink coarse:min-h-11 coarse:items-center">
        <input
          {...box}
          type="checkbox"
          className={classes(boxStyle, 'mt-0.5')}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={hasNote ? noteId : undefined}
        />
        {label}
      </label>
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  )
}

type GroupProps = Omit<FieldProps, 'className'> & {
  choices: readonly (Choice & { detail?: ReactNode })[]
  kind?: 'checkbox' | 'radio'
  /** `tiles` are large, two to a row; `lines` are plain. */
  look?: 'tiles' | 'lines'
  /** The chosen value of radio buttons that are not registered with a form. */
  chosen?: string
  className?: string
} & Box

/** Several choices under one legend, for `register('services')`: many of them (checkbox) or one (radio). */
export function ChoiceGroup(props: GroupProps) {
  const { label, help, error, optional, choices, kind = 'checkbox', look = 'lines', chosen, className, ...box } = props
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || help !== undefined
  const tile =
    'items-start rounded-md border border-line-strong bg-surface p-3.5 has-checked:border-primary has-checked:bg-info-soft hover:bg-hover transition-colors'
  return (
    <fieldset className={classes('min-w-0', className)} aria-describedby={hasNote ? noteId : undefined}>
      <legend className="mb-1.5 text-meta font-semibold text-ink">
        {label}
        {optional === true && <span className="font-normal text-ink-3"> (optional)</span>}
      </legend>
      <div className={look === 'tiles' ? 'grid grid-cols-1 gap-3 sm:grid-cols-2' : 'grid gap-1'}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classes('flex min-h-6 gap-2.5 text-body text-ink coarse:min-h-11', look === 'tiles' && tile)}
          >
            <input
              {...box}
              type={kind}
              value={choice.value}
              {...(chosen === undefined ? {} : { checked: choice.value === chosen })}
              disabled={choice.disabled ?? box.disabled}
              className={classes(boxStyle, 'mt-0.5')}
              aria-invalid={error !== undefined || undefined}
            />
            <span className="min-w-0">
              <span className={choice.detail === undefined ? '' : 'font-semibold'}>{choice.label}</span>
              {choice.detail !== undefined && (
                <span className="mt-0.5 block text-meta text-ink-2">{choice.detail}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={noteId} help={help} error={error} />
    </fieldset>
  )
}
