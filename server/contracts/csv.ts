import type { ContractSummary } from '../../domain/contract.ts'
import { inPlainDollars } from '../kit/csv.ts'
import type { Columns } from '../kit/export.ts'

export const contractColumns: Columns<ContractSummary> = {
  'Contract number': ({ contractNumber }) => contractNumber,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Client: ({ clientName }) => clientName,
  Company: ({ clientCompany }) => clientCompany,
  'Client e-mail': ({ clientEmail }) => clientEmail,
  Status: ({ status }) => status,
  'Total value': ({ totalValue }) => inPlainDollars(totalValue),
  Begins: ({ startDate }) => startDate,
  Ends: ({ endDate }) => endDate,
  'Signed (UTC)': ({ signedAt }) => signedAt,
  'Made (UTC)': ({ createdAt }) => createdAt,
}
