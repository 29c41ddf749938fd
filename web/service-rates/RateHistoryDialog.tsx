import { useInfiniteQuery } from '@tanstack/react-query'
import type { ServiceRateView } from '../../domain/service-rate.ts'
import { formatDateTime } from '../kit/dates.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { rateHistory } from './queries.ts'
import { changesOf } from './words.ts'

/** Who changed what price when, the latest first. */
export function RateHistoryDialog({ rate, onClose }: { rate: ServiceRateView; onClose: () => void }) {
  const query = useInfiniteQuery(rateHistory(rate.id))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Price history"
      description={<span className="wrap-anywhere">{rate.serviceName}</span>}
    >
      <PagedList
        query={query}
        more="Show earlier changes"
        loading={<SkeletonRows rowHeight="h-11" label="Loading the price history" />}
        empty={<p className="text-body text-ink-2">No changes yet.</p>}
      >
        {(entries) => (
          <ol aria-label="Price history" className="divide-y divide-line">
            {entries.map(({ id, at, actorName, before, after, scheduled }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5 first:pt-0">
                <ul className="tabular min-w-0 text-body text-ink">
                  {changesOf(before, after, scheduled).map((words) => (
                    <li key={words}>{words}</li>
                  ))}
                </ul>
                <span className="tabular text-meta text-ink-3">
                  {actorName ?? 'The portal'}, {formatDateTime(at)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Dialog>
  )
}
