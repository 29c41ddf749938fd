import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { Menu, MenuItem } from './Menu.tsx'

/** Bulk actions on the selected rows. */
export interface BulkAction<T> {
  label: string
  can: (row: T) => boolean
  /** How many it acts on, where that isn't the number of rows. */
  count?: (rows: T[]) => number
  /** If it resolves to false, the selection doesn't change. */
  act: (rows: T[]) => Promise<void | boolean>
}

/** With this many actions or more, they are in a menu, so that they fit in one line. */
const menuFrom = 3

type BulkBarProps<T> = {
  bulk: readonly BulkAction<T>[]
  selected: T[]
  onDone: () => void
}

/** How many rows are selected, and a button for each action that some of them allow. */
export function BulkBar<T>({ bulk, selected, onDone }: BulkBarProps<T>) {
  const [pending, setPending] = useState<string | null>(null)
  if (selected.length === 0) return <span />
  const actions = bulk
    .map(({ label, can, act, count }) => ({ label, act, count, rows: selected.filter(can) }))
    .filter(({ rows }) => rows.length > 0)
    .map(({ label, act, count, rows }) => ({
      label,
      words: `${label} (${count?.(rows) ?? rows.length})`,
      run: () => {
        setPending(label)
        void act(rows)
          .then((isDone) => isDone !== false && onDone())
          .finally(() => setPending(null))
      },
    }))
  return (
    <div role="group" aria-label="Actions for selected rows" className="flex flex-wrap items-center gap-2">
      <span className="text-meta text-ink-2">{selected.length} selected</span>
      <Button size="small" variant="ghost" onClick={onDone}>
        Clear selection
      </Button>
      {actions.length >= menuFrom ? (
        <Menu
          trigger={
            <Button size="small" pending={pending !== null} disabled={pending !== null}>
              Actions
              <ChevronDown />
            </Button>
          }
        >
          {actions.map(({ label, words, run }) => (
            <MenuItem key={label} onSelect={run}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        actions.map(({ label, words, run }) => (
          <Button key={label} size="small" pending={pending === label} disabled={pending !== null} onClick={run}>
            {words}
          </Button>
        ))
      )}
    </div>
  )
}
