import type { HrPolicySummary } from '../../domain/hr-policy-version.ts'
import { type Recipient, type Email, firm } from '../kit/record.ts'

/** To a client who acknowledged an earlier version. */
export const newVersionToAcknowledge = (
  to: Recipient,
  { slug, title }: Pick<HrPolicySummary, 'slug' | 'title'>,
): Email => ({
  to,
  subject: `${firm} updated a policy that you acknowledged`,
  lines: ['We published a new version of an HR policy that you acknowledged. Read and acknowledge the new version.'],
  notice: `Acknowledge the new version of ${title}`,
  link: { label: 'Read policy', path: `/hr-policies/${slug}` },
  about: 'hr-policy',
})

/** To the client of a folder. @param sender "Dana Mercer at ProHR" */
export const acknowledgmentRequested = (
  to: Recipient,
  sender: string,
  { slug, title }: Pick<HrPolicySummary, 'slug' | 'title'>,
): Email => ({
  to,
  subject: `${firm} asks you to acknowledge a policy`,
  lines: [`${sender} asks you to read and acknowledge an HR policy.`],
  notice: `Read and acknowledge: ${title}`,
  link: { label: 'Read policy', path: `/hr-policies/${slug}` },
  about: 'hr-policy',
})
