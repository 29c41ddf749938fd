import { queryOptions } from '@tanstack/react-query'
import { readStatus } from '../../api/status.ts'
import { call } from '../kit/call.ts'

/** Looked at again while the page is open: nobody is told when a disk fills. */
export const portalStatus = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(readStatus, { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
})
