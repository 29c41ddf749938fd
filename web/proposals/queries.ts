import { queryOptions } from '@tanstack/react-query'
import { listProposals, readProposal } from '../../api/proposals.ts'
import type { ProposalStatus } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface ProposalFilter {
  q?: string
  status?: ProposalStatus | undefined
  clientFolderId?: string
}

export const proposalsFound = ({ q = '', status, clientFolderId = '' }: ProposalFilter, limit = 30) =>
  pagesOf(['proposals'], listProposals, {
    query: {
      limit,
      ...(q === '' ? {} : { q }),
      ...(status === undefined ? {} : { status }),
      ...(clientFolderId === '' ? {} : { clientFolderId }),
    },
  })

export const proposalById = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: ({ signal }) => call(readProposal, { params: { id }, signal }),
  })
