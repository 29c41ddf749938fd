import { queryOptions } from '@tanstack/react-query'
import { readStatus } from '../../api/system-status.ts'
import { call } from '../kit/call.ts'

/** Refetched while the page is open: a full disk sends no live event. */
export const portalStatus = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(readStatus, { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
})
