import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listAudit as endpoint } from '../../api/audit-log.ts'
import { AuditEntry, AuditWords } from '../../domain/audit-log.ts'
import { daysAfter } from '../../domain/time.ts'
import { startOfOfficeDay } from '../dashboard/days.ts'
import type { Reader } from '../kit/db.ts'
import { firstIdSince } from '../kit/id.ts'
import { pageOf, toPage, type Page, type PageQuery } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

export type AuditFilter = Omit<z.output<(typeof endpoint)['query']>, keyof PageQuery>

const EntryRow = AuditEntry.omit({ people: true })

interface FolderAuditFilter extends AuditFilter {
  clientFolderId?: string | undefined
  entityTypes?: readonly string[] | undefined
}

/**
 * @param filter names the folder when only that folder's audit log may be read, and the entity types when only those
 * may be seen
 */
export async function listAudit(reader: Reader, filter: FolderAuditFilter, page: PageQuery): Promise<Page<AuditEntry>> {
  const rows = await reader.rows(typed(EntryRow)`
    select e.id, iso(e.at) as at, e.actor_id as "actorId", person_name(who.first_name, who.last_name) as "actorName",
      e.action, e.entity_type as "entityType", e.entity_id as "entityId", ${subject} as subject,
      e.client_folder_id as "clientFolderId", f.name as "clientFolderName", e.address, e.details
    from audit_entries e left join users who on who.id = e.actor_id left join client_folders f on f.id = e.client_folder_id
    where ${matching(filter)} ${pageOf(sql`e.id`, page)}`)
  const { items, next } = toPage(rows, page)
  const names = await namesIn(
    reader,
    items.map(({ details }) => details),
  )
  return { items: items.map((entry) => ({ ...entry, people: peopleIn(entry.details, names) })), next }
}

/** Subjects appear under their current names; the audit log itself stores only ids. */
const subject = sql`
  case e.entity_type
    when 'invoices' then (select x.invoice_number from invoices x where x.id = e.entity_id)
    when 'contracts' then (select x.contract_number from contracts x where x.id = e.entity_id)
    when 'proposals' then (select x.title from proposals x where x.id = e.entity_id)
    when 'documents' then (select x.original_name from documents x where x.id = e.entity_id)
    when 'assignments' then (select x.title from assignments x where x.id = e.entity_id)
    when 'tasks' then (select x.title from tasks x where x.id = e.entity_id)
    when 'api-keys' then (select x.name from api_keys x where x.id = e.entity_id)
    when 'agreement-templates' then (select x.name from agreement_templates x where x.id = e.entity_id)
    when 'webhooks' then (select x.url from webhooks x where x.id = e.entity_id)
    when 'job-templates' then (select x.name from job_templates x where x.id = e.entity_id)
    when 'saved-replies' then (select x.title from saved_replies x where x.id = e.entity_id and x.owner_id is null)
    when 'document-requests' then (select x.title from document_requests x where x.id = e.entity_id)
    when 'service-requests' then (select x.business_name from service_requests x where x.id = e.entity_id)
    when 'service-rates' then (select x.service_name from service_rates x where x.id = e.entity_id)
    when 'hr-policies' then (select x.title from hr_policies x where x.id = e.entity_id)
    when 'booking-hours' then (select person_name(x.first_name, x.last_name) from users x where x.id = e.entity_id)
    when 'users' then (select person_name(x.first_name, x.last_name) from users x where x.id = e.entity_id)
    when 'client-folders' then (select x.name from client_folders x where x.id = e.entity_id)
  end`

/**
 * Ids are ordered by time, so days are filtered by id. The range is a day wider at both ends, because an entry's
 * timestamp is the start of its transaction and the clock may have been corrected since.
 */
function matching({
  actorId,
  entityType,
  entityId,
  action,
  from,
  to,
  clientFolderId,
  entityTypes,
}: FolderAuditFilter): Sql {
  return sql`true
    ${entityTypes ? sql`and e.entity_type = any(${[...entityTypes]}::text[])` : sql``}
    ${clientFolderId ? sql`and e.client_folder_id = ${clientFolderId}` : sql``}
    ${actorId ? sql`and e.actor_id = ${actorId}` : sql``}
    ${entityType ? sql`and e.entity_type = ${entityType}` : sql``}
    ${entityId ? sql`and e.entity_id = ${entityId}` : sql``}
    ${action ? sql`and e.action = ${action}` : sql``}
    ${from ? sql`and e.at >= ${startOfOfficeDay(from)} and e.id >= ${idOfDay(from, -1)}` : sql``}
    ${to ? sql`and e.at < ${startOfOfficeDay(daysAfter(to, 1))} and e.id < ${idOfDay(to, 3)}` : sql``}`
}

/** Ids start in 1970, and dates end at 9999. */
const idOfDay = (date: string, days: number) => firstIdSince(Math.max(0, Date.parse(daysAfter(date, days))))

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

const PersonNameRow = z.object({ id: z.string(), name: z.string().nullable() })

async function namesIn(reader: Reader, details: AuditEntry['details'][]): Promise<Map<string, string>> {
  const ids = [...new Set(details.flatMap(idsIn))]
  if (ids.length === 0) return new Map()
  const rows = await reader.rows(typed(PersonNameRow)`
    select id, person_name(first_name, last_name) as name from users where id = any(${ids}::uuid[])`)
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
}

const peopleIn = (details: AuditEntry['details'], names: Map<string, string>) =>
  Object.fromEntries(
    idsIn(details).flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [[id, name]]
    }),
  )

/**
 * Steps from one distinct value to the next, so that the time depends on the number of values and not on the number of
 * entries.
 */
export async function readAuditWords(reader: Reader): Promise<AuditWords> {
  const words = (column: Sql) => sql`
    (with recursive word(it) as (
      select min(${column}) from audit_entries
      union all
      select (select min(${column}) from audit_entries where ${column} > word.it) from word where word.it is not null
    ) select coalesce(array_agg(it order by it) filter (where it is not null), '{}') from word)`
  return reader.one(
    typed(AuditWords)`select ${words(sql`action`)} as actions, ${words(sql`entity_type`)} as "entityTypes"`,
  )
}

/** When a person last did something in a folder, to be shown and sorted by; no row if only scheduled jobs did. */
export const lastActivityIn = (clientFolderId: Sql): Sql => sql`
  select e.at from audit_entries e where e.client_folder_id = ${clientFolderId} and e.actor_id is not null
  order by e.id desc limit 1`
