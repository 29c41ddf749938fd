// Requests and money over time, in the office's weeks and months, limited to what the actor may see.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { lastMonths, lastWeeks, type MoneyByMonth, mondayOf, type RequestsByWeek } from '../../domain/dashboard.ts'
import { daysAfter, officeDate, replyHours } from '../../domain/time.ts'
import { isOfVisible } from '../client-folders/queries.ts'
import type { DatedReader } from '../invoices/queries.ts'
import type { Database } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'
import { visibleRequests } from '../service-requests/queries.ts'
import { monthIn, officeDayOf, startOfOfficeDay } from './days.ts'

const RequestDayRow = z.object({ day: z.string(), received: z.number(), answeredInTime: z.number() })

/** Requests received by week, and how many of them were accepted within 24 hours. */
export async function requestsByWeek(reader: DatedReader, actor: Actor): Promise<RequestsByWeek> {
  const weeks = lastWeeks(officeDate(reader.now))
  const days = await reader.rows(typed(RequestDayRow)`
    select ${officeDayOf(sql`r.created_at`)} as day, count(*)::int as received,
      (count(*) filter (where r.accepted_at <= r.created_at + make_interval(hours => ${replyHours}::int)))::int as "answeredInTime"
    from service_requests r
    where r.created_at >= ${startOfOfficeDay(weeks[0] as string)} and not r.is_suspected_spam and r.merged_into_id is null and ${visibleRequests(actor)}
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

const Money = z.object({ month: z.int(), billed: z.int(), collected: z.int(), overdue: z.int() })

/**
 * Overdue is computed from what enters and leaves it: an invoice enters with its total on the first day on which it is
 * sent and past due, and leaves with each payment, on that day or later. Invoices paid in full before the first month
 * cancel out, so they are skipped.
 */
export async function moneyByMonth(reader: Pick<Database, 'found' | 'now'>, actor: Actor): Promise<MoneyByMonth> {
  const today = officeDate(reader.now)
  const months = lastMonths(today)
  const first = months[0] as string
  const tomorrow = startOfOfficeDay(daysAfter(today, 1))
  const monthOfInstant = (instant: Sql) => monthIn(months, instant)
  const monthOfDate = (date: Sql) => sql`width_bucket(${date}, ${months}::date[])`
  const sums = await reader.found(typed(Money)`
    with owed as (
      select i.id, i.total, greatest(${monthOfDate(sql`i.due_date + 1`)}, ${monthOfInstant(sql`i.sent_at`)}) as late_from
      from invoices i
      where (i.status in ('sent', 'overdue')
          -- Paid by its day, it enters and leaves on the same day. Midnight in Greenwich is the evening before in the office.
          or (i.status = 'paid' and i.paid_at >= ${startOfOfficeDay(first)} and i.paid_at >= i.due_date))
        and i.due_date < ${today}::date and i.sent_at < ${tomorrow}
        and ${isOfVisible(actor, sql`i.client_folder_id`, 'money')}
    ), movement as (
      select ${monthOfInstant(sql`i.sent_at`)} as month, sum(i.total) as billed, 0 as collected, 0 as overdue
      from invoices i
      where i.sent_at >= ${startOfOfficeDay(first)} and i.sent_at < ${tomorrow} and i.status <> 'void'
        and not i.is_retainer and ${isOfVisible(actor, sql`i.client_folder_id`, 'money')}
      group by 1
      union all
      select ${monthOfDate(sql`p.date`)}, 0, sum(p.amount), 0 from payments p
      where p.date between ${first}::date and ${today}::date and p.credit_note_id is null and p.method <> 'retainer'
        and ${isOfVisible(actor, sql`p.client_folder_id`, 'money')}
      group by 1
      union all
      select late_from, 0, 0, sum(total) from owed group by 1
      union all
      select greatest(${monthOfDate(sql`p.date`)}, o.late_from), 0, 0, -sum(p.amount)
      from owed o join payments p on p.invoice_id = o.id and p.date <= ${today}::date group by 1
    )
    select month, sum(billed)::bigint as billed, sum(collected)::bigint as collected, sum(overdue)::bigint as overdue
    from movement group by 1`)
  // Months are numbered from one; zero is the time before the first.
  const of = (month: number) => sums.find((each) => each.month === month)
  let overdue = of(0)?.overdue ?? 0
  return {
    months: months.map((month, index) => {
      const { billed = 0, collected = 0, overdue: change = 0 } = of(index + 1) ?? {}
      overdue += change
      return { month, billed, collected, overdue }
    }),
  }
}

/** SQL expression: billed and collected since the first of the month. */
export function moneyThisMonth(actor: Actor, now: Date): Sql {
  const first = lastMonths(officeDate(now)).at(-1) as string
  return sql`jsonb_build_object(
    'billed', (select coalesce(sum(i.total), 0) from invoices i where i.sent_at >= ${startOfOfficeDay(first)}
      and i.status <> 'void' and not i.is_retainer and ${isOfVisible(actor, sql`i.client_folder_id`, 'money')}),
    'collected', (select coalesce(sum(p.amount), 0) from payments p where p.date >= ${first}::date and p.credit_note_id is null
      and p.method <> 'retainer' and ${isOfVisible(actor, sql`p.client_folder_id`, 'money')}))`
}
