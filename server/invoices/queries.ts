import type { AuditAction } from '../../domain/audit-events.ts'
import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import type { listInvoices as endpoint } from '../../api/invoices.ts'
import { type Actor, isClient } from '../../domain/actor.ts'
import { type ClientFolder, FolderFacts } from '../../domain/client-folder.ts'
import {
  allowedActions,
  excerptLength,
  Invoice,
  type InvoiceStatus,
  InvoiceSummary,
  type ActionFacts,
  InvoiceHistory,
  whyNotVoid,
} from '../../domain/invoice.ts'
import { linesFor } from '../../domain/invoice-lines.ts'
import { invalid, notFound, notFoundAsInvalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { folderFacts, folderFor, isInVisibleFolder, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { containing, type Order, pageIn, Place, placeIn, reversed, toPage, type Page } from '../kit/page.ts'
import { IdRow, typed } from '../kit/row-types.ts'

/** An invoice's status depends on the day. */
export type DatedReader = Reader & { readonly now: Date }

/** The same rule as `statusOn` in the domain; a test checks that both agree. */
export const statusOn = (today: string): Sql =>
  sql`case when i.status = 'sent' and i.due_date < ${today}::date then 'overdue' else i.status end`

/** The same as a condition that can use the index on the status. */
function hasStatus(status: InvoiceStatus, today: string): Sql {
  if (status === 'sent') return sql`i.status = 'sent' and i.due_date >= ${today}::date`
  if (status !== 'overdue') return sql`i.status = ${status}`
  return sql`i.status in ('sent', 'overdue') and (i.status = 'overdue' or i.due_date < ${today}::date)`
}

const creditedOf = (column: Sql) => sql`(
  select coalesce(sum(n.${column}), 0)::bigint from credit_notes n where n.invoice_id = i.id and n.voided_at is null)`

const shared = (today: string) => sql`
  i.id, i.invoice_number as "invoiceNumber", i.client_folder_id as "clientFolderId", f.name as "clientFolderName",
  i.contract_id as "contractId", c.contract_number as "contractNumber", i.created_by_id as "createdById",
  person_name(creator.first_name, creator.last_name) as "createdByName", i.subtotal, i.tax, i.total,
  i.amount_paid as "amountPaid", i.total - i.amount_paid as balance, ${creditedOf(sql`amount`)} as credited,
  ${creditedOf(sql`tax`)} as "creditedTax", ${statusOn(today)} as status,
  i.due_date as "dueDate", iso(i.sent_at) as "sentAt", iso(i.paid_at) as "paidAt", i.tax_exempt as "taxExempt",
  i.tax_exemption_number as "taxExemptionNumber", i.tax_mode as "taxMode", i.tax_rate as "taxRate",
  i.purchase_order_number as "purchaseOrderNumber", i.is_retainer as "isRetainer", i.reason, i.version,
  exists (select from closed_months m where m.reopened_at is null
    and m.month = date_trunc('month', i.sent_at at time zone 'America/New_York')::date) as "isMonthClosed",
  iso(i.created_at) as "createdAt", iso(i.updated_at) as "updatedAt"`

const summary = (today: string) => sql`${shared(today)}, left(i.description, ${excerptLength}::int) as description`

const columns = (today: string) => sql`${shared(today)}, i.description, i.issuer, i.line_items as "lineItems"`

const tables = sql`invoices i join client_folders f on f.id = i.client_folder_id
  join users creator on creator.id = i.created_by_id left join contracts c on c.id = i.contract_id`

/** Clients see sent invoices; the team sees drafts as well. */
export const visibleInvoices = (actor: Actor): Sql =>
  isClient(actor) ? sql`${visibleFolders(actor, 'money')} and i.sent_at is not null` : visibleFolders(actor, 'money')

export function viewed<T extends ActionFacts>(facts: T, actor: Actor, folder: Pick<ClientFolder, 'status'>) {
  const { isMonthClosed: _isMonthClosed, ...invoice } = facts
  const isOpen = folder.status !== 'archived'
  return {
    ...invoice,
    allowed: allowedActions(facts, actor, isOpen),
    whyNotVoid: whyNotVoid(facts, actor, isOpen),
  }
}

const byDue: Order = { by: sql`i.due_date`, type: 'date' }
const byAmount: Order = { by: sql`(-i.total)`, type: 'bigint' }

/** The unpaid ones, the earliest due first; then the newest. */
const byUnpaid: Order = {
  by: sql`case when i.status in ('sent', 'overdue') then 10000000 - (i.due_date - date '2000-01-01') else 0 end`,
  type: 'bigint',
  descending: true,
}

const orders: Record<string, Order | undefined> = {
  unpaid: byUnpaid,
  due: byDue,
  'due-desc': reversed(byDue),
  amount: byAmount,
  'amount-asc': reversed(byAmount),
}

const ListRow = InvoiceSummary.omit({ allowed: true, whyNotVoid: true }).extend({
  isMonthClosed: z.boolean(),
  folder: FolderFacts,
  place: Place,
})

export async function listInvoices(
  reader: DatedReader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<InvoiceSummary>> {
  const { q, status, clientFolderId } = query
  const order = orders[query.order ?? 'newest']
  const today = officeDate(reader.now)
  const rows = await reader.rows(typed(ListRow)`
    select ${summary(today)}, ${folderFacts} as folder, ${placeIn(order)} from ${tables}
    where ${visibleInvoices(actor)}
      ${status ? sql`and ${hasStatus(status, today)}` : sql``}
      ${clientFolderId ? sql`and i.client_folder_id = ${clientFolderId}` : sql``}
      ${q ? sql`and ${says(q, await foldersCalled(reader, actor, q))} and ${isInVisibleFolder(actor, sql`i.client_folder_id`, 'money')}` : sql``}
      ${pageIn(order, sql`i.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(({ folder, ...invoice }) => viewed(invoice, actor, folder)), next }
}

/** Searches the number or description, or the folder's name, each with its own index. */
const says = (q: string, folderIds: string[]): Sql => {
  const own = sql`(i.invoice_number || ' ' || coalesce(i.description, '')) ilike ${containing(q)}`
  return folderIds.length === 0 ? own : sql`(${own} or i.client_folder_id = any(${folderIds}::uuid[]))`
}

const maxFolders = 1000

const foldersCalled = async (reader: Reader, actor: Actor, q: string): Promise<string[]> =>
  (
    await reader.rows(typed(IdRow)`
      select f.id from client_folders f where f.name ilike ${containing(q)} and ${visibleFolders(actor, 'money')}
      order by f.id desc limit ${maxFolders}`)
  ).map(({ id }) => id)

/**
 * An invoice that the actor may see, with its folder; throws 404 otherwise. The lock covers the invoice, and keeps its
 * folder from being archived.
 */
export async function invoiceFor(
  reader: DatedReader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ invoice: Invoice; folder: ClientFolder }> {
  if (lock) await lockInFolder(reader, sql`invoices i`, sql`i`, id, visibleInvoices(actor))
  const invoice = await readInvoice(reader, actor, id)
  return { invoice, folder: await folderFor(reader, actor, invoice.clientFolderId, { part: 'money' }) }
}

/** An invoice that the actor may see; throws 404 otherwise. */
export async function readInvoice(reader: DatedReader, actor: Actor, id: string): Promise<Invoice> {
  const invoice = await reader.maybe(typed(Invoice)`
    select ${columns(officeDate(reader.now))} from ${tables} where i.id = ${id} and ${visibleInvoices(actor)}`)
  if (invoice === null) throw notFound()
  return { ...invoice, lineItems: linesFor(actor, invoice.lineItems) }
}

/** The locked invoice; throws 400 if it is unknown or belongs to another folder. */
export async function invoiceOfFolder(
  reader: DatedReader,
  actor: Actor,
  folder: Pick<ClientFolder, 'id'>,
  id: string,
): Promise<Invoice> {
  const sentence = 'Choose an invoice of this client folder.'
  const { invoice } = await invoiceFor(reader, actor, id, { lock: true }).catch(
    notFoundAsInvalid('invoiceId', sentence),
  )
  if (invoice.clientFolderId !== folder.id) throw invalid('invoiceId', sentence)
  return invoice
}

/** An invoice without an access check, for jobs. */
export const unsafeInvoice = (reader: DatedReader, id: string): Promise<Invoice> =>
  reader.one(typed(Invoice)`select ${columns(officeDate(reader.now))} from ${tables} where i.id = ${id}`)

const eventsShownToClients = [
  'invoice.sent',
  'invoice.overdue',
  'invoice.reminded',
  'invoice.payment-recorded',
  'invoice.payment-reversed',
  'invoice.payment-refunded',
  'invoice.credited',
  'invoice.retainer-applied',
  'invoice.paid',
  'invoice.void',
] satisfies AuditAction[]

/** The invoice's history from the audit log, oldest first. */
export const historyOf = (reader: Reader, actor: Actor, id: string): Promise<InvoiceHistory> =>
  reader.rows(typed(InvoiceHistory.element)`
    select iso(e.at) as at, e.action, person_name(who.first_name, who.last_name) as "actorName", (e.details->>'days')::int as days
    from audit_entries e left join users who on who.id = e.actor_id
    where e.entity_id = ${id} and e.entity_type = 'invoices'
      ${isClient(actor) ? sql`and e.action = any(${eventsShownToClients})` : sql``}
    order by e.id limit 200`)
