import { queryOptions } from '@tanstack/react-query'
import { readContract } from '../../api/contracts.ts'
import { call } from '../kit/call.ts'

export const contractToSign = (id: string) =>
  queryOptions({
    queryKey: ['contracts', 'to-sign', id],
    queryFn: ({ signal }) => call(readContract, { params: { id }, signal }),
  })
