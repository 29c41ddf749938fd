import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { readOnboardingReportPdf } from '../../api/onboarding-reports.ts'
import { pages } from '../../api/pages.ts'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf, CallError } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { useLookingAt } from '../kit/looked-at.ts'
import { useNow } from '../kit/now.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { reportById } from './queries.ts'
import { ReportActions } from './ReportActions.tsx'
import { ReportPaper } from './ReportPaper.tsx'

const folderPage = pages.find(({ path }) => path === '/client-folders/:id') ?? { who: [] }

/** One onboarding report, read like the paper it is, with what the reader may do about it. */
export default function OnboardingReportPage() {
  const { id = '' } = useParams({ strict: false })
  const leadsToFolder = useMay(folderPage)
  const query = useQuery(reportById(id))
  const report = query.data
  const crumb = report &&
    leadsToFolder && { label: report.clientFolderName, to: `/client-folders/${report.clientFolderId}` }
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={crumb ? [crumb] : []}
        title="Onboarding report"
        backToDashboard={false}
        actions={
          report && (
            <>
              <a
                href={addressOf(readOnboardingReportPdf, { params: { id } })}
                target="_blank"
                rel="noreferrer"
                className={buttonStyle('secondary')}
              >
                <FileDown size={16} strokeWidth={1.75} aria-hidden="true" />
                Open PDF
              </a>
              <ReportActions report={report} writes={leadsToFolder} />
            </>
          )
        }
      />
      {report ? (
        <Shown report={report} leadsToFolder={leadsToFolder} />
      ) : query.error instanceof CallError && query.error.status === 404 ? (
        <EmptyState title="This report is not here">It does not exist, or it is not yours to see.</EmptyState>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Panel flush>
          <SkeletonRows rows={8} label="Loading the report" />
        </Panel>
      )}
    </>
  )
}

const link = 'font-semibold text-link underline-offset-2 hover:underline wrap-anywhere'

function Shown({ report, leadsToFolder }: { report: OnboardingReportView; leadsToFolder: boolean }) {
  const now = useNow()
  const { status, sharedAt, proposalId, clientFolderId, clientFolderName } = report
  useLookingAt(clientFolderId)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-x-6">
      <Panel
        title="Status"
        className="no-print lg:col-start-2 lg:row-start-1"
        action={<StatusBadge kind="report" status={status} />}
      >
        <div className="space-y-2 text-body text-ink-2">
          <p>{sharedAt === null ? 'The client does not see it yet.' : `Shared ${formatDateTime(sharedAt, now)}.`}</p>
          {proposalId !== null && (
            <p>
              <Link to={`/proposals/${proposalId}`} className={link}>
                The proposal made from it
              </Link>
            </p>
          )}
          {leadsToFolder && (
            <p>
              <Link to={`/client-folders/${clientFolderId}`} className={link}>
                {clientFolderName}
              </Link>
            </p>
          )}
        </div>
      </Panel>
      <ReportPaper report={report} className="lg:col-start-1 lg:row-start-1" />
    </div>
  )
}
