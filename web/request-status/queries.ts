import { queryOptions } from '@tanstack/react-query'
import { readRequestStatus } from '../../api/request-status.ts'
import { call } from '../kit/call.ts'

/** Visitors have no live events, so the page refetches each minute while it is visible. */
export const requestStatus = (token: string) =>
  queryOptions({
    queryKey: ['request-status', token],
    queryFn: ({ signal }) => call(readRequestStatus, { body: { token }, signal }),
    meta: { mayBeSignedOut: true },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: (query) => (query.state.status === 'success' ? 60_000 : false),
  })
