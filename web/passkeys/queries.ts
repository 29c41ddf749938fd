import { queryOptions } from '@tanstack/react-query'
import { listPasskeys } from '../../api/passkeys.ts'
import { call } from '../kit/call.ts'

/** Ten at most, so one page. Last uses change without a live event. */
export const ownPasskeys = queryOptions({
  queryKey: ['users', 'passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, { signal }),
  staleTime: 0,
})
