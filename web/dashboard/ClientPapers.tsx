import { Link } from '@tanstack/react-router'
import { ContractClientRow } from '../contracts/ClientRow.tsx'
import { InvoiceRow } from '../invoices/ClientRow.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ProposalClientRow } from '../proposals/ClientRow.tsx'
import { type Paper, usePapers } from './papers.ts'

const all = [
  { to: '/proposals', label: 'Proposals' },
  { to: '/contracts', label: 'Contracts' },
  { to: '/invoices', label: 'Invoices' },
]

/** A folder's papers: a proposal to answer, a contract to sign, an invoice to pay; then the latest of the rest. */
export function ClientPapers({ folderId }: { folderId: string }) {
  const { papers, isPending, error, readAgain } = usePapers(folderId)
  const now = useNow()
  return (
    <Panel flush title="Papers" action={<AllPapers />} className="mt-4 sm:mt-5">
      {error !== null ? (
        <ErrorState error={error} onRetry={readAgain} />
      ) : isPending ? (
        <SkeletonRows rows={1} label="Loading papers" />
      ) : papers.length === 0 ? (
        <p className="px-4 py-4 text-body text-ink-2 sm:px-5">
          No papers yet. Proposals, contracts and invoices of this folder stand here.
        </p>
      ) : (
        <RowList label="Papers">
          {papers.map((paper) => (
            <PaperRow key={paper.id} paper={paper} now={now} />
          ))}
        </RowList>
      )}
    </Panel>
  )
}

function PaperRow({ paper, now }: { paper: Paper; now: Date }) {
  if (paper.noun === 'proposals') return <ProposalClientRow proposal={paper.proposal} />
  if (paper.noun === 'contracts') return <ContractClientRow contract={paper.contract} />
  return <InvoiceRow invoice={paper.invoice} now={now} />
}

const AllPapers = () => (
  <ul aria-label="All papers" className="flex flex-wrap gap-x-4 text-body">
    {all.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} className="link inline-flex items-center font-semibold coarse:min-h-11">
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
