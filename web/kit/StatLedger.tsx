import { Link } from '@tanstack/react-router'
import { classes } from './classes.ts'
import { Skeleton } from './Skeleton.tsx'

export interface Stat {
  label: string
  /** Undefined while it is being read; a text for what has no number yet ("–"). */
  value: number | string | undefined
  /** One plain fact: "2 opened this week". */
  fact?: string
  late?: boolean
  to?: string
}

const numeral = new Intl.NumberFormat('en-US')

/** The figures of a dashboard: one panel, cells split by hairlines, each leading to its list. */
export function StatLedger({ label, stats }: { label: string; stats: readonly Stat[] }) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-lg border border-line bg-line shadow-sheet">
      <dl className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-px lg:grid-cols-[repeat(4,minmax(0,1fr))]">
        {stats.map((stat) => (
          <Cell key={stat.label} stat={stat} />
        ))}
      </dl>
    </section>
  )
}

function Cell({ stat }: { stat: Stat }) {
  const { label, value, fact, late = false, to } = stat
  return (
    <div className="relative flex flex-col bg-surface p-4 transition-colors has-[a:hover]:bg-hover sm:px-6 sm:py-5">
      <dt className="order-2 text-body font-semibold text-ink">
        {to === undefined ? (
          label
        ) : (
          <Link
            to={to}
            className="after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus focus-visible:outline-none"
          >
            {label}
          </Link>
        )}
      </dt>
      <dd className="tabular order-1 font-display text-numeral text-ink">
        {value === undefined ? (
          <Skeleton className="my-1 h-8 w-14" />
        ) : typeof value === 'number' ? (
          numeral.format(value)
        ) : (
          value
        )}
      </dd>
      {fact !== undefined && (
        <dd className={classes('order-3 mt-0.5 text-meta', late ? 'text-danger' : 'text-ink-3')}>{fact}</dd>
      )}
    </div>
  )
}
