import type { ContractSummary } from '../../domain/contract.ts'
import { ContractStatus } from '../agreements/AgreementStatus.tsx'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import { Money } from '../kit/Money.tsx'

const client: DataColumn<ContractSummary> = {
  id: 'client',
  header: 'Client',
  cell: ({ clientFolderName }) => clientFolderName,
  hides: true,
}

const services: DataColumn<ContractSummary> = {
  id: 'services',
  header: 'Services',
  cell: ({ serviceNames }) => serviceNames.join(', '),
  hides: true,
}

export const columnsOf = (isTeam: boolean): DataColumn<ContractSummary>[] => [
  { id: 'number', header: 'Number', cell: ({ contractNumber }) => contractNumber, width: 'w-44' },
  ...(isTeam ? [client, { ...services, from: 'large' as const }] : [services]),
  {
    id: 'status',
    header: 'Status',
    width: 'w-40',
    cell: (contract) => <ContractStatus status={contract.status} needsSignature={contract.allowed.includes('sign')} />,
    hides: true,
  },
  {
    id: 'start',
    header: 'Starts',
    width: 'w-28',
    cell: ({ startDate }) => formatDate(startDate),
    hides: true,
    from: isTeam ? 'widest' : 'medium',
  },
  {
    id: 'end',
    header: 'Ends',
    ascending: 'ends',
    descending: 'ends-desc',
    width: 'w-28',
    cell: ({ endDate }) => (endDate === null ? 'Open-ended' : formatDate(endDate)),
    hides: true,
    from: 'large',
  },
  {
    id: 'signed',
    header: 'Signed',
    width: 'w-28',
    cell: ({ signedAt }) => (signedAt === null ? '' : formatDate(signedAt)),
    hides: true,
    from: isTeam ? 'widest' : 'large',
  },
  {
    id: 'total',
    header: 'Total value',
    ascending: 'amount-asc',
    descending: 'amount',
    right: true,
    width: 'w-28',
    cell: ({ totalValue }) => <Money cents={totalValue} />,
    hides: true,
    from: 'small',
  },
]

/** In the folder of one client: what each contract is about, and when it ends. */
export const folderColumns = columnsOf(false).map((column): DataColumn<ContractSummary> => ({
  ...column,
  hides: false,
  ...(column.id === 'start' && { from: 'large' }),
  ...(column.id === 'end' && { from: 'small' }),
}))
