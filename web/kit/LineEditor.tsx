import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { Button } from './Button.tsx'
import { FieldNote } from './Field.tsx'
import { LineRow } from './LineRow.tsx'
import { lineError, type LineColumns, totalOfLines } from './lines.ts'
import { Money } from './Money.tsx'

type LineEditorProps<Values extends FieldValues, Sent, L> = {
  /** What the lines are, for those who hear it: "Services". */
  label: string
  name: FieldPath<Values>
  control: Control<Values, unknown, Sent>
  columns: LineColumns<L>
  /** A new line. */
  blank: L
  /** The button's words: "Add a custom line". */
  add: string
  /** What stands there while there is no line. */
  empty: ReactNode
  /** Below a line's fields, for instance where it comes from. */
  note?: (line: L) => ReactNode
  /** Beside the button that adds a line, for instance a picker of rate cards. */
  children?: ReactNode
}

/**
 * The lines of a proposal, contract or invoice: words, quantity × rate, the live sum. Lines are moved with their buttons or with
 * Alt and the arrows. Tied to a form's field, which holds an array of lines; totals are the server's to check, and not part of them.
 */
export function LineEditor<Values extends FieldValues, Sent, L extends object>(
  props: LineEditorProps<Values, Sent, L>,
) {
  const { label, name, control, columns, blank, add, empty, note, children } = props
  const { field, fieldState } = useController({ name, control })
  const lines = field.value as L[]
  const { keys, setKeys } = useKeys(lines.length)
  const list = useRef<HTMLOListElement>(null)
  const focus = useFocusAfter(list)
  const [said, setSaid] = useState('')
  const noteId = useId()
  const wrong = lineError(fieldState.error)

  // The form leads to what is wrong: to the first such field, or else to the first there is.
  const { ref, onChange } = field
  useEffect(() => {
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector)
    ref({ focus: () => (find('[aria-invalid="true"]') ?? find('input'))?.focus() })
  }, [ref])

  // The lines as they are when something happens, so that a row need not be drawn again for what another one holds.
  const latest = useRef({ lines, keys })
  useEffect(() => {
    latest.current = { lines, keys }
  })
  const put = useCallback(
    (next: L[], nextKeys: number[]) => {
      latest.current = { lines: next, keys: nextKeys }
      setKeys(nextKeys)
      onChange(next)
    },
    [onChange, setKeys],
  )
  const change = useCallback(
    (key: number, part: Partial<L>) => {
      const { lines: now, keys: nowKeys } = latest.current
      const at = nowKeys.indexOf(key)
      put(
        now.map((line, index) => (index === at ? { ...line, ...part } : line)),
        nowKeys,
      )
    },
    [put],
  )
  const move = useCallback(
    (key: number, step: 1 | -1) => {
      const { lines: now, keys: nowKeys } = latest.current
      const from = nowKeys.indexOf(key)
      const to = from + step
      if (to < 0 || to >= now.length) return
      focus.onSame()
      put(swapped(now, from, to), swapped(nowKeys, from, to))
      setSaid(`Line ${from + 1} is now line ${to + 1} of ${now.length}.`)
    },
    [put, focus],
  )
  const remove = useCallback(
    (key: number) => {
      const { lines: now, keys: nowKeys } = latest.current
      const at = nowKeys.indexOf(key)
      focus.onLine(Math.min(at, now.length - 2))
      put(now.toSpliced(at, 1), nowKeys.toSpliced(at, 1))
      setSaid(`Line ${at + 1} is removed.`)
    },
    [put, focus],
  )
  function append() {
    focus.onLine(lines.length)
    put([...lines, blank], [...keys, nextKey()])
  }

  return (
    <section aria-label={label} aria-describedby={wrong === undefined ? undefined : noteId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-panel text-ink">{label}</h3>
        {lines.length > 0 && (
          <span className="text-meta text-ink-3">
            {lines.length} {lines.length === 1 ? 'line' : 'lines'}, <Money cents={totalOfLines(lines, columns)} />
          </span>
        )}
      </div>
      {lines.length === 0 && <div className="mt-2 text-body text-ink-2">{empty}</div>}
      <ol ref={list} className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {lines.map((line, index) => (
          <LineRow
            key={keys[index]}
            id={keys[index] ?? index}
            index={index}
            isLast={index === lines.length - 1}
            line={line}
            columns={columns}
            errors={errorsOf(fieldState.error, index, columns)}
            note={note}
            onChange={change}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
      {wrong !== undefined && <FieldNote id={noteId} error={wrong} />}
      <output className="sr-only">{said}</output>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {children}
        <Button onClick={append}>
          <Plus />
          {add}
        </Button>
      </div>
    </section>
  )
}

const swapped = <T,>(list: T[], from: number, to: number): T[] =>
  list.map((item, index) => (index === from ? list[to] : index === to ? list[from] : item) as T)

/** The messages of one line as text, so that a row with the same ones is the same. */
function errorsOf<L>(errors: unknown, index: number, columns: LineColumns<L>): string {
  if (errors === undefined) return ''
  const keys = [
    columns.name?.key,
    columns.description.key,
    columns.quantity.key,
    columns.rate.key,
    'totalCost',
    'total',
  ]
  const found = keys.flatMap((key) => {
    const message = key === undefined ? undefined : lineError(errors, index, key)
    return message === undefined ? [] : [[key, message]]
  })
  return found.length === 0 ? '' : JSON.stringify(Object.fromEntries(found))
}

let lastKey = 0
const nextKey = () => ++lastKey

/** A key for each line that stays with it when it moves; new ones when the form was filled anew. */
function useKeys(count: number) {
  const [keys, setKeys] = useState<number[]>(() => Array.from({ length: count }, nextKey))
  if (keys.length === count) return { keys, setKeys }
  const fresh = [...keys.slice(0, count), ...Array.from({ length: Math.max(0, count - keys.length) }, nextKey)]
  setKeys(fresh)
  return { keys: fresh, setKeys }
}

/** Where the focus goes when lines were added, moved or removed: a moved field would lose it. */
function useFocusAfter(list: React.RefObject<HTMLOListElement | null>) {
  const wanted = useRef<HTMLElement | number | null>(null)
  useEffect(() => {
    const goal = wanted.current
    wanted.current = null
    if (goal === null) return
    const line = typeof goal === 'number' ? list.current?.children[goal] : undefined
    const place = goal instanceof HTMLElement ? goal : line?.querySelector<HTMLElement>('input, textarea')
    place?.focus()
  })
  const [focus] = useState(() => ({
    onSame() {
      wanted.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
    onLine(index: number) {
      wanted.current = index
    },
  }))
  return focus
}
