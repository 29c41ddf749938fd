import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useSeesFolders } from '../client-folders/use-sees-folders.ts'
import { readStatementPdf } from '../../api/statements.ts'
import { entryKindLabels, paymentMethodLabels } from '../../domain/payment.ts'
import type { Statement } from '../../domain/statement.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import { addressOf } from '../kit/call.ts'
import { DownloadLink } from '../kit/DownloadLink.tsx'
import { formatDate, formatDateWithYear } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'
import { formatMoney } from '../kit/money.ts'
import { type PageLoad, prefetch } from '../kit/page-load.ts'
import { type Crumb, PageHeader } from '../kit/PageHeader.tsx'
import { Panel } from '../kit/Panel.tsx'
import { CreditNotesPanel } from '../credit-notes/CreditNotesPanel.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { UnappliedPayments } from '../payments-online/UnappliedPayments.tsx'
import { RetainerPanel } from '../retainers/RetainerPanel.tsx'
import { retainerEntriesOf, retainerOf } from '../retainers/queries.ts'
import { useAgreementCrumbs } from '../session/agreement-crumbs.ts'
import { useHome } from '../session/names.ts'
import { AgingLedger } from './AgingLedger.tsx'
import { statementOf } from './queries.ts'
import { texts } from './words.ts'

type OpenInvoice = Statement['invoices'][number]
type Received = Statement['payments'][number]

export const load = ({ client, params: { id } }: PageLoad<'id'>) =>
  Promise.all([client.ensureQueryData(statementOf(id)), prefetch(client, [retainerOf(id), retainerEntriesOf(id)])])

/** What the client of a folder owes, by how long it has been due, and what came in. */
export default function StatementPage() {
  const { id } = useParams({ from: '/client-folders/$id/statement' })
  const { data: statement } = useSuspenseQuery(statementOf(id))
  const isTeam = useSeesFolders()
  const agreements = useAgreementCrumbs()
  const crumbs: Crumb[] = isTeam
    ? [
        { label: 'Client folders', to: '/client-folders' },
        { label: statement.clientFolderName, to: '/client-folders/$id', params: { id } },
      ]
    : [...agreements, { label: 'Invoices', to: '/invoices' }]
  return (
    <>
      <PageHeader
        home={useHome()}
        crumbs={crumbs}
        title="Statement"
        description={<span className="wrap-anywhere">{owesWords(statement)}</span>}
        backToDashboard={false}
        actions={<DownloadLink address={addressOf(readStatementPdf, { params: { id } })} />}
      />
      <Sheets statement={statement} />
    </>
  )
}

function owesWords({ clientFolderName, balance, openInvoices, date }: Statement) {
  const on = `On ${formatDateWithYear(date)}`
  if (balance === 0) return `${on}, ${clientFolderName} has no balance due.`
  const count = openInvoices === 1 ? 'one invoice' : `${openInvoices} invoices`
  return `${on}, ${clientFolderName} has an outstanding balance of ${formatMoney(balance)} on ${count}.`
}

function Sheets({ statement }: { statement: Statement }) {
  const { invoices, payments, openInvoices, paymentsReceived, paidInPeriod, paymentsFrom } = statement
  const navigate = useNavigate()
  // A retainer is applied to invoices for work.
  const payable = invoices.filter(({ isRetainer }) => !isRetainer)
  const open = (id: string) => void navigate({ to: '/invoices/$id', params: { id } })
  return (
    <div className="space-y-5">
      <AgingLedger aging={statement.aging} balance={statement.balance} />
      <Panel title="Outstanding invoices" note={cutWords(invoices.length, openInvoices)} flush>
        {invoices.length === 0 ? (
          <p className="px-4 py-4 text-body text-ink-2 sm:px-5">No outstanding invoices.</p>
        ) : (
          <Table
            caption="Outstanding invoices"
            rows={invoices}
            columns={invoiceColumns}
            rowKey={({ id }) => id}
            onOpen={({ id }) => open(id)}
          />
        )}
      </Panel>
      <Panel
        title={`Payments since ${formatDateWithYear(paymentsFrom)}`}
        note={
          cutWords(payments.length, paymentsReceived) ??
          (paidInPeriod > 0 ? `${formatMoney(paidInPeriod)} in all` : undefined)
        }
        flush
      >
        {payments.length === 0 ? (
          <p className="px-4 py-4 text-body text-ink-2 sm:px-5">No payments in the last 12 months.</p>
        ) : (
          <Table
            caption="Payments"
            rows={payments}
            columns={paymentColumns}
            rowKey={({ id }) => id}
            onOpen={({ invoiceId }) => open(invoiceId)}
          />
        )}
      </Panel>
      <UnappliedPayments filter={{ clientFolderId: statement.clientFolderId }} />
      <RetainerPanel clientFolderId={statement.clientFolderId} invoices={payable} />
      <CreditNotesPanel statement={statement} />
    </div>
  )
}

const cutWords = (shown: number, all: number) => (shown < all ? texts.partOfList(shown, all) : undefined)

const invoiceColumns: readonly [Column<OpenInvoice>, ...Column<OpenInvoice>[]] = [
  { key: 'number', header: 'Invoice', cell: ({ invoiceNumber }) => invoiceNumber, value: (row) => row.invoiceNumber },
  { key: 'status', header: 'Status', cell: ({ status }) => <InvoiceStatus status={status} /> },
  {
    key: 'due',
    header: 'Due',
    cell: ({ dueDate, daysPastDue }) => (
      <>
        {formatDate(dueDate)}
        {daysPastDue > 0 && (
          <span className="text-danger">
            , {daysPastDue} {daysPastDue === 1 ? 'day' : 'days'} past due
          </span>
        )}
      </>
    ),
    value: (row) => row.dueDate,
  },
  { key: 'total', header: 'Total', cell: (row) => <Money cents={row.total} />, value: (row) => row.total, right: true },
  { key: 'paid', header: 'Paid', cell: (row) => <Money cents={row.amountPaid} />, right: true, wideOnly: true },
  {
    key: 'balance',
    header: 'Outstanding',
    cell: (row) => <Money cents={row.balance} />,
    value: (row) => row.balance,
    right: true,
  },
]

const paymentColumns: readonly [Column<Received>, ...Column<Received>[]] = [
  { key: 'date', header: 'Date', cell: ({ date }) => formatDate(date), value: (row) => row.date },
  { key: 'invoice', header: 'Invoice', cell: ({ invoiceNumber }) => invoiceNumber, value: (row) => row.invoiceNumber },
  {
    key: 'method',
    header: 'Method',
    cell: ({ kind, method, reference }) =>
      [kind === 'payment' ? null : entryKindLabels[kind], paymentMethodLabels[method], reference]
        .filter((each) => each !== null)
        .join(', '),
  },
  {
    key: 'amount',
    header: 'Amount',
    cell: (row) => <Money cents={row.amount} />,
    value: (row) => row.amount,
    right: true,
  },
]
