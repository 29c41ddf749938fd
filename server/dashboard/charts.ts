// How requests and money have gone, in the office's weeks and months, over what the actor may see.
import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import {
  type Dashboard,
  lastMonths,
  lastWeeks,
  type MoneyByMonth,
  mondayOf,
  type RequestsByWeek,
} from '../../domain/dashboard.ts'
import { officeDate, replyHours } from '../../domain/time.ts'
import { liesInVisible as isVisible } from '../client-folders/queries.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { visibleRequests } from '../service-requests/queries.ts'
import { officeDayOf, startOfOfficeDay } from './days.ts'

/**
 * Received by week, and of those the ones that somebody took up within 24 hours. When that was stands in the trail; an
 * assignment to somebody else leaves another such line, but never an earlier one.
 */
export async function requestsByWeek(reader: DatedReader, actor: Actor): Promise<RequestsByWeek> {
  const weeks = lastWeeks(officeDate(reader.now))
  const days = await reader.rows<{ day: string; received: number; answeredInTime: number }>(sql`
    select ${officeDayOf(sql`r.created_at`)} as day, count(*)::int as received,
      (count(*) filter (where exists (
        select from audit_entries e where e.entity_id = r.id and e.action = 'service-request.in-progress'
          and e.at <= r.created_at + make_interval(hours => ${replyHours}::int))))::int as "answeredInTime"
    from service_requests r
    where r.created_at >= ${startOfOfficeDay(weeks[0] as string)} and ${visibleRequests(actor)}
    group by 1`)
  return {
    weeks: weeks.map((week) => {
      const inWeek = days.filter(({ day }) => mondayOf(day) === week)
      return {
        week,
        received: inWeek.reduce((sum, { received }) => sum + received, 0),
        answeredInTime: inWeek.reduce((sum, { answeredInTime }) => sum + answeredInTime, 0),
      }
    }),
  }
}

/**
 * Overdue is summed up from what entered it and what left it: an invoice enters with its total on the first day on which it is
 * sent and past due, and leaves with each payment, on that day or later. Invoices that were paid in full before the first month
 * have left whatever they entered, so they are not looked at.
 */
export async function moneyByMonth(reader: DatedReader, actor: Actor): Promise<MoneyByMonth> {
  const today = officeDate(reader.now)
  const months = lastMonths(today)
  const first = months[0] as string
  const sums = await reader.rows<{ month: string | null; billed: number; collected: number; overdue: number }>(sql`
    with owed as (
      select i.id, i.total, greatest(i.due_date + 1, ${officeDayOf(sql`i.sent_at`)}) as late_from
      from invoices i
      where (i.status in ('sent', 'overdue') or (i.status = 'paid' and i.paid_at >= ${startOfOfficeDay(first)}))
        and ${isVisible(actor, sql`i.client_folder_id`)}
    ), movement as (
      select ${officeDayOf(sql`i.sent_at`)} as day, i.total as billed, 0 as collected, 0 as overdue
      from invoices i
      where i.sent_at >= ${startOfOfficeDay(first)} and i.status <> 'void' and ${isVisible(actor, sql`i.client_folder_id`)}
      union all
      select p.date, 0, p.amount, 0 from payments p
      where p.date >= ${first}::date and ${isVisible(actor, sql`p.client_folder_id`)}
      union all
      select late_from, 0, 0, total from owed
      union all
      select greatest(p.date, o.late_from), 0, 0, -p.amount from owed o join payments p on p.invoice_id = o.id
    )
    select case when day >= ${first}::date then date_trunc('month', day::timestamp)::date end as month,
      sum(billed)::bigint as billed, sum(collected)::bigint as collected, sum(overdue)::bigint as overdue
    from movement where day <= ${today}::date group by 1`)
  const of = (month: string | null) => sums.find((each) => each.month === month)
  let overdue = of(null)?.overdue ?? 0
  return {
    months: months.map((month) => {
      const { billed = 0, collected = 0, overdue: change = 0 } = of(month) ?? {}
      overdue += change
      return { month, billed, collected, overdue }
    }),
  }
}

/** Billed and collected since the first of the month. */
export async function moneyThisMonth(reader: DatedReader, actor: Actor): Promise<NonNullable<Dashboard['thisMonth']>> {
  const first = lastMonths(officeDate(reader.now)).at(-1) as string
  return reader.one(sql`
    select
      (select coalesce(sum(i.total), 0)::bigint from invoices i where i.sent_at >= ${startOfOfficeDay(first)}
        and i.status <> 'void' and ${isVisible(actor, sql`i.client_folder_id`)}) as billed,
      (select coalesce(sum(p.amount), 0)::bigint from payments p where p.date >= ${first}::date
        and ${isVisible(actor, sql`p.client_folder_id`)}) as collected`)
}
