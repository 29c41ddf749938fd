import type { ClientFolderSummary } from '../../domain/client-folder.ts'
import type { DataColumn } from '../kit/data-column.ts'
import { formatDate } from '../kit/dates.ts'
import { StatusBadge } from '../kit/StatusBadge.tsx'

const consultant: DataColumn<ClientFolderSummary> = {
  id: 'consultant',
  header: 'Consultant',
  ascending: 'consultant',
  descending: 'consultant-desc',
  cell: ({ assignedStaffName }) => <span title={assignedStaffName}>{assignedStaffName}</span>,
  width: 'w-44',
  hides: true,
  from: 'medium',
}

/** The consultant is left out for staff whose own all of the folders are. */
export const columnsOf = (now: Date, showsConsultant: boolean): DataColumn<ClientFolderSummary>[] => [
  {
    id: 'name',
    header: 'Client',
    ascending: 'name',
    descending: 'name-desc',
    cell: ({ name }) => name,
  },
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ clientName }) => clientName,
    width: 'w-40',
    hides: true,
    from: showsConsultant ? 'large' : 'medium',
  },
  {
    id: 'services',
    header: 'Services',
    cell: ({ services }) => <span title={services}>{services}</span>,
    width: 'w-56',
    hides: true,
    from: showsConsultant ? 'extraLarge' : 'large',
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge kind="folder" status={status} />,
    width: 'w-28',
    hides: true,
  },
  ...(showsConsultant ? [consultant] : []),
  {
    id: 'work',
    header: 'Open work',
    ascending: 'work-asc',
    descending: 'work',
    cell: ({ openWork }) => (openWork === 0 ? '' : openWork.toLocaleString('en-US')),
    right: true,
    width: 'w-28',
    hides: true,
  },
  {
    id: 'activity',
    header: 'Last activity',
    ascending: 'activity-asc',
    descending: 'activity',
    cell: ({ lastActivityAt }) => formatDate(lastActivityAt, now),
    width: 'w-36',
    hides: true,
    from: 'small',
  },
]
