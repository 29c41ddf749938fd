import type { HrPolicySummary } from '../../domain/hr-policy-version.ts'
import type { Addressee, Letter } from '../kit/record.ts'

/** To a client who has acknowledged the version before. */
export const newVersionToAcknowledge = (to: Addressee, { slug }: Pick<HrPolicySummary, 'slug'>): Letter => ({
  to,
  subject: 'A policy that you acknowledged has a new version',
  lines: ['A policy of the HR library that you acknowledged has a new version. Please read and acknowledge it.'],
  link: { label: 'Read the policy', path: `/hr-policies/${slug}` },
  about: 'hr-policy',
})
