import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listOwnPolicies as endpoint } from '../../api/own-policies.ts'
import type { Actor } from '../../domain/actor.ts'
import { notFound } from '../../domain/errors.ts'
import { allowedActions, OwnPolicy, type OwnPolicyView } from '../../domain/own-policy.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  p.id, p.title, p.applies_to as "appliesTo", p.owner, p.content, p.current_version as "currentVersion",
  v.id is null or (v.title, v.applies_to, v.owner, v.content) is distinct from (p.title, p.applies_to, p.owner, p.content)
    as "hasChanges",
  p.is_active as "isActive", p.version, iso(p.created_at) as "createdAt", iso(p.updated_at) as "updatedAt"`

const tables = sql`
  own_policies p left join own_policy_versions v on v.policy_id = p.id and v.number = p.current_version`

export const viewed = (policy: OwnPolicy, actor: Actor): OwnPolicyView => ({
  ...policy,
  allowed: allowedActions(policy, actor),
})

export async function listOwnPolicies(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<OwnPolicyView>> {
  const rows = await reader.rows(typed(OwnPolicy)`
    select ${columns} from ${tables} where p.is_active = ${query.status === 'active'} ${pageOf(sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((policy) => viewed(policy, actor)), next }
}

/** Throws 404 for an unknown one; the endpoint admits only the team. */
export async function ownPolicyFor(
  reader: Reader,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OwnPolicy> {
  // Locked before reading, so that a concurrent transaction's writes are visible.
  if (lock) await reader.maybe(sql`select id from own_policies where id = ${id} for update`)
  const found = await reader.maybe(typed(OwnPolicy)`select ${columns} from ${tables} where p.id = ${id}`)
  if (found === null) throw notFound()
  return found
}

const PublishedPolicy = z.object({
  id: z.string(),
  title: z.string(),
  appliesTo: z.string(),
  owner: z.string(),
  content: z.string(),
  number: z.number(),
  publishedOn: z.string(),
})
export type PublishedPolicy = z.infer<typeof PublishedPolicy>

/** The current versions of policies in use, by id. */
export async function publishedOwnPolicies(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, PublishedPolicy>> {
  const rows = await reader.rows(typed(PublishedPolicy)`
    select p.id, v.title, v.applies_to as "appliesTo", v.owner, v.content, v.number,
      to_char(v.published_at at time zone 'America/New_York', 'YYYY-MM-DD') as "publishedOn"
    from own_policies p join own_policy_versions v on v.policy_id = p.id and v.number = p.current_version
    where p.is_active and p.id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
