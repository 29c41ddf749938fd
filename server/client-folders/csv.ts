import type { ClientFolderView } from '../../domain/client-folder.ts'
import type { Columns } from '../kit/export.ts'

export const folderColumns: Columns<ClientFolderView> = {
  'Client folder': ({ name }) => name,
  Status: ({ status }) => status,
  Services: ({ services }) => services,
  Client: ({ clientName }) => clientName,
  'Client email': ({ clientEmail }) => clientEmail,
  'Staff member': ({ assignedStaffName, assignedStaffEmail }) => assignedStaffName ?? assignedStaffEmail,
  'Tax exempt': ({ taxExempt }) => (taxExempt ? 'yes' : 'no'),
  'Purchase order number': ({ purchaseOrderNumber }) => purchaseOrderNumber,
  'Number of employees': ({ headCount }) => headCount,
  'Opened (UTC)': ({ createdAt }) => createdAt,
}
