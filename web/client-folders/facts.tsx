import type { ClientFolderView } from '../../domain/client-folder.ts'
import { formatDate } from '../kit/dates.ts'
import type { Fact } from '../kit/Folder.tsx'
import { StatusBadge } from '../kit/StatusBadge.tsx'
import type { Side } from './side.ts'
import { Services } from './Services.tsx'

/** The folder's own details. */
export function factsOf(folder: ClientFolderView, side: Side): Fact[] {
  const consultant = folder.assignedStaffName ?? folder.assignedStaffEmail
  const { clientRequest } = folder
  const waiting = clientRequest && `${clientRequest.email ?? 'An existing client'}: waiting for an administrator`
  const client = folder.clientName ?? folder.clientEmail ?? waiting ?? 'No client yet'
  return [
    { label: 'Services', value: <Services key={folder.services} text={folder.services} /> },
    { label: 'Status', value: <StatusBadge kind="folder" status={folder.status} /> },
    { label: 'Created', value: formatDate(folder.createdAt), isMinor: true },
    { label: 'Consultant', value: <span className="wrap-anywhere">{consultant}</span> },
    ...(side === 'team' ? [{ label: 'Client', value: <span className="wrap-anywhere">{client}</span> }] : []),
    ...(folder.address === null
      ? []
      : [
          {
            label: 'Address',
            value: <span className="wrap-anywhere whitespace-pre-line">{folder.address}</span>,
            isMinor: true,
          },
        ]),
  ]
}
