import type { InvoiceSummary } from '../../domain/invoice.ts'
import { InvoiceStatus } from '../agreements/AgreementStatus.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import { DueDate } from '../kit/DueDate.tsx'
import { Money } from '../kit/Money.tsx'
import { dueWords, isLate } from './words.ts'

const client: DataColumn<InvoiceSummary> = {
  id: 'client',
  header: 'Client',
  cell: ({ clientFolderName }) => <span className="text-ink">{clientFolderName}</span>,
  hides: true,
}

const description: DataColumn<InvoiceSummary> = {
  id: 'description',
  header: 'Description',
  cell: ({ description: words }) => words,
  hides: true,
}

/** The team reads first whom an invoice is for, a client what it is for. */
export const columnsOf = (now: Date, isTeam: boolean): DataColumn<InvoiceSummary>[] => [
  { id: 'number', header: 'Number', cell: ({ invoiceNumber }) => invoiceNumber, width: 'w-42' },
  ...(isTeam ? [client, { ...description, from: 'extraLarge' as const }] : [description]),
  {
    id: 'status',
    header: 'Status',
    width: 'w-26',
    cell: ({ status }) => <InvoiceStatus status={status} />,
    hides: true,
  },
  {
    id: 'due',
    header: 'Due',
    ascending: 'due',
    descending: 'due-desc',
    width: 'w-46',
    cell: (invoice) =>
      invoice.status === 'sent' || invoice.status === 'overdue' ? (
        <DueDate value={invoice.dueDate} now={now} isLate={isLate(invoice)} />
      ) : invoice.status === 'draft' ? (
        formatDate(invoice.dueDate, now)
      ) : (
        dueWords(invoice, now)
      ),
    hides: true,
    from: 'medium',
  },
  {
    id: 'sent',
    header: 'Sent',
    width: 'w-28',
    cell: ({ sentAt }) => (sentAt === null ? '' : formatDate(sentAt, now)),
    hides: true,
    from: 'widest',
  },
  {
    id: 'balance',
    header: 'Balance due',
    right: true,
    width: 'w-28',
    cell: ({ status, balance }) => (status === 'sent' || status === 'overdue' ? <Money cents={balance} /> : ''),
    hides: true,
    from: 'large',
  },
  {
    id: 'total',
    header: 'Total',
    ascending: 'amount-asc',
    descending: 'amount',
    right: true,
    width: 'w-28',
    cell: ({ total }) => <Money cents={total} />,
    hides: true,
    from: 'small',
  },
]

/** In the folder of one client, next to its contact and dates. */
export const folderColumnsOf = (now: Date) =>
  columnsOf(now, false).map((column): DataColumn<InvoiceSummary> => ({
    ...column,
    hides: false,
    ...(column.id === 'due' && { from: 'small' }),
  }))
