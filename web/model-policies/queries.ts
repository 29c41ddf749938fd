import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listModelPolicies, readModelPolicy } from '../../api/model-policies.ts'
import type { Sector } from '../../domain/audience.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

/** Whom a model policy is filled in for. */
export interface FilledFor {
  clientFolderId?: string
  headCount?: number
  sector?: Sector
}

export const allModelPolicies = pagesOf(['model-policies'], listModelPolicies, { query: { limit: 200 } })

export const modelPolicyBySlug = (policy: string, employer: FilledFor) =>
  queryOptions({
    queryKey: ['model-policies', 'one', policy, employer],
    queryFn: ({ signal }) => call(readModelPolicy, { params: { policy }, query: employer, signal }),
    // The text stays while another size is read.
    placeholderData: keepPreviousData,
  })
