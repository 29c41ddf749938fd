import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSelectionFeature,
  type RowSelectionState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { Link } from '@tanstack/react-router'
import { Columns3, Ellipsis } from 'lucide-react'
import { type Dispatch, type MouseEvent, type ReactNode, type SetStateAction, useMemo, useState } from 'react'
import { type BulkAction, BulkBar } from './BulkBar.tsx'
import { classes } from './classes.ts'
import { type DataColumn, hiddenBelow } from './data-column.ts'
import { HeaderCell } from './DataTableHeader.tsx'
import { IconButton } from './IconButton.tsx'
import type { Place } from './link-target.ts'
import { Menu, MenuCheckbox, MenuLink } from './Menu.tsx'
import { usePhone } from './media.ts'
import { PhoneCards } from './PhoneCards.tsx'
import { useSavedColumns } from './saved-columns.ts'

type DataTableProps<T> = {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => string
  /** What the row is called, and its page, if it has one: the first column leads there. */
  title: (row: T) => string
  page?: (row: T) => Place
  /** Opens the row in a side panel; a second click opens its page. */
  onOpen?: (row: T) => void
  isOpen?: (row: T) => boolean
  columns: readonly DataColumn<T>[]
  order: string
  onOrder: (order: string) => void
  bulk?: readonly BulkAction<T>[]
  /** Items of the row's menu. Rows that open a panel have their page in it as well. */
  menu?: (row: T) => ReactNode
  /** Buttons at the end of the row. */
  actions?: (row: T) => ReactNode
  actionsWidth?: string
  /** The same rows on a phone. */
  cards: (rows: readonly T[]) => ReactNode
}

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature })

/** A table of 44 px rows: headers that sort, a choice of columns, selection, a menu in each row. On a phone its rows are cards. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const phone = usePhone()
  return phone ? <PhoneCards {...props} /> : <WideTable {...props} />
}

function WideTable<T extends object>(props: DataTableProps<T>) {
  const { label, rows, rowKey, columns, order, onOrder, bulk = [] } = props
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const [columnVisibility, setColumnVisibility] = useSavedColumns(label)
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, T>()
    return helper.columns(columns.map(({ id, header }) => helper.display({ id, header })))
  }, [columns])
  const data = useMemo(() => [...rows], [rows])
  const table = useTable({
    features,
    data,
    columns: definitions,
    getRowId: rowKey,
    enableRowSelection: ({ original }) => bulk.some(({ can }) => can(original)),
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: setRowSelection,
    onColumnVisibilityChange: setColumnVisibility,
  })
  const shown = columns.filter(({ id }) => columnVisibility[id] !== false)
  const hasMenu = props.menu !== undefined || props.onOpen !== undefined
  const hasMenus = hasMenu || columns.some(({ hides }) => hides === true)
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original)
  const selects = bulk.length > 0 && table.getRowModel().rows.some((row) => row.getCanSelect())
  return (
    <div className="@container relative">
      {selected.length > 0 && (
        <div className="absolute inset-x-0 top-0 z-2 flex min-h-11 items-center border-b border-line bg-surface py-1 pr-4 pl-12 sm:pr-5 sm:pl-13">
          <BulkBar bulk={bulk} selected={selected} onDone={() => setRowSelection({})} />
        </div>
      )}
      <table aria-label={label} className="w-full table-fixed text-body">
        <thead>
          <tr className="h-11 border-b border-line">
            {selects && (
              <th scope="col" className="relative z-3 w-10 pl-4 sm:pl-5">
                <input
                  type="checkbox"
                  aria-label={`Select all ${label.toLowerCase()}`}
                  checked={table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                  className="block size-4 accent-primary"
                />
              </th>
            )}
            {shown.map((column) => (
              <HeaderCell key={column.id} {...{ column, order, onOrder }} isCovered={selected.length > 0} />
            ))}
            {props.actions !== undefined && (
              <th scope="col" className={props.actionsWidth ?? 'w-44'}>
                <span className="sr-only">Actions</span>
              </th>
            )}
            {hasMenus && (
              <th scope="col" className="w-14 pr-2 text-right">
                {selected.length === 0 && (
                  <ColumnsMenu columns={columns} visibility={columnVisibility} onChange={setColumnVisibility} />
                )}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className={classes(
                'covered-row h-11 transition-colors hover:bg-hover focus-within:bg-hover',
                props.isOpen?.(row.original) === true && 'bg-hover shadow-[inset_3px_0_0_var(--tab)]',
              )}
            >
              {selects && (
                <td className="relative z-1 pl-4 sm:pl-5">
                  <input
                    type="checkbox"
                    aria-label={`Select ${props.title(row.original)}`}
                    checked={row.getIsSelected()}
                    disabled={!row.getCanSelect()}
                    onChange={row.getToggleSelectedHandler()}
                    className="block size-4 accent-primary"
                  />
                </td>
              )}
              {shown.map((column, index) => (
                <td
                  key={column.id}
                  className={classes(
                    'px-2.5 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
                    column.wraps !== true && 'truncate',
                    column.right === true ? 'tabular text-right text-ink' : 'text-ink-2',
                    column.from !== undefined && hiddenBelow[column.from],
                  )}
                >
                  {index === 0 ? <Opener {...props} row={row.original} column={column} /> : column.cell(row.original)}
                </td>
              ))}
              {props.actions !== undefined && (
                <td className="relative z-1 pr-2 text-right whitespace-nowrap">{props.actions(row.original)}</td>
              )}
              {hasMenus && (
                <td className="relative z-1 pr-2 text-right">{hasMenu && <RowMenu {...props} row={row.original} />}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ColumnsMenuProps<T> = {
  columns: readonly DataColumn<T>[]
  visibility: Record<string, boolean>
  onChange: Dispatch<SetStateAction<Record<string, boolean>>>
}

/** In the header above the menus of the rows: which columns are shown. */
function ColumnsMenu<T>({ columns, visibility, onChange }: ColumnsMenuProps<T>) {
  const hiding = columns.filter(({ hides }) => hides === true)
  if (hiding.length === 0) return null
  return (
    <Menu
      label="Columns"
      trigger={
        <IconButton label="Columns">
          <Columns3 />
        </IconButton>
      }
    >
      {hiding.map(({ id, header }) => (
        <MenuCheckbox
          key={id}
          checked={visibility[id] !== false}
          onChange={(on) => onChange((old) => ({ ...old, [id]: on }))}
        >
          {header}
        </MenuCheckbox>
      ))}
    </Menu>
  )
}

type CellProps<T> = DataTableProps<T> & { row: T; column: DataColumn<T> }

/** A link to the page that opens the panel first; with Ctrl or Cmd it opens the page in a tab as any link does. */
function Opener<T>({ row, column, page, title, onOpen, isOpen }: CellProps<T>) {
  const press = (event: MouseEvent) => {
    if (onOpen === undefined || isOpen?.(row) === true) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onOpen(row)
  }
  if (page === undefined)
    return (
      <span dir="auto" title={title(row)} className="own-direction block truncate font-semibold text-ink">
        {column.cell(row)}
      </span>
    )
  return (
    <Link
      {...page(row)}
      preload={false}
      dir="auto"
      title={title(row)}
      onClick={press}
      className="own-direction block truncate font-semibold text-ink stretched-link underline-offset-2 hover:underline"
    >
      {column.cell(row)}
    </Link>
  )
}

function RowMenu<T>({ row, title, page, onOpen, menu }: DataTableProps<T> & { row: T }) {
  return (
    <Menu
      label={`More about ${title(row)}`}
      trigger={
        <button
          type="button"
          aria-label={`More about ${title(row)}`}
          className="inline-grid size-9 place-items-center rounded-md text-ink-3 hover:bg-mist-2 hover:text-ink coarse:size-11"
        >
          <Ellipsis />
        </button>
      }
    >
      {onOpen !== undefined && page !== undefined && (
        <MenuLink>
          <Link {...page(row)}>Open full page</Link>
        </MenuLink>
      )}
      {menu?.(row)}
    </Menu>
  )
}
