import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { pages } from '../../api/pages.ts'
import { readProposalPdf } from '../../api/proposals.ts'
import type { ProposalDetails } from '../../domain/proposal.ts'
import { buttonStyle } from '../kit/button-style.ts'
import { addressOf, CallError } from '../kit/call.ts'
import { classes } from '../kit/classes.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { useLookingAt } from '../kit/looked-at.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { useHome } from '../session/names.ts'
import { useMay } from '../session/use-may.ts'
import { AnswerBar } from './AnswerBar.tsx'
import { ProposalActions } from './ProposalActions.tsx'
import { ProposalPaper } from './ProposalPaper.tsx'
import { proposalById } from './queries.ts'
import { Standing, Versions } from './Standing.tsx'

const folderPage = pages.find(({ path }) => path === '/client-folders/:id') ?? { who: [] }

/** One proposal, read like the paper it is, with what the reader may do about it. */
export default function ProposalPage() {
  const { id = '' } = useParams({ strict: false })
  const home = useHome()
  const query = useQuery(proposalById(id))
  const proposal = query.data
  return (
    <>
      <PageHeader
        home={home}
        crumbs={[{ label: 'Proposals', to: '/proposals' }]}
        title={proposal?.title ?? 'Proposal'}
        backToDashboard={false}
        actions={
          proposal && (
            <>
              <a
                href={addressOf(readProposalPdf, { params: { id } })}
                target="_blank"
                rel="noreferrer"
                className={buttonStyle('secondary')}
              >
                <FileDown size={16} strokeWidth={1.75} aria-hidden="true" />
                Open PDF
              </a>
              <ProposalActions proposal={proposal} />
            </>
          )
        }
      />
      {proposal ? (
        <Shown proposal={proposal} />
      ) : isNotThere(query.error) ? (
        <EmptyState title="This proposal is not here">It does not exist, or it is not yours to see.</EmptyState>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Panel flush>
          <SkeletonRows rows={8} label="Loading the proposal" />
        </Panel>
      )}
    </>
  )
}

const isNotThere = (error: unknown) => error instanceof CallError && error.status === 404

function Shown({ proposal }: { proposal: ProposalDetails }) {
  useLookingAt(proposal.clientFolderId)
  const leadsToFolder = useMay(folderPage)
  const mayAnswer = proposal.allowed.includes('approve')
  return (
    <div
      className={classes(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_280px] lg:grid-rows-[auto_1fr] lg:gap-x-6',
        // Nothing ends behind the bar at the foot.
        mayAnswer && 'max-lg:pb-16',
      )}
    >
      <Standing proposal={proposal} leadsToFolder={leadsToFolder} className="no-print lg:col-start-2">
        <AnswerBar proposal={proposal} />
      </Standing>
      <ProposalPaper proposal={proposal} className="lg:col-start-1 lg:row-span-2 lg:row-start-1" />
      {proposal.versions.length > 1 && <Versions proposal={proposal} className="no-print lg:col-start-2" />}
    </div>
  )
}
