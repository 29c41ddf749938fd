import type { Actor } from '../../domain/actor.ts'
import { Statement, statementLimit } from '../../domain/statement.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFor } from '../client-folders/queries.ts'
import { type DatedReader, statusOn } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'

const SumsRow = Statement.omit({
  clientFolderId: true,
  clientFolderName: true,
  clientName: true,
  date: true,
  paymentsFrom: true,
})

/** What the client of a folder owes; in one statement, so that a concurrent payment appears in all of it or in none. */
export async function statementOf(reader: DatedReader, actor: Actor, clientFolderId: string): Promise<Statement> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'money' })
  const date = officeDate(reader.now)
  const paymentsFrom = yearBefore(date)
  const found = await reader.one(typed(SumsRow)`
    with open as (
      select i.id, i.invoice_number as "invoiceNumber", ${statusOn(date)} as status,
        (i.sent_at at time zone 'America/New_York')::date as "sentOn", i.due_date as "dueDate",
        greatest(${date}::date - i.due_date, 0) as "daysPastDue", i.total, i.amount_paid as "amountPaid",
        i.total - i.amount_paid as balance, i.is_retainer as "isRetainer"
      from invoices i
      where i.client_folder_id = ${clientFolderId} and i.status in ('sent', 'overdue') and i.total > i.amount_paid
    ), received as (
      select p.id, p.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", p.date, p.method, p.reference, p.kind, p.amount
      from payments p join invoices i on i.id = p.invoice_id
      where p.client_folder_id = ${clientFolderId} and p.date >= ${paymentsFrom}::date and p.credit_note_id is null and p.method <> 'retainer'
    ), credit as (
      select n.id, n.credit_note_number as "creditNoteNumber", n.date, n.amount, n.tax,
        n.amount - (select coalesce(sum(p.amount), 0) from payments p where p.credit_note_id = n.id)::bigint as available
      from credit_notes n where n.client_folder_id = ${clientFolderId} and n.voided_at is null
    )
    select sums.*, came.*,
      (select coalesce(sum(available), 0)::bigint from credit) as "creditAvailable",
      (select coalesce(jsonb_agg(row_to_json(c)), '[]') from
        (select * from credit where available > 0 order by date, id limit ${statementLimit}) c) as credits,
      (select coalesce(sum(r.balance), 0)::bigint from retainers r where r.client_folder_id = ${clientFolderId}) as "retainerBalance",
      (select coalesce(jsonb_agg(row_to_json(o)), '[]') from
        (select * from open order by "dueDate", id limit ${statementLimit}) o) as invoices,
      (select coalesce(jsonb_agg(row_to_json(r)), '[]') from
        (select * from received order by date desc, id desc limit ${statementLimit}) r) as payments
    from (
      select coalesce(sum(balance), 0)::bigint as balance, count(*)::int as "openInvoices",
        json_build_object(
          'current', coalesce(sum(balance) filter (where "daysPastDue" = 0), 0),
          'days1To30', coalesce(sum(balance) filter (where "daysPastDue" between 1 and 30), 0),
          'days31To60', coalesce(sum(balance) filter (where "daysPastDue" between 31 and 60), 0),
          'days61To90', coalesce(sum(balance) filter (where "daysPastDue" between 61 and 90), 0),
          'over90Days', coalesce(sum(balance) filter (where "daysPastDue" > 90), 0)) as aging
      from open
    ) sums, (
      select coalesce(sum(amount), 0)::bigint as "paidInPeriod", count(*)::int as "paymentsReceived" from received
    ) came`)
  return { clientFolderId, clientFolderName: folder.name, clientName: folder.clientName, date, paymentsFrom, ...found }
}

/** The same day of the previous year; February 29 becomes February 28. */
function yearBefore(date: string) {
  const day = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`
  return day.endsWith('02-29') ? day.replace('02-29', '02-28') : day
}
