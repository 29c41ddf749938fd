// Items that need follow-up, by the actor's rights: one source for each kind, used for the counts, the first few, and
// the pages. Archived folders are left out, since no one can act on them.
import sql, { join, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import {
  FollowUps,
  FollowUpItem,
  FollowUpKind,
  followUpsShown,
  expiresSoonDays,
  followUpAfterDays,
} from '../../domain/dashboard.ts'
import type { FolderPart } from '../../domain/folder-rights.ts'
import { daysAfter, officeDate, replyHours } from '../../domain/time.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { type Order, type Page, pageIn, Place, type PageQuery, placeIn, toPage } from '../kit/page.ts'
import type { DatedReader } from '../invoices/queries.ts'
import { visiblePendingRequests } from '../service-requests/queries.ts'
import { startOfOfficeDay } from './days.ts'
import { typed } from '../kit/row-types.ts'

interface Source {
  /** The item's columns besides its kind. */
  columns: Sql
  tables: Sql
  where: Sql
  /** Longest waiting first; `x` is the alias of the table's row. */
  order: Order
}

const folder = sql`f.id as "clientFolderId", f.name as who, person_name(client.first_name, client.last_name) as contact`

const inFolder = sql`
  join client_folders f on f.id = x.client_folder_id left join users client on client.id = f.client_id`

const ChaseGroupRow = FollowUps.shape.groups.element

const AtRow = z.object({ at: z.string().nullable() })

export async function followUpsFor(reader: DatedReader, actor: Actor): Promise<FollowUps> {
  const of = sourcesFor(actor, reader.now)
  const late = lateBefore(reader.now)
  const parts = FollowUpKind.options.map((kind) => {
    const { columns, tables, where, order } = of[kind]
    return sql`
      select ${kind}::text as kind, (select count(*)::int from ${tables} where ${where}) as count,
        (select coalesce(jsonb_agg(first), '[]') from (
          select ${kind}::text as kind, ${columns} from ${tables} where ${where} order by ${order.by}, x.id limit ${followUpsShown}::int
        ) first) as items`
  })
  const [groups, next] = await Promise.all([
    reader.rows(typed(ChaseGroupRow)`${join(parts, ' union all ')}`),
    reader.one(typed(AtRow)`
      select iso(min(created_at) + make_interval(hours => ${replyHours}::int)) as at from service_requests r
      where status = 'pending' and not is_suspected_spam and created_at >= ${late} and ${visiblePendingRequests(actor)}`),
  ])
  return { groups, nextAt: next.at }
}

const ListedItem = FollowUpItem.extend({ place: Place })

export async function listFollowUps(
  reader: DatedReader,
  actor: Actor,
  kind: FollowUpKind,
  query: PageQuery,
): Promise<Page<FollowUpItem>> {
  const { columns, tables, where, order } = sourcesFor(actor, reader.now)[kind]
  const rows = await reader.rows(typed(ListedItem)`
    select ${kind}::text as kind, ${columns}, ${placeIn(order)} from ${tables} where ${where} ${pageIn(order, sql`x.id`, query)}`)
  return toPage(rows, query)
}

const lateBefore = (now: Date) => new Date(now.getTime() - replyHours * 3_600_000)

function sourcesFor(actor: Actor, now: Date): Record<FollowUpKind, Source> {
  const today = officeDate(now)
  const soon = daysAfter(today, expiresSoonDays)
  const patient = startOfOfficeDay(daysAfter(today, -followUpAfterDays))
  const openIn = (part: FolderPart) => sql`${visibleFolders(actor, part)} and f.status <> 'archived'`
  const [money, documents] = [openIn('money'), openIn('documents')]
  return {
    'service-requests': {
      columns: sql`
        x.id, null::uuid as "clientFolderId", x.business_name as who, person_name(x.first_name, x.last_name) as contact,
        'Service request' as what, null::bigint as amount, iso(x.created_at) as since, null::date as due`,
      tables: sql`service_requests x`,
      where: sql`x.status = 'pending' and not x.is_suspected_spam and x.created_at < ${lateBefore(now)} and ${visiblePendingRequests(actor, 'x')}`,
      order: { by: sql`x.created_at`, type: 'timestamptz' },
    },
    invoices: {
      columns: sql`
        x.id, ${folder}, x.invoice_number as what, x.total - x.amount_paid as amount, iso(x.sent_at) as since, x.due_date as due`,
      tables: sql`invoices x ${inFolder}`,
      where: sql`x.status in ('sent', 'overdue') and x.due_date < ${today}::date and ${money}`,
      order: { by: sql`x.due_date`, type: 'date' },
    },
    contracts: {
      columns: sql`
        x.id, ${folder}, x.contract_number as what, x.total_value as amount, iso(x.created_at) as since, x.sign_by as due`,
      tables: sql`contracts x ${inFolder}`,
      where: sql`x.status = 'draft' and x.created_at < ${patient} and ${money}`,
      order: { by: sql`x.created_at`, type: 'timestamptz' },
    },
    documents: {
      columns: sql`
        x.id, ${folder}, x.original_name as what, null::bigint as amount,
        iso(coalesce(x.signature_requested_at, x.created_at)) as since, x.sign_by as due`,
      tables: sql`documents x ${inFolder}`,
      where: sql`x.requires_signature and not x.is_signed and x.declined_at is null and x.withdrawn_at is null and ${documents}`,
      order: { by: sql`x.created_at`, type: 'timestamptz' },
    },
    // A proposal past its last day has expired and can only be revised.
    proposals: {
      columns: sql`
        x.id, ${folder}, x.title as what, x.total_cost as amount, iso(x.sent_at) as since, x.valid_until as due`,
      tables: sql`proposals x ${inFolder}`,
      where: sql`
        x.status = 'sent' and (x.valid_until is null or x.valid_until >= ${today}::date)
          and (x.sent_at < ${patient} or x.valid_until <= ${soon}::date) and ${money}`,
      order: { by: sql`x.sent_at`, type: 'timestamptz' },
    },
    'document-requests': {
      columns: sql`
        x.id, ${folder}, x.title as what, null::bigint as amount, iso(x.created_at) as since, x.due_date as due`,
      tables: sql`document_requests x ${inFolder}`,
      where: sql`x.status = 'pending' and x.due_date < ${today}::date and ${documents}`,
      order: { by: sql`x.due_date`, type: 'date' },
    },
    assignments: {
      columns: sql`
        x.id, ${folder}, x.title as what, null::bigint as amount, iso(x.created_at) as since, x.due_date as due`,
      tables: sql`assignments x ${inFolder}`,
      where: sql`x.status <> 'completed' and x.status <> 'cancelled' and x.due_date < ${today}::date and ${documents}`,
      order: { by: sql`x.due_date`, type: 'date' },
    },
  }
}
