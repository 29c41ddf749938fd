import * as api from '../../api/service-requests.ts'
import type { ServiceRequestStatus } from '../../domain/service-request.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** The longest waiting first while they wait; the latest first once they are taken up. */
export const requestsByStatus = (status: ServiceRequestStatus, q = '') =>
  pagesOf(['service-requests'], api.listServiceRequests, {
    query: { status, limit: 20, order: status === 'pending' ? 'oldest' : 'newest', ...(q === '' ? {} : { q }) },
  })

export const requestById = (id: string) =>
  queryOptions({
    queryKey: ['service-requests', id],
    queryFn: ({ signal }) => call(api.readServiceRequest, { params: { id }, signal }),
  })
