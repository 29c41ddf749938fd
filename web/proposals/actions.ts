import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeProposalStatus, reviseProposal } from '../../api/proposals.ts'
import type { ProposalView } from '../../domain/proposal.ts'
import { call, sentenceOf } from '../kit/call.ts'
import { toast } from '../kit/toast-store.ts'

type To = 'sent' | 'withdrawn' | 'approved' | 'rejected'

const done: Record<To, string> = {
  sent: 'Proposal sent successfully',
  withdrawn: 'Proposal withdrawn successfully',
  approved: 'Proposal approved successfully',
  rejected: 'Proposal declined successfully',
}

const failed = (title: string) => (error: Error) =>
  toast({ title, description: sentenceOf(error, 'Try again.'), variant: 'destructive' })

/** Sends, withdraws, approves, or declines the version that the user saw; a conflict reloads it. */
export function useProposalAction(proposal: ProposalView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ status, comment = '' }: { status: To; comment?: string }) =>
      call(changeProposalStatus, {
        params: { id: proposal.id },
        body: { status, comment },
        ifMatch: proposal.version,
      }),
    onSuccess: (_proposal, { status }) => toast.success(done[status]),
    onError: failed('Failed to update proposal'),
    onSettled: () => client.invalidateQueries({ queryKey: ['proposals'] }),
  })
}

/** Creates the draft of the next version. */
export function useReviseProposal(proposal: ProposalView) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(reviseProposal, { params: { id: proposal.id } }),
    onSuccess: ({ revision }) => toast.success(`Version ${revision} draft created`),
    onError: failed('Failed to revise proposal'),
    onSettled: () => client.invalidateQueries({ queryKey: ['proposals'] }),
  })
}
