import { Link } from '@tanstack/react-router'
import { ContractClientRow } from '../contracts/ClientRow.tsx'
import { InvoiceRow } from '../invoices/ClientRow.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ProposalClientRow } from '../proposals/ClientRow.tsx'
import { type Agreement, useAgreements } from './agreements.ts'
import { texts } from './words.ts'

const all = [
  { to: '/proposals', label: 'All proposals' },
  { to: '/contracts', label: 'All contracts' },
  { to: '/invoices', label: 'All invoices' },
]

/** A folder's proposals, contracts, and invoices: what waits for the client first, then the newest. */
export function FolderAgreements({ folderId }: { folderId: string }) {
  const { agreements, isPending, error, readAgain } = useAgreements(folderId)
  const now = useNow()
  return (
    <Panel flush title="Proposals, contracts, and invoices" action={<AllAgreements />}>
      {error !== null ? (
        <ErrorState error={error} onRetry={readAgain} />
      ) : isPending ? (
        <SkeletonRows rows={1} label="Loading agreements" />
      ) : agreements.length === 0 ? (
        <p className="px-4 py-4 text-body text-ink-2 sm:px-5">{texts.noAgreements}</p>
      ) : (
        <RowList label="Agreements">
          {agreements.map((agreement) => (
            <AgreementRow key={agreement.id} agreement={agreement} now={now} />
          ))}
        </RowList>
      )}
    </Panel>
  )
}

function AgreementRow({ agreement, now }: { agreement: Agreement; now: Date }) {
  if (agreement.noun === 'proposals') return <ProposalClientRow proposal={agreement.proposal} />
  if (agreement.noun === 'contracts') return <ContractClientRow contract={agreement.contract} />
  return <InvoiceRow invoice={agreement.invoice} now={now} />
}

const AllAgreements = () => (
  <ul aria-label="All agreements" className="flex flex-wrap gap-x-4 text-body">
    {all.map(({ to, label }) => (
      <li key={to}>
        <Link to={to} className="link inline-flex items-center font-semibold coarse:min-h-11">
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
