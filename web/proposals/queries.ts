import { queryOptions } from '@tanstack/react-query'
import { listProposals, readProposal } from '../../api/proposals.ts'
import type { ProposalStatus } from '../../domain/proposal.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { orders } from './words.ts'

export interface ProposalFilter {
  q?: string
  status?: ProposalStatus | undefined
  clientFolderId?: string
  order?: string
}

/** The query of the list, also used for the CSV export. */
export const proposalsQuery = ({ q = '', status, clientFolderId = '', order }: ProposalFilter) => {
  const known = orders.find(({ value }) => value === order)?.value
  return {
    ...(q === '' ? {} : { q }),
    ...(status === undefined ? {} : { status }),
    ...(clientFolderId === '' ? {} : { clientFolderId }),
    ...(known === undefined ? {} : { order: known }),
  }
}

export const proposalsFound = (filter: ProposalFilter, limit = 30) =>
  pagesOf(['proposals'], listProposals, { query: { limit, ...proposalsQuery(filter) } })

export const proposalById = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: ({ signal }) => call(readProposal, { params: { id }, signal }),
  })
