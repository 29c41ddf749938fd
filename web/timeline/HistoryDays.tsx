import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../domain/audit-log.ts'
import { formatTime } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { pageOf } from './event-page.ts'
import { dayWords, monthsOf } from './history-days.ts'
import { eventWords } from './event-words.ts'

type HistoryDaysProps = {
  label: string
  entries: readonly AuditEntry[]
  /** Under the sentence: where it was, from where, what exactly. */
  more?: (entry: AuditEntry) => ReactNode
}

/** The audit log as sentences under their months, the latest first, each day with its date once. */
export function HistoryDays({ label, entries, more }: HistoryDaysProps) {
  const now = useNow()
  return (
    <ol aria-label={label}>
      {monthsOf(entries, more === undefined).map(({ month, entries: ofMonth }) => (
        <li key={month}>
          <h3 className="border-b border-line bg-mist px-4 py-1.5 text-meta font-semibold text-ink-2 sm:px-5">
            {month}
          </h3>
          <ol className="divide-y divide-line border-b border-line last:border-b-0">
            {ofMonth.map(({ entry, day, isFirstOfDay, times }) => (
              <li key={entry.id} className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2.5 sm:flex-nowrap sm:px-5">
                <time
                  dateTime={entry.at}
                  className="tabular flex w-full shrink-0 gap-x-2 pt-px text-meta text-ink-3 sm:w-36 sm:justify-between"
                >
                  <span className={isFirstOfDay ? 'font-semibold text-ink-2' : 'sr-only'}>{dayWords(day, now)}</span>
                  <span className="sm:ml-auto">{formatTime(entry.at)}</span>
                </time>
                <div className="min-w-0 flex-1">
                  <p className="text-body wrap-anywhere text-ink">
                    <Sentence entry={entry} />
                    {times > 1 && <span className="text-ink-3"> {times} times</span>}
                  </p>
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

/** The entry in words. The name of a thing with a page links to it; folders have their own link, or are the page. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const words = eventWords(entry)
  const place = entry.entityType === 'client-folders' ? null : pageOf(entry)
  const name = entry.subject ?? ''
  const start = name === '' ? -1 : words.lastIndexOf(name)
  if (place === null || start < 0) return words
  return (
    <>
      {words.slice(0, start)}
      <Link {...place} className="link">
        {name}
      </Link>
      {words.slice(start + name.length)}
    </>
  )
}
