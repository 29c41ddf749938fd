// Starts a payment: stores the row first, then creates the Stripe checkout with the row's id, so that a crash in
// between can't lead to a double payment.
import sql from 'sql-template-tag'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { conflict, DomainError } from '../../domain/errors.ts'
import { type Checkout, onlineAmount, onlineMethodsFor, type OnlinePaymentInput } from '../../domain/online-payment.ts'
import type { AppContext } from '../app-context.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import { invoiceFor } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { withoutData } from '../kit/log.ts'
import type { Origin } from '../kit/record.ts'
import type { Session } from '../kit/session.ts'
import { onlineFacts, type OnlinePaymentRow, unsettledPayments } from './queries.ts'
import { refreshPayment } from './reconcile.ts'
import { createCheckout, openStripe } from './stripe.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'log'>

export async function startCheckout(
  context: Context,
  origin: Origin,
  actor: Session,
  invoiceId: string,
  input: OnlinePaymentInput,
): Promise<Checkout> {
  const { config, db, log } = context
  // Check access before calling Stripe: 404 for another client's invoice.
  await invoiceFor(db, actor, invoiceId)
  if (config.stripe !== undefined)
    for (const earlier of await unsettledPayments(db, invoiceId)) await giveUp(context, origin, earlier)
  const started = await db.transaction(origin, (tx) => insertPayment(tx, actor, invoiceId, input, config))
  if (config.stripe === undefined) throw new Error('A payment was started without keys')
  try {
    const { sessionId, url } = await createCheckout(await openStripe(config.stripe), {
      ...started,
      returnUrl: `${config.publicUrl}/invoices/${invoiceId}/pay`,
    })
    await db.run(sql`update online_payments set session_id = ${sessionId} where id = ${started.id}`)
    return { id: started.id, url, amount: started.amount }
  } catch (error) {
    log.warn({ onlinePaymentId: started.id, error: withoutData(error) }, 'Stripe created no checkout')
    await db.run(sql`
      update online_payments set status = 'expired', updated_at = ${db.now}
      where id = ${started.id} and status = 'open' and session_id is null`)
    throw new DomainError('unavailable', 'The payment page can’t be opened right now. Try again in a moment.')
  }
}

async function insertPayment(
  tx: Tx,
  actor: Session,
  invoiceId: string,
  input: OnlinePaymentInput,
  config: Context['config'],
) {
  const { invoice, folder } = await invoiceFor(tx, actor, invoiceId, { lock: true })
  const facts = await onlineFacts(tx, invoiceId, folder, await currentFirmSettings(tx, config.provider), config)
  const amount = onlineAmount(invoice, actor, facts, input)
  assertNotArchived(folder)
  const open = await tx.maybe(sql`select from online_payments where invoice_id = ${invoiceId} and status = 'open'`)
  if (open !== null) throw conflict('A payment for this invoice was started a moment ago. Finish it, or try again.')
  const id = newId()
  await tx.run(sql`
    insert into online_payments (id, invoice_id, client_folder_id, started_by_id, amount, created_at, updated_at)
    values (${id}, ${invoiceId}, ${folder.id}, ${actor.id}, ${amount}, ${tx.now}, ${tx.now})`)
  tx.record(
    { action: 'online-payment.started', id, clientFolderId: folder.id, details: { invoiceId, amount } },
    { type: 'online-payments', id, clientFolderId: folder.id },
  )
  return { id, amount, invoiceNumber: invoice.invoiceNumber, methods: onlineMethodsFor(folder.sector) }
}

/** Expires an abandoned checkout at Stripe before a new one is created, and records it if it has been paid. */
async function giveUp({ config, db, log }: Context, origin: Origin, payment: OnlinePaymentRow) {
  if (payment.sessionId === null) {
    // A request that started it moments ago may still be waiting for Stripe.
    await db.run(sql`
      update online_payments set status = 'expired', updated_at = ${db.now}
      where id = ${payment.id} and session_id is null and status = 'open' and created_at < ${new Date(db.now.getTime() - 60_000)}`)
    return
  }
  if (config.stripe === undefined) return
  const stripe = await openStripe(config.stripe)
  if (payment.status === 'open')
    await stripe.checkout.sessions
      .expire(payment.sessionId)
      // It is already complete or expired; the next read shows which.
      .catch((error: unknown) =>
        log.info({ onlinePaymentId: payment.id, error: withoutData(error) }, 'a checkout was not open any more'),
      )
  await refreshPayment({ config, db }, origin, payment.id)
}
