import type { ServiceRequestSummary } from '../../domain/service-request.ts'
import type { Columns } from '../kit/export.ts'

export const requestColumns: Columns<ServiceRequestSummary> = {
  Business: ({ businessName }) => businessName,
  'First name': ({ firstName }) => firstName,
  'Last name': ({ lastName }) => lastName,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Services: ({ serviceNames }) => serviceNames.join(', '),
  Needs: ({ needsDescription }) => needsDescription,
  Status: ({ status }) => status,
  'Accepted by': ({ assignedStaffName }) => assignedStaffName,
  'Received (UTC)': ({ createdAt }) => createdAt,
}
