// Refunds an online payment through Stripe. Stores the row first, then calls Stripe with the row's id. The entry on the
// invoice is written when the refund is read back from Stripe (corrections.ts), like a refund made in Stripe.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { assertNotArchived } from '../../domain/client-folder.ts'
import { conflict, DomainError } from '../../domain/errors.ts'
import { assertCanCredit } from '../../domain/invoice.ts'
import { assertCanRefundOnline, type OnlineRefundInput, type PaymentView } from '../../domain/payment.ts'
import { assertRetainerCovers } from '../../domain/retainer.ts'
import type { UnappliedPaymentView, UnappliedRefundInput } from '../../domain/unapplied-payment.ts'
import type { AppContext } from '../app-context.ts'
import { lockedPayment } from '../invoices/pay.ts'
import { paymentFor, viewedPayment } from '../invoices/payments.ts'
import { invoiceFor } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import { newId } from '../kit/id.ts'
import { withoutData } from '../kit/log.ts'
import type { Origin } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { lockRetainer } from '../retainers/balance.ts'
import { refundNotMade } from './emails.ts'
import { openRefunds, payer } from './queries.ts'
import { refreshPayment } from './reconcile.ts'
import { createRefund, isRefusal, openStripe } from './stripe.ts'
import { unappliedToResolve, viewUnapplied } from './unapplied.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'log'>

export async function refundOnline(
  context: Context,
  origin: Origin,
  actor: Actor,
  paymentId: string,
  input: OnlineRefundInput,
): Promise<PaymentView> {
  const { config, db } = context
  const hasKeys = config.stripe !== undefined
  const started = await db.transaction(origin, (tx) => startRefund(tx, actor, paymentId, input, hasKeys))
  await makeRefund(context, origin, started)
  const payment = await paymentFor(db, actor, paymentId)
  const { folder } = await invoiceFor(db, actor, payment.invoiceId)
  return viewedPayment(payment, actor, folder)
}

/** Refunds money that is not applied to an invoice. */
export async function refundUnapplied(
  context: Context,
  origin: Origin,
  actor: Actor,
  id: string,
  input: UnappliedRefundInput,
): Promise<UnappliedPaymentView> {
  const { config, db } = context
  const hasKeys = config.stripe !== undefined
  const started = await db.transaction(origin, (tx) => startUnapplied(tx, actor, id, input, hasKeys))
  await makeRefund(context, origin, started)
  return viewUnapplied(db, actor, id, config)
}

interface StartedRefund {
  id: string
  onlinePaymentId: string
  paymentIntentId: string
  amount: number
}

/** Asks Stripe for the refund, and records it. */
async function makeRefund(context: Context, origin: Origin, started: StartedRefund): Promise<void> {
  const { config, db, log } = context
  if (config.stripe === undefined) throw new Error('A refund was started without keys')
  const { id, onlinePaymentId } = started
  try {
    await createRefund(await openStripe(config.stripe), started)
  } catch (error) {
    log.warn({ onlineRefundId: id, error: withoutData(error) }, 'Stripe created no refund')
    if (isRefusal(error)) {
      await db.run(sql`
        update online_refunds set status = 'failed', updated_at = ${db.now} where id = ${id} and status = 'open'`)
      throw conflict('Stripe declined this refund. Check the payment and your balance in Stripe.')
    }
    throw new DomainError(
      'unavailable',
      'Stripe didn’t respond, so we don’t know yet whether the refund was made. If it was, it will appear here. If not, we’ll email you within two hours.',
    )
  }
  await refreshPayment(context, origin, onlinePaymentId)
}

const noKeys = 'Stripe isn’t set up, so online payments can’t be refunded.'

async function startRefund(
  tx: Tx,
  actor: Actor,
  paymentId: string,
  { amount, reason, creditNote }: OnlineRefundInput,
  hasKeys: boolean,
): Promise<StartedRefund> {
  const { payment, invoice, folder, onlinePaymentId } = await lockedPayment(tx, actor, paymentId)
  assertCanRefundOnline(payment, actor, amount)
  assertNotArchived(folder)
  if (!hasKeys || onlinePaymentId === null) throw conflict(noKeys)
  if (invoice.isRetainer) assertRetainerCovers((await lockRetainer(tx, folder.id)).available, 'refund', amount)
  // The credit follows the refund, which makes the amount due again.
  const refunded = { ...invoice, amountPaid: invoice.amountPaid - amount }
  if (creditNote) assertCanCredit(refunded, amount)
  const open = await tx.maybe(sql`
    select from online_refunds where online_payment_id = ${onlinePaymentId} and status = 'open'`)
  if (open !== null) throw conflict('A refund of this payment is in progress. Wait until it appears here.')
  const refund = { onlinePaymentId, entryId: paymentId, amount, reason, creditNote }
  return insertRefund(tx, actor, refund, { invoiceId: invoice.id, clientFolderId: folder.id })
}

async function startUnapplied(
  tx: Tx,
  actor: Actor,
  id: string,
  { amount, reason }: UnappliedRefundInput,
  hasKeys: boolean,
): Promise<StartedRefund> {
  const { payment } = await unappliedToResolve(tx, actor, id, amount)
  if (!hasKeys) throw conflict(noKeys)
  return insertRefund(tx, actor, { onlinePaymentId: id, entryId: null, amount, reason, creditNote: false }, payment)
}

const IntentRow = z.object({ paymentIntentId: z.string() })

interface NewRefund {
  onlinePaymentId: string
  /** Null for money that is not applied to an invoice. */
  entryId: string | null
  amount: number
  reason: string
  creditNote: boolean
}

/** The online payment is locked. */
async function insertRefund(
  tx: Tx,
  actor: Actor,
  { onlinePaymentId, entryId, amount, reason, creditNote }: NewRefund,
  { invoiceId, clientFolderId }: { invoiceId: string; clientFolderId: string },
): Promise<StartedRefund> {
  const { paymentIntentId } = await tx.one(typed(IntentRow)`
    select payment_intent_id as "paymentIntentId" from online_payments where id = ${onlinePaymentId}`)
  const id = newId()
  await tx.run(sql`
    insert into online_refunds (id, online_payment_id, entry_id, amount, reason, credit_note, started_by_id, created_at, updated_at)
    values (${id}, ${onlinePaymentId}, ${entryId}, ${amount}, ${reason}, ${creditNote}, ${actor.id}, ${tx.now}, ${tx.now})`)
  tx.record(
    {
      action: 'online-payment.refund-started',
      id: onlinePaymentId,
      clientFolderId,
      details: { invoiceId, amount },
    },
    { type: 'online-payments', id: onlinePaymentId, clientFolderId },
  )
  return { id, onlinePaymentId, paymentIntentId, amount }
}

const job: Origin = { actorId: null, address: 'job', requestId: 'settle-online-refunds' }

/** Finds out about refunds for which Stripe never responded, and tells the team about those that were not made. */
export async function settleOpenRefunds(context: Context, before: Date): Promise<void> {
  const { config, db, log } = context
  if (config.stripe === undefined) return
  for (const { id, onlinePaymentId } of await openRefunds(db, before))
    try {
      await refreshPayment(context, job, onlinePaymentId)
      await db.transaction(job, (tx) => failIfOpen(tx, id))
    } catch (error) {
      // An unknown payment must not block the others.
      log.warn({ onlineRefundId: id, error: withoutData(error) }, 'a refund could not be read at Stripe')
    }
}

const FailedRow = z.object({ amount: z.int(), invoiceId: z.string(), startedById: z.string() })

async function failIfOpen(tx: Tx, id: string) {
  const failed = await tx.maybe(typed(FailedRow)`
    update online_refunds r set status = 'failed', updated_at = ${tx.now} from online_payments o
    where r.id = ${id} and r.status = 'open' and o.id = r.online_payment_id
    returning r.amount, o.invoice_id as "invoiceId", r.started_by_id as "startedById"`)
  if (failed === null) return
  const { invoice, folder } = await invoiceFor(tx, payer(failed), failed.invoiceId)
  const email = refundNotMade(folder, invoice, failed.amount)
  if (email !== null) tx.mail(email)
}
