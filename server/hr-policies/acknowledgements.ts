// Acknowledged and missing policies: for a folder over all policies, and for a policy over all folders.
import sql, { type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { applies, headCountOf } from '../../domain/audience.ts'
import {
  FolderAcknowledgement,
  type HrPolicySummary,
  PolicyAcknowledgement,
  stateOf,
} from '../../domain/hr-policy-version.ts'
import { folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, type PageQuery, toPage, type Page } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** The latest version of policy `p` that `person` acknowledged. */
const latestOf = (person: Sql) => sql`
  left join lateral (
    select a.number, a.acknowledged_at from hr_policy_acknowledgments a
    where a.policy_id = p.id and a.user_id = ${person} order by a.number desc limit 1
  ) latest on true`

const columns = sql`
  person_name(client.first_name, client.last_name) as "personName", client.email as "personEmail",
  latest.number as "policyVersion", iso(latest.acknowledged_at) as "acknowledgedAt"`

const FolderAcknowledgementRow = FolderAcknowledgement.omit({ state: true })

/** The current policies that apply to the employer of this folder. */
export async function listFolderAcknowledgements(
  reader: Reader,
  actor: Actor,
  folderId: string,
  query: PageQuery,
): Promise<Page<FolderAcknowledgement>> {
  const folder = await folderFor(reader, actor, folderId, { part: 'folder' })
  if (folder.clientId === null) return { items: [], next: null }
  const rows = await reader.rows(typed(FolderAcknowledgementRow)`
    select p.id, p.slug, p.title, p.policy_type = 'required' as "isRequired", p.current_version as "currentVersion",
      p.applies_to as "appliesTo", ${columns}
    from hr_policies p join users client on client.id = ${folder.clientId} ${latestOf(sql`client.id`)}
    where p.is_active ${pageOf(sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  const employer = { headCount: headCountOf(folder), sector: folder.sector }
  const concerning = items.filter(({ appliesTo }) => applies(appliesTo, employer) !== 'no')
  return { items: concerning.map((row) => ({ ...row, state: stateOf(row.policyVersion, row.currentVersion) })), next }
}

const AcknowledgementRow = PolicyAcknowledgement.omit({ state: true })

/** The folders that the actor may see, with a client and not archived. */
export async function listPolicyAcknowledgements(
  reader: Reader,
  actor: Actor,
  { id, currentVersion }: HrPolicySummary,
  query: PageQuery,
): Promise<Page<PolicyAcknowledgement>> {
  const rows = await reader.rows(typed(AcknowledgementRow)`
    select f.id, f.name as "clientFolderName", ${columns}
    from client_folders f join users client on client.id = f.client_id join hr_policies p on p.id = ${id}
      ${latestOf(sql`client.id`)}
    where ${visibleFolders(actor, 'work')} and f.status <> 'archived' and client.is_active ${pageOf(sql`f.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => ({ ...row, state: stateOf(row.policyVersion, currentVersion) })), next }
}
