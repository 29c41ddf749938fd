// Turns Stripe's state of a payment into entries of its invoice. Each run reads the whole state and writes only what is
// missing, so that events may arrive late, twice, or in any order.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, unlimited } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type Invoice, subtractPayment } from '../../domain/invoice.ts'
import { appliedOf, canBecome } from '../../domain/online-payment.ts'
import type { AppContext } from '../app-context.ts'
import { issueCreditNote } from '../credit-notes/actions.ts'
import { paymentReceived, paymentRefunded } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { paymentFor } from '../invoices/payments.ts'
import { invoiceFor } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Email, Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { bankPaymentFailed, paymentDisputed, paymentUnapplied } from './emails.ts'
import { type OnlinePaymentRow, refundOfPayment, unsafeOnlinePayment } from './queries.ts'
import { type Correction, openStripe, readRemotePayment, type RemotePayment } from './stripe.ts'

export interface StripeEvent {
  id: string
  type: string
}

/** Reads a payment at Stripe and stores what changed, together with its event, so that the event is handled once. */
export async function refreshPayment(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  origin: Origin,
  id: string,
  event: StripeEvent | null = null,
): Promise<void> {
  const payment = await unsafeOnlinePayment(db, id)
  if (payment === null || payment.sessionId === null || config.stripe === undefined) return
  const remote = await readRemotePayment(await openStripe(config.stripe), payment.sessionId)
  await db.transaction(origin, async (tx) => {
    if (event !== null) await recordStripeEvent(tx, event)
    await apply(tx, payment, remote)
  })
}

export const recordStripeEvent = (tx: Tx, { id, type }: StripeEvent) =>
  tx.run(sql`
    insert into stripe_events (id, type, received_at) values (${id}, ${type}, ${tx.now}) on conflict (id) do nothing`)

/** Acts as the person who paid. They may have lost access since; the payment is recorded anyway. */
export const payer = ({ startedById }: Pick<OnlinePaymentRow, 'startedById'>): Actor => ({
  id: startedById,
  role: 'admin',
  firstName: null,
  lastName: null,
  ...unlimited,
})

async function apply(tx: Tx, { id, invoiceId, startedById }: OnlinePaymentRow, remote: RemotePayment) {
  const actor = payer({ startedById })
  // Lock the invoice, so that concurrent events are handled one after another.
  const { invoice, folder } = await invoiceFor(tx, actor, invoiceId, { lock: true })
  const payment = await unsafeOnlinePayment(tx, id)
  if (payment === null) return
  const isNew = canBecome(payment.status, remote.status)
  if (isNew) await become(tx, payment, remote, invoice, folder)
  for (const correction of remote.corrections) await correct(tx, payment.id, correction, actor, invoiceId)
}

async function become(
  tx: Tx,
  payment: OnlinePaymentRow,
  remote: RemotePayment,
  invoice: Invoice,
  folder: ClientFolder,
) {
  const { id, clientFolderId, startedById } = payment
  const { status, method, paymentIntentId, received } = remote
  const applied = status === 'paid' ? appliedOf(invoice, received) : 0
  const unapplied = status === 'paid' ? received - applied : 0
  let paymentId: string | null = null
  if (applied > 0) {
    const amountPaid = invoice.amountPaid + applied
    paymentId = await insertEntry(tx, { id: startedById }, invoice, {
      kind: 'payment',
      amount: applied,
      method: method === 'ach' ? 'bank-transfer' : 'card',
      reference: paymentIntentId,
    })
    await settle(
      tx,
      invoice,
      { amountPaid, isPaid: amountPaid === invoice.total },
      { action: 'invoice.payment-recorded', paymentId, amount: applied },
    )
    mailIfAny(tx, paymentReceived(folder, invoice, { id: paymentId, amount: applied }))
  }
  await tx.run(sql`
    update online_payments set status = ${status}, method = ${method}, payment_intent_id = ${paymentIntentId},
      payment_id = ${paymentId}, unapplied = ${unapplied}, updated_at = ${tx.now}
    where id = ${id}`)
  tx.record(
    {
      action: 'online-payment.changed',
      id,
      clientFolderId,
      details: { invoiceId: invoice.id, before: payment.status, after: status, received, unapplied },
    },
    { type: 'online-payments', id, clientFolderId },
    { type: 'invoices', id: invoice.id, clientFolderId },
  )
  if (unapplied > 0) mailIfAny(tx, paymentUnapplied(folder, invoice, unapplied))
  if (payment.status === 'pending' && status === 'failed')
    for (const email of bankPaymentFailed(folder, invoice, payment.amount)) mailIfAny(tx, email)
}

const CorrectionRow = z.object({ entryId: z.string().nullable(), reversalId: z.string().nullable() })

async function correct(tx: Tx, id: string, correction: Correction, actor: Actor, invoiceId: string) {
  const { externalId, isUndone } = correction
  const known = await tx.maybe(typed(CorrectionRow)`
    select entry_id as "entryId", reversal_id as "reversalId" from online_payment_corrections where external_id = ${externalId}`)
  // Each entry changes the balance, so reload before the next.
  const [payment, { invoice, folder }] = [await unsafeOnlinePayment(tx, id), await invoiceFor(tx, actor, invoiceId)]
  if (payment === null || payment.status !== 'paid') return
  if (known === null && !isUndone) await takeBack(tx, payment, correction, invoice, folder)
  if (known !== null && isUndone && known.entryId !== null && known.reversalId === null)
    await giveBack(tx, payment, correction, known.entryId, invoice)
}

/** Records a refund or dispute: the money was returned, and the applied part of it is due again. */
async function takeBack(
  tx: Tx,
  payment: OnlinePaymentRow,
  { externalId, kind, amount, onlineRefundId }: Correction,
  invoice: Invoice,
  folder: ClientFolder,
) {
  const started = onlineRefundId === null ? null : await refundOfPayment(tx, payment.id, onlineRefundId)
  // Skip what a user has already corrected by hand. A refund started in the portal is of the entry; any other correction
  // takes the unapplied part first.
  const left = payment.paymentId === null ? 0 : await leftOf(tx, payment, payment.paymentId)
  const fromUnapplied = Math.min(started === null ? amount : Math.max(0, amount - left), payment.unapplied)
  const taken = Math.min(amount - fromUnapplied, left)
  let entryId: string | null = null
  if (taken > 0) {
    entryId = await insertEntry(tx, { id: started?.startedById ?? null }, invoice, {
      kind: 'refund',
      amount: -taken,
      method: payment.method === 'ach' ? 'bank-transfer' : 'card',
      reference: externalId,
      reversesId: payment.paymentId,
      reason: started?.reason ?? (kind === 'refund' ? 'Refunded in Stripe' : 'Disputed with the bank'),
      mayOverdraw: true,
    })
    await settle(tx, invoice, subtractPayment(invoice, -taken), {
      action: 'invoice.payment-refunded',
      paymentId: entryId,
      refunds: payment.paymentId,
      amount: -taken,
    })
    if (started?.creditNote === true) await creditRefund(tx, payer(started), folder, invoice.id, taken, started.reason)
    if (kind === 'refund') mailIfAny(tx, paymentRefunded(folder, invoice, taken))
  }
  if (kind === 'dispute') mailIfAny(tx, paymentDisputed(folder, invoice, amount))
  await tx.run(sql`
    update online_payments set unapplied = unapplied - ${fromUnapplied}, updated_at = ${tx.now} where id = ${payment.id}`)
  await tx.run(sql`
    insert into online_payment_corrections (external_id, online_payment_id, entry_id, created_at)
    values (${externalId}, ${payment.id}, ${entryId}, ${tx.now})`)
  if (started !== null)
    await tx.run(sql`
      update online_refunds set status = 'done', refund_id = ${externalId}, updated_at = ${tx.now} where id = ${started.id}`)
  noteCorrection(tx, payment, { externalId, kind, amount })
}

/** Credits the refunded amount unless the invoice was credited in the meantime, so that a refund is always recorded. */
async function creditRefund(
  tx: Tx,
  actor: Actor,
  folder: ClientFolder,
  invoiceId: string,
  amount: number,
  reason: string,
) {
  const { invoice } = await invoiceFor(tx, actor, invoiceId)
  if (amount <= invoice.total - invoice.credited) await issueCreditNote(tx, actor, folder, { invoice, amount, reason })
}

async function leftOf(tx: Tx, payment: OnlinePaymentRow, paymentId: string) {
  const { amount, refunded, reversedAt } = await paymentFor(tx, payer(payment), paymentId)
  return reversedAt === null ? amount - refunded : 0
}

/** A refund failed or a dispute was won: reverses its entry. What is no longer due is unapplied. */
async function giveBack(
  tx: Tx,
  payment: OnlinePaymentRow,
  { externalId, kind, amount }: Correction,
  entryId: string,
  invoice: Invoice,
) {
  const entry = await paymentFor(tx, payer(payment), entryId)
  if (entry.reversedAt !== null) return
  const back = -entry.amount
  let reversalId: string | null = null
  if (appliedOf(invoice, back) === back) {
    reversalId = await insertEntry(tx, { id: null }, invoice, {
      kind: 'reversal',
      amount: back,
      method: entry.method,
      reference: externalId,
      reversesId: entryId,
      reason: kind === 'refund' ? 'The refund failed' : 'The dispute was won',
    })
    await settle(tx, invoice, subtractPayment(invoice, back), {
      action: 'invoice.payment-reversed',
      paymentId: reversalId,
      reverses: entryId,
      amount: back,
    })
    await tx.run(sql`
      update online_payment_corrections set reversal_id = ${reversalId} where external_id = ${externalId}`)
  } else {
    // The invoice was paid in another way: flag the payment. Clearing the entry prevents undoing the correction twice.
    await tx.run(sql`update online_payment_corrections set entry_id = null where external_id = ${externalId}`)
    await tx.run(sql`
      update online_payments set unapplied = unapplied + ${back}, updated_at = ${tx.now} where id = ${payment.id}`)
  }
  noteCorrection(tx, payment, { externalId, kind, amount })
}

const noteCorrection = (
  tx: Tx,
  { id, clientFolderId, invoiceId }: OnlinePaymentRow,
  { externalId, kind, amount }: Pick<Correction, 'externalId' | 'kind' | 'amount'>,
) =>
  tx.record(
    {
      action: 'online-payment.corrected',
      id,
      clientFolderId,
      details: { invoiceId, externalId, kind, amount },
    },
    { type: 'online-payments', id, clientFolderId },
    { type: 'invoices', id: invoiceId, clientFolderId },
  )

const mailIfAny = (tx: Tx, email: Email | null) => {
  if (email !== null) tx.mail(email)
}
