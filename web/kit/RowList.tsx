import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Place } from './link-target.ts'

/** Requests, documents, assignments, folders: one row each, hairlines between. */
export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}

type RowProps = Place & {
  /** The target of a link to this row. */
  id?: string
  title: ReactNode
  /** Next to the title in a lighter style: a person's name, a badge. */
  aside?: ReactNode
  /** One line of context; cut off where it does not fit. */
  context?: ReactNode
  meta?: ReactNode
  leading?: ReactNode
  /** Between text and action: a clock, a due date, a sum. */
  middle?: ReactNode
  action?: ReactNode
  /** Under all of it, in the row's full width. */
  below?: ReactNode
  onOpen?: () => void
  /** Whether the row is open in the side panel. */
  current?: boolean
}

export function Row(props: RowProps) {
  const {
    id,
    title,
    aside,
    context,
    meta,
    leading,
    middle,
    action,
    below,
    to,
    params,
    search,
    onOpen,
    current = false,
  } = props
  const leads = to !== undefined || onOpen !== undefined
  const stretch = 'own-direction stretched-link hover:underline underline-offset-2 min-h-0! min-w-0'
  return (
    <li
      id={id}
      className={classes(
        'relative flex gap-4 px-4 py-4 wrap-anywhere transition-colors hover:bg-hover sm:px-5',
        below !== undefined && 'flex-wrap',
        leads && 'has-[a,button]:cursor-pointer',
        current && 'bg-hover shadow-[inset_3px_0_0_var(--tab)]',
      )}
    >
      {leading !== undefined && <div className="mt-0.5 shrink-0 text-ink-3">{leading}</div>}
      <div className="flex min-w-0 flex-1 flex-col gap-x-5 gap-y-2.5 sm:flex-row sm:items-center">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-panel text-ink">
            {to !== undefined ? (
              <Link dir="auto" {...{ to, params, search }} className={stretch}>
                {title}
              </Link>
            ) : onOpen !== undefined ? (
              <button
                type="button"
                dir="auto"
                onClick={onOpen}
                aria-current={current || undefined}
                className={classes(stretch, 'font-semibold')}
              >
                {title}
              </button>
            ) : (
              <span dir="auto" className="min-w-0 own-direction">
                {title}
              </span>
            )}
            {aside !== undefined && (
              <span dir="auto" className="text-meta font-normal text-ink-3">
                {aside}
              </span>
            )}
          </div>
          {context !== undefined && (
            <div dir="auto" className="mt-0.5 line-clamp-2 text-body own-direction text-ink-2 sm:line-clamp-1">
              {context}
            </div>
          )}
          {meta !== undefined && <div className="mt-1 text-meta text-ink-3">{meta}</div>}
        </div>
        {(middle !== undefined || action !== undefined) && (
          <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-5 gap-y-2 sm:max-w-1/2 sm:justify-end">
            {middle}
            {action !== undefined && <div className="relative z-1 flex flex-wrap items-center gap-2">{action}</div>}
          </div>
        )}
      </div>
      {below !== undefined && <div className="relative z-1 min-w-0 basis-full">{below}</div>}
    </li>
  )
}
