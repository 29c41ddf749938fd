import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Control, FieldArray, FieldArrayPath, FieldError, FieldPath, FieldValues } from 'react-hook-form'
import { get, useController, useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { Button } from './Button.tsx'
import { FieldNote } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { type LineColumns, totalOfLines, formTotalOf } from './lines.ts'
import { Money } from './Money.tsx'
import { MoneyField, QuantityField } from './MoneyField.tsx'
import { TextArea, TextField } from './TextField.tsx'

type Lines<Values extends FieldValues, Sent, L> = {
  name: FieldArrayPath<Values>
  control: Control<Values, unknown, Sent>
  columns: LineColumns<L>
}

type LineEditorProps<Values extends FieldValues, Sent, L> = Lines<Values, Sent, L> & {
  /** What the lines are: "Services". */
  label: string
  /** A new line. */
  blank: L
  /** The button's label: "Add a custom line". */
  add: string
  /** Shown while there is no line. */
  empty: ReactNode
  /** Below the fields of each line. */
  more?: ((index: number) => ReactNode) | undefined
  /** Next to the "Add line" button, for instance a picker of rate cards. */
  children?: (append: (line: L) => void) => ReactNode
}

/**
 * The lines of a proposal, contract or invoice: text, quantity × rate, and the live total. Lines are moved with their buttons or
 * with Alt and the arrows. Totals are not part of the form's value; the server computes them.
 */
export function LineEditor<Values extends FieldValues, Sent, L extends object>(
  props: LineEditorProps<Values, Sent, L>,
) {
  const { label, name, control, columns, blank, add, empty, more, children } = props
  const { fields, append, swap, remove } = useFieldArray({ control, name })
  const lines = useWatch({ control, name: name as FieldPath<Values> }) as L[]
  const { errors } = useFormState({ control, name: name as FieldPath<Values> })
  const found = get(errors, name) as (FieldError & { root?: FieldError }) | undefined
  const error = found?.root?.message ?? found?.message
  const first = columns.name ?? columns.description
  const list = useRef<HTMLOListElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const noteId = useId()
  // The line has the fields of the form's own; the compiler can't see that far into a path.
  const asField = (line: L) => line as FieldArray<Values, FieldArrayPath<Values>>

  function move(from: number, to: number) {
    if (to < 0 || to >= fields.length) return
    swap(from, to)
    setAnnouncement(`Line ${from + 1} is now line ${to + 1} of ${fields.length}.`)
  }
  function removeLine(index: number) {
    // Before the focused button disappears.
    const rows = list.current?.children
    const neighbor = rows?.[index + 1] ?? rows?.[index - 1]
    neighbor?.querySelector<HTMLElement>('input, textarea')?.focus()
    remove(index)
    setAnnouncement(`Line ${index + 1} removed.`)
  }

  return (
    <section aria-label={label} aria-describedby={error === undefined ? undefined : noteId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-panel text-ink">{label}</h3>
        {lines.length > 0 && (
          <span className="text-meta text-ink-3">
            {lines.length} {lines.length === 1 ? 'line' : 'lines'}, <Money cents={totalOfLines(lines, columns)} />
          </span>
        )}
      </div>
      {fields.length === 0 && <div className="mt-2 text-body text-ink-2">{empty}</div>}
      <ol ref={list} className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {fields.map((field, index) => (
          <LineRow
            key={field.id}
            {...{ name, control, columns, index }}
            more={more?.(index)}
            isLast={index === fields.length - 1}
            onAction={(step) => move(index, index + step)}
            onRemove={() => removeLine(index)}
          />
        ))}
      </ol>
      {error !== undefined && <FieldNote id={noteId} error={error} />}
      <output className="sr-only">{announcement}</output>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {children?.((line) => append(asField(line), { shouldFocus: false }))}
        <Button onClick={() => append(asField(blank), { focusName: `${name}.${fields.length}.${first.key}` })}>
          <Plus />
          {add}
        </Button>
      </div>
    </section>
  )
}

type LineRowProps<Values extends FieldValues, Sent, L> = Lines<Values, Sent, L> & {
  index: number
  more: ReactNode
  isLast: boolean
  onAction: (step: 1 | -1) => void
  onRemove: () => void
}

/** One line: its text, quantity × rate = total, and the buttons that move or remove it. */
function LineRow<Values extends FieldValues, Sent, L extends object>(props: LineRowProps<Values, Sent, L>) {
  const { name, control, columns, index, more, isLast, onAction, onRemove } = props
  const path = `${name}.${index}` as FieldPath<Values>
  const line = useWatch({ control, name: path }) as L
  const field = ({ key, ...column }: { key: string; label: string; optional?: boolean }) => ({
    ...column,
    name: `${path}.${key}` as FieldPath<Values>,
    control,
  })
  const first = columns.name ?? columns.description

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onAction(event.key === 'ArrowUp' ? -1 : 1)
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
        <LineText {...field(first)} oneLine={columns.name !== undefined} className="col-span-2 sm:col-span-1" />
        <QuantityField {...field(columns.quantity)} className="[&_input]:text-right" />
        <MoneyField {...field(columns.rate)} className="[&_input]:text-right" />
        <div className="text-right text-meta max-sm:order-last max-sm:self-center max-sm:text-left">
          <span className="font-semibold text-ink max-sm:mr-2 sm:mb-1.5 sm:block" aria-hidden="true">
            Total
          </span>
          <output
            aria-label={`Total of line ${index + 1}`}
            className="text-body leading-9 font-semibold text-ink max-sm:leading-5"
          >
            <Money cents={formTotalOf(line, columns)} />
          </output>
        </div>
        {columns.name !== undefined && (
          <LineText {...field(columns.description)} className="col-span-2 sm:col-span-3" />
        )}
        <div
          className={`flex justify-end gap-1 max-sm:order-last ${columns.name === undefined ? 'sm:col-span-4' : 'sm:mt-6'}`}
        >
          {more !== undefined && columns.name === undefined && <div className="mr-auto self-center">{more}</div>}
          <IconButton
            label={`Move line ${index + 1} up`}
            aria-disabled={index === 0}
            onClick={() => onAction(-1)}
            className="size-8! aria-disabled:opacity-40"
          >
            <ArrowUp />
          </IconButton>
          <IconButton
            label={`Move line ${index + 1} down`}
            aria-disabled={isLast}
            onClick={() => onAction(1)}
            className="size-8! aria-disabled:opacity-40"
          >
            <ArrowDown />
          </IconButton>
          <IconButton label={`Remove line ${index + 1}`} onClick={onRemove} className="size-8!">
            <Trash2 />
          </IconButton>
        </div>
        {more !== undefined && columns.name !== undefined && (
          <div className="col-span-2 py-1 sm:col-span-4">{more}</div>
        )}
      </div>
    </li>
  )
}

type LineTextProps<Values extends FieldValues, Sent> = {
  name: FieldPath<Values>
  control: Control<Values, unknown, Sent>
  label: string
  optional?: boolean
  oneLine?: boolean
  className: string
}

function LineText<Values extends FieldValues, Sent>(props: LineTextProps<Values, Sent>) {
  const { name, control, oneLine = false, className, ...field } = props
  const { field: input, fieldState } = useController({ name, control })
  const shared = { ...field, ...input, error: fieldState.error?.message }
  if (oneLine) return <TextField {...shared} autoComplete="off" className={className} />
  return (
    <TextArea
      {...shared}
      rows={1}
      className={`${className} [&_textarea]:field-sizing-content [&_textarea]:max-h-40 [&_textarea]:min-h-9`}
    />
  )
}
