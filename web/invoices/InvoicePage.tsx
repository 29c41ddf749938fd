import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { InvoiceDetails } from '../../domain/invoice.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import { ChainStrip } from '../agreements/ChainStrip.tsx'
import { agreementChain } from '../agreements/queries.ts'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { InvoiceCreditNotes } from '../credit-notes/CreditNotesPanel.tsx'
import { creditNotesOfInvoice } from '../credit-notes/queries.ts'
import { formatDateTime } from '../kit/dates.ts'
import { useNow } from '../kit/now.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { Badge } from '../kit/StatusBadge.tsx'
import { UnappliedPayments } from '../payments-online/UnappliedPayments.tsx'
import { useAgreementCrumbs } from '../session/agreement-crumbs.ts'
import { useHome } from '../session/names.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceSheet } from './InvoiceSheet.tsx'
import { PaymentsPanel } from './PaymentsPanel.tsx'
import { invoiceById, paymentsOf } from './queries.ts'
import { historyWords, statusSentence } from './words.ts'

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  Promise.all([
    client.ensureQueryData(invoiceById(id)),
    prefetch(client, [paymentsOf(id), creditNotesOfInvoice(id), agreementChain({ invoiceId: id })]),
  ])

/** One invoice: as it is printed, its payments, and its history. */
export default function InvoicePage() {
  const { id } = useParams({ from: '/invoices/$id' })
  const { data: invoice } = useSuspenseQuery(invoiceById(id))
  const now = useNow()
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={[...useAgreementCrumbs(), { label: 'Invoices', to: '/invoices' }]}
        title={invoice.invoiceNumber}
        badge={
          <>
            <InvoiceStatus status={invoice.status} /> {invoice.isRetainer && <Badge>Retainer</Badge>}
          </>
        }
        description={<span className="wrap-anywhere">{statusSentence(invoice, now)}</span>}
        backToDashboard={false}
        actions={<InvoiceActions invoice={invoice} />}
      />
      <ChainStrip of={{ invoiceId: id }} />
      <div className="grid grid-cols-1 gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
        <InvoiceSheet invoice={invoice} />
        <aside aria-label="Payments and history" className="no-print space-y-5">
          {invoice.sentAt !== null && <UnappliedPayments filter={{ invoiceId: invoice.id }} isNarrow />}
          {invoice.sentAt !== null && <PaymentsPanel invoiceId={invoice.id} />}
          {invoice.sentAt !== null && <InvoiceCreditNotes invoiceId={invoice.id} />}
          <History invoice={invoice} />
          <Around invoice={invoice} />
        </aside>
      </div>
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

/** Links to all outstanding invoices and to the folder. */
function Around({ invoice: { clientFolderId, clientFolderName } }: { invoice: InvoiceDetails }) {
  const isTeam = useSeesFolders()
  const link = 'link finger-high text-body wrap-anywhere'
  return (
    <nav aria-label="Related" className="space-y-1.5 px-1">
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
