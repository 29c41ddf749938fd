import { useCombobox } from 'downshift'
import { ChevronsUpDown, X } from 'lucide-react'
import { classes } from './classes.ts'
import { controlStyle, Field, type FieldProps } from './Field.tsx'

export interface PickerOption {
  id: string
  label: string
  detail?: string
}

type SearchPickerProps = FieldProps & {
  /** The name of the selected option; shown while the user is not typing. */
  chosen: string | null
  words: string
  onWords: (words: string) => void
  /** The search results; a handful at most. */
  options: readonly PickerOption[]
  nothing: string
  /** There are others than those found. */
  isMore?: boolean
  onChoose: (id: string) => void
  /** Shown as a × while something is chosen. */
  onClear?: (() => void) | undefined
}

/** A field that searches: type a few characters, then choose with the arrow keys and Enter, or with the mouse. */
export function SearchPicker(props: SearchPickerProps) {
  const { chosen, words, onWords, options, nothing, isMore = false, onChoose, onClear, ...field } = props
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps } = useCombobox<PickerOption>({
    items: [...options],
    itemToString: (option) => option?.label ?? '',
    inputValue: words,
    // The choice is the form's; here it only closes the list.
    selectedItem: null,
    defaultHighlightedIndex: 0,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && onChoose(selectedItem.id),
    onIsOpenChange: ({ isOpen: opens }) => !opens && onWords(''),
    stateReducer: (_state, { type, changes }) =>
      // Leaving the field chooses nothing.
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  })
  return (
    <Field {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...getInputProps({
              ...control,
              'aria-labelledby': undefined, // The field's label names it.
              dir: 'auto',
              placeholder: isOpen && chosen !== null ? chosen : undefined,
              // The cursor does not jump while someone types: the value is set in the same event.
              onChange: (event) => onWords(event.currentTarget.value),
              onKeyDown: (event) => {
                // Closes the list, not the dialog around it.
                if (event.key === 'Escape' && isOpen) event.stopPropagation()
                // Enter chooses an option, and never submits the form around the field.
                if (event.key === 'Enter' && isOpen) event.preventDefault()
              },
            })}
            value={isOpen ? words : (chosen ?? '')}
            className={classes(controlStyle, 'h-9 truncate pr-9 own-direction')}
          />
          {onClear === undefined ? (
            <ChevronsUpDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3" />
          ) : (
            <button
              type="button"
              aria-label={`Clear ${field.label}`}
              onClick={onClear}
              className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-ink-3 hover:text-ink"
            >
              <X />
            </button>
          )}
          <div
            {...getMenuProps({ 'aria-label': field.label })}
            hidden={!isOpen}
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-md border border-line bg-surface py-1 shadow-lift"
          >
            {options.length === 0 && <div className="px-3 py-2 text-meta text-ink-3">{nothing}</div>}
            {options.map((option, index) => (
              <div
                key={option.id}
                {...getItemProps({ item: option, index })}
                className={classes(
                  'cursor-pointer px-3 py-1.5 coarse:py-2.5',
                  index === highlightedIndex && 'bg-hover',
                )}
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
                Type to search.
              </div>
            )}
          </div>
        </div>
      )}
    </Field>
  )
}
