import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Place } from './link-target.ts'

/** Sheets side by side, as many as fit: proposals, contracts, invoices, rate cards, policies, forms. */
export function CardGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))] gap-4 sm:gap-5">
      {children}
    </ul>
  )
}

type CardProps = Place & {
  title: string
  /** Above the title: what kind it is. */
  kicker?: ReactNode
  badge?: ReactNode
  /** Below the title, quieter: the client, a kind. */
  context?: ReactNode
  /** At the right of the foot: a sum. */
  amount?: ReactNode
  /** At the left of the foot: dates. */
  meta?: ReactNode
  /** Buttons, in a line of their own. */
  actions?: ReactNode
  /** The buttons are in the line of the foot, in a list of many cards. */
  isCompact?: boolean
  /** Out of use: quieter, still readable. */
  faded?: boolean
  children?: ReactNode
}

export function Card(props: CardProps) {
  const { title, to, params, search, kicker, badge, context, amount, meta, actions, faded = false } = props
  const { isCompact = false, children } = props
  return (
    <li
      className={classes(
        'relative flex min-w-0 flex-col rounded-lg border border-line shadow-sheet transition-colors',
        faded ? 'bg-mist' : 'bg-surface',
        to !== undefined && 'hover:bg-hover',
      )}
    >
      <div className={classes('flex flex-1 flex-col', isCompact ? 'p-4' : 'p-4 sm:p-5')}>
        {kicker !== undefined && <div className="mb-2 flex flex-wrap gap-1.5">{kicker}</div>}
        <div className="flex items-start justify-between gap-3">
          <h2 dir="auto" className="line-clamp-3 min-w-0 own-direction text-panel wrap-anywhere text-ink">
            {to === undefined ? (
              title
            ) : (
              <Link
                {...{ to, params, search }}
                className="stretched-link underline-offset-2 after:rounded-lg hover:underline"
              >
                {title}
              </Link>
            )}
          </h2>
          {badge !== undefined && <div className="max-w-1/2 shrink-0">{badge}</div>}
        </div>
        {context !== undefined && (
          <div dir="auto" className="mt-1 text-body wrap-anywhere own-direction text-ink-2">
            {context}
          </div>
        )}
        {children}
        {(meta !== undefined || amount !== undefined) && (
          <div
            className={classes(
              'mt-auto flex justify-between gap-x-3 gap-y-2',
              isCompact ? 'flex-wrap items-center pt-2' : 'items-end pt-4',
            )}
          >
            <div className="min-w-0 flex-1 text-meta text-ink-3">{meta}</div>
            {amount !== undefined && <div className="text-right text-panel text-ink">{amount}</div>}
            {isCompact && Boolean(actions) && (
              <div className="relative z-1 -my-1 -mr-2 flex items-center gap-1">{actions}</div>
            )}
          </div>
        )}
      </div>
      {!isCompact && Boolean(actions) && (
        <div className="relative z-1 flex flex-wrap gap-x-1.5 gap-y-2 border-t border-line px-4 py-2.5 sm:px-5">
          {actions}
        </div>
      )}
    </li>
  )
}
