import { queryOptions } from '@tanstack/react-query'
import { listContracts, readContract } from '../../api/contracts.ts'
import type { ContractStatus } from '../../domain/contract.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface ContractFilter {
  q?: string
  status?: ContractStatus | ''
  folderId?: string
  limit?: number
}

export const contractsFound = ({ q = '', status = '', folderId = '', limit = 30 }: ContractFilter) =>
  pagesOf(['contracts'], listContracts, {
    query: {
      limit,
      ...(q === '' ? {} : { q }),
      ...(status === '' ? {} : { status }),
      ...(folderId === '' ? {} : { clientFolderId: folderId }),
    },
  })

/** One contract with its history. */
export const contractById = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'one', id],
    queryFn: ({ signal }) => call(readContract, { params: { id }, signal }),
  })
