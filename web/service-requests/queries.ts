import * as api from '../../api/service-requests.ts'
import type { ServiceRequestStatus, ServiceRequestSummary } from '../../domain/service-request.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface RequestFilter {
  status?: ServiceRequestStatus
  suspectedSpam?: 'true'
  order?: 'oldest'
}

export const requestsIn = (filter: RequestFilter, q = '') =>
  pagesOf(['service-requests'], api.listServiceRequests, {
    query: { limit: 20, ...filter, ...(q === '' ? {} : { q }) },
  })

/** With the names that they had when the request was submitted. */
export const servicesOf = ({ services, serviceNames }: Pick<ServiceRequestSummary, 'services' | 'serviceNames'>) =>
  services.map((key, at) => ({ key, name: serviceNames[at] ?? key }))

export const requestDuplicates = (id: string) =>
  queryOptions({
    queryKey: ['service-requests', id, 'duplicates'],
    queryFn: ({ signal }) => call(api.readRequestDuplicates, { params: { id }, signal }),
  })

export const requestsOfFolder = (id: string) =>
  pagesOf(['service-requests', 'of-folder', id], api.listRequestsOfFolder, { params: { id }, query: { limit: 20 } })

export const mergedRequests = (id: string) =>
  queryOptions({
    queryKey: ['service-requests', id, 'merged'],
    queryFn: ({ signal }) => call(api.readMergedRequests, { params: { id }, signal }),
  })

export const requestById = (id: string) =>
  queryOptions({
    queryKey: ['service-requests', id],
    queryFn: ({ signal }) => call(api.readServiceRequest, { params: { id }, signal }),
  })
