// Turns Stripe's state of a payment into entries of its invoice. Each run reads the whole state and writes only what is
// missing, so that events may arrive late, twice, or in any order.
import sql from 'sql-template-tag'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { appliedOf, canBecome } from '../../domain/online-payment.ts'
import type { AppContext } from '../app-context.ts'
import { paymentReceived } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { invoiceFor } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Email, Origin } from '../kit/record.ts'
import { correct } from './corrections.ts'
import { bankPaymentFailed, paymentUnapplied } from './emails.ts'
import { entriesOfPayment, lockOnlinePayment } from './entries.ts'
import { type OnlinePaymentRow, payer, unsafeOnlinePayment } from './queries.ts'
import { openStripe, readRemotePayment, type RemotePayment } from './stripe.ts'

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

async function apply(tx: Tx, { id, invoiceId, startedById }: OnlinePaymentRow, remote: RemotePayment) {
  const actor = payer({ startedById })
  // Locked, so that concurrent events are handled one after another.
  await lockOnlinePayment(tx, id)
  const invoiceIds = new Set([invoiceId, ...(await entriesOfPayment(tx, id)).map((entry) => entry.invoiceId)])
  for (const locked of [...invoiceIds].toSorted()) await invoiceFor(tx, actor, locked, { lock: true })
  const payment = await unsafeOnlinePayment(tx, id)
  if (payment === null) return
  if (canBecome(payment.status, remote.status)) {
    const { invoice, folder } = await invoiceFor(tx, actor, invoiceId)
    await become(tx, payment, remote, invoice, folder)
  }
  for (const correction of remote.corrections) await correct(tx, payment.id, correction)
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

const mailIfAny = (tx: Tx, email: Email | null) => {
  if (email !== null) tx.mail(email)
}
