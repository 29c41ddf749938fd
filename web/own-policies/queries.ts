import { listOwnPolicies } from '../../api/own-policies.ts'
import { pagesOf } from '../kit/pages-of.ts'

export const ownPolicies = (status: 'active' | 'retired' = 'active') =>
  pagesOf(['own-policies', status], listOwnPolicies, { query: { limit: 200, status } })
