import { queryOptions } from '@tanstack/react-query'
import {
  listFollowUps,
  readFollowUps,
  readDashboard,
  readMoneyByMonth,
  readRequestsByWeek,
} from '../../api/dashboard.ts'
import type { FollowUpKind } from '../../domain/dashboard.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const dashboardFigures = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(readDashboard, { signal }),
})

export const chase = queryOptions({
  queryKey: ['dashboard', 'chase'],
  queryFn: ({ signal }) => call(readFollowUps, { signal }),
})

export const followUpsOf = (kind: FollowUpKind) =>
  pagesOf(['dashboard', 'chase', kind], listFollowUps, { params: { kind }, query: { limit: 20 } })

// The charts are read again for what they count, not for every change there is.

export const requestsByWeek = queryOptions({
  queryKey: ['service-requests', 'by-week'],
  queryFn: ({ signal }) => call(readRequestsByWeek, { signal }),
})

export const moneyByMonth = queryOptions({
  queryKey: ['invoices', 'by-month'],
  queryFn: ({ signal }) => call(readMoneyByMonth, { signal }),
})
