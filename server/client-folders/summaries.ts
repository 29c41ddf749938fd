// The team's list of clients. Open work is what the work queue counts; the last activity is that of a person, not of a
// scheduled job.
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listFolderSummaries as endpoint } from '../../api/client-folders.ts'
import type { Actor } from '../../domain/actor.ts'
import { ClientFolderSummary } from '../../domain/client-folder.ts'
import { lastActivityIn } from '../audit-log/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, pageIn, type Page, Place, placeIn, reversed, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { teamWork } from '../work-queue/queries.ts'
import { isInView } from './folder-staff.ts'
import { visibleFolders } from './queries.ts'

const consultant = sql`coalesce(person_name(staff.first_name, staff.last_name), staff.email)`
const openWork = sql`coalesce(work.items, 0)`
const lastActivityAt = sql`coalesce(activity.at, f.created_at)`

const byName: Order = { by: sql`lower(f.name)`, type: 'text' }
const byConsultant: Order = { by: sql`lower(${consultant})`, type: 'text' }
const byWork: Order = { by: openWork, type: 'bigint', descending: true }
const byActivity: Order = { by: lastActivityAt, type: 'timestamptz', descending: true }

const orders: Record<string, Order | undefined> = {
  name: byName,
  'name-desc': reversed(byName),
  consultant: byConsultant,
  'consultant-desc': reversed(byConsultant),
  work: byWork,
  'work-asc': reversed(byWork),
  activity: byActivity,
  'activity-asc': reversed(byActivity),
}

const ListRow = ClientFolderSummary.extend({ place: Place })

export async function listFolderSummaries(
  reader: Reader & { readonly now: Date },
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<ClientFolderSummary>> {
  const { q, status, assignedStaffId, view } = query
  const order = orders[query.order ?? 'newest']
  const rows = await reader.rows(typed(ListRow)`
    select f.id, f.name, person_name(client.first_name, client.last_name) as "clientName", f.services, f.status,
      f.assigned_staff_id as "assignedStaffId", ${consultant} as "assignedStaffName", ${openWork} as "openWork",
      iso(${lastActivityAt}) as "lastActivityAt", iso(f.created_at) as "createdAt", ${placeIn(order)}
    from client_folders f join users staff on staff.id = f.assigned_staff_id
      left join users client on client.id = f.client_id
      left join (
        select w.client_folder_id, count(*) as items from (${teamWork(actor, reader.now)}) w group by w.client_folder_id
      ) work on work.client_folder_id = f.id
      left join lateral (${lastActivityIn(sql`f.id`)}) activity on true
    where ${visibleFolders(actor, 'folder')}
      ${status ? sql`and f.status = ${status}` : sql``}
      ${assignedStaffId ? sql`and f.assigned_staff_id = ${assignedStaffId}` : sql``}
      ${view ? sql`and ${isInView(actor, view)}` : sql``}
      ${q ? sql`and (f.name || ' ' || f.services) ilike ${containing(q)}` : sql``}
      ${pageIn(order, sql`f.id`, query)}`)
  return toPage(rows, query)
}
