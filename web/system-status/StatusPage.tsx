import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { PortalStatus } from '../../domain/system-status.ts'
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
import { resultWords, texts } from './words.ts'

/** How the portal itself is doing, and what to do where it is not well. */
export default function StatusPage() {
  const query = useQuery(portalStatus)
  const { data: status } = query
  return (
    <>
      <PageHeader
        home={useHome()}
        title="System status"
        description={texts.page}
        actions={
          <Button pending={query.isFetching} pendingLabel="Checking..." onClick={() => void query.refetch()}>
            <RefreshCw />
            Refresh
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        {/* Hide the previous result while the portal is unreachable: it may be outdated. */}
        {query.isError ? (
          <Panel>
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          </Panel>
        ) : (
          <Panel
            title={status === undefined ? 'Checking' : resultWords[status.result].heading}
            note={status === undefined ? 'Checking each part of the portal.' : `Last checked ${formatTime(status.at)}`}
            flush
            className="overflow-clip"
          >
            {status === undefined ? (
              <SkeletonRows rows={9} label="Loading the checks" />
            ) : (
              <CheckList checks={status.checks} />
            )}
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
    <Panel title="This portal" note="Include this when you contact support.">
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
