import type { ProposalView } from '../../domain/proposal.ts'
import { ProposalStatus } from '../agreements/AgreementStatus.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import { DueDate } from '../kit/DueDate.tsx'
import { Money } from '../kit/Money.tsx'
import { whenWords } from './words.ts'

const isOpen = ({ status }: ProposalView) => status === 'draft' || status === 'sent'

export const columnsOf = (now: Date): DataColumn<ProposalView>[] => [
  { id: 'title', header: 'Title', cell: ({ title }) => title },
  { id: 'client', header: 'Client', cell: ({ clientFolderName }) => clientFolderName, hides: true, width: 'w-48' },
  {
    id: 'status',
    header: 'Status',
    width: 'w-36',
    cell: ({ status, allowed }) => <ProposalStatus status={status} needsResponse={allowed.includes('approve')} />,
    hides: true,
  },
  {
    id: 'when',
    header: 'Valid until',
    ascending: 'valid',
    descending: 'valid-desc',
    width: 'w-46',
    cell: (proposal) =>
      isOpen(proposal) && proposal.validUntil !== null ? (
        <DueDate value={proposal.validUntil} now={now} />
      ) : (
        whenWords(proposal, now)
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
    from: 'large',
  },
  {
    id: 'total',
    header: 'Total',
    ascending: 'amount-asc',
    descending: 'amount',
    right: true,
    width: 'w-28',
    cell: ({ totalCost }) => <Money cents={totalCost} />,
    hides: true,
    from: 'small',
  },
]

/** In the folder of one client, next to its contact and dates. */
export const folderColumnsOf = (now: Date) =>
  columnsOf(now)
    .filter(({ id }) => id !== 'client')
    .map((column): DataColumn<ProposalView> => ({
      ...column,
      hides: false,
      ...(column.id === 'status' && { width: 'w-28' }),
      ...(column.id === 'when' && { from: 'small', width: 'w-48' }),
    }))
