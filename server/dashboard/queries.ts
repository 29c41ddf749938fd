import sql from 'sql-template-tag'
import { type Actor, isAdministrator, isStaff } from '../../domain/actor.ts'
import { Dashboard } from '../../domain/dashboard.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { replyHours } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import type { Database } from '../kit/db.ts'
import { visiblePendingRequests } from '../service-requests/queries.ts'
import { moneyThisMonth } from './charts.ts'
import { typed } from '../kit/row-types.ts'

export async function readDashboard(db: Database, actor: Actor): Promise<Dashboard> {
  const dueBefore = new Date(db.now.getTime() - replyHours * 3_600_000)
  const weekAgo = new Date(db.now.getTime() - 7 * 86_400_000)
  const seesMoney = isStaff(actor) && mayUsePart(actor, 'money')
  return db.one(typed(Dashboard)`
    select requests.*, folders.*,
      ${isAdministrator(actor) ? sql`(select count(*)::int from users where role = 'staff' and is_active)` : sql`null::int`} as "staffMembers",
      (select count(*)::int from assignments a join client_folders f on f.id = a.client_folder_id
        where a.status <> 'completed' and a.status <> 'cancelled' and ${visibleFolders(actor, 'documents')}) as "openAssignments",
      ${seesMoney ? moneyThisMonth(actor, db.now) : sql`null::jsonb`} as "thisMonth"
    from (
      select count(*)::int as "pendingRequests", (count(*) filter (where created_at < ${dueBefore}))::int as "overdueRequests"
      from service_requests r where status = 'pending' and not is_suspected_spam and ${visiblePendingRequests(actor)}
    ) requests, (
      select count(*)::int as "clientFolders", (count(*) filter (where f.created_at > ${weekAgo}))::int as "foldersOpenedThisWeek",
        (count(*) filter (where f.status = 'active'))::int as "activeClients"
      from client_folders f where ${visibleFolders(actor, 'folder')}
    ) folders`)
}
