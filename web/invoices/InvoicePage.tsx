import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { InvoiceDetails } from '../../domain/invoice.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { CallError } from '../kit/call.ts'
import { formatDateTime } from '../kit/dates.ts'
import { EmptyState, ErrorState } from '../kit/EmptyState.tsx'
import { useNow } from '../kit/now.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import { Together } from '../kit/Together.tsx'
import { useHome } from '../session/names.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { invoiceById } from './queries.ts'
import { historyWords, standsWords } from './words.ts'

/** One invoice: as it reads on paper, what came in for it, and what happened. */
export default function InvoicePage() {
  const { id } = useParams({ from: '/invoices/$id' })
  const query = useQuery(invoiceById(id))
  const now = useNow()
  const invoice = query.data
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[{ label: 'Invoices', to: '/invoices' }]}
        title={invoice?.invoiceNumber ?? 'Invoice'}
        badge={invoice && <StatusBadge kind="invoice" status={invoice.status} />}
        description={invoice && <span className="wrap-anywhere">{standsWords(invoice, now)}</span>}
        backToDashboard={false}
        actions={invoice && <InvoiceActions invoice={invoice} />}
      />
      {invoice ? (
        <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
          <InvoiceSheet invoice={invoice} />
          <aside aria-label="Payments and history" className="no-print">
            <Together loading={<Skeleton className="h-32 w-full" />}>
              <div className="space-y-5">
                {invoice.sentAt !== null && <PaymentsPanel invoiceId={invoice.id} />}
                <History invoice={invoice} />
                <Around invoice={invoice} />
              </div>
            </Together>
          </aside>
        </div>
      ) : query.error instanceof CallError && query.error.status === 404 ? (
        <Panel>
          <EmptyState title="This invoice is not here">
            It does not exist, or it belongs to a client folder that you do not see.
          </EmptyState>
        </Panel>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Panel className="min-h-96">
          <div className="space-y-4" aria-busy="true">
            <output className="sr-only">Loading the invoice</output>
            <Skeleton className="h-8 w-40" />
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-32 w-full" />
          </div>
        </Panel>
      )}
    </>
  )
}

function History({ invoice }: { invoice: InvoiceDetails }) {
  return (
    <Panel title="History" flush>
      <ol aria-label="History" className="divide-y divide-line">
        {invoice.history.map((event) => (
          <li key={`${event.at} ${event.action}`} className="px-4 py-2.5 sm:px-5">
            <span className="block text-body wrap-anywhere text-ink">{historyWords(event)}</span>
            <time dateTime={event.at} className="text-meta text-ink-3">
              {formatDateTime(event.at)}
            </time>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Where one goes from here: all that is open, and the folder it is in. */
function Around({ invoice: { clientFolderId, clientFolderName } }: { invoice: InvoiceDetails }) {
  const isTeam = useSeesFolders()
  const link = 'link finger-high text-body wrap-anywhere'
  return (
    <nav aria-label="Around this invoice" className="space-y-1.5 px-1">
      <p>
        <Link to="/client-folders/$id/statement" params={{ id: clientFolderId }} className={link}>
          Statement of {clientFolderName}
        </Link>
      </p>
      {isTeam && (
        <p>
          <Link to="/client-folders/$id" params={{ id: clientFolderId }} search={{ tab: 'invoices' }} className={link}>
            Client folder {clientFolderName}
          </Link>
        </p>
      )}
    </nav>
  )
}
