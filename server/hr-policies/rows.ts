// The columns of a version.
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { HrPolicyMetadata } from '../../domain/hr-policy.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'

export interface NewVersion {
  number: number
  metadata: HrPolicyMetadata
  content: string
  note: string | null
  /** Set if it is built-in; otherwise the actor of the transaction published it. */
  bundledVersion: number | null
}

/** Adds a version to a policy without making it the current one. */
export async function addVersion(tx: Tx, policyId: string, version: NewVersion): Promise<string> {
  const id = newId()
  const { number, metadata, content, note, bundledVersion } = version
  await tx.run(sql`
    insert into hr_policy_versions (id, policy_id, number, metadata, content, note, bundled_version, published_by_id, published_at)
    values (${id}, ${policyId}, ${number}, ${JSON.stringify(metadata)}::jsonb, ${content}, ${note}, ${bundledVersion},
      ${bundledVersion === null ? tx.origin.actorId : null}, ${tx.now})`)
  return id
}

/** Makes this version's content the policy's current one. */
export async function setCurrentVersion(tx: Tx, policyId: string, version: NewVersion): Promise<void> {
  const { number, metadata, content, bundledVersion } = version
  // A built-in policy is dated by its text, whenever the portal was installed.
  const lastUpdated = bundledVersion === null ? officeDate(tx.now) : metadata.asOf
  await tx.run(sql`
    update hr_policies set title = ${metadata.title}, description = ${metadata.description}, content = ${content},
      category = ${metadata.category}, policy_type = ${metadata.required ? 'required' : 'recommended'},
      source_url = ${metadata.sources[0]?.url ?? null}, keywords = ${metadata.tags}, effective_date = ${metadata.asOf},
      next_review = ${metadata.nextReview}, applies_to = ${JSON.stringify(metadata.appliesTo)}::jsonb, current_version = ${number},
      last_updated = ${lastUpdated}, version = version + 1, updated_at = ${tx.now}
    where id = ${policyId}`)
}
