import sql, { type Sql } from 'sql-template-tag'
import { maxReceivableClients, Receivables } from '../../domain/report.ts'
import { officeDate } from '../../domain/time.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'

/** The same rule as `agingBucket` in the domain; a test checks that both agree. */
const aging = sql`jsonb_build_object(
  'current', coalesce(sum(balance) filter (where days <= 0), 0),
  'days1To30', coalesce(sum(balance) filter (where days between 1 and 30), 0),
  'days31To60', coalesce(sum(balance) filter (where days between 31 and 60), 0),
  'days61To90', coalesce(sum(balance) filter (where days between 61 and 90), 0),
  'over90Days', coalesce(sum(balance) filter (where days > 90), 0))`

const Row = Receivables.omit({ date: true })

/** The outstanding balances of all clients, for administrators; in one statement, so that the totals match the list. */
export async function unsafeReceivables(
  reader: DatedReader,
  limit: Sql = sql`limit ${maxReceivableClients}`,
): Promise<Receivables> {
  const date = officeDate(reader.now)
  const found = await reader.one(typed(Row)`
    with open as (
      select i.client_folder_id, i.total - i.amount_paid as balance, ${date}::date - i.due_date as days
      from invoices i where i.status in ('sent', 'overdue') and i.total > i.amount_paid
    ), client as (
      select f.id as "clientFolderId", f.name as "clientFolderName", count(*)::int as "openInvoices",
        sum(balance)::bigint as balance, ${aging} as aging
      from open join client_folders f on f.id = open.client_folder_id group by f.id, f.name
    )
    select sums.*, (select count(*)::int from client) as "clientCount",
      (select coalesce(jsonb_agg(row_to_json(c)), '[]') from
        (select * from client order by balance desc, "clientFolderName", "clientFolderId" ${limit}) c) as clients
    from (select coalesce(sum(balance), 0)::bigint as balance, ${aging} as aging from open) sums`)
  return { date, ...found }
}
