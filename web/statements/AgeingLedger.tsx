import { type Ageing, ageingLabels, type AgeingBucket } from '../../domain/statement.ts'
import { classes } from '../kit/classes.ts'
import { Money } from '../kit/Money.tsx'

/** The total outstanding, and its aging buckets, in one panel. */
export function AgeingLedger({ ageing, balance }: { ageing: Ageing; balance: number }) {
  return (
    <section
      aria-label="Outstanding balance"
      className="overflow-hidden rounded-lg border border-line bg-line shadow-sheet"
    >
      <dl className="grid grid-cols-2 gap-px sm:grid-cols-3 xl:grid-cols-6">
        <Cell label="Total outstanding" cents={balance} isSum />
        {(Object.keys(ageingLabels) as AgeingBucket[]).map((bucket) => (
          <Cell
            key={bucket}
            label={bucket === 'current' ? ageingLabels[bucket] : `${ageingLabels[bucket]} past due`}
            cents={ageing[bucket]}
            isLate={bucket !== 'current' && ageing[bucket] > 0}
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
