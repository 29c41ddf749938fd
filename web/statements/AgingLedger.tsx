import { type Aging, agingLabels, type AgingBucket } from '../../domain/statement.ts'
import { classes } from '../kit/classes.ts'
import { Money } from '../kit/Money.tsx'

/** The total outstanding, and its aging buckets, in one panel. */
export function AgingLedger({ aging, balance }: { aging: Aging; balance: number }) {
  return (
    <section
      aria-label="Outstanding balance"
      className="overflow-hidden rounded-lg border border-line bg-line shadow-sheet"
    >
      <dl className="grid grid-cols-2 gap-px sm:grid-cols-3 xl:grid-cols-6">
        <Cell label="Total outstanding" cents={balance} isSum />
        {(Object.keys(agingLabels) as AgingBucket[]).map((bucket) => (
          <Cell
            key={bucket}
            label={bucket === 'current' ? agingLabels[bucket] : `${agingLabels[bucket]} past due`}
            cents={aging[bucket]}
            isLate={bucket !== 'current' && aging[bucket] > 0}
          />
        ))}
      </dl>
    </section>
  )
}

type CellProps = { label: string; cents: number; isSum?: boolean; isLate?: boolean }

function Cell({ label, cents, isSum = false, isLate = false }: CellProps) {
  return (
    <div className="flex flex-col bg-surface p-4">
      <dt className={classes('order-2 mt-0.5 text-meta', isLate ? 'text-danger' : 'text-ink-3')}>{label}</dt>
      <dd className={classes('order-1 text-ink', isSum ? 'font-display text-subtitle' : 'text-panel leading-7')}>
        <Money cents={cents} />
      </dd>
    </div>
  )
}
