import { queryOptions } from '@tanstack/react-query'
import { readFollowUpSchedule } from '../../api/follow-ups.ts'
import type { ScheduledKind } from '../../domain/follow-up.ts'
import { call } from '../kit/call.ts'

/** Under the dashboard's key, so that every live event refetches it. */
export const followUpSchedule = (kind?: ScheduledKind) =>
  queryOptions({
    queryKey: ['dashboard', 'follow-ups', kind ?? 'all'],
    queryFn: ({ signal }) => call(readFollowUpSchedule, { query: kind === undefined ? {} : { kind }, signal }),
  })
