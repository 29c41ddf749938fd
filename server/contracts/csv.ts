import type { ContractSummary } from '../../domain/contract.ts'
import { inPlainDollars } from '../kit/csv.ts'
import type { Columns } from '../kit/export.ts'

export const contractColumns: Columns<ContractSummary> = {
  'Contract number': ({ contractNumber }) => contractNumber,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Client: ({ clientName }) => clientName,
  Company: ({ clientCompany }) => clientCompany,
  'Client email': ({ clientEmail }) => clientEmail,
  Status: ({ status }) => status,
  'Total value': ({ totalValue }) => inPlainDollars(totalValue),
  'Start date': ({ startDate }) => startDate,
  'End date': ({ endDate }) => endDate,
  'Signed (UTC)': ({ signedAt }) => signedAt,
  'Created (UTC)': ({ createdAt }) => createdAt,
}
