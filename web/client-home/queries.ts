import { queryOptions } from '@tanstack/react-query'
import { readWaiting } from '../../api/waiting.ts'
import { call } from '../kit/call.ts'

/** Read again with every change that this tab hears of, like the figures of a dashboard: it comes from several nouns. */
export const waitingForMe = queryOptions({
  queryKey: ['dashboard', 'waiting'],
  queryFn: ({ signal }) => call(readWaiting, { signal }),
})
