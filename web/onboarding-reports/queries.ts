import { queryOptions } from '@tanstack/react-query'
import { listOnboardingReports, readOnboardingReport } from '../../api/onboarding-reports.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const reportsOf = (folderId: string) =>
  pagesOf(['onboarding-reports', folderId], listOnboardingReports, { params: { id: folderId }, query: { limit: 20 } })

export const reportById = (id: string) =>
  queryOptions({
    queryKey: ['onboarding-reports', 'one', id],
    queryFn: ({ signal }) => call(readOnboardingReport, { params: { id }, signal }),
  })
