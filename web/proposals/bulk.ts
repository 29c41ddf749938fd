import { changeProposalStatus } from '../../api/proposals.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { useBulk } from '../kit/bulk.ts'
import { call } from '../kit/call.ts'
import type { BulkAction } from '../kit/BulkBar.tsx'

const change = (status: 'sent') => (proposal: ProposalView) =>
  call(changeProposalStatus, {
    params: { id: proposal.id },
    body: { status, comment: '' },
    ifMatch: proposal.version,
  })

/** Bulk actions on proposals: send drafts. */
export function useProposalBulk(): BulkAction<ProposalView>[] {
  const run = useBulk('proposals')
  return [
    {
      label: 'Send',
      can: ({ allowed }) => allowed.includes('send'),
      act: (rows) => run(rows, change('sent'), 'proposal', 'sent'),
    },
  ]
}
