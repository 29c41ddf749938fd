import { type ReactNode, useId, useState } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { FilterSelect } from './SelectField.tsx'
import { SearchField } from './SearchField.tsx'
import type { Choice } from './SelectField.tsx'
import { type SearchParams, useSearchParams } from './url-state.ts'

export interface ListState<N extends string> {
  /** The search, filter, and sort values; empty strings by default. */
  values: Record<N, string>
  /** Typing stays one step of the history; a choice is one that Back undoes. */
  set: (name: N, value: string, options?: { typing?: boolean }) => void
  /** Something narrows the list; an order alone does not. */
  isFiltered: boolean
  /** Shows everything again, in the order chosen. */
  clear: () => void
}

/** Search words, filters, and order of a list, stored in the URL: Back, a reload, and a copied link restore them. */
export function useListState<N extends keyof SearchParams>(names: readonly N[], order?: N): ListState<N> {
  const [search, change] = useSearchParams()
  // The names are the keys that are made of them.
  const values = Object.fromEntries(names.map((name) => [name, search[name] ?? ''])) as Record<N, string>
  const narrowing = names.filter((name) => name !== order)
  return {
    values,
    set: (name, value, { typing = false } = {}) =>
      change({ [name]: value === '' ? undefined : value }, { replace: typing }),
    isFiltered: narrowing.some((name) => values[name] !== ''),
    clear: () => change(Object.fromEntries(narrowing.map((name) => [name, undefined])), { replace: false }),
  }
}

export interface ListFilter<N extends string> {
  name: N
  label: string
  /** Nothing chosen: "All roles", "Newest first". */
  all: string
  choices: readonly Choice[]
}

type ListFiltersProps<N extends string> = {
  /** The label of the search field: "Search users". */
  label: string
  state: ListState<N>
  /** The name under which the words are in the address. */
  words: N
  filters?: readonly ListFilter<N>[]
  /** At the top of a panel with the list, or above cards. */
  place?: 'panel' | 'page'
  /** More to narrow by, and the list's export. */
  children?: ReactNode
  /** What adds to the list, always in view. */
  actions?: ReactNode
}

/** Search, filters and order of a list, the same everywhere. A phone shows the list first, and the filters on request. */
export function ListFilters<N extends string>(props: ListFiltersProps<N>) {
  const { label, state, words, filters = [], place = 'panel', children, actions } = props
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const chosen = filters.filter(({ name }) => state.values[name] !== '').length
  const hasFilters = filters.length > 0 || children !== undefined
  return (
    <search
      className={classes(
        'no-print flex flex-wrap items-center gap-2',
        place === 'panel' ? 'border-b border-line px-4 py-3 sm:px-5' : 'mb-4 sm:mb-5',
      )}
    >
      <SearchField
        label={label}
        value={state.values[words]}
        onChange={(value) => state.set(words, value, { typing: true })}
        className="min-w-0 flex-1 sm:w-72 sm:flex-none"
      />
      {hasFilters && (
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)} className="sm:hidden">
          {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
        </Button>
      )}
      <div id={id} className={classes(isOpen ? 'flex' : 'hidden', 'w-full flex-wrap items-center gap-2 sm:contents')}>
        {filters.map(({ name, ...filter }) => (
          <FilterSelect
            key={name}
            {...filter}
            value={state.values[name]}
            onChange={(value) => state.set(name, value)}
          />
        ))}
        {children}
        {state.isFiltered && (
          <Button variant="ghost" onClick={state.clear}>
            Clear filters
          </Button>
        )}
      </div>
      {actions}
    </search>
  )
}
