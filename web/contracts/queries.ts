import { queryOptions } from '@tanstack/react-query'
import { listContracts, readContract } from '../../api/contracts.ts'
import type { ContractStatus } from '../../domain/contract.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { orders } from './words.ts'

export interface ContractFilter {
  q?: string
  status?: ContractStatus | ''
  folderId?: string
  order?: string
  limit?: number
}

/** What the list is asked for; the same as CSV. */
export const contractsQuery = ({ q = '', status = '', folderId = '', order }: ContractFilter) => {
  const known = orders.find(({ value }) => value === order)?.value
  return {
    ...(q === '' ? {} : { q }),
    ...(status === '' ? {} : { status }),
    ...(folderId === '' ? {} : { clientFolderId: folderId }),
    ...(known === undefined ? {} : { order: known }),
  }
}

export const contractsFound = ({ limit = 30, ...filter }: ContractFilter) =>
  pagesOf(['contracts'], listContracts, { query: { limit, ...contractsQuery(filter) } })

/** One contract with its history. */
export const contractById = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'one', id],
    queryFn: ({ signal }) => call(readContract, { params: { id }, signal }),
  })
