import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { classes } from './classes.ts'
import { usePhone } from './media.ts'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. */
  value?: (row: Row) => string | number
  /** Aligns numbers and money right. */
  right?: boolean
  /** Left out of the phone's rows. */
  wideOnly?: boolean
  /** The column's share of the width (`w-1/4`); longer text is truncated instead of widening the table. */
  share?: string
}

type TableProps<Row> = {
  caption: string
  rows: readonly Row[]
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rowKey: (row: Row) => string
  onOpen?: (row: Row) => void
  /** Buttons at the end of a row. */
  actions?: (row: Row) => ReactNode
}

interface Sort {
  key: string
  down: boolean
}

/** A table that sorts on click; under 640px it is a list of rows. */
export function Table<Row>(props: TableProps<Row>) {
  const [sort, setSort] = useState<Sort | null>(null)
  const phone = usePhone()
  const rows = sorted(props.rows, props.columns, sort)
  if (phone) return <PhoneRows {...props} rows={rows} />
  const toggle = (key: string) => setSort({ key, down: sort?.key === key && !sort.down })
  return (
    <div className="relative max-w-full overflow-x-auto">
      <table className="w-full text-body">
        <caption className="sr-only">{props.caption}</caption>
        <thead className="sticky top-0 z-1 bg-surface">
          <tr className="shadow-[inset_0_-1px_0_var(--line)]">
            {props.columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={toggle} />
            ))}
            {props.actions !== undefined && (
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <BodyRow key={props.rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function sorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | null): readonly Row[] {
  const value = columns.find((column) => column.key === sort?.key)?.value
  if (value === undefined || sort === null) return rows
  const compare = (a: Row, b: Row) => {
    const [x, y] = [value(a), value(b)]
    return typeof x === 'number' && typeof y === 'number'
      ? x - y
      : String(x).localeCompare(String(y), 'en', { numeric: true })
  }
  return rows.toSorted((a, b) => (sort.down ? compare(b, a) : compare(a, b)))
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | null; onSort: (key: string) => void }

function HeaderCell<Row>({ column, sort, onSort }: HeaderProps<Row>) {
  const down = sort?.key === column.key ? sort.down : null
  const Arrow = down === true ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={down === null ? undefined : down ? 'descending' : 'ascending'}
      className={classes(
        'h-11 px-5 text-meta font-normal text-ink-3',
        column.right === true ? 'text-right' : 'text-left',
        column.share,
      )}
    >
      {column.value === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          onClick={() => onSort(column.key)}
          // The words of a right column end where its numbers end.
          className={classes(
            'inline-flex items-center gap-1 align-middle hover:text-ink',
            column.right === true && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Arrow size={14} className={down === null ? 'invisible' : ''} />
        </button>
      )}
    </th>
  )
}

function BodyRow<Row>({ row, columns, onOpen, actions }: TableProps<Row> & { row: Row }) {
  return (
    <tr className={classes('covered-row transition-colors hover:bg-hover', onOpen !== undefined && 'cursor-pointer')}>
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={classes(
            'h-11 px-5 py-2',
            column.right === true ? 'tabular text-right' : 'text-left',
            index === 0 ? 'font-semibold text-ink' : 'text-ink-2',
            column.share !== undefined && 'max-w-0',
          )}
        >
          {index === 0 ? <Opener row={row} column={column} onOpen={onOpen} /> : column.cell(row)}
        </td>
      ))}
      {actions !== undefined && (
        <td className="relative z-1 px-5 py-1.5 text-right whitespace-nowrap">{actions(row)}</td>
      )}
    </tr>
  )
}

type OpenerProps<Row> = { row: Row; column: Column<Row>; onOpen?: (row: Row) => void }

// The button reaches over the whole row, so a click anywhere opens it and the keyboard has one stop.
function Opener<Row>({ row, column, onOpen }: OpenerProps<Row>) {
  if (onOpen === undefined) return column.cell(row)
  return (
    <button
      type="button"
      onClick={() => onOpen(row)}
      className="block min-h-0! max-w-full min-w-0! text-left font-semibold break-words stretched-link hover:underline"
    >
      {column.cell(row)}
    </button>
  )
}

function PhoneRows<Row>({ caption, rows, columns, rowKey, onOpen, actions }: TableProps<Row>) {
  const [first, ...others] = columns
  return (
    <ul aria-label={caption} className="divide-y divide-line">
      {rows.map((row) => (
        <li key={rowKey(row)} className="relative px-4 py-3.5">
          <div className="text-panel text-ink">
            <Opener row={row} column={first} onOpen={onOpen} />
          </div>
          <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-meta">
            {others
              .filter((column) => column.wideOnly !== true)
              .map((column) => (
                <div key={column.key} className="contents">
                  <dt className="text-ink-3">{column.header}</dt>
                  <dd className={classes('min-w-0 text-right text-ink-2', column.right === true && 'tabular')}>
                    {column.cell(row)}
                  </dd>
                </div>
              ))}
          </dl>
          {actions !== undefined && (
            <div className="relative z-1 mt-1.5 -ml-2.5 flex flex-wrap gap-2">{actions(row)}</div>
          )}
        </li>
      ))}
    </ul>
  )
}
