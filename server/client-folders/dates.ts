import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { maySeeFolder } from '../../domain/client-folder.ts'
import { FolderDate, type FolderDateKind, type FolderDates, maxFolderDates } from '../../domain/folder-dates.ts'
import { officeDate } from '../../domain/time.ts'
import { officeDayOf } from '../dashboard/days.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'
import { folderFor } from './queries.ts'

/** What is due today or later in a folder, the earliest first. What is overdue is in the work queue. */
export async function folderDates(reader: DatedReader, actor: Actor, id: string): Promise<FolderDates> {
  const folder = await folderFor(reader, actor, id, { part: 'folder' })
  const today = officeDate(reader.now)
  const of = (kind: FolderDateKind, facts: Sql, table: Sql, date: Sql, where: Sql) => sql`
    (select ${kind}::text as kind, x.id, ${facts}, ${date} as date from ${table} x
      where x.client_folder_id = ${id} and ${date} >= ${today}::date and ${where} order by ${date}, x.id limit ${raw(String(maxFolderDates))})`
  const title = sql`x.title as title, null::text as "startsAt", null::bigint as amount`
  const documents = [
    of(
      'assignment',
      title,
      sql`assignments`,
      sql`x.due_date`,
      sql`x.status <> 'completed' and x.status <> 'cancelled'`,
    ),
    of('document-request', title, sql`document_requests`, sql`x.due_date`, sql`x.status = 'pending'`),
    of('deadline', title, sql`deadlines`, sql`x.due_date`, sql`x.completed_on is null`),
  ]
  const appointments = of(
    'appointment',
    sql`x.topic as title, iso(x.starts_at) as "startsAt", null::bigint as amount`,
    sql`bookings`,
    officeDayOf(sql`x.starts_at`),
    sql`x.status = 'booked' and x.ends_at > ${reader.now}`,
  )
  const invoice = sql`x.invoice_number as title, null::text as "startsAt", x.total - x.amount_paid as amount`
  const money = [
    of(
      'invoice',
      invoice,
      sql`invoices`,
      sql`x.due_date`,
      sql`x.status in ('sent', 'overdue') and x.total > x.amount_paid`,
    ),
    of(
      'contract-end',
      sql`x.contract_number as title, null::text as "startsAt", null::bigint as amount`,
      sql`contracts`,
      sql`x.end_date`,
      sql`x.status = 'active'`,
    ),
  ]
  const parts = [
    ...(maySeeFolder(folder, actor, 'documents') ? documents : []),
    ...(maySeeFolder(folder, actor, 'messages') ? [appointments] : []),
    ...(maySeeFolder(folder, actor, 'money') ? money : []),
  ]
  if (parts.length === 0) return { dates: [] }
  const dates = await reader.rows(typed(FolderDate)`
    select kind, id, title, date, "startsAt", amount from (${join(parts, ' union all ')}) due
    order by date, "startsAt", id limit ${raw(String(maxFolderDates))}`)
  return { dates }
}
