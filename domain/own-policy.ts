// A policy of the firm's own, in the same Markdown as a model policy. An administrator edits the draft and publishes it
// as a version, which never changes; handbooks use the current version. States: draft → published, any number of times;
// retired and restored.
import { z } from 'zod'
import { type Actor, isAdministrator } from './actor.ts'
import { conflict, forbidden } from './errors.ts'
import { publishingFacts } from './publishing.ts'
import { Id, requiredName, isStorable } from './text.ts'

export const OwnPolicyAction = z.enum(['edit', 'publish', 'retire', 'restore'])
export type OwnPolicyAction = z.infer<typeof OwnPolicyAction>

/** About 3,000 words. Parsing more would block the main thread for too long. */
export const ownPolicyTextLimit = 20_000

export const OwnPolicyInput = z.strictObject({
  title: requiredName('Enter a title.'),
  appliesTo: requiredName('Enter who the policy applies to.'),
  owner: requiredName('Enter who owns the policy.'),
  content: z
    .string('Enter the text of the policy.')
    .max(ownPolicyTextLimit, `Use at most ${ownPolicyTextLimit.toLocaleString('en-US')} characters.`)
    .refine(isStorable, 'This contains characters that can’t be stored.')
    .refine((text) => text.trim() !== '', 'Enter the text of the policy.'),
})
export type OwnPolicyInput = z.infer<typeof OwnPolicyInput>

export const OwnPolicy = z.object({
  id: Id,
  title: z.string(),
  appliesTo: z.string(),
  owner: z.string(),
  content: z.string(),
  ...publishingFacts,
})
export type OwnPolicy = z.infer<typeof OwnPolicy>

export const OwnPolicyView = OwnPolicy.extend({ allowed: z.array(OwnPolicyAction) })
export type OwnPolicyView = z.infer<typeof OwnPolicyView>

export const OwnPolicyStatusChange = z.strictObject({ isActive: z.boolean('Choose whether the policy is in use.') })

type Facts = Pick<OwnPolicy, 'isActive' | 'hasChanges'>

export function allowedActions({ isActive, hasChanges }: Facts, actor: Actor): OwnPolicyAction[] {
  if (!isAdministrator(actor)) return []
  if (!isActive) return ['restore']
  return hasChanges ? ['edit', 'publish', 'retire'] : ['edit', 'retire']
}

export function assertCanWriteOwnPolicy(actor: Actor): void {
  if (!isAdministrator(actor)) throw forbidden('Only an administrator can change the firm’s own policies.')
}

export function assertCanEditOwnPolicy(policy: Facts, actor: Actor): void {
  assertCanWriteOwnPolicy(actor)
  if (!policy.isActive) throw conflict('This policy is retired. Restore it to change it.')
}

/** Throws 409 for a version equal to the previous one. */
export function assertCanPublishOwnPolicy(policy: Facts, actor: Actor): void {
  assertCanEditOwnPolicy(policy, actor)
  if (!policy.hasChanges) throw conflict('This text is already published.')
}

export function assertCanRetireOwnPolicy(policy: Facts, actor: Actor, isActive: boolean): void {
  assertCanWriteOwnPolicy(actor)
  if (policy.isActive === isActive)
    throw conflict(isActive ? 'This policy is already in use.' : 'This policy is already retired.')
}
