// The reports, calculated in SQL by the office's calendar months, over what the actor may see.
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listMoneyEntries as entriesEndpoint } from '../../api/reports.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  type Money,
  MoneyEntry,
  monthAfter,
  monthsOf,
  Pipeline,
  type ReplyTimes,
  type ReportPeriod,
} from '../../domain/report.ts'
import { officeDate, replyHours } from '../../domain/time.ts'
import { isOfVisible, isInVisibleFolder } from '../client-folders/queries.ts'
import { monthIn, officeDayOf, startOfOfficeDay } from '../dashboard/days.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { visibleRequests } from '../service-requests/queries.ts'
import { typed } from '../kit/row-types.ts'

/** Maximum number of people; a larger firm can select single months. */
const maxPeople = 100

const ReplyTimesRow = z.object({
  month: z.string(),
  personId: z.string().nullable(),
  name: z.string().nullable(),
  received: z.number(),
  inTime: z.number(),
  late: z.number(),
})

/**
 * The audit log has when a request was accepted, and by whom: the first such entry of each. The request counts for the
 * person it was assigned to at that time, or else for the one who accepted it.
 */
export async function replyTimes(reader: DatedReader, actor: Actor, period: ReportPeriod): Promise<ReplyTimes> {
  const months = monthsOf(period, officeDate(reader.now))
  const rows = await reader.rows(typed(ReplyTimesRow)`
    with request as (
      select ${monthOf(officeDayOf(sql`r.created_at`))} as month, r.accepted_by_id as person_id,
        r.accepted_at <= r.created_at + make_interval(hours => ${replyHours}::int) as in_time
      from service_requests r
      where ${during(sql`r.created_at`, months)} and not r.is_suspected_spam and r.merged_into_id is null and ${visibleRequests(actor)}
    )
    select q.month, q.person_id as "personId", person_name(who.first_name, who.last_name) as name, q.received, q."inTime", q.late
    from (
      select month, person_id, count(*)::int as received, (count(*) filter (where in_time))::int as "inTime",
        (count(*) filter (where not in_time))::int as late
      from request group by month, person_id
    ) q left join users who on who.id = q.person_id`)
  const sum = (key: 'received' | 'inTime' | 'late', of: typeof rows) => of.reduce((all, row) => all + row[key], 0)
  return {
    months: months.map((month) => {
      const ofMonth = rows.filter((row) => row.month === month)
      const [received, inTime, late] = [sum('received', ofMonth), sum('inTime', ofMonth), sum('late', ofMonth)]
      return { month, received, inTime, late, notTakenUp: received - inTime - late }
    }),
    people: [...Map.groupBy(rows, ({ personId }) => personId)]
      .flatMap(([id, ofPerson]) =>
        id === null
          ? []
          : [
              {
                id,
                name: ofPerson[0]?.name ?? 'Deleted user',
                inTime: sum('inTime', ofPerson),
                late: sum('late', ofPerson),
                months: months.map((month) => {
                  const { inTime = 0, late = 0 } = ofPerson.find((row) => row.month === month) ?? {}
                  return { inTime, late }
                }),
              },
            ],
      )
      .toSorted((a, b) => b.inTime + b.late - (a.inTime + a.late) || a.name.localeCompare(b.name, 'en'))
      .slice(0, maxPeople),
  }
}

const PipelineMonthRow = Pipeline.shape.months.element

/** An expired proposal counts as lost on the day after its last day. */
export async function pipeline(reader: DatedReader, actor: Actor, period: ReportPeriod): Promise<Pipeline> {
  const today = officeDate(reader.now)
  const months = monthsOf(period, today)
  const isSeen = isInVisibleFolder(actor, sql`p.client_folder_id`, 'money')
  const lastDay = sql`(${lastOf(months)}::date - 1)`
  const rows = await reader.rows(typed(PipelineMonthRow)`
    with move as (
      select ${officeDayOf(sql`p.sent_at`)} as day, 'sent' as kind, p.total_cost
      from proposals p where ${during(sql`p.sent_at`, months)} and p.status <> 'withdrawn' and ${isSeen}
      union all
      select ${officeDayOf(sql`p.decided_at`)}, case p.status when 'approved' then 'won' else 'lost' end, p.total_cost
      from proposals p where ${during(sql`p.decided_at`, months)} and p.status in ('approved', 'rejected') and ${isSeen}
      union all
      select p.valid_until + 1, 'lost', p.total_cost
      from proposals p
      where p.status = 'sent' and p.valid_until < ${today}::date
        and p.valid_until + 1 between ${months[0]}::date and ${lastDay} and ${isSeen}
    )
    select ${monthOf(sql`day`)} as month, ${tally('sent')}, ${tally('won')}, ${tally('lost')} from move group by 1`)
  const nothing = { sent: 0, sentValue: 0, won: 0, wonValue: 0, lost: 0, lostValue: 0 }
  return { months: months.map((month) => rows.find((row) => row.month === month) ?? { month, ...nothing }) }
}

const tally = (kind: 'sent' | 'won' | 'lost'): Sql => {
  const [count, value] = {
    sent: [sql`sent`, sql`"sentValue"`],
    won: [sql`won`, sql`"wonValue"`],
    lost: [sql`lost`, sql`"lostValue"`],
  }[kind] as [Sql, Sql]
  return sql`
    (count(*) filter (where kind = ${kind}))::int as ${count},
    (coalesce(sum(total_cost) filter (where kind = ${kind}), 0))::bigint as ${value}`
}

const MoneyRow = z.object({
  month: z.number(),
  billed: z.number(),
  collected: z.number(),
  credited: z.number(),
  salesTax: z.number(),
})

/**
 * Billed is work: a retainer counts when an invoice for work uses it, and its payments when they are received. So a credit
 * note for a retainer reduces nothing that was billed.
 */
export async function money(reader: DatedReader, actor: Actor, period: ReportPeriod): Promise<Money> {
  const asked = monthsOf(period, officeDate(reader.now))
  // No month is missing, starting a year before the first one.
  const first = monthAfter((asked[0] as string).slice(0, 7), -12)
  const months = Array.from({ length: asked.length + 12 }, (_, index) => `${monthAfter(first, index)}-01`)
  const rows = await reader.rows(typed(MoneyRow)`
    with movement as (
      select ${monthIn(months, sql`i.sent_at`)} as month, sum(i.total) as billed, 0 as collected, 0 as credited, sum(i.tax) as tax
      from invoices i
      where ${during(sql`i.sent_at`, months)} and i.status <> 'void' and not i.is_retainer
        and ${isOfVisible(actor, sql`i.client_folder_id`, 'money')}
      group by 1
      union all
      select width_bucket(p.date, ${months}::date[]), 0, sum(p.amount), 0, 0 from payments p
      where p.date >= ${months[0]}::date and p.date < ${lastOf(months)}::date and p.credit_note_id is null and p.method <> 'retainer'
        and ${isOfVisible(actor, sql`p.client_folder_id`, 'money')}
      group by 1
      union all
      select width_bucket(n.date, ${months}::date[]), 0, 0, sum(n.amount), -sum(n.tax)
      from credit_notes n left join invoices i on i.id = n.invoice_id
      where n.date >= ${months[0]}::date and n.date < ${lastOf(months)}::date and n.voided_at is null and i.is_retainer is not true
        and ${isOfVisible(actor, sql`n.client_folder_id`, 'money')}
      group by 1
    )
    select month, sum(billed)::bigint as billed, sum(collected)::bigint as collected, sum(credited)::bigint as credited,
      sum(tax)::bigint as "salesTax"
    from movement group by 1`)
  return {
    months: asked.map((month, index) => {
      const before = rows.find((row) => row.month === index + 1)
      const present = rows.find((row) => row.month === index + 13)
      const { billed = 0, collected = 0, credited = 0, salesTax = 0 } = present ?? {}
      return {
        month,
        billed,
        collected,
        credited,
        salesTax,
        billedYearBefore: before?.billed ?? 0,
        collectedYearBefore: before?.collected ?? 0,
      }
    }),
  }
}

/** The invoices or payments that make up a month's figure, most recently entered first. */
export async function listMoneyEntries(
  reader: DatedReader,
  actor: Actor,
  query: z.output<(typeof entriesEndpoint)['query']>,
): Promise<Page<MoneyEntry>> {
  const months = [`${query.month}-01`]
  const shared = sql`i.id as "invoiceId", i.invoice_number as "invoiceNumber", f.id as "clientFolderId", f.name as "clientFolderName"`
  const rows =
    query.figure === 'billed'
      ? await reader.rows(typed(MoneyEntry)`
        select i.id, ${shared}, ${officeDayOf(sql`i.sent_at`)} as date, i.total as amount
        from invoices i join client_folders f on f.id = i.client_folder_id
        where ${during(sql`i.sent_at`, months)} and i.status <> 'void' and not i.is_retainer
          and ${isOfVisible(actor, sql`i.client_folder_id`, 'money')} ${pageOf(sql`i.id`, query)}`)
      : await reader.rows(typed(MoneyEntry)`
        select p.id, ${shared}, p.date, p.amount
        from payments p join invoices i on i.id = p.invoice_id join client_folders f on f.id = p.client_folder_id
        where p.date >= ${months[0]}::date and p.date < ${lastOf(months)}::date and p.credit_note_id is null and p.method <> 'retainer'
          and ${isOfVisible(actor, sql`p.client_folder_id`, 'money')} ${pageOf(sql`p.id`, query)}`)
  return toPage(rows, query)
}

/** The day after the last month. */
export const lastOf = (months: string[]) => `${monthAfter((months.at(-1) as string).slice(0, 7), 1)}-01`

export const during = (instant: Sql, months: string[]): Sql =>
  sql`${instant} >= ${startOfOfficeDay(months[0] as string)} and ${instant} < ${startOfOfficeDay(lastOf(months))}`

const monthOf = (day: Sql): Sql => sql`date_trunc('month', (${day})::timestamp)::date`
