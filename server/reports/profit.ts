import sql, { type Sql } from 'sql-template-tag'
import { maxProfitClients, monthsOf, Profit, type ReportPeriod } from '../../domain/report.ts'
import { officeDate } from '../../domain/time.ts'
import type { Provider } from '../config.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { typed } from '../kit/row-types.ts'
import { during, lastOf } from './queries.ts'

const Row = Profit.omit({ hourlyCost: true })

/**
 * The profit by client, for administrators; in one statement, so that the totals match the list. The cost of a client is rounded
 * half up.
 */
export async function unsafeProfit(
  reader: DatedReader,
  period: ReportPeriod,
  provider: Provider,
  limit: Sql = sql`limit ${maxProfitClients}`,
): Promise<Profit> {
  const months = monthsOf(period, officeDate(reader.now))
  const { hourlyCost } = (await currentFirmSettings(reader, provider)).time
  const within = (date: Sql) => sql`${date} >= ${months[0]}::date and ${date} < ${lastOf(months)}::date`
  const found = await reader.one(typed(Row)`
    with movement as (
      select i.client_folder_id, i.subtotal as income, 0 as minutes, 0 as billable from invoices i
      where ${during(sql`i.sent_at`, months)} and i.status <> 'void' and not i.is_retainer
      union all
      select n.client_folder_id, -n.subtotal, 0, 0 from credit_notes n left join invoices i on i.id = n.invoice_id
      where ${within(sql`n.date`)} and n.voided_at is null and i.is_retainer is not true
      union all
      select t.client_folder_id, 0, t.minutes, case when t.is_billable then t.minutes else 0 end from time_entries t
      where ${within(sql`t.date`)}
    ), sums as (
      select client_folder_id, sum(income)::bigint as income, sum(minutes)::bigint as minutes, sum(billable)::bigint as "billableMinutes",
        (sum(minutes)::bigint * ${hourlyCost}::bigint * 2 + 60) / 120 as cost
      from movement group by client_folder_id
    ), client as (
      select f.id as "clientFolderId", f.name as "clientFolderName", s.income, s.minutes, s."billableMinutes", s.cost,
        s.income - s.cost as profit
      from sums s join client_folders f on f.id = s.client_folder_id
    )
    select coalesce(sum(income), 0)::bigint as income, coalesce(sum(minutes), 0)::bigint as minutes,
      coalesce(sum("billableMinutes"), 0)::bigint as "billableMinutes",
      case when ${hourlyCost}::bigint is not null then coalesce(sum(cost), 0)::bigint end as cost,
      case when ${hourlyCost}::bigint is not null then coalesce(sum(profit), 0)::bigint end as profit, count(*)::int as "clientCount",
      (select coalesce(jsonb_agg(row_to_json(c)), '[]') from
        (select * from client order by income desc, "clientFolderName", "clientFolderId" ${limit}) c) as clients
    from client`)
  return { hourlyCost, ...found }
}
