import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { memo, useId, useState } from 'react'
import { IconButton } from './IconButton.tsx'
import { classes } from './classes.ts'
import { controlStyle, FieldNote } from './Field.tsx'
import { type Figure, type LineColumns, quantityFigure, rateFigure, totalOfTyped } from './lines.ts'
import { Money } from './Money.tsx'

type LineRowProps<L> = {
  id: number
  index: number
  isLast: boolean
  line: L
  columns: LineColumns<L>
  /** Messages by field, as JSON; empty when there are none. */
  errors: string
  note: ((line: L) => ReactNode) | undefined
  onChange: (id: number, part: Partial<L>) => void
  onMove: (id: number, step: 1 | -1) => void
  onRemove: (id: number) => void
}

/** One line: its words, quantity × rate = total, and the buttons that move or remove it. A card of its own on phones. */
function Line<L extends object>(props: LineRowProps<L>) {
  const { id, index, isLast, line, columns, note, onChange, onMove, onRemove } = props
  const errors = props.errors === '' ? {} : (JSON.parse(props.errors) as Record<string, string>)
  const { name, description, quantity, rate } = columns
  const set = (key: string, value: string | number) => onChange(id, { [key]: value } as Partial<L>)
  const text = (key: keyof L) => String(line[key] ?? '')
  const figure = (key: keyof L) => Number(line[key])
  const words = ({ key, label, optional }: { key: string; label: string; optional?: boolean }) => ({
    label,
    optional,
    error: errors[key],
    onText: (value: string) => set(key, value),
  })
  const wrongTotal = errors['totalCost'] ?? errors['total']

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(id, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <li className="py-3">
      {/* The keys work from whichever field of the line has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="group"
        aria-label={`Line ${index + 1}`}
        onKeyDown={onKeyDown}
        className="grid grid-cols-2 items-start gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_88px_128px_112px]"
      >
        {name === undefined ? (
          <Words {...words(description)} className="col-span-2 sm:col-span-1">
            {text(description.key)}
          </Words>
        ) : (
          <Words {...words(name)} oneLine className="col-span-2 sm:col-span-1">
            {text(name.key)}
          </Words>
        )}
        <FigureCell
          label={quantity.label}
          figure={quantityFigure}
          value={figure(quantity.key)}
          error={errors[quantity.key]}
          onValue={(value) => set(quantity.key, value)}
        />
        <FigureCell
          label={rate.label}
          sign="$"
          figure={rateFigure}
          value={figure(rate.key)}
          error={errors[rate.key]}
          onValue={(value) => set(rate.key, value)}
        />
        <div className="text-right max-sm:order-last max-sm:self-center max-sm:text-left">
          <span className="mb-1.5 text-meta text-ink-3 max-sm:mr-2 sm:block" aria-hidden="true">
            Total
          </span>
          <output
            aria-label={`Total of line ${index + 1}`}
            className="text-body leading-9 font-semibold text-ink max-sm:leading-5"
          >
            <Money cents={totalOfTyped(line, columns)} />
          </output>
          {wrongTotal !== undefined && <p className="text-meta text-danger">{wrongTotal}</p>}
        </div>
        {name !== undefined && (
          <Words {...words(description)} className="col-span-2 sm:col-span-3">
            {text(description.key)}
          </Words>
        )}
        <div
          className={classes(
            'flex justify-end gap-1 max-sm:order-last',
            name === undefined ? 'sm:col-span-4' : 'sm:mt-6',
          )}
        >
          <IconButton
            label={`Move line ${index + 1} up`}
            aria-disabled={index === 0}
            onClick={() => onMove(id, -1)}
            className="size-8! aria-disabled:opacity-40"
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={`Move line ${index + 1} down`}
            aria-disabled={isLast}
            onClick={() => onMove(id, 1)}
            className="size-8! aria-disabled:opacity-40"
          >
            <ArrowDown />
          </IconButton>
          <IconButton label={`Remove line ${index + 1}`} onClick={() => onRemove(id)} className="size-8!">
            <Trash2 />
          </IconButton>
        </div>
        {note !== undefined && (
          <div className="col-span-2 text-meta text-ink-3 empty:hidden sm:col-span-4">{note(line)}</div>
        )}
      </div>
    </li>
  )
}

// A hundred lines stay as they are while one of them is typed in. The memo keeps the component's own signature.
export const LineRow = memo(Line) as typeof Line

type WordsProps = {
  label: string
  optional: boolean | undefined
  oneLine?: boolean
  error: string | undefined
  className: string
  onText: (text: string) => void
  children: string
}

function Words({ label, optional = false, oneLine = false, error, className, onText, children }: WordsProps) {
  const id = useId()
  const control = {
    id,
    value: children,
    required: !optional,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-note`,
    onChange: (event: { target: { value: string } }) => onText(event.target.value),
  }
  return (
    <div className={classes('min-w-0', className)}>
      <CellLabel id={id} optional={optional}>
        {label}
      </CellLabel>
      {oneLine ? (
        <input type="text" autoComplete="off" {...control} className={classes(controlStyle, 'h-9')} />
      ) : (
        <textarea
          rows={1}
          {...control}
          className={classes(controlStyle, 'block field-sizing-content max-h-40 min-h-9 resize-y py-2')}
        />
      )}
      {error !== undefined && <FieldNote id={`${id}-note`} error={error} />}
    </div>
  )
}

function CellLabel({ id, optional = false, children }: { id: string; optional?: boolean; children: string }) {
  return (
    <label htmlFor={id} className="mb-1.5 block text-meta text-ink-3">
      {children}
      {optional && ' (optional)'}
    </label>
  )
}

type FigureCellProps = {
  label: string
  sign?: string
  figure: Figure
  value: number
  error: string | undefined
  onValue: (value: number) => void
}

/** A figure. What can't be read counts as 0, is said to, and is written out as 0 when the field is left. */
function FigureCell({ label, sign, figure, value, error, onValue }: FigureCellProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const unreadable = typed !== null && figure.read(typed) === null
  const said = unreadable ? 'This is no number and counts as 0.' : error
  return (
    <div className="min-w-0">
      <CellLabel id={id}>{label}</CellLabel>
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
          id={id}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          required
          aria-invalid={said !== undefined || undefined}
          aria-describedby={said === undefined ? undefined : `${id}-note`}
          value={typed ?? figure.write(value)}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            onValue(figure.read(event.target.value) ?? 0)
          }}
          onBlur={() => setTyped(null)}
          className={classes(controlStyle, 'tabular h-9 text-right', sign !== undefined && 'pl-6')}
        />
      </div>
      {said !== undefined && <FieldNote id={`${id}-note`} error={said} />}
    </div>
  )
}
