import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listTimeEntries as endpoint } from '../../api/time-entries.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, FolderStatus, isOpen } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import {
  allowedForTime,
  TimeEntry,
  type TimeEntryView,
  Timer,
  type TimerState,
  TimeSummary,
} from '../../domain/time-entry.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, type Page, pageIn, Place, placeIn, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

/** `amountOfTime` in the domain; a test checks that both agree. */
const amount = sql`(case when t.is_billable then (t.minutes * t.hourly_rate + 30) / 60 else 0 end)`

const columns = (actor: Actor) => sql`
  t.id, t.client_folder_id as "clientFolderId", f.name as "clientFolderName", t.user_id as "userId",
  person_name(who.first_name, who.last_name) as "userName", t.service_rate_id as "serviceRateId",
  r.service_name as "serviceName", t.date, t.minutes, t.description, t.is_billable as "isBillable",
  t.hourly_rate as "hourlyRate", t.rate_source as "rateSource", ${amount} as amount, t.invoice_id as "invoiceId",
  i.invoice_number as "invoiceNumber",
  t.version, iso(t.created_at) as "createdAt", iso(t.updated_at) as "updatedAt", f.status as "folderStatus",
  ${visibleFolders(actor, 'money')} as "seesFolder"`

const tables = sql`time_entries t join client_folders f on f.id = t.client_folder_id join users who on who.id = t.user_id
  join service_rates r on r.id = t.service_rate_id left join invoices i on i.id = t.invoice_id`

/** Someone who sees money still sees the time that they recorded on a folder that was reassigned. */
const visibleTime = (actor: Actor): Sql =>
  mayUsePart(actor, 'money') ? sql`(${visibleFolders(actor, 'money')} or t.user_id = ${actor.id})` : sql`false`

const Row = TimeEntry.extend({ folderStatus: FolderStatus, seesFolder: z.boolean() })
const ListedRow = Row.extend({ place: Place })

const viewed = ({ folderStatus, seesFolder, ...entry }: z.infer<typeof Row>, actor: Actor): TimeEntryView => ({
  ...entry,
  allowed: allowedForTime(entry, actor, seesFolder && isOpen({ status: folderStatus })),
})

type Filters = Omit<z.output<(typeof endpoint)['query']>, 'limit' | 'cursor'>

const matching = (actor: Actor, { q, from, to, clientFolderId, userId, isBillable, isInvoiced }: Filters): Sql =>
  join(
    [
      visibleTime(actor),
      ...(from === undefined ? [] : [sql`t.date >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`t.date <= ${to}::date`]),
      ...(clientFolderId === undefined ? [] : [sql`t.client_folder_id = ${clientFolderId}`]),
      ...(userId === undefined ? [] : [sql`t.user_id = ${userId}`]),
      ...(isBillable === undefined ? [] : [sql`t.is_billable = ${isBillable}`]),
      ...(isInvoiced === undefined ? [] : [isInvoiced ? sql`t.invoice_id is not null` : sql`t.invoice_id is null`]),
      ...(q === undefined
        ? []
        : [sql`(coalesce(t.description, '') || ' ' || r.service_name || ' ' || f.name) ilike ${containing(q)}`]),
    ],
    ' and ',
  )

const byDate: Order = { by: sql`t.date`, type: 'date', descending: true }

export async function listTimeEntries(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<TimeEntryView>> {
  const rows = await reader.rows(typed(ListedRow)`
    select ${columns(actor)}, ${placeIn(byDate)} from ${tables}
    where ${matching(actor, query)} ${pageIn(byDate, sql`t.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((row) => viewed(Row.parse(row), actor)), next }
}

const Day = TimeSummary.shape.days.element
const DayRow = Day.extend({ notInvoicedMinutes: z.int(), notInvoicedAmount: z.int() })
const TotalRow = DayRow.omit({ date: true })

const maxDays = 366

const totals = sql`
  coalesce(sum(t.minutes), 0)::bigint as minutes, coalesce(sum(t.minutes) filter (where t.is_billable), 0)::bigint as "billableMinutes",
  coalesce(sum(${amount}), 0)::bigint as amount,
  coalesce(sum(t.minutes) filter (where t.is_billable and t.invoice_id is null), 0)::bigint as "notInvoicedMinutes",
  coalesce(sum(${amount}) filter (where t.invoice_id is null), 0)::bigint as "notInvoicedAmount"`

export async function timeSummary(reader: Reader, actor: Actor, query: Filters): Promise<TimeSummary> {
  const where = matching(actor, query)
  const [{ notInvoicedMinutes, notInvoicedAmount, ...all }, days] = await Promise.all([
    reader.one(typed(TotalRow)`select ${totals} from ${tables} where ${where}`),
    reader.rows(typed(DayRow)`
      select t.date, ${totals} from ${tables} where ${where} group by t.date order by t.date desc limit ${maxDays}`),
  ])
  return {
    ...all,
    notInvoiced: { minutes: notInvoicedMinutes, amount: notInvoicedAmount },
    days: days.map(({ notInvoicedMinutes: _m, notInvoicedAmount: _a, ...day }) => day).toReversed(),
  }
}

/** A time entry that the actor may see; throws 404 otherwise. */
export async function readTimeEntry(reader: Reader, actor: Actor, id: string): Promise<TimeEntryView> {
  const row = await reader.maybe(
    typed(Row)`select ${columns(actor)} from ${tables} where t.id = ${id} and ${visibleTime(actor)}`,
  )
  if (row === null) throw notFound()
  return viewed(row, actor)
}

/** A time entry to change, locked, with its folder; throws 404 if the actor may not see the folder. */
export async function timeEntryToChange(
  reader: Reader,
  actor: Actor,
  id: string,
): Promise<{ entry: TimeEntryView; folder: ClientFolder }> {
  await lockInFolder(reader, sql`time_entries t`, sql`t`, id, visibleFolders(actor, 'money'))
  const entry = await readTimeEntry(reader, actor, id)
  return { entry, folder: await folderFor(reader, actor, entry.clientFolderId, { part: 'money' }) }
}

export async function readTimer(reader: Reader, actor: Actor): Promise<TimerState> {
  const timer = await reader.maybe(typed(Timer)`
    select t.client_folder_id as "clientFolderId", f.name as "clientFolderName", t.service_rate_id as "serviceRateId",
      r.service_name as "serviceName", t.description, iso(t.started_at) as "startedAt"
    from timers t join client_folders f on f.id = t.client_folder_id join service_rates r on r.id = t.service_rate_id
    where t.user_id = ${actor.id}`)
  return { timer }
}
