import { queryOptions } from '@tanstack/react-query'
import { listTimeEntries, readTimeEntry, readTimer, readTimeSummary } from '../../api/time-entries.ts'
import type { CallInput } from '../../api/kit/call.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export type TimeFilter = Omit<NonNullable<CallInput<typeof listTimeEntries>['query']>, 'limit' | 'cursor'>

export const timeFound = (filter: TimeFilter, limit = 100) =>
  pagesOf(['time-entries'], listTimeEntries, { query: { limit, ...filter } })

export const timeSummaryOf = (filter: TimeFilter) =>
  queryOptions({
    queryKey: ['time-entries', 'summary', filter],
    queryFn: ({ signal }) => call(readTimeSummary, { query: filter, signal }),
  })

export const timeEntryById = (id: string) =>
  queryOptions({
    queryKey: ['time-entries', id],
    queryFn: ({ signal }) => call(readTimeEntry, { params: { id }, signal }),
  })

export const ownTimer = queryOptions({
  queryKey: ['timers'],
  queryFn: ({ signal }) => call(readTimer, { signal }),
})
