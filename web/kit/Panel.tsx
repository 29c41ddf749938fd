import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type PanelProps = {
  title?: string
  note?: ReactNode
  action?: ReactNode
  flush?: boolean
  className?: string
  children: ReactNode
}

/** A card with a border. Don't nest panels; divide with hairlines. `flush` leaves the padding to the children. */
export function Panel({ title, note, action, flush = false, className, children }: PanelProps) {
  return (
    <section className={classes('min-w-0 rounded-lg border border-line bg-surface shadow-sheet', className)}>
      {title !== undefined && (
        <header
          className={classes(
            'flex flex-wrap justify-between gap-3 px-4 pt-4 sm:px-5',
            note === undefined ? 'items-center' : 'items-start',
            flush && 'border-b border-line pb-3',
          )}
        >
          <div className="min-w-0">
            <h2 className="text-panel text-ink">{title}</h2>
            {note !== undefined && <p className="mt-0.5 text-meta text-ink-3">{note}</p>}
          </div>
          {action}
        </header>
      )}
      <div className={flush ? '' : 'p-4 sm:p-5'}>{children}</div>
    </section>
  )
}
