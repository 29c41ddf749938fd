import { queryOptions } from '@tanstack/react-query'
import { readDashboard } from '../../api/dashboard.ts'
import { call } from '../kit/call.ts'

export const dashboardFigures = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => call(readDashboard, { signal }),
})
