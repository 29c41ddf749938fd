import { ChevronLeft, ChevronRight } from 'lucide-react'
import { daysAfter } from '../../domain/time.ts'
import { formatMinutes, type TimeSummary } from '../../domain/time-entry.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { formatDate } from '../kit/dates.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { formatMoney } from '../kit/money.ts'
import { clockOf, daysOfWeek } from './words.ts'

type WeekStripProps = {
  monday: string
  today: string
  thisMonday: string
  summary: TimeSummary | undefined
  onWeek: (monday: string) => void
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** The days of a week with their totals, and the way to other weeks. */
export function WeekStrip({ monday, today, thisMonday, summary, onWeek }: WeekStripProps) {
  return (
    <section aria-label="Week" className="border-b border-line px-4 py-3 sm:px-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="flex items-center">
          <IconButton label="Previous week" onClick={() => onWeek(daysAfter(monday, -7))}>
            <ChevronLeft />
          </IconButton>
          <IconButton label="Next week" disabled={monday >= thisMonday} onClick={() => onWeek(daysAfter(monday, 7))}>
            <ChevronRight />
          </IconButton>
        </div>
        <h2 className="text-panel text-ink">
          {formatDate(monday)} – {formatDate(daysAfter(monday, 6))}
        </h2>
        {monday !== thisMonday && (
          <Button size="small" onClick={() => onWeek(thisMonday)}>
            This week
          </Button>
        )}
        {summary !== undefined && (
          <p className="tabular ml-auto text-body text-ink-2">
            <strong className="font-semibold text-ink">{formatMinutes(summary.minutes)}</strong>
            {summary.amount > 0 && `, ${formatMoney(summary.amount)} billable`}
          </p>
        )}
      </div>
      <dl className="grid grid-cols-7 gap-1">
        {daysOfWeek(monday).map((day) => {
          const minutes = summary?.days.find(({ date }) => date === day)?.minutes ?? 0
          return (
            <div
              key={day}
              className={classes(
                'rounded-md px-1 py-1.5 text-center',
                day === today ? 'bg-info-soft' : day < today && 'bg-mist',
              )}
            >
              <dt className="text-micro text-ink-2">{weekday.format(new Date(`${day}T00:00:00Z`))}</dt>
              <dd className={classes('tabular text-body', minutes === 0 ? 'text-ink-2' : 'font-semibold text-ink')}>
                {clockOf(minutes)}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
