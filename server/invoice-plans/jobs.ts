// Creates the invoices of recurring plans. The plan is locked, and each period is a row with a unique key, so that a period
// has one invoice however often and on however many instances this runs; after an outage each missed period gets its own.
import sql from 'sql-template-tag'
import { Actor } from '../../domain/actor.ts'
import { type ClientFolder, isOpen } from '../../domain/client-folder.ts'
import { mayUsePart } from '../../domain/folder-rights.ts'
import { InvoicePlan, nextAfter } from '../../domain/invoice-plan.ts'
import { isReminderHour } from '../../domain/invoice-reminder.ts'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { unsafeFolder } from '../client-folders/queries.ts'
import type { Provider } from '../config.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import { insertDraft, sendInvoice } from '../invoices/actions.ts'
import { invoiceDrafted } from '../invoices/emails.ts'
import { unsafeInvoice } from '../invoices/queries.ts'
import type { Database, Tx } from '../kit/db.ts'
import { IdRow, typed } from '../kit/row-types.ts'
import { actorColumns } from '../users/actor-columns.ts'
import { planChange } from './actions.ts'
import { planColumns } from './queries.ts'

const origin = { actorId: null, address: 'job', requestId: 'create-recurring-invoices' }

/** In office hours, because invoices may be sent. */
export async function createRecurringInvoices(db: Database, provider: Provider): Promise<void> {
  if (!isReminderHour(officeHour(db.now))) return
  const today = officeDate(db.now)
  const due = await db.rows(
    typed(IdRow)`select id from invoice_plans where status = 'active' and next_on <= ${today}::date order by id`,
  )
  for (const { id } of due) while (await db.transaction(origin, (tx) => createNext(tx, id, today, provider))) continue
}

/** Handles the plan's next period; false if none is due. */
async function createNext(tx: Tx, id: string, today: string, provider: Provider): Promise<boolean> {
  await tx.maybe(sql`select id from invoice_plans where id = ${id} for update`)
  const plan = await tx.maybe(typed(InvoicePlan)`
    select ${planColumns} from invoice_plans p where p.id = ${id} and p.status = 'active' and p.next_on <= ${today}::date`)
  if (plan === null) return false
  await tx.maybe(sql`select id from client_folders where id = ${plan.clientFolderId} for share`)
  const folder = await unsafeFolder(tx, plan.clientFolderId)
  if (isOpen(folder)) await createFor(tx, plan, provider)
  const nextOn = nextAfter(plan.nextOn, plan)
  const status = plan.endsOn !== null && nextOn > plan.endsOn ? 'ended' : 'active'
  await tx.run(sql`
    update invoice_plans set next_on = ${nextOn}, status = ${status}, version = version + 1, updated_at = ${tx.now} where id = ${id}`)
  tx.record(
    {
      action: 'invoice-plan.run',
      id,
      clientFolderId: folder.id,
      details: { period: plan.nextOn, status, skipped: !isOpen(folder) },
    },
    planChange(id, folder.id),
  )
  return true
}

async function createFor(tx: Tx, plan: InvoicePlan, provider: Provider) {
  const folder = await unsafeFolder(tx, plan.clientFolderId)
  const { dueDays, publicBodyDueDays } = (await currentFirmSettings(tx, provider)).billing
  const firmDueDays = folder.sector === 'public-school' ? publicBodyDueDays : dueDays
  const invoiceId = await insertDraft(tx, plan.createdById, folder, {
    contractId: null,
    invoiceNumber: null,
    description: plan.description,
    lineItems: plan.lineItems,
    subtotal: null,
    tax: null,
    total: null,
    dueDate: daysAfter(officeDate(tx.now), plan.dueDays ?? firmDueDays),
  })
  await tx.run(sql`
    insert into invoice_plan_runs (plan_id, period, invoice_id) values (${plan.id}, ${plan.nextOn}, ${invoiceId})`)
  const invoice = await unsafeInvoice(tx, invoiceId)
  if (plan.sends) return sendInvoice(tx, await senderOf(tx, folder), invoice, folder, provider)
  const email = invoiceDrafted(folder, invoice)
  if (email !== null) tx.mail(email)
}

/** The folder's lead, if they are active and see its invoices; null for the firm. Who created the plan may have left since. */
async function senderOf(tx: Tx, folder: ClientFolder): Promise<Actor | null> {
  const lead = await tx.maybe(typed(Actor)`
    select ${actorColumns(tx.now)} from users u where u.id = ${folder.assignedStaffId} and u.is_active`)
  return lead !== null && mayUsePart(lead, 'money') ? lead : null
}
