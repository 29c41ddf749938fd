// What is worth chasing, by rights: one source for each kind, from which the counts, the first few and the pages are read.
// What lies in an archived folder is left out, since nobody can do anything about it there.
import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { Chase, ChaseItem, ChaseKind, chasedAtOnce, expiresSoonDays, patienceDays } from '../../domain/dashboard.ts'
import { daysAfter, officeDate, replyHours } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { type Order, type Page, pageIn, Place, type PageQuery, placeIn, toPage } from '../kit/page.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { startOfOfficeDay } from './days.ts'
import { typed } from '../kit/row-types.ts'

interface Source {
  /** What a line says, besides its kind; and of what. */
  columns: Sql
  tables: Sql
  where: Sql
  /** The longest waiting have the lowest; `x` is the table's row. */
  order: Order
}

const folder = sql`f.id as "clientFolderId", f.name as who, person_name(client.first_name, client.last_name) as contact`

const inFolder = sql`
  join client_folders f on f.id = x.client_folder_id left join users client on client.id = f.client_id`

const ChaseGroupRow = Chase.shape.groups.element

const AtRow = z.object({ at: z.string().nullable() })

export async function chaseFor(reader: DatedReader, actor: Actor): Promise<Chase> {
  const of = sourcesFor(actor, reader.now)
  const late = lateBefore(reader.now)
  const parts = ChaseKind.options.map((kind) => {
    const { columns, tables, where, order } = of[kind]
    return sql`
      select ${kind}::text as kind, (select count(*)::int from ${tables} where ${where}) as count,
        (select coalesce(jsonb_agg(first), '[]') from (
          select ${kind}::text as kind, ${columns} from ${tables} where ${where} order by ${order.by}, x.id limit ${chasedAtOnce}::int
        ) first) as items`
  })
  const [groups, next] = await Promise.all([
    reader.rows(typed(ChaseGroupRow)`${join(parts, ' union all ')}`),
    reader.one(typed(AtRow)`
      select iso(min(created_at) + make_interval(hours => ${replyHours}::int)) as at from service_requests
      where status = 'pending' and created_at >= ${late}`),
  ])
  return { groups, nextAt: next.at }
}

const ListedItem = ChaseItem.extend({ place: Place })

export async function listChase(
  reader: DatedReader,
  actor: Actor,
  kind: ChaseKind,
  query: PageQuery,
): Promise<Page<ChaseItem>> {
  const { columns, tables, where, order } = sourcesFor(actor, reader.now)[kind]
  const rows = await reader.rows(typed(ListedItem)`
    select ${kind}::text as kind, ${columns}, ${placeIn(order)} from ${tables} where ${where} ${pageIn(order, sql`x.id`, query)}`)
  return toPage(rows, query)
}

const lateBefore = (now: Date) => new Date(now.getTime() - replyHours * 3_600_000)

function sourcesFor(actor: Actor, now: Date): Record<ChaseKind, Source> {
  const today = officeDate(now)
  const soon = daysAfter(today, expiresSoonDays)
  const patient = startOfOfficeDay(daysAfter(today, -patienceDays))
  const open = sql`${visibleFolders(actor)} and f.status <> 'archived'`
  return {
    // Whoever is of the team sees what is pending.
    'service-requests': {
      columns: sql`
        x.id, null::uuid as "clientFolderId", x.business_name as who, person_name(x.first_name, x.last_name) as contact,
        'Service request' as what, null::bigint as amount, iso(x.created_at) as since, null::date as due`,
      tables: sql`service_requests x`,
      where: sql`x.status = 'pending' and x.created_at < ${lateBefore(now)}`,
      order: { by: sql`x.created_at`, type: 'timestamptz' },
    },
    invoices: {
      columns: sql`
        x.id, ${folder}, x.invoice_number as what, x.total - x.amount_paid as amount, iso(x.sent_at) as since, x.due_date as due`,
      tables: sql`invoices x ${inFolder}`,
      where: sql`x.status in ('sent', 'overdue') and x.due_date < ${today}::date and ${open}`,
      order: { by: sql`x.due_date`, type: 'date' },
    },
    contracts: {
      columns: sql`
        x.id, ${folder}, x.contract_number as what, x.total_value as amount, iso(x.created_at) as since, null::date as due`,
      tables: sql`contracts x ${inFolder}`,
      where: sql`x.status = 'draft' and x.created_at < ${patient} and ${open}`,
      order: { by: sql`x.created_at`, type: 'timestamptz' },
    },
    documents: {
      columns: sql`
        x.id, ${folder}, x.original_name as what, null::bigint as amount,
        iso(coalesce(x.signature_requested_at, x.created_at)) as since, null::date as due`,
      tables: sql`documents x ${inFolder}`,
      where: sql`x.requires_signature and not x.is_signed and x.refused_at is null and ${open}`,
      order: { by: sql`x.created_at`, type: 'timestamptz' },
    },
    // One past its last day is expired and can only be revised.
    proposals: {
      columns: sql`
        x.id, ${folder}, x.title as what, x.total_cost as amount, iso(x.sent_at) as since, x.valid_until as due`,
      tables: sql`proposals x ${inFolder}`,
      where: sql`
        x.status = 'sent' and (x.valid_until is null or x.valid_until >= ${today}::date)
          and (x.sent_at < ${patient} or x.valid_until <= ${soon}::date) and ${open}`,
      order: { by: sql`x.sent_at`, type: 'timestamptz' },
    },
    'document-requests': {
      columns: sql`
        x.id, ${folder}, x.title as what, null::bigint as amount, iso(x.created_at) as since, x.due_date as due`,
      tables: sql`document_requests x ${inFolder}`,
      where: sql`x.status = 'pending' and x.due_date < ${today}::date and ${open}`,
      order: { by: sql`x.due_date`, type: 'date' },
    },
    assignments: {
      columns: sql`
        x.id, ${folder}, x.title as what, null::bigint as amount, iso(x.created_at) as since, x.due_date as due`,
      tables: sql`assignments x ${inFolder}`,
      where: sql`x.status <> 'completed' and x.due_date < ${today}::date and ${open}`,
      order: { by: sql`x.due_date`, type: 'date' },
    },
  }
}
