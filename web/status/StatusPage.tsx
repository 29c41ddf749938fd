import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { PortalStatus } from '../../domain/status.ts'
import { Button } from '../kit/Button.tsx'
import { formatDateTime, formatTime } from '../kit/dates.ts'
import { ErrorState } from '../kit/EmptyState.tsx'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { CheckList } from './CheckList.tsx'
import { FailedJobsPanel } from './FailedJobsPanel.tsx'
import { portalStatus } from './queries.ts'
import { standingWords } from './words.ts'

/** How the portal itself is doing, and what to do where it is not well. */
export default function StatusPage() {
  const query = useQuery(portalStatus)
  const { data: status } = query
  return (
    <>
      <PageHeader
        home={useHome()}
        title="Status"
        description="How the portal itself is doing. It looks again every half minute."
        actions={
          <Button pending={query.isFetching} pendingLabel="Looking..." onClick={() => void query.refetch()}>
            <RefreshCw />
            Look again
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {/* While the portal cannot be asked, what it said before is no longer true. */}
        {query.isError ? (
          <Panel>
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          </Panel>
        ) : (
          <Panel
            title={status === undefined ? 'Looking' : standingWords[status.standing].heading}
            note={status === undefined ? 'Each part is asked.' : `Looked at ${formatTime(status.at)}`}
            flush
            className="overflow-clip"
          >
            {status === undefined ? <SkeletonRows rows={9} label="Looking" /> : <CheckList checks={status.checks} />}
          </Panel>
        )}
        {status !== undefined && !query.isError && (
          <>
            {status.failedJobs.length > 0 && <FailedJobsPanel jobs={status.failedJobs} />}
            <AboutPanel status={status} />
          </>
        )}
      </div>
    </>
  )
}

function AboutPanel({ status }: { status: PortalStatus }) {
  const facts = [
    ['Version', status.version],
    ['Schema', status.schema],
    ['Node.js', status.node],
    ['Running since', formatDateTime(status.startedAt)],
  ]
  return (
    <Panel title="This portal" note="What to say when you ask for help.">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-meta text-ink-3">{label}</dt>
            <dd className="tabular text-body wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
