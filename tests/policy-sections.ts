import { bundledPolicies } from '../server/hr-policies/bundled.ts'
import { sectionsOf } from '../server/hr-policies/markdown.ts'

/** Every section of the guides, as "slug#anchor". */
export const readPolicySections = (): Set<string> =>
  new Set(bundledPolicies().flatMap((policy) => sectionsOf(policy).map(({ anchor }) => `${policy.slug}#${anchor}`)))
