import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listHrPolicies as endpoint } from '../../api/hr-policies.ts'
import { type Actor, isAdministrator } from '../../domain/actor.ts'
import {
  allowedActions,
  type HrPolicyItem,
  HrPolicySummary,
  HrPolicyVersionSummary,
  type HrPolicyVersionView,
  type HrPolicyView,
} from '../../domain/hr-policy-version.ts'
import { HrPolicyMetadata, type PolicySection } from '../../domain/hr-policy.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { containing, pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { sectionsOf } from './markdown.ts'
import { typed } from '../kit/row-types.ts'

const columns = (actor: Actor): Sql => sql`
  p.id, p.slug, p.title, p.description, p.category, p.policy_type as "policyType", p.policy_type = 'required' as "isRequired",
  p.keywords, p.keywords as tags, p.source_url as "sourceUrl", p.effective_date as "effectiveDate", p.next_review as "nextReview",
  p.last_updated as "lastUpdated", p.applies_to as "appliesTo", p.is_active as "isActive", p.current_version as "currentVersion",
  (select max(a.number) from hr_policy_acknowledgments a where a.policy_id = p.id and a.user_id = ${actor.id}) as "acknowledgedVersion",
  p.version, iso(p.created_at) as "createdAt", iso(p.updated_at) as "updatedAt"`

/** Everyone but administrators sees only current policies, in lists and individually. */
const visibleTo = (actor: Actor): Sql => (isAdministrator(actor) ? sql`true` : sql`p.is_active`)

const viewed = (policy: HrPolicySummary, actor: Actor): HrPolicyItem => ({
  ...policy,
  allowed: allowedActions(policy, actor),
})

export async function listHrPolicies(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<HrPolicyItem>> {
  const { q, category, status } = query
  const rows = await reader.rows(typed(HrPolicySummary)`
    select ${columns(actor)} from hr_policies p
    where ${visibleTo(actor)} and p.is_active = ${status === 'active'}
      ${category ? sql`and p.category = ${category}` : sql``}
      ${q ? sql`and (p.title || ' ' || p.description || ' ' || array_to_string(p.keywords, ' ')) ilike ${containing(q)}` : sql``}
      ${pageOf(sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((policy) => viewed(policy, actor)), next }
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A policy that the actor may see, by its id or slug; throws 404 otherwise. */
export async function policyFor(
  reader: Reader,
  actor: Actor,
  policy: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<HrPolicySummary> {
  const isId = idPattern.test(policy)
  if (!isId && !/^[a-z0-9-]{1,100}$/.test(policy)) throw notFound()
  const its = isId ? sql`p.id = ${policy}` : sql`p.slug = ${policy}`
  // Locked before reading, so that a concurrent transaction's writes are visible.
  if (lock) await reader.maybe(sql`select p.id from hr_policies p where ${its} for update`)
  const found = await reader.maybe(
    typed(HrPolicySummary)`select ${columns(actor)} from hr_policies p where ${its} and ${visibleTo(actor)}`,
  )
  if (found === null) throw notFound()
  return found
}

const versionColumns = sql`
  v.id, v.number, v.number = p.current_version as "isCurrent", v.note, v.metadata ->> 'asOf' as "asOf",
  iso(v.published_at) as "publishedAt", person_name(who.first_name, who.last_name) as "publishedByName",
  v.bundled_version is not null as "cameWithPortal", 1 as version, iso(v.published_at) as "createdAt"`

const versionTables = sql`
  hr_policy_versions v join hr_policies p on p.id = v.policy_id left join users who on who.id = v.published_by_id`

export async function listVersions(
  reader: Reader,
  { id }: Pick<HrPolicySummary, 'id'>,
  query: PageQuery,
): Promise<Page<HrPolicyVersionSummary>> {
  const rows = await reader.rows(typed(HrPolicyVersionSummary)`
    select ${versionColumns} from ${versionTables} where v.policy_id = ${id} ${pageOf(sql`v.id`, query)}`)
  return toPage(rows, query)
}

const StoredVersion = HrPolicyVersionSummary.extend({
  slug: z.string(),
  metadata: HrPolicyMetadata,
  content: z.string(),
})
type StoredVersion = z.infer<typeof StoredVersion>

/** One version of a policy that the caller may see. @param number as in the address */
export async function versionOf(
  reader: Reader,
  { id }: Pick<HrPolicySummary, 'id'>,
  number: string | number,
): Promise<HrPolicyVersionView> {
  if (!/^[1-9]\d{0,8}$/.test(String(number))) throw notFound()
  const stored = await reader.maybe(typed(StoredVersion)`
    select ${versionColumns}, p.slug, v.metadata, v.content from ${versionTables}
    where v.policy_id = ${id} and v.number = ${Number(number)}`)
  if (stored === null) throw notFound()
  const { metadata, ...version } = stored
  return { ...metadata, ...version, sections: sectionsOfVersion(version.id, version.content) }
}

/** A policy as shown on its page. */
export async function policyView(reader: Reader, actor: Actor, policy: HrPolicySummary): Promise<HrPolicyView> {
  const { sources, sections } = await versionOf(reader, policy, policy.currentVersion)
  const { items: versions } = await listVersions(reader, policy, { limit: 200 })
  return { ...viewed(policy, actor), sources, sections, versions }
}

const maxStored = 200
const cache = new Map<string, PolicySection[]>()

/** Versions never change, so each is parsed once. */
function sectionsOfVersion(id: string, content: string): PolicySection[] {
  const known = cache.get(id)
  if (known !== undefined) return known
  if (cache.size >= maxStored) cache.clear()
  const sections = sectionsOf({ content })
  cache.set(id, sections)
  return sections
}
