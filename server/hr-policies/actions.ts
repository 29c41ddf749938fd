import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, roles } from '../../domain/actor.ts'
import { HrPolicyMetadata } from '../../domain/hr-policy.ts'
import {
  assertCanAcknowledgePolicy,
  type Acknowledgement,
  assertCanChangePolicy,
  type HrPolicyChange,
  type HrPolicySummary,
  type HrPolicyVersionView,
  type HrPolicyView,
  assertCanPublishPolicy,
  type PolicyVersionInput,
} from '../../domain/hr-policy-version.ts'
import { invalid, DomainError } from '../../domain/errors.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { Recipient, type ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { newVersionToAcknowledge } from './emails.ts'
import { MarkdownError, sectionsOf } from './markdown.ts'
import { policyFor, policyView, versionOf } from './queries.ts'
import { addVersion, setCurrentVersion, type NewVersion } from './rows.ts'
import { typed, IdRow } from '../kit/row-types.ts'

const policyChange = (id: string): ChangeEvent => ({ type: 'hr-policies', id, roles })

export async function publishHrPolicyVersion(
  tx: Tx,
  actor: Actor,
  slug: string,
  input: PolicyVersionInput,
  ifMatch: IfMatch,
): Promise<HrPolicyVersionView> {
  const policy = await policyFor(tx, actor, slug, { lock: true })
  assertCanPublishPolicy(policy, actor)
  assertVersion(policy, ifMatch)
  const version = await nextVersion(tx, policy, input)
  await addVersion(tx, policy.id, version)
  await setCurrentVersion(tx, policy.id, version)
  const { number } = version
  const details = { before: policy.currentVersion, after: number }
  tx.record({ action: 'hr-policy.published', id: policy.id, details }, policyChange(policy.id))
  for (const person of await acknowledgedBefore(tx, policy)) tx.mail(newVersionToAcknowledge(person, policy))
  return versionOf(tx, policy, number)
}

const NumberRow = z.object({ number: z.number() })

async function nextVersion(tx: Tx, policy: HrPolicySummary, input: PolicyVersionInput): Promise<NewVersion> {
  const { content, note, ...changed } = input
  const current = await versionOf(tx, policy, policy.currentVersion)
  const { title, category, required, description, tags, asOf, nextReview, appliesTo, sources } = current
  const before = { title, category, required, description, tags, asOf, nextReview, appliesTo, sources }
  const metadata = HrPolicyMetadata.safeParse({ ...before, ...changed })
  if (!metadata.success) throw metadataError(metadata.error)
  readable(content)
  const last = await tx.one(
    typed(NumberRow)`select max(number) as number from hr_policy_versions where policy_id = ${policy.id}`,
  )
  return { number: last.number + 1, metadata: metadata.data, content: content.trim(), note, bundledVersion: null }
}

const metadataError = ({ issues }: z.ZodError) => {
  const named = issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new DomainError('invalid', named[0]?.message ?? 'Check the details above the text.', { issues: named })
}

/** Throws unless the text uses only the supported Markdown; the error names the first unsupported line. */
function readable(content: string): void {
  try {
    sectionsOf({ content })
  } catch (error) {
    throw error instanceof MarkdownError ? invalid('content', error.problems[0] ?? error.message) : error
  }
}

/** The clients whose acknowledgment is outdated. */
const acknowledgedBefore = (tx: Tx, { id, currentVersion }: HrPolicySummary) =>
  tx.rows(typed(Recipient)`
    select u.id as "userId", u.email, u.first_name as name
    from hr_policy_acknowledgments a join users u on u.id = a.user_id
    where a.policy_id = ${id} and a.number = ${currentVersion} and u.is_active`)

export async function changeHrPolicy(
  tx: Tx,
  actor: Actor,
  slug: string,
  change: z.infer<typeof HrPolicyChange>,
  ifMatch: IfMatch,
): Promise<HrPolicyView> {
  const policy = await policyFor(tx, actor, slug, { lock: true })
  assertCanChangePolicy(policy, actor, change)
  assertVersion(policy, ifMatch)
  await tx.run(sql`
    update hr_policies set is_active = ${change.isActive}, version = version + 1, updated_at = ${tx.now}
    where id = ${policy.id}`)
  const action = change.isActive ? 'hr-policy.brought-back' : 'hr-policy.retired'
  tx.record({ action, id: policy.id }, policyChange(policy.id))
  return policyView(tx, actor, await policyFor(tx, actor, policy.id))
}

export async function acknowledgeHrPolicy(
  tx: Tx,
  actor: Actor,
  slug: string,
  version: number,
): Promise<Acknowledgement> {
  // Locked, so that no newer version is published in between.
  const policy = await policyFor(tx, actor, slug, { lock: true })
  assertCanAcknowledgePolicy(policy, actor, version)
  const id = newId()
  await tx.run(sql`
    insert into hr_policy_acknowledgments (id, policy_id, number, user_id, acknowledged_at)
    values (${id}, ${policy.id}, ${version}, ${actor.id}, ${tx.now})`)
  const folders = await tx.rows(typed(IdRow)`select id from client_folders where client_id = ${actor.id} order by id`)
  tx.record(
    {
      action: 'hr-policy.acknowledged',
      id: policy.id,
      // A client with several folders acknowledges once; it is recorded in their first folder.
      clientFolderId: folders[0]?.id ?? null,
      details: { number: version },
    },
    ...folders.map((folder): ChangeEvent => ({ type: 'hr-policies', id: policy.id, clientFolderId: folder.id })),
    { type: 'hr-policies', id: policy.id, userIds: [actor.id] },
  )
  const at = tx.now.toISOString()
  const acknowledgment = {
    policyId: policy.id,
    policyVersion: version,
    userId: actor.id,
    acknowledgedAt: at,
    createdAt: at,
  }
  return { id, ...acknowledgment, version: 1 }
}
