import { type ReactNode, useState } from 'react'
import { type BulkAction, BulkBar } from './BulkBar.tsx'
import { Button } from './Button.tsx'
import type { DataColumn } from './data-column.ts'

type PhoneCardsProps<T> = {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string
  title: (row: T) => string
  columns: readonly DataColumn<T>[]
  bulk?: readonly BulkAction<T>[]
  cards: (rows: readonly T[]) => ReactNode
}

/**
 * A table's rows on a phone: its cards, or while the user selects, rows with a checkbox and the actions for those
 * selected.
 */
export function PhoneCards<T extends object>(props: PhoneCardsProps<T>) {
  const { rows, bulk = [], cards } = props
  const [isSelecting, setIsSelecting] = useState(false)
  if (!rows.some((row) => bulk.some(({ can }) => can(row)))) return cards(rows)
  return (
    <>
      <div className="-mt-2 flex justify-end">
        <Button variant="ghost" size="small" onClick={() => setIsSelecting(!isSelecting)}>
          {isSelecting ? 'Done' : 'Select'}
        </Button>
      </div>
      {isSelecting ? <SelectableRows {...props} /> : cards(rows)}
    </>
  )
}

function SelectableRows<T extends object>({ label, rows, rowKey, title, columns, bulk = [] }: PhoneCardsProps<T>) {
  const [keys, setKeys] = useState<readonly string[]>([])
  const [, ...details] = columns.filter(({ from, right }) => from === undefined && right !== true)
  const toggle = (key: string) => setKeys(keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key])
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {rows.map((row) => (
          <li key={rowKey(row)}>
            <label className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-2.5">
              <input
                type="checkbox"
                checked={keys.includes(rowKey(row))}
                disabled={!bulk.some(({ can }) => can(row))}
                onChange={() => toggle(rowKey(row))}
                className="size-5 accent-primary"
              />
              <span dir="auto" className="own-direction truncate font-semibold text-ink">
                {title(row)}
              </span>
              <span className="col-start-2 flex flex-wrap items-center gap-x-3 text-meta text-ink-2">
                {details.map((column) => (
                  <span key={column.id}>{column.cell(row)}</span>
                ))}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 border-t border-line bg-surface px-4 py-2">
        <BulkBar bulk={bulk} selected={rows.filter((row) => keys.includes(rowKey(row)))} onDone={() => setKeys([])} />
      </div>
    </>
  )
}
