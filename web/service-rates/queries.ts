import { queryOptions } from '@tanstack/react-query'
import { listServiceRates, readServiceRate, readServiceRateHistory } from '../../api/service-rates.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'
import { orders } from './words.ts'

export interface RateFilter {
  q: string
  status: 'active' | 'inactive' | ''
  serviceType: string
  order?: string
}

/** What the list is asked for; the same as CSV. */
export const ratesQuery = ({ q, status, serviceType, order }: RateFilter) => {
  const known = orders.find(({ value }) => value === order)?.value
  return {
    ...(q === '' ? {} : { q }),
    ...(status === '' ? {} : { status }),
    ...(serviceType === '' ? {} : { serviceType }),
    ...(known === undefined ? {} : { order: known }),
  }
}

export const ratesFound = (filter: RateFilter, limit = 50) =>
  pagesOf(['service-rates'], listServiceRates, { query: { limit, ...ratesQuery(filter) } })

export const rateById = (id: string) =>
  queryOptions({
    queryKey: ['service-rates', 'one', id],
    queryFn: ({ signal }) => call(readServiceRate, { params: { id }, signal }),
  })

export const rateHistory = (id: string) =>
  pagesOf(['service-rates', 'history', id], readServiceRateHistory, { params: { id } })
