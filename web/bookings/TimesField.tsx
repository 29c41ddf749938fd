import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type MouseEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { appointmentTime } from '../../domain/booking.ts'
import type { BookingTimes } from '../../domain/booking-times.ts'
import { Button } from '../kit/Button.tsx'
import { classes } from '../kit/classes.ts'
import { formatTime } from '../kit/dates.ts'
import { ErrorLine, ErrorState } from '../kit/EmptyState.tsx'
import { FieldNote } from '../kit/Field.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { countedTimes, dayWords, texts } from './words.ts'

type TimesFieldProps = {
  query: UseInfiniteQueryResult<InfiniteData<BookingTimes>>
  register: UseFormRegisterReturn
  /** The chosen time; empty without one. */
  value: string
  error: string | undefined
}

/** The free times by day, one of which is chosen. The days after the first are collapsed: there may be hundreds of times. */
export function TimesField({ query, register, value, error }: TimesFieldProps) {
  const [folded, setFolded] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const noteId = `${useId()}-note`
  if (query.isPending) return <SkeletonRows rows={3} label="Loading available times" />
  if (query.isError && query.data === undefined)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const days = query.data.pages.flatMap((page) => page.days)
  if (days.length === 0) return <p className="text-body text-ink-2">{texts.noTimes}</p>
  const isFolded = folded && error === undefined && days.some(({ times }) => times.includes(value))
  /** With the keyboard the arrows choose each time that they pass, so that only a pointer closes the list. */
  const fold = ({ detail }: MouseEvent) => {
    if (detail > 0) setFolded(true)
  }
  const unfold = () => {
    flushSync(() => setFolded(false))
    list.current?.querySelector<HTMLInputElement>('input:checked')?.focus()
  }
  return (
    <fieldset
      role="radiogroup"
      tabIndex={-1}
      className="min-w-0 scroll-mt-20"
      aria-invalid={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : noteId}
    >
      <legend className="mb-1.5 text-meta font-semibold text-ink">Time (Eastern Time)</legend>
      {/* Above the times, of which there may be many. */}
      <FieldNote id={noteId} error={error} />
      {isFolded && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-primary bg-info-soft px-3 py-2">
          <p className="text-body font-semibold text-ink">{appointmentTime(value)}</p>
          <Button size="small" onClick={unfold}>
            Change time
          </Button>
        </div>
      )}
      <div
        ref={list}
        hidden={isFolded}
        className={classes('rounded-md border border-line', error !== undefined && 'mt-3')}
      >
        {days.map(({ date, times }, at) => (
          <details key={date} open={at === 0} className="group border-b border-line last:border-b-0">
            <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-3 py-2 text-body transition-colors hover:bg-hover focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
              <span className="font-semibold text-ink">{dayWords(date)}</span>
              <span className="ml-auto text-meta text-ink-3">{countedTimes(times.length)}</span>
              <ChevronDown className="size-4 shrink-0 text-ink-3 group-open:rotate-180" />
            </summary>
            <div
              role="group"
              aria-label={dayWords(date)}
              className="grid grid-cols-[repeat(auto-fill,minmax(7.75rem,1fr))] gap-2 px-3 pt-1 pb-3"
            >
              {times.map((time) => (
                <label
                  key={time}
                  className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line-strong bg-surface px-3 text-body whitespace-nowrap text-ink transition-colors hover:bg-hover has-checked:border-primary has-checked:bg-info-soft coarse:min-h-11"
                >
                  <input
                    {...register}
                    type="radio"
                    value={time}
                    onClick={fold}
                    className="size-4 shrink-0 accent-primary"
                  />
                  {formatTime(time)}
                </label>
              ))}
            </div>
          </details>
        ))}
      </div>
      {query.hasNextPage && !isFolded && (
        <div className="mt-3">
          {query.isFetchNextPageError && !query.isFetchingNextPage ? (
            <ErrorLine what="Couldn’t load more." error={query.error} onRetry={() => void query.fetchNextPage()} />
          ) : (
            <Button
              pending={query.isFetchingNextPage}
              pendingLabel="Loading..."
              onClick={() => void query.fetchNextPage()}
            >
              Show later times
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
