import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { HrPolicyView } from '../../domain/hr-policy-version.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PagedList } from '../kit/PagedList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { AcknowledgementBadge } from './AcknowledgementBadge.tsx'
import { acknowledgementsOf } from './queries.ts'

/** For the team: whose clients have acknowledged the current version, and who is missing. */
export function AcknowledgedBy({ policy }: { policy: HrPolicyView }) {
  const query = useInfiniteQuery(acknowledgementsOf(policy.slug))
  return (
    <section aria-labelledby="policy-acknowledged" className="no-print">
      <h2 id="policy-acknowledged" className="mb-1 font-display text-subtitle text-ink">
        Acknowledged by
      </h2>
      <p className="mb-3 text-body text-ink-2">See which version each of your clients has acknowledged.</p>
      <PagedList
        query={query}
        more="Show more clients"
        loading={<SkeletonRows rows={2} rowHeight="h-11" label="Loading acknowledgments" />}
        empty={<EmptyState title="No clients yet">Your clients will appear here.</EmptyState>}
      >
        {(rows) => (
          <ul aria-label="Acknowledgments" className="divide-y divide-line border-y border-line">
            {rows.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
                <div className="min-w-0">
                  <p dir="auto" className="text-body font-semibold wrap-anywhere own-direction text-ink">
                    {row.personName ?? row.personEmail}
                  </p>
                  <Link
                    to="/client-folders/$id"
                    params={{ id: row.id }}
                    className="link finger-high text-meta wrap-anywhere"
                  >
                    {row.clientFolderName}
                  </Link>
                </div>
                <AcknowledgementBadge {...row} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
