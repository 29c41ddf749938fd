import { queryOptions } from '@tanstack/react-query'
import {
  listFolderAcknowledgements,
  listHrPolicies,
  listPolicyAcknowledgements,
  readHrPolicy,
  readHrPolicyDifferences,
  readHrPolicyVersion,
} from '../../api/hr-policies.ts'
import type { PolicyCategory } from '../../domain/hr-policy.ts'
import { call } from '../kit/call.ts'
import { pagesOf } from '../kit/pages-of.ts'

export interface PolicyFilter {
  q: string
  category: PolicyCategory | ''
  status: 'active' | 'retired'
}

export const policiesFound = ({ q, category, status }: PolicyFilter) =>
  pagesOf(['hr-policies'], listHrPolicies, {
    query: { limit: 50, status, ...(q === '' ? {} : { q }), ...(category === '' ? {} : { category }) },
  })

export const policyBySlug = (policy: string) =>
  queryOptions({
    queryKey: ['hr-policies', 'one', policy],
    queryFn: ({ signal }) => call(readHrPolicy, { params: { policy }, signal }),
  })

/** A version never changes but for being the current one. */
export const policyVersion = (policy: string, number: number) =>
  queryOptions({
    queryKey: ['hr-policies', 'version', policy, number],
    queryFn: ({ signal }) => call(readHrPolicyVersion, { params: { policy, number: String(number) }, signal }),
  })

export const policyDifferences = (policy: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['hr-policies', 'differences', policy, from, to],
    queryFn: ({ signal }) =>
      call(readHrPolicyDifferences, { params: { policy, number: String(to) }, query: { from }, signal }),
  })

export const acknowledgementsOf = (policy: string) =>
  pagesOf(['hr-policies', 'acknowledgments', policy], listPolicyAcknowledgements, {
    params: { policy },
    query: { limit: 20 },
  })

export const acknowledgementsIn = (folderId: string) =>
  pagesOf(['hr-policies', 'acknowledgements-in', folderId], listFolderAcknowledgements, {
    params: { id: folderId },
    query: { limit: 50 },
  })
