import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listInvoicePlans as endpoint } from '../../api/invoice-plans.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, isOpen } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { allowedForPlan, InvoicePlan, type InvoicePlanView } from '../../domain/invoice-plan.ts'
import { folderFor, lockInFolder, visibleFolders } from '../client-folders/queries.ts'
import type { Reader } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'

export const planColumns = sql`
  p.id, p.client_folder_id as "clientFolderId", p.created_by_id as "createdById", p.description, p.line_items as "lineItems",
  (select sum((line ->> 'total')::bigint)::bigint from jsonb_array_elements(p.line_items) line) as subtotal,
  p.every_months as "everyMonths", p.day_of_month as "dayOfMonth", p.starts_on as "startsOn", p.ends_on as "endsOn",
  p.due_days as "dueDays", p.sends, p.status, p.next_on as "nextOn", p.version, iso(p.created_at) as "createdAt",
  iso(p.updated_at) as "updatedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', run.id, 'invoiceNumber', run.invoice_number, 'period', run.period)
      order by run.period desc), '[]')
    from (select i.id, i.invoice_number, r.period from invoice_plan_runs r join invoices i on i.id = r.invoice_id
      where r.plan_id = p.id order by r.period desc limit 12) run) as invoices`

export const viewed = (plan: InvoicePlan, actor: Actor, folder: ClientFolder): InvoicePlanView => ({
  ...plan,
  allowed: allowedForPlan(plan, actor, isOpen(folder)),
})

export async function listInvoicePlans(
  reader: Reader,
  actor: Actor,
  clientFolderId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<InvoicePlanView>> {
  const folder = await folderFor(reader, actor, clientFolderId, { part: 'money' })
  const rows = await reader.rows(typed(InvoicePlan)`
    select ${planColumns} from invoice_plans p where p.client_folder_id = ${clientFolderId} ${pageOf(sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((plan) => viewed(plan, actor, folder)), next }
}

/** Throws 404 unless the actor may see its folder. */
export async function invoicePlanFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ plan: InvoicePlan; folder: ClientFolder }> {
  const visible = visibleFolders(actor, 'money')
  if (lock) await lockInFolder(reader, sql`invoice_plans p`, sql`p`, id, visible)
  const plan = await reader.maybe(typed(InvoicePlan)`
    select ${planColumns} from invoice_plans p join client_folders f on f.id = p.client_folder_id where p.id = ${id} and ${visible}`)
  if (plan === null) throw notFound()
  return { plan, folder: await folderFor(reader, actor, plan.clientFolderId, { part: 'money' }) }
}
