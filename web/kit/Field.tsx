import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { classes } from './classes.ts'

export interface FieldProps {
  label: string
  /** Help text below the control; replaced by an error. */
  help?: ReactNode
  error?: string | undefined
  /** Adds "optional" to the label. */
  optional?: boolean
  /** A label for screen readers only, where the layout makes it obvious. */
  unseenLabel?: boolean
  className?: string
}

export interface ControlProps {
  id: string
  required: boolean
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
}

export const controlStyle = classes(
  'w-full rounded-md border border-line-strong bg-surface px-3 text-body text-ink transition-colors coarse:text-field',
  'aria-invalid:border-danger disabled:opacity-60 disabled:bg-mist',
)

/** Label above, control, then help or error; the control gets the ids that tie them together. */
export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, help, error, optional = false, unseenLabel = false, className, children } = props
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || help !== undefined
  return (
    <div className={classes('min-w-0', className)}>
      <label htmlFor={id} className={unseenLabel ? 'sr-only' : 'mb-1.5 block text-meta font-semibold text-ink'}>
        {label}
        {optional && !unseenLabel && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {children({
        id,
        required: !optional,
        'aria-invalid': error !== undefined || undefined,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
      <FieldNote id={noteId} help={help} error={error} />
    </div>
  )
}

export function FieldNote({ id, help, error }: { id: string } & Pick<FieldProps, 'help' | 'error'>) {
  if (error !== undefined)
    return (
      <p id={id} className="mt-1.5 flex gap-1.5 text-meta text-danger">
        <CircleAlert className="mt-px shrink-0" />
        <span className="min-w-0">{error}</span>
      </p>
    )
  if (help === undefined) return null
  return (
    <p id={id} className="mt-1.5 text-meta text-ink-3">
      {help}
    </p>
  )
}
