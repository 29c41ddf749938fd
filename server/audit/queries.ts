import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import type { listAudit as endpoint } from '../../api/audit.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'

type Query = z.output<(typeof endpoint)['query']>

export async function listAudit(
  reader: Reader,
  query: Omit<Query, 'clientFolderId'>,
  clientFolderId?: string,
): Promise<Page<AuditEntry>> {
  const filter: Sql = sql`
    ${clientFolderId ? sql`and e.client_folder_id = ${clientFolderId}` : sql``}
    ${query.actorId ? sql`and e.actor_id = ${query.actorId}` : sql``}
    ${query.entityId ? sql`and e.entity_id = ${query.entityId}` : sql``}
    ${query.action ? sql`and e.action = ${query.action}` : sql``}`
  const rows = await reader.rows<AuditEntry>(sql`
    select e.id, iso(e.at) as at, e.actor_id as "actorId", person_name(who.first_name, who.last_name) as "actorName",
      e.action, e.entity_type as "entityType", e.entity_id as "entityId", e.client_folder_id as "clientFolderId", e.address, e.details
    from audit_entries e left join users who on who.id = e.actor_id
    where true ${filter} ${pageOf(sql`e.id`, query)}`)
  return toPage(rows, query)
}
