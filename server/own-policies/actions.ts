import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { invalid } from '../../domain/errors.ts'
import { selectVariants, VariantError } from '../../domain/model-policy.ts'
import {
  assertCanEditOwnPolicy,
  assertCanPublishOwnPolicy,
  assertCanRetireOwnPolicy,
  assertCanWriteOwnPolicy,
  type OwnPolicyInput,
  type OwnPolicyView,
} from '../../domain/own-policy.ts'
import { team } from '../../domain/roles.ts'
import { MarkdownError, sectionsOf } from '../hr-policies/markdown.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { ownPolicyFor, viewed } from './queries.ts'

const changed = (id: string): ChangeEvent => ({ type: 'own-policies', id, roles: [...team] })

export async function createOwnPolicy(tx: Tx, actor: Actor, input: OwnPolicyInput): Promise<OwnPolicyView> {
  assertCanWriteOwnPolicy(actor)
  assertReadable(input.content)
  const id = newId()
  await tx.run(sql`
    insert into own_policies (id, title, applies_to, owner, content, created_by_id, created_at, updated_at)
    values (${id}, ${input.title.trim()}, ${input.appliesTo.trim()}, ${input.owner.trim()}, ${input.content.trim()},
      ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record({ action: 'own-policy.created', id }, changed(id))
  return viewed(await ownPolicyFor(tx, id), actor)
}

export async function changeOwnPolicy(
  tx: Tx,
  actor: Actor,
  id: string,
  input: OwnPolicyInput,
  ifMatch: IfMatch,
): Promise<OwnPolicyView> {
  const policy = await ownPolicyFor(tx, id, { lock: true })
  assertCanEditOwnPolicy(policy, actor)
  assertVersion(policy, ifMatch)
  assertReadable(input.content)
  await tx.run(sql`
    update own_policies set title = ${input.title.trim()}, applies_to = ${input.appliesTo.trim()},
      owner = ${input.owner.trim()}, content = ${input.content.trim()}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record({ action: 'own-policy.changed', id }, changed(id))
  return viewed(await ownPolicyFor(tx, id), actor)
}

export async function publishOwnPolicy(tx: Tx, actor: Actor, id: string, ifMatch: IfMatch): Promise<OwnPolicyView> {
  const policy = await ownPolicyFor(tx, id, { lock: true })
  assertCanPublishOwnPolicy(policy, actor)
  assertVersion(policy, ifMatch)
  const number = (policy.currentVersion ?? 0) + 1
  await tx.run(sql`
    insert into own_policy_versions (id, policy_id, number, title, applies_to, owner, content, published_by_id, published_at)
    values (${newId()}, ${id}, ${number}, ${policy.title}, ${policy.appliesTo}, ${policy.owner}, ${policy.content}, ${actor.id},
      ${tx.now})`)
  await tx.run(sql`
    update own_policies set current_version = ${number}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    { action: 'own-policy.published', id, details: { before: policy.currentVersion, after: number } },
    changed(id),
  )
  return viewed(await ownPolicyFor(tx, id), actor)
}

export async function changeOwnPolicyStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  isActive: boolean,
  ifMatch: IfMatch,
): Promise<OwnPolicyView> {
  const policy = await ownPolicyFor(tx, id, { lock: true })
  assertCanRetireOwnPolicy(policy, actor, isActive)
  assertVersion(policy, ifMatch)
  await tx.run(sql`
    update own_policies set is_active = ${isActive}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record({ action: isActive ? 'own-policy.restored' : 'own-policy.retired', id }, changed(id))
  return viewed(await ownPolicyFor(tx, id), actor)
}

/** Throws 400 for a text outside the supported Markdown, naming the first wrong line. */
function assertReadable(content: string): void {
  try {
    // Checked with all variants and as an employer of some size sees it, because a section may not depend on a variant
    // for its heading alone.
    sectionsOf({ content: selectVariants(content, { headCount: null, sector: null }) })
    sectionsOf({ content: selectVariants(content, { headCount: { from: 1, to: 1 }, sector: 'private' }) })
  } catch (error) {
    if (error instanceof MarkdownError || error instanceof VariantError)
      throw invalid('content', error.problems[0] ?? error.message)
    throw error
  }
}
