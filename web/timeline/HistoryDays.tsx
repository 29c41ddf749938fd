import type { ReactNode } from 'react'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { formatTime } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { daysOf, dayWords } from './history-days.ts'
import { eventWords } from './event-words.ts'

type HistoryDaysProps = {
  label: string
  entries: readonly AuditEntry[]
  /** Under the sentence: where it was, from where, what exactly. */
  more?: (entry: AuditEntry) => ReactNode
}

/** The audit log as sentences under their days, the latest first. */
export function HistoryDays({ label, entries, more }: HistoryDaysProps) {
  const now = useNow()
  return (
    <ol aria-label={label}>
      {daysOf(entries).map(({ day, entries: ofDay }) => (
        <li key={day}>
          <h3 className="border-b border-line bg-mist px-4 py-2 text-meta font-semibold text-ink-2 sm:px-5">
            {dayWords(day, now)}
          </h3>
          <ol className="divide-y divide-line border-b border-line last:border-b-0">
            {ofDay.map((entry) => (
              <li key={entry.id} className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-3 sm:flex-nowrap sm:px-5">
                <time dateTime={entry.at} className="tabular w-full shrink-0 pt-px text-meta text-ink-3 sm:w-16">
                  {formatTime(entry.at)}
                </time>
                <div className="min-w-0 flex-1">
                  <p className="text-body wrap-anywhere text-ink">{eventWords(entry)}</p>
                  {more?.(entry)}
                </div>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}
