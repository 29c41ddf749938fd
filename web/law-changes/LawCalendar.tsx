import type { LawChange } from '../../domain/law-change.ts'
import { classes } from '../kit/classes.ts'
import { FilterSelect } from '../kit/SelectField.tsx'
import { useUrlState } from '../kit/url-state.ts'
import { calendarOf, yearsOf } from './words.ts'

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

type LawCalendarProps = {
  changes: LawChange[]
  /** The current year, shown first. */
  thisYear: number
  onOpen: (change: LawChange) => void
}

/** A year of changes by month. */
export function LawCalendar({ changes, thisYear, onOpen }: LawCalendarProps) {
  const [chosen, setChosen] = useUrlState('year', String(thisYear))
  const years = [...new Set([thisYear, ...yearsOf(changes)])].toSorted((a, b) => a - b)
  const year = years.find((each) => String(each) === chosen) ?? thisYear
  const { months, wholeYear } = calendarOf(changes, year)
  const item = (change: LawChange) => (
    <li key={change.id}>
      <button
        type="button"
        onClick={() => onOpen(change)}
        className="finger-high text-left text-body wrap-anywhere text-ink underline-offset-2 hover:underline"
      >
        {change.precision === 'day' && (
          <time dateTime={change.date} className="mr-1.5 shrink-0 tabular font-semibold whitespace-nowrap">
            {Number(change.date.slice(8))}
          </time>
        )}
        {change.title}
      </button>
    </li>
  )
  return (
    <section aria-label={`Calendar of ${year}`}>
      <div className="no-print mb-4 flex">
        <FilterSelect
          label="Year"
          all="This year"
          choices={years.filter((each) => each !== thisYear).map((each) => ({ value: `${each}`, label: `${each}` }))}
          value={String(year)}
          onChange={setChosen}
        />
      </div>
      {wholeYear.length > 0 && (
        <div className="mb-4 rounded-lg bg-surface p-4 shadow-sheet">
          <h2 className="text-panel text-ink">During {year}</h2>
          <ul className="mt-2 space-y-1.5">{wholeYear.map(item)}</ul>
        </div>
      )}
      <ol className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {months.map(({ month, changes: its }) => (
          <li key={month} className={classes('rounded-lg bg-surface p-4 shadow-sheet', its.length === 0 && 'hidden')}>
            <h2 className="text-panel text-ink">{monthNames[month - 1]}</h2>
            {its.length === 0 ? (
              <p className="mt-2 text-meta text-ink-3">No law updates</p>
            ) : (
              <ul className="mt-2 space-y-1.5">{its.map(item)}</ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
