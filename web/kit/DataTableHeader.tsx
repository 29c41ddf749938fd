import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from './classes.ts'
import { type DataColumn, hiddenBelow } from './data-column.ts'

type HeaderCellProps<T> = {
  column: DataColumn<T>
  order: string
  onOrder: (order: string) => void
  /** Something is shown over it, so it is still read aloud but can't be focused. */
  isCovered: boolean
}

/** A header that sorts by its column, if the list has such an order. */
export function HeaderCell<T>({ column, order, onOrder, isCovered }: HeaderCellProps<T>) {
  const { header, ascending, descending, right = false, width, from } = column
  const sorted = order === ascending ? 'ascending' : order === descending ? 'descending' : undefined
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classes(
        'truncate px-2.5 text-meta font-normal text-ink-3 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
        right ? 'text-right' : 'text-left',
        width,
        from !== undefined && hiddenBelow[from],
      )}
    >
      {ascending === undefined && descending === undefined ? (
        header
      ) : (
        <button
          type="button"
          tabIndex={isCovered ? -1 : undefined}
          onClick={() => onOrder(orderAfter(order, column))}
          className={classes(
            'inline-flex items-center gap-1 align-middle hover:text-ink',
            sorted !== undefined && 'text-ink',
            // The words of a right column end where its numbers end.
            right && 'flex-row-reverse',
          )}
        >
          {header}
          <Arrow size={14} className={classes(sorted === undefined && 'opacity-35')} />
        </button>
      )}
    </th>
  )
}

/** A header's next order: numbers begin with the highest, words and dates with the first; the third press ends it. */
function orderAfter<T>(order: string, { ascending, descending, right }: DataColumn<T>): string {
  const both = right === true ? [descending, ascending] : [ascending, descending]
  const cycle = [...new Set([...both.filter((each) => each !== undefined), ''])]
  return cycle[(cycle.indexOf(order) + 1) % cycle.length] ?? ''
}
