import { ChevronsUpDown } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'
import { controlStyle, Field, type FieldProps } from './Field.tsx'

export interface PickerOption {
  id: string
  label: string
  detail?: string
}

type SearchPickerProps = FieldProps & {
  /** The name of what is chosen; shown while nobody is typing. */
  chosen: string | null
  words: string
  onWords: (words: string) => void
  /** What was found for the words; at most a handful. */
  options: readonly PickerOption[]
  nothing: string
  /** There are others than those found. */
  isMore?: boolean
  onChoose: (id: string) => void
}

/** A field that searches (WAI-ARIA combobox): type a few letters, choose with the arrows and Enter, or with the mouse. */
export function SearchPicker(props: SearchPickerProps) {
  const { chosen, words, onWords, options, nothing, isMore = false, onChoose, ...field } = props
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const at = Math.min(active, options.length - 1)

  function choose(id: string | undefined) {
    if (id === undefined) return
    onChoose(id)
    close()
  }
  function close() {
    setOpen(false)
    setActive(0)
    onWords('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(options.length === 0 ? 0 : (at + step + options.length) % options.length)
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(options[at]?.id)
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      close()
    }
  }

  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={input}
            dir="auto"
            role="combobox"
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={open && options[at] ? `${listId}-${options[at].id}` : undefined}
            autoComplete="off"
            className={classes(controlStyle, 'h-9 truncate pr-9 own-direction')}
            value={open ? words : (chosen ?? '')}
            placeholder={open && chosen !== null ? chosen : undefined}
            onChange={(event) => {
              setOpen(true)
              setActive(0)
              onWords(event.target.value)
            }}
            onClick={() => setOpen(true)}
            onBlur={close}
            onKeyDown={onKeyDown}
          />
          <ChevronsUpDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3" />
          <div
            id={listId}
            role="listbox"
            aria-label={field.label}
            hidden={!open}
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-lift"
          >
            {options.length === 0 && <div className="px-3 py-2 text-meta text-ink-3">{nothing}</div>}
            {options.map((option, index) => (
              // The keyboard drives the list through the input above (aria-activedescendant).
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={option.id}
                id={`${listId}-${option.id}`}
                role="option"
                aria-selected={index === at}
                // Before the input loses its focus, which closes the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option.id)}
                className={classes('cursor-pointer px-3 py-1.5 coarse:py-2.5', index === at && 'bg-hover')}
              >
                <span dir="auto" className="line-clamp-2 text-body wrap-anywhere own-direction text-ink">
                  {option.label}
                </span>
                {option.detail !== undefined && (
                  <span className="block text-meta wrap-anywhere text-ink-3">{option.detail}</span>
                )}
              </div>
            ))}
            {isMore && (
              <div className="sticky -bottom-1 border-t border-line bg-surface px-3 py-1.5 text-meta text-ink-3">
                Type to find others.
              </div>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
