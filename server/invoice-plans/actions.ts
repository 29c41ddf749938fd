import sql from 'sql-template-tag'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { assertCanManageInvoices } from '../../domain/invoice.ts'
import { assertTimeLines, calculateTotals } from '../../domain/invoice-lines.ts'
import {
  assertCanChangePlan,
  assertCanEditPlan,
  assertEndsAfter,
  assertPlanDates,
  assertResumesBeforeEnd,
  firstBillingDate,
  type InvoicePlan,
  type InvoicePlanChange,
  type InvoicePlanInput,
  type InvoicePlanStatusChange,
  type InvoicePlanView,
  nextAfterEdit,
  nextFrom,
} from '../../domain/invoice-plan.ts'
import { officeDate } from '../../domain/time.ts'
import { folderToAddTo } from '../client-folders/queries.ts'
import { taxOf } from '../invoices/tax-of.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import type { ChangeEvent } from '../kit/record.ts'
import { assertVersion, type IfMatch } from '../kit/version.ts'
import { assertRateCards } from '../service-rates/assert-rate-cards.ts'
import { invoicePlanFor, viewed } from './queries.ts'

export const planChange = (id: string, clientFolderId: string): ChangeEvent => ({
  type: 'invoice-plans',
  id,
  clientFolderId,
  teamOnly: true,
})

export async function createInvoicePlan(
  tx: Tx,
  actor: Actor,
  clientFolderId: string,
  input: InvoicePlanInput,
): Promise<InvoicePlanView> {
  assertCanManageInvoices(actor)
  const folder = await folderToAddTo(tx, actor, clientFolderId, 'money')
  assertNotArchived(folder)
  assertPlanDates(input, officeDate(tx.now))
  assertTimeLines(input.lineItems, [])
  await assertRateCards(tx, input.lineItems)
  const { lineItems } = calculateTotals(input.lineItems, await taxOf(tx, folder))
  const id = newId()
  const { description, everyMonths, dayOfMonth, startsOn, endsOn, dueDays, sends } = input
  await tx.run(sql`
    insert into invoice_plans (id, client_folder_id, created_by_id, description, line_items, every_months, day_of_month, starts_on,
      ends_on, due_days, sends, next_on, created_at, updated_at)
    values (${id}, ${folder.id}, ${actor.id}, ${description}, ${JSON.stringify(lineItems)}::jsonb, ${everyMonths}, ${dayOfMonth},
      ${startsOn}, ${endsOn}, ${dueDays}, ${sends}, ${firstBillingDate(startsOn, dayOfMonth)}, ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'invoice-plan.created',
      id,
      clientFolderId,
      details: { everyMonths, dayOfMonth, startsOn, endsOn, dueDays, sends },
    },
    planChange(id, clientFolderId),
  )
  const { plan } = await invoicePlanFor(tx, actor, id)
  return viewed(plan, actor, folder)
}

/** Invoices that were created don't change. */
export async function changeInvoicePlan(
  tx: Tx,
  actor: Actor,
  id: string,
  change: InvoicePlanChange,
  ifMatch: IfMatch,
): Promise<InvoicePlanView> {
  const { plan: before, folder } = await invoicePlanFor(tx, actor, id, { lock: true })
  assertCanManageInvoices(actor)
  assertNotArchived(folder)
  assertCanEditPlan(before)
  assertVersion(before, ifMatch)
  const { description, everyMonths, dayOfMonth, endsOn, dueDays, sends } = change
  const nextOn =
    dayOfMonth === before.dayOfMonth ? before.nextOn : nextAfterEdit(before, dayOfMonth, officeDate(tx.now))
  if (endsOn !== before.endsOn || nextOn !== before.nextOn) assertEndsAfter(nextOn, endsOn)
  assertTimeLines(change.lineItems, [])
  await assertRateCards(tx, change.lineItems)
  const { lineItems } = calculateTotals(change.lineItems, await taxOf(tx, folder))
  await tx.run(sql`
    update invoice_plans set description = ${description}, line_items = ${JSON.stringify(lineItems)}::jsonb,
      every_months = ${everyMonths}, day_of_month = ${dayOfMonth}, ends_on = ${endsOn}, due_days = ${dueDays}, sends = ${sends},
      next_on = ${nextOn}, version = version + 1, updated_at = ${tx.now}
    where id = ${id}`)
  const { plan } = await invoicePlanFor(tx, actor, id)
  tx.record(
    {
      action: 'invoice-plan.edited',
      id,
      clientFolderId: folder.id,
      details: { before: factsOf(before), after: factsOf(plan) },
    },
    planChange(id, folder.id),
  )
  return viewed(plan, actor, folder)
}

const factsOf = ({ subtotal, everyMonths, dayOfMonth, endsOn, dueDays, sends, nextOn }: InvoicePlan) => ({
  subtotal,
  everyMonths,
  dayOfMonth,
  endsOn,
  dueDays,
  sends,
  nextOn,
})

export async function changeInvoicePlanStatus(
  tx: Tx,
  actor: Actor,
  id: string,
  { status }: InvoicePlanStatusChange,
  ifMatch: IfMatch,
): Promise<InvoicePlanView> {
  const { plan: before, folder } = await invoicePlanFor(tx, actor, id, { lock: true })
  assertCanManageInvoices(actor)
  assertNotArchived(folder)
  assertCanChangePlan(before, status)
  assertVersion(before, ifMatch)
  const nextOn = status === 'active' ? nextFrom(before, officeDate(tx.now)) : before.nextOn
  if (status === 'active') assertResumesBeforeEnd(before, nextOn)
  await tx.run(sql`
    update invoice_plans set status = ${status}, next_on = ${nextOn}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    {
      action: 'invoice-plan.changed',
      id,
      clientFolderId: folder.id,
      details: { before: before.status, after: status },
    },
    planChange(id, folder.id),
  )
  const { plan } = await invoicePlanFor(tx, actor, id)
  return viewed(plan, actor, folder)
}
