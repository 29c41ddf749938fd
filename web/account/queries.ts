import { queryOptions } from '@tanstack/react-query'
import { readSecondFactor } from '../../api/second-factor.ts'
import { listSessions } from '../../api/sessions.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Never cached: sessions begin and end without a live event. */
export const ownSessions = { ...pagesOf(['sessions'], listSessions, { query: {} }), staleTime: 0 }

export const secondFactor = queryOptions({
  queryKey: ['users', 'second-factor'],
  queryFn: ({ signal }) => call(readSecondFactor, { signal }),
})
