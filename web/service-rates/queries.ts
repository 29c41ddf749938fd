import { queryOptions } from '@tanstack/react-query'
import { listServiceRates, readServiceRate, readServiceRateHistory } from '../../api/service-rates.ts'
import type { ServiceType } from '../../domain/service-request.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface RateFilter {
  q: string
  status: 'active' | 'inactive' | ''
  serviceType: ServiceType | ''
}

export const ratesFound = ({ q, status, serviceType }: RateFilter, limit = 50) =>
  pagesOf(['service-rates'], listServiceRates, {
    query: {
      limit,
      ...(q === '' ? {} : { q }),
      ...(status === '' ? {} : { status }),
      ...(serviceType === '' ? {} : { serviceType }),
    },
  })

export const rateById = (id: string) =>
  queryOptions({
    queryKey: ['service-rates', 'one', id],
    queryFn: ({ signal }) => call(readServiceRate, { params: { id }, signal }),
  })

export const rateHistory = (id: string) =>
  pagesOf(['service-rates', 'history', id], readServiceRateHistory, { params: { id } })
