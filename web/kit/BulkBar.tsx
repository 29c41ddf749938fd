import { useState } from 'react'
import { Button } from './Button.tsx'

/** Bulk actions on the selected rows. */
export interface BulkAction<T> {
  label: string
  can: (row: T) => boolean
  /** If it resolves to false, the selection doesn't change. */
  act: (rows: T[]) => Promise<void | boolean>
}

type BulkBarProps<T> = { bulk: readonly BulkAction<T>[]; selected: T[]; onDone: () => void }

/** How many rows are selected, and a button for each action that some of them allow. */
export function BulkBar<T>({ bulk, selected, onDone }: BulkBarProps<T>) {
  const [pending, setPending] = useState<string | null>(null)
  if (selected.length === 0) return <span />
  return (
    <div role="group" aria-label="Actions for selected rows" className="flex flex-wrap items-center gap-2">
      <span className="text-meta text-ink-2">{selected.length} selected</span>
      {bulk.map(({ label, can, act }) => {
        const rows = selected.filter(can)
        if (rows.length === 0) return null
        return (
          <Button
            key={label}
            size="small"
            pending={pending === label}
            disabled={pending !== null}
            onClick={() => {
              setPending(label)
              void act(rows)
                .then((isDone) => isDone !== false && onDone())
                .finally(() => setPending(null))
            }}
          >
            {label} ({rows.length})
          </Button>
        )
      })}
      <Button size="small" variant="ghost" onClick={onDone}>
        Clear selection
      </Button>
    </div>
  )
}
