import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { readOnboardingReportPdf } from '../../api/onboarding-reports.ts'
import type { OnboardingReportView } from '../../domain/onboarding-report.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { addressOf } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { useViewedFolder } from '../kit/viewed-folder.ts'
import { useNow } from '../kit/now.ts'
import { OpenPdf } from '../kit/OpenPdf.tsx'
import type { PageLoad } from '../kit/page-load.ts'
import { type Crumb, PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { useHome } from '../session/names.ts'
import { reportById } from './queries.ts'
import { ReportActions } from './ReportActions.tsx'
import { ReportDocument } from './ReportDocument.tsx'

export const load = ({ client, params }: PageLoad<'id'>) => client.ensureQueryData(reportById(params.id))

/** One onboarding report, read like the document it is, with what the reader may do about it. */
export default function OnboardingReportPage() {
  const { id } = useParams({ from: '/onboarding-reports/$id' })
  const leadsToFolder = useSeesFolders()
  const { data: report } = useSuspenseQuery(reportById(id))
  const crumbs: Crumb[] = leadsToFolder
    ? [{ label: report.clientFolderName, to: '/client-folders/$id', params: { id: report.clientFolderId } }]
    : []
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={crumbs}
        title="Onboarding report"
        backToDashboard={false}
        actions={
          <>
            <OpenPdf address={addressOf(readOnboardingReportPdf, { params: { id } })} />
            <ReportActions report={report} writes={leadsToFolder} />
          </>
        }
      />
      <ReportContent report={report} leadsToFolder={leadsToFolder} />
    </>
  )
}

const link = 'link finger-high font-semibold wrap-anywhere'

function ReportContent({ report, leadsToFolder }: { report: OnboardingReportView; leadsToFolder: boolean }) {
  const now = useNow()
  const { status, sharedAt, proposalId, clientFolderId, clientFolderName } = report
  useViewedFolder(clientFolderId)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-x-6">
      <Panel
        title="Status"
        className="no-print lg:col-start-2 lg:row-start-1"
        action={<StatusBadge kind="report" status={status} />}
      >
        <div className="space-y-2 text-body text-ink-2">
          <p>{sharedAt === null ? 'Not visible to the client yet.' : `Shared ${formatDateTime(sharedAt, now)}.`}</p>
          {proposalId !== null && (
            <p>
              <Link to="/proposals/$id" params={{ id: proposalId }} className={link}>
                Resulting proposal
              </Link>
            </p>
          )}
          {leadsToFolder && (
            <p>
              <Link to="/client-folders/$id" params={{ id: clientFolderId }} className={link}>
                {clientFolderName}
              </Link>
            </p>
          )}
        </div>
      </Panel>
      <ReportDocument report={report} className="lg:col-start-1 lg:row-start-1" />
    </div>
  )
}
