import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ContractClientRow } from '../contracts/ClientRow.tsx'
import { InvoiceRow } from '../invoices/ClientRow.tsx'
import { Button } from '../kit/Button.tsx'
import { ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { Panel } from '../kit/Panel.tsx'
import { RowList } from '../kit/RowList.tsx'
import { SkeletonRows } from '../kit/Skeleton.tsx'
import { ProposalClientRow } from '../proposals/ClientRow.tsx'
import { type Agreement, groupsOf, useAgreements, waitingTitle } from './agreements.ts'
import { texts } from './words.ts'

const all = [
  { to: '/proposals', label: 'All proposals' },
  { to: '/contracts', label: 'All contracts' },
  { to: '/invoices', label: 'All invoices' },
]

/** A folder's proposals, contracts, and invoices: what waits for the client first, then each kind, the newest first. */
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
        groupsOf(agreements).map(({ title, items }) => <Group key={title} title={title} agreements={items} now={now} />)
      )}
    </Panel>
  )
}

/** How many of a group are shown at first. All that wait for the client are. */
const firstOfGroup = 5

type GroupProps = { title: string; agreements: readonly Agreement[]; now: Date }

function Group({ title, agreements, now }: GroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll || title === waitingTitle ? agreements : agreements.slice(0, firstOfGroup)
  const hidden = agreements.length - firstOfGroup
  return (
    <section className="border-line not-first:border-t">
      <header className="flex min-h-11 items-center justify-between gap-3 border-b border-line bg-mist px-4 py-1 sm:px-5">
        <h3 className="text-body font-semibold text-ink">{title}</h3>
        {hidden > 0 && title !== waitingTitle && (
          <Button
            variant="ghost"
            size="small"
            className="-mr-2"
            aria-expanded={showsAll}
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : `Show ${hidden} more`}
            <span className="sr-only">: {title}</span>
          </Button>
        )}
      </header>
      <RowList label={`Agreements: ${title.toLowerCase()}`}>
        {shown.map((agreement) => (
          <AgreementRow key={agreement.id} agreement={agreement} now={now} />
        ))}
      </RowList>
    </section>
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
