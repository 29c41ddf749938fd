// Installs the built-in policies at each start: a new policy, and a file with a higher version as a new version of its
// policy. It becomes the current version unless an administrator published the current one: then it waits among the
// versions, to be compared and adopted (docs/decisions/0070).
import sql from 'sql-template-tag'
import { z } from 'zod'
import { newId } from '../kit/id.ts'
import { HrPolicyMetadata } from '../../domain/hr-policy.ts'
import { roles } from '../../domain/actor.ts'
import type { Database, Reader, Tx } from '../kit/db.ts'
import { takeStartLock } from '../kit/advisory-lock.ts'
import { type BundledPolicy, bundledPolicies } from './bundled.ts'
import { addVersion, setCurrentVersion, type NewVersion } from './rows.ts'
import { typed } from '../kit/row-types.ts'

const origin = { actorId: null, address: 'start', requestId: 'install-policies' }
const note = 'Included with the portal.'

/** One statement if nothing is new. If two instances start together, one installs and the other finds it done. */
export async function installPolicies(db: Database, bundled: BundledPolicy[] = bundledPolicies()): Promise<void> {
  if ((await newIn(db, bundled)).length === 0) return
  await db.transaction(origin, async (tx) => {
    await takeStartLock(tx, 'policies')
    // The list shows the latest first, so the first of the catalog is created last.
    for (const policy of (await newIn(tx, bundled)).toReversed()) await install(tx, policy)
  })
}

const Installed = z.object({
  id: z.string(),
  slug: z.string(),
  bundledVersion: z.number().nullable(),
  lastNumber: z.number(),
  currentIsBundled: z.boolean(),
})
type Installed = z.infer<typeof Installed>

async function newIn(reader: Reader, bundled: BundledPolicy[]) {
  const installed = await reader.rows(typed(Installed)`
    select p.id, p.slug, p.bundled_version as "bundledVersion", v.bundled_version is not null as "currentIsBundled",
      (select max(number) from hr_policy_versions each where each.policy_id = p.id) as "lastNumber"
    from hr_policies p join hr_policy_versions v on v.policy_id = p.id and v.number = p.current_version`)
  const bySlug = new Map(installed.map((policy) => [policy.slug, policy]))
  return bundled
    .map((policy) => ({ policy, known: bySlug.get(policy.slug) ?? null }))
    .filter(({ policy, known }) => (known?.bundledVersion ?? 0) < policy.version)
}

async function install(tx: Tx, { policy, known }: { policy: BundledPolicy; known: Installed | null }) {
  const { slug, version: bundledVersion, content, ...rest } = policy
  const version: NewVersion = {
    number: (known?.lastNumber ?? 0) + 1,
    metadata: HrPolicyMetadata.parse(rest),
    content,
    note,
    bundledVersion,
  }
  const id = known?.id ?? newId()
  if (known === null) await begin(tx, id, slug, version)
  await addVersion(tx, id, version)
  if (known?.currentIsBundled !== false) await setCurrentVersion(tx, id, version)
  await tx.run(sql`update hr_policies set bundled_version = ${bundledVersion} where id = ${id}`)
  tx.record(
    {
      action: 'hr-policy.installed',
      id,
      details: { slug, number: version.number, bundledVersion },
    },
    { type: 'hr-policies', id, roles },
  )
}

/** The row that its first version fills in. */
async function begin(tx: Tx, id: string, slug: string, { metadata, content }: NewVersion) {
  await tx.run(sql`
    insert into hr_policies (id, slug, title, description, content, category, policy_type, effective_date, next_review,
      last_updated, applies_to, current_version, version, created_at, updated_at)
    values (${id}, ${slug}, ${metadata.title}, ${metadata.description}, ${content}, ${metadata.category}, 'recommended', ${metadata.asOf},
      ${metadata.nextReview}, ${metadata.asOf}, '{}', 1, 0, ${tx.now}, ${tx.now})`)
}
