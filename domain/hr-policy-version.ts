// The life of a policy: published in versions, of which one is current; retired and brought back; acknowledged, version by
// version, by the people of a client. A version never changes.
import { z } from 'zod'
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { AppliesTo } from './audience.ts'
import { PolicyCategory, policyHead, PolicySection, PolicySource } from './hr-policy.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { CalendarDate, Id, Instant, kept, optionalName, storable } from './text.ts'

/** A policy has some 20,000 characters; what does not fit in this is no policy. */
export const policyTextLimit = 60_000

export const HrPolicyMove = z.enum(['publish', 'retire', 'bring-back', 'acknowledge'])
export type HrPolicyMove = z.infer<typeof HrPolicyMove>

/** A policy in the catalogue, as its current version says. */
export const HrPolicySummary = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: PolicyCategory,
  policyType: z.enum(['required', 'recommended']),
  isRequired: z.boolean(),
  /** The tags, by the name that the entity has for them. */
  keywords: z.array(z.string()),
  tags: z.array(z.string()),
  sourceUrl: z.string().nullable(),
  /** The date as of which the text is right. */
  effectiveDate: CalendarDate,
  nextReview: CalendarDate,
  lastUpdated: CalendarDate,
  appliesTo: AppliesTo,
  isActive: z.boolean(),
  currentVersion: z.int(),
  /** The latest version that the reader acknowledged. */
  acknowledgedVersion: z.int().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  ...kept,
})
export type HrPolicySummary = z.infer<typeof HrPolicySummary>

export const HrPolicyItem = HrPolicySummary.extend({ allowed: z.array(HrPolicyMove) })
export type HrPolicyItem = z.infer<typeof HrPolicyItem>

export const HrPolicyVersionSummary = z.object({
  id: Id,
  number: z.int(),
  isCurrent: z.boolean(),
  /** What changed, in a line. */
  note: z.string().nullable(),
  asOf: CalendarDate,
  publishedAt: Instant,
  /** Null where it came with the portal. */
  publishedByName: z.string().nullable(),
  cameWithPortal: z.boolean(),
  createdAt: Instant,
  ...kept,
})
export type HrPolicyVersionSummary = z.infer<typeof HrPolicyVersionSummary>

/** One version in full: to read (`sections`), and to write the next one from (`content`, in the library's Markdown). */
export const HrPolicyVersionView = HrPolicyVersionSummary.extend({
  slug: z.string(),
  title: z.string(),
  category: PolicyCategory,
  required: z.boolean(),
  description: z.string(),
  tags: z.array(z.string()),
  nextReview: CalendarDate,
  appliesTo: AppliesTo,
  sources: z.array(PolicySource),
  content: z.string(),
  sections: z.array(PolicySection),
})
export type HrPolicyVersionView = z.infer<typeof HrPolicyVersionView>

/** A policy with its current text, and all of its versions, the latest first. */
export const HrPolicyView = HrPolicyItem.extend({
  sources: z.array(PolicySource),
  sections: z.array(PolicySection),
  versions: z.array(HrPolicyVersionSummary),
})
export type HrPolicyView = z.infer<typeof HrPolicyView>

/** What changed from one version to another, paragraph by paragraph, in the order of the newer text. */
export const PolicyDifferences = z.object({
  from: z.int(),
  to: z.int(),
  parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), isHeading: z.boolean(), text: z.string() })),
})
export type PolicyDifferences = z.infer<typeof PolicyDifferences>

/** A new version: the text, and of what stands over it whatever changes; the rest stays as it was. */
export const PolicyVersionInput = z.strictObject({
  content: z
    .string('Please write the text of the policy.')
    .max(policyTextLimit, `Please use at most ${policyTextLimit.toLocaleString('en-US')} characters.`)
    .refine(storable, 'This contains characters that cannot be stored.')
    .refine((text) => text.trim() !== '', 'Please write the text of the policy.'),
  note: optionalName,
  ...z.object(policyHead).partial().shape,
})
export type PolicyVersionInput = z.infer<typeof PolicyVersionInput>

export const HrPolicyChange = z.strictObject({ isActive: z.boolean('Please say whether the policy is in use.') })

export const AcknowledgementInput = z.strictObject({ version: z.int('Please name the version that was read.') })

/** Somebody's word that they have read a version. */
export const Acknowledgement = z.object({
  id: Id,
  policyId: Id,
  policyVersion: z.int(),
  userId: Id,
  acknowledgedAt: Instant,
  createdAt: Instant,
  ...kept,
})
export type Acknowledgement = z.infer<typeof Acknowledgement>

/** 'outdated': an earlier version was acknowledged. */
export const AcknowledgementState = z.enum(['acknowledged', 'outdated', 'missing'])
export type AcknowledgementState = z.infer<typeof AcknowledgementState>

const acknowledged = {
  personName: z.string().nullable(),
  personEmail: z.string(),
  state: AcknowledgementState,
  policyVersion: z.int().nullable(),
  acknowledgedAt: Instant.nullable(),
}

/** Where the person of a folder stands with one policy; `id` is the policy's. */
export const FolderAcknowledgement = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  isRequired: z.boolean(),
  currentVersion: z.int(),
  appliesTo: AppliesTo,
  ...acknowledged,
})
export type FolderAcknowledgement = z.infer<typeof FolderAcknowledgement>

/** Where the person of one folder stands with a policy; `id` is the folder's. */
export const PolicyAcknowledgement = z.object({ id: Id, clientFolderName: z.string(), ...acknowledged })
export type PolicyAcknowledgement = z.infer<typeof PolicyAcknowledgement>

type Facts = Pick<HrPolicySummary, 'isActive' | 'currentVersion' | 'acknowledgedVersion'>

export function allowedMoves(policy: Facts, actor: Actor): HrPolicyMove[] {
  if (isAdministrator(actor)) return policy.isActive ? ['publish', 'retire'] : ['bring-back']
  return isClient(actor) && policy.acknowledgedVersion !== policy.currentVersion ? ['acknowledge'] : []
}

export const stateOf = (policyVersion: number | null, currentVersion: number): AcknowledgementState => {
  if (policyVersion === null) return 'missing'
  return policyVersion === currentVersion ? 'acknowledged' : 'outdated'
}

/** The number of the next version. 403 for all but administrators, 409 for a policy that is retired. */
export function assertCanPublishPolicy(policy: Facts, actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can publish a policy.')
  if (!policy.isActive) throw conflict('This policy is retired. Bring it back to publish a new version.')
}

/** Retires a policy, or brings it back. */
export function assertCanChangePolicy(policy: Facts, actor: Actor, { isActive }: z.infer<typeof HrPolicyChange>): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can retire a policy or bring it back.')
  if (isActive === policy.isActive)
    throw conflict(isActive ? 'This policy is in use already.' : 'This policy is retired already.')
}

/** The version that is acknowledged: the current one, once. */
export function assertCanAcknowledgePolicy(policy: Facts, actor: Actor, version: number): void {
  if (!isClient(actor)) throw forbidden('Policies are acknowledged by clients.')
  if (version < 1 || version > policy.currentVersion)
    throw invalid('version', 'This policy has no such version in use.')
  if (version < policy.currentVersion)
    throw conflict(`There is a newer version of this policy, ${policy.currentVersion}. Please read that one.`)
  if (policy.acknowledgedVersion === version) throw conflict('You have acknowledged this version already.')
}
