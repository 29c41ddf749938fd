import type { ProposalView } from '../../domain/proposal.ts'
import { inPlainDollars } from '../kit/csv.ts'
import type { Columns } from '../kit/export.ts'

export const proposalColumns: Columns<ProposalView> = {
  Proposal: ({ title }) => title,
  Version: ({ revision }) => revision,
  'Client folder': ({ clientFolderName }) => clientFolderName,
  Status: ({ status }) => status,
  Total: ({ totalCost }) => inPlainDollars(totalCost),
  'Valid until': ({ validUntil }) => validUntil,
  'Sent (UTC)': ({ sentAt }) => sentAt,
  'Decided (UTC)': ({ decidedAt }) => decidedAt,
  'Decided by': ({ decidedByName }) => decidedByName,
  'Created by': ({ createdByName }) => createdByName,
  'Created (UTC)': ({ createdAt }) => createdAt,
}
