// Money that was received online and is not applied to an invoice. An administrator applies it, as a payment that is dated
// today.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { listUnappliedPayments as endpoint } from '../../api/online-payments.ts'
import type { AuditAction } from '../../domain/audit-events.ts'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived, type ClientFolder, FolderFacts } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import { type Invoice, payInvoice } from '../../domain/invoice.ts'
import { officeDate } from '../../domain/time.ts'
import {
  allowedForUnapplied,
  assertCanResolveUnapplied,
  type UnappliedApplicationInput,
  UnappliedPayment,
  type UnappliedPaymentView,
  type UnappliedRetainerInput,
} from '../../domain/unapplied-payment.ts'
import { folderFacts, folderFor, visibleFolders } from '../client-folders/queries.ts'
import type { Config } from '../config.ts'
import { sendInvoice } from '../invoices/actions.ts'
import { paymentReceived } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { invoiceOfFolder, readInvoice } from '../invoices/queries.ts'
import type { Reader, Tx } from '../kit/db.ts'
import { type Page, pageOf, toPage } from '../kit/page.ts'
import { typed } from '../kit/row-types.ts'
import { insertRetainerDraft } from '../retainers/actions.ts'
import { lockRetainer } from '../retainers/balance.ts'

type Settings = Pick<Config, 'stripe' | 'provider'>

const columns = sql`
  o.id, o.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", o.client_folder_id as "clientFolderId",
  f.name as "clientFolderName", o.method, o.amount, o.unapplied,
  exists (select from online_refunds r where r.online_payment_id = o.id and r.status = 'open') as "isRefunding",
  iso(o.created_at) as "createdAt"`

const tables = sql`online_payments o join invoices i on i.id = o.invoice_id join client_folders f on f.id = o.client_folder_id`

const viewed = (
  payment: UnappliedPayment,
  actor: Actor,
  { status }: Pick<ClientFolder, 'status'>,
  { stripe }: Pick<Config, 'stripe'>,
): UnappliedPaymentView => ({
  ...payment,
  allowed: allowedForUnapplied(payment, actor, {
    folderIsOpen: status !== 'archived',
    canRefund: stripe !== undefined,
  }),
})

const ListRow = UnappliedPayment.extend({ folder: FolderFacts })

export async function listUnappliedPayments(
  reader: Reader,
  actor: Actor,
  query: z.output<(typeof endpoint)['query']>,
  settings: Settings,
): Promise<Page<UnappliedPaymentView>> {
  const rows = await reader.rows(typed(ListRow)`
    select ${columns}, ${folderFacts} as folder from ${tables}
    where o.unapplied > 0 and ${visibleFolders(actor, 'money')}
      ${query.clientFolderId ? sql`and o.client_folder_id = ${query.clientFolderId}` : sql``}
      ${query.invoiceId ? sql`and o.invoice_id = ${query.invoiceId}` : sql``}
      ${pageOf(sql`o.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map(({ folder, ...payment }) => viewed(payment, actor, folder, settings)), next }
}

/** An online payment with its folder; throws 404 if the actor may not see the folder. */
export async function unappliedFor(
  reader: Reader,
  actor: Actor,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ payment: UnappliedPayment; folder: ClientFolder }> {
  const isVisible = sql`o.id = ${id} and ${visibleFolders(actor, 'money')}`
  if (lock)
    await reader.maybe(sql`
      select o.id from online_payments o join client_folders f on f.id = o.client_folder_id
      where ${isVisible} for no key update of o for share of f`)
  const payment = await reader.maybe(typed(UnappliedPayment)`select ${columns} from ${tables} where ${isVisible}`)
  if (payment === null) throw notFound()
  return { payment, folder: await folderFor(reader, actor, payment.clientFolderId, { part: 'money' }) }
}

export async function viewUnapplied(
  reader: Reader,
  actor: Actor,
  id: string,
  settings: Settings,
): Promise<UnappliedPaymentView> {
  const { payment, folder } = await unappliedFor(reader, actor, id)
  return viewed(payment, actor, folder, settings)
}

/** The payment, locked until the transaction ends, so that two people don't use the same money. */
export async function unappliedToResolve(tx: Tx, actor: Actor, id: string, amount: number) {
  const { payment, folder } = await unappliedFor(tx, actor, id, { lock: true })
  assertCanResolveUnapplied(payment, actor, amount)
  assertNotArchived(folder)
  return { payment, folder }
}

export async function applyUnapplied(
  tx: Tx,
  actor: Actor,
  id: string,
  { invoiceId, amount }: UnappliedApplicationInput,
  settings: Settings,
): Promise<UnappliedPaymentView> {
  const { payment, folder } = await unappliedToResolve(tx, actor, id, amount)
  const invoice = await invoiceOfFolder(tx, actor, folder, invoiceId)
  await payFromUnapplied(tx, actor, payment, { invoice, folder, amount }, 'online-payment.applied')
  return viewUnapplied(tx, actor, id, settings)
}

/** The retainer is billed for the amount, and the money pays that invoice. */
export async function addUnappliedToRetainer(
  tx: Tx,
  actor: Actor,
  id: string,
  { amount }: UnappliedRetainerInput,
  settings: Settings,
): Promise<UnappliedPaymentView> {
  const { payment, folder } = await unappliedToResolve(tx, actor, id, amount)
  // Before the invoice gets its number, which others wait for.
  await lockRetainer(tx, folder.id)
  const invoiceId = await insertRetainerDraft(tx, actor, folder, {
    amount,
    description: `Online payment of more than the balance due on invoice ${payment.invoiceNumber}`,
    dueDate: officeDate(tx.now),
  })
  const draft = await readInvoice(tx, actor, invoiceId)
  // The client gets the receipt of the payment.
  await sendInvoice(tx, actor, draft, folder, settings.provider, { notifies: false })
  const invoice = await readInvoice(tx, actor, invoiceId)
  await payFromUnapplied(tx, actor, payment, { invoice, folder, amount }, 'online-payment.added-to-retainer')
  return viewUnapplied(tx, actor, id, settings)
}

const IntentRow = z.object({ paymentIntentId: z.string().nullable() })

async function payFromUnapplied(
  tx: Tx,
  actor: Actor,
  { id, method, clientFolderId }: UnappliedPayment,
  { invoice, folder, amount }: { invoice: Invoice; folder: ClientFolder; amount: number },
  action: AuditAction,
) {
  const paid = payInvoice(invoice, actor, { amount }, officeDate(tx.now))
  const { paymentIntentId } = await tx.one(typed(IntentRow)`
    update online_payments set unapplied = unapplied - ${amount}, updated_at = ${tx.now} where id = ${id}
    returning payment_intent_id as "paymentIntentId"`)
  const entryId = await insertEntry(tx, actor, invoice, {
    kind: 'payment',
    amount,
    method: method === 'ach' ? 'bank-transfer' : 'card',
    reference: paymentIntentId,
  })
  await tx.run(sql`insert into online_payment_entries (entry_id, online_payment_id) values (${entryId}, ${id})`)
  await settle(tx, invoice, paid, { action: 'invoice.payment-recorded', paymentId: entryId, amount })
  tx.record(
    { action, id, clientFolderId, details: { invoiceId: invoice.id, amount } },
    { type: 'online-payments', id, clientFolderId },
  )
  const email = paymentReceived(folder, invoice, { id: entryId, amount })
  if (email !== null) tx.mail(email)
}
