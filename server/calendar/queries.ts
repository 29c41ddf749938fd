import sql, { raw, type Sql } from 'sql-template-tag'
import { Actor, isClient } from '../../domain/actor.ts'
import { CalendarFeed, calendarReach, DueDay, maxDays } from '../../domain/calendar-feed.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { isListedFor, remindsClient } from '../documents/queries.ts'
import { type DatedReader, visibleInvoices } from '../invoices/queries.ts'
import { hashOf } from '../kit/session.ts'
import type { Reader } from '../kit/db.ts'
import { bundledChanges } from '../law-changes/bundled.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { typed } from '../kit/row-types.ts'

const none: CalendarFeed = { isOpen: false, createdAt: null, readAt: null }

export const feedOf = async (reader: Reader, actor: Actor): Promise<CalendarFeed> =>
  (await reader.maybe(typed(CalendarFeed)`
    select true as "isOpen", iso(created_at) as "createdAt", iso(read_at) as "readAt"
    from calendar_feeds where user_id = ${actor.id}`)) ?? none

/** An address that was not read for a year expires. */
export const unreadSince = (now: Date) => new Date(now.getTime() - 365 * 86_400_000)

/** The feed's owner; null if the address was ended or renewed, or the account is closed. */
export const feedOwner = (reader: DatedReader, token: string): Promise<Actor | null> =>
  reader.maybe(typed(Actor)`
    select ${actorColumns(reader.now)}
    from calendar_feeds c join users u on u.id = c.user_id
    where c.token_hash = ${hashOf(token)} and u.is_active
      and coalesce(c.read_at, c.created_at) >= ${unreadSince(reader.now)}`)

/**
 * Due dates for this person, by their current rights, earliest first. Calendar programs send these to third parties, so
 * an event has only the kind of item and its number, and for the team the client's name: no user-written titles, file
 * names, or amounts.
 */
export async function dueDays(reader: DatedReader, actor: Actor): Promise<DueDay[]> {
  const today = officeDate(reader.now)
  const [from, to] = [daysAfter(today, -calendarReach.back), daysAfter(today, calendarReach.ahead)]
  const of = isClient(actor) ? sql`''` : sql`': ' || f.name`
  const within = (date: Sql) => sql`${date} between ${from}::date and ${to}::date and f.status <> 'archived'`
  const folderPage = isClient(actor) ? sql`'/'` : sql`'/client-folders/' || f.id`
  const days = await reader.rows(typed(DueDay)`
    select * from (
      select 'invoice-' || i.id as id, i.due_date as date, 'Invoice ' || i.invoice_number || ' due' || ${of} as title,
        '/invoices/' || i.id as path, i.version as changes, iso(i.updated_at) as since
      from invoices i join client_folders f on f.id = i.client_folder_id
      where ${visibleInvoices(actor)} and i.status in ('sent', 'overdue') and ${within(sql`i.due_date`)}
      union all
      select 'assignment-' || a.id, a.due_date, 'Assignment due' || ${of}, ${folderPage}, a.version, iso(a.created_at)
      from assignments a join client_folders f on f.id = a.client_folder_id
      where ${visibleFolders(actor, 'documents')} and a.status <> 'completed' and a.status <> 'cancelled' and ${within(sql`a.due_date`)}
      union all
      select 'document-request-' || r.id, r.due_date, 'Documents due' || ${of}, ${folderPage}, r.version, iso(r.created_at)
      from document_requests r join client_folders f on f.id = r.client_folder_id
      where ${visibleFolders(actor, 'documents')} and r.status = 'pending' and ${within(sql`r.due_date`)}
      union all
      select 'deadline-' || d.id, d.due_date, 'HR deadline' || ${of}, ${folderPage}, d.version, iso(d.created_at)
      from deadlines d join client_folders f on f.id = d.client_folder_id
      where ${visibleFolders(actor, 'documents')} and d.completed_on is null and ${within(sql`d.due_date`)}
      union all
      select 'document-' || d.id, d.expires_on, 'Document expires' || ${of}, ${folderPage}, d.version, iso(d.expiration_set_at)
      from documents d join users giver on giver.id = d.uploaded_by_id join client_folders f on f.id = d.client_folder_id
      where ${visibleFolders(actor, 'documents')} and ${isListedFor(actor, sql`d`)} and ${within(sql`d.expires_on`)}
        ${isClient(actor) ? sql`and ${remindsClient}` : sql``}
      union all
      select 'contract-' || c.id, c.end_date, 'Contract ' || c.contract_number || ' ends' || ${of}, '/contracts/' || c.id,
        c.version, iso(c.updated_at)
      from contracts c join client_folders f on f.id = c.client_folder_id
      where ${visibleFolders(actor, 'money')} and c.status = 'active' and ${within(sql`c.end_date`)}
    ) due order by date, id limit ${raw(String(maxDays))}`)
  return isClient(actor) ? days : [...days, ...lawDays(from, to)]
}

/** Public information, for the team only. */
const lawDays = (from: string, to: string): DueDay[] =>
  bundledChanges()
    .filter(({ date }) => date >= from && date <= to)
    .map(({ slug, date, title }) => ({
      id: `law-change-${slug}`,
      date,
      title: `Law: ${title}`,
      path: '/law-changes',
      changes: 0,
      since: `${date}T00:00:00.000Z`,
    }))
