// The life of a policy: published in versions, one of which is current; retired and restored; acknowledged by clients,
// version by version. A version never changes.
import { z } from 'zod'
import { type Actor, isAdministrator, isClient } from './actor.ts'
import { AppliesTo } from './audience.ts'
import { PolicyCategory, policyHead, PolicySection, PolicySource } from './hr-policy.ts'
import { conflict, forbidden, invalid } from './errors.ts'
import { CalendarDate, Id, Instant, versioned, optionalName, isStorable } from './text.ts'

/** A policy has about 20,000 characters; this leaves ample room. */
export const policyTextLimit = 60_000

export const HrPolicyAction = z.enum(['publish', 'retire', 'bring-back', 'acknowledge'])
export type HrPolicyAction = z.infer<typeof HrPolicyAction>

/** A policy in the catalog, from its current version. */
export const HrPolicySummary = z.object({
  id: Id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  category: PolicyCategory,
  policyType: z.enum(['required', 'recommended']),
  isRequired: z.boolean(),
  /** The tags, under the entity's name for them. */
  keywords: z.array(z.string()),
  tags: z.array(z.string()),
  sourceUrl: z.string().nullable(),
  /** The date as of which the text is correct. */
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
  ...versioned,
})
export type HrPolicySummary = z.infer<typeof HrPolicySummary>

export const HrPolicyItem = HrPolicySummary.extend({ allowed: z.array(HrPolicyAction) })
export type HrPolicyItem = z.infer<typeof HrPolicyItem>

export const HrPolicyVersionSummary = z.object({
  id: Id,
  number: z.int(),
  isCurrent: z.boolean(),
  /** A one-line summary of the changes. */
  note: z.string().nullable(),
  asOf: CalendarDate,
  publishedAt: Instant,
  /** Null if it is built-in. */
  publishedByName: z.string().nullable(),
  cameWithPortal: z.boolean(),
  createdAt: Instant,
  ...versioned,
})
export type HrPolicyVersionSummary = z.infer<typeof HrPolicyVersionSummary>

/** A version in full: to read (`sections`), and to edit into the next one (`content`, in the library's Markdown). */
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

/** A policy with its current text, and all of its versions, latest first. */
export const HrPolicyView = HrPolicyItem.extend({
  sources: z.array(PolicySource),
  sections: z.array(PolicySection),
  versions: z.array(HrPolicyVersionSummary),
})
export type HrPolicyView = z.infer<typeof HrPolicyView>

/** The changes between two versions, paragraph by paragraph, in the order of the newer text. */
export const PolicyDifferences = z.object({
  from: z.int(),
  to: z.int(),
  parts: z.array(z.object({ kind: z.enum(['same', 'added', 'removed']), isHeading: z.boolean(), text: z.string() })),
})
export type PolicyDifferences = z.infer<typeof PolicyDifferences>

/** A new version: the text, and any header fields that change; others are unchanged. */
export const PolicyVersionInput = z.strictObject({
  content: z
    .string('Enter the text of the policy.')
    .max(policyTextLimit, `Use at most ${policyTextLimit.toLocaleString('en-US')} characters.`)
    .refine(isStorable, 'This contains characters that can’t be stored.')
    .refine((text) => text.trim() !== '', 'Enter the text of the policy.'),
  note: optionalName,
  ...z.object(policyHead).partial().shape,
})
export type PolicyVersionInput = z.infer<typeof PolicyVersionInput>

export const HrPolicyChange = z.strictObject({ isActive: z.boolean('Choose whether the policy is in use.') })

export const AcknowledgementInput = z.strictObject({ version: z.int('The version that was read is required.') })

/** A confirmation that someone has read a version. */
export const Acknowledgement = z.object({
  id: Id,
  policyId: Id,
  policyVersion: z.int(),
  userId: Id,
  acknowledgedAt: Instant,
  createdAt: Instant,
  ...versioned,
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

/** The acknowledgment state of one policy for a folder's client; `id` is the policy's. */
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

/** The acknowledgment state of a policy for one folder's client; `id` is the folder's. */
export const PolicyAcknowledgement = z.object({ id: Id, clientFolderName: z.string(), ...acknowledged })
export type PolicyAcknowledgement = z.infer<typeof PolicyAcknowledgement>

type Facts = Pick<HrPolicySummary, 'isActive' | 'currentVersion' | 'acknowledgedVersion'>

export function allowedActions(policy: Facts, actor: Actor): HrPolicyAction[] {
  if (isAdministrator(actor)) return policy.isActive ? ['publish', 'retire'] : ['bring-back']
  return isClient(actor) && policy.acknowledgedVersion !== policy.currentVersion ? ['acknowledge'] : []
}

export const stateOf = (policyVersion: number | null, currentVersion: number): AcknowledgementState => {
  if (policyVersion === null) return 'missing'
  return policyVersion === currentVersion ? 'acknowledged' : 'outdated'
}

/** Throws 403 for all but administrators, 409 for a retired policy. */
export function assertCanPublishPolicy(policy: Facts, actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can publish a policy.')
  if (!policy.isActive) throw conflict('This policy is retired. Restore it to publish a new version.')
}

/** Throws unless the policy can be retired or restored. */
export function assertCanChangePolicy(policy: Facts, actor: Actor, { isActive }: z.infer<typeof HrPolicyChange>): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can retire or restore a policy.')
  if (isActive === policy.isActive)
    throw conflict(isActive ? 'This policy is already in use.' : 'This policy is already retired.')
}

/** Only the current version is acknowledged, once. */
export function assertCanAcknowledgePolicy(policy: Facts, actor: Actor, version: number): void {
  if (!isClient(actor)) throw forbidden('Only clients can acknowledge a policy.')
  if (version < 1 || version > policy.currentVersion)
    throw invalid('version', 'That version of this policy isn’t in use.')
  if (version < policy.currentVersion)
    throw conflict(`This policy has a newer version, ${policy.currentVersion}. Read and acknowledge that one.`)
  if (policy.acknowledgedVersion === version) throw conflict('You’ve already acknowledged this version.')
}
