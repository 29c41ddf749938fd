import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { classes } from './classes.ts'
import { ErrorLine } from './EmptyState.tsx'
import type { Place } from './link-target.ts'
import { Skeleton } from './Skeleton.tsx'

export interface Stat extends Place {
  label: string
  /** Undefined while it is being read, and when that failed. */
  value: number | string | undefined
  /** One plain fact: "2 opened this week". */
  fact?: string
  late?: boolean
}

const numeral = new Intl.NumberFormat('en-US')

type StatLedgerProps = { label: string; stats: readonly Stat[]; query: UseQueryResult }

/**
 * The figures of a dashboard in one panel. On phones, cells that link to lists are low, in two columns. If the figures
 * can't be read, it says why.
 */
export function StatLedger({ label, stats, query }: StatLedgerProps) {
  const hasFailed = query.isError && query.data === undefined
  return (
    <section aria-label={label} className="overflow-hidden rounded-lg border border-line bg-line shadow-sheet">
      <dl className="grid gap-px max-lg:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col max-lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {stats.map((stat) => (
          <Cell key={stat.label} stat={stat} hasFailed={hasFailed} />
        ))}
      </dl>
      {hasFailed && (
        <ErrorLine
          what="Couldn’t load the figures."
          error={query.error}
          onRetry={() => void query.refetch()}
          className="mt-px bg-surface px-4 py-3 sm:px-6"
        />
      )}
    </section>
  )
}

function Cell({ stat, hasFailed }: { stat: Stat; hasFailed: boolean }) {
  const { label, value, fact, late = false, to, params, search } = stat
  const hidesFactOnPhones = to !== undefined && !late
  // On phones, an amount leaves no room at its side.
  const isStacked = typeof value === 'string'
  return (
    <div
      className={classes(
        'relative grid items-center gap-x-2 bg-surface px-4 py-2.5 transition-colors has-[a:hover]:bg-hover sm:grid-cols-[auto_minmax(0,1fr)] sm:content-center sm:gap-x-3 sm:px-5',
        !isStacked && 'grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      <dt
        className={classes(
          'text-body font-semibold text-ink sm:col-start-2 sm:row-start-1 sm:self-end',
          isStacked ? 'row-start-2' : 'col-start-2 row-start-1',
        )}
      >
        {to === undefined ? (
          label
        ) : (
          <Link {...{ to, params, search }} className="stretched-link">
            {label}
          </Link>
        )}
      </dt>
      <dd
        className={classes(
          'tabular col-start-1 row-start-1 font-display text-subtitle text-ink sm:row-span-2 sm:text-[1.75rem] sm:leading-9',
          !isStacked && !hidesFactOnPhones && 'row-span-2',
        )}
      >
        {value === undefined ? (
          hasFailed ? (
            '–'
          ) : (
            <Skeleton className="my-0.5 h-8 w-10" />
          )
        ) : typeof value === 'number' ? (
          numeral.format(value)
        ) : (
          value
        )}
      </dd>
      {fact !== undefined && (
        <dd
          className={classes(
            'text-meta sm:col-start-2 sm:row-start-2 sm:self-start',
            isStacked ? 'row-start-3' : 'col-start-2 row-start-2',
            hidesFactOnPhones && 'max-sm:hidden',
            late ? 'text-danger' : 'text-ink-3',
          )}
        >
          {fact}
        </dd>
      )}
    </div>
  )
}
