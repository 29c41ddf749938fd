// Payments of an invoice and their corrections, each in one transaction on the locked invoice.
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import { balanceOf, type Invoice, payInvoice, subtractPayment } from '../../domain/invoice.ts'
import {
  assertCanRefundPayment,
  assertCanReversePayment,
  type PaymentInput,
  type PaymentView,
  type RefundInput,
  type ReversalInput,
} from '../../domain/payment.ts'
import { invalid } from '../../domain/errors.ts'
import { officeDate } from '../../domain/time.ts'
import { issueCreditNote } from '../credit-notes/actions.ts'
import type { Tx } from '../kit/db.ts'
import { addToUnapplied, lockPaymentOfEntry } from '../payments-online/entries.ts'
import { paymentCorrected, paymentReceived, paymentRefunded } from './emails.ts'
import { insertEntry, settle } from './entries.ts'
import { paymentFor, viewedPayment } from './payments.ts'
import { invoiceFor, readInvoice } from './queries.ts'

export async function recordPayment(
  tx: Tx,
  actor: Actor,
  invoiceId: string,
  input: PaymentInput,
): Promise<PaymentView> {
  const { invoice, folder } = await invoiceFor(tx, actor, invoiceId, { lock: true })
  const paid = payInvoice(invoice, actor, input, officeDate(tx.now))
  assertNotArchived(folder)
  const id = await insertEntry(tx, actor, invoice, { kind: 'payment', ...input })
  await settle(tx, invoice, paid, { action: 'invoice.payment-recorded', paymentId: id, amount: input.amount })
  acknowledge(tx, folder, invoice, { id, amount: input.amount })
  return viewedPayment(await paymentFor(tx, actor, id), actor, folder)
}

/** Marks an invoice as paid: records its balance as paid today. */
export async function payBalance(tx: Tx, actor: Actor, invoice: Invoice, folder: ClientFolder) {
  const balance = balanceOf(invoice)
  const input: PaymentInput = { amount: balance, method: 'other', reference: null }
  const paid = payInvoice(invoice, actor, input, officeDate(tx.now))
  const id = await insertEntry(tx, actor, invoice, { kind: 'payment', ...input })
  await settle(tx, invoice, paid, { action: 'invoice.paid', paymentId: id, amount: balance })
  acknowledge(tx, folder, invoice, { id, amount: balance })
}

/** A zero invoice becomes paid without a payment when it is sent. */
export const settleWithoutPayment = (tx: Tx, invoice: Invoice): Promise<void> =>
  settle(tx, invoice, { amountPaid: 0, isPaid: true }, { action: 'invoice.paid', paymentId: null, amount: 0 })

/**
 * Reverses an entry with a second one of the opposite sign. The invoice is due again by that amount. Money that was received
 * online is then not applied to an invoice.
 */
export async function reversePayment(
  tx: Tx,
  actor: Actor,
  paymentId: string,
  { reason }: ReversalInput,
): Promise<PaymentView> {
  const { payment, invoice, folder, onlinePaymentId } = await lockedPayment(tx, actor, paymentId)
  assertCanReversePayment(payment, actor)
  assertNotArchived(folder)
  const amount = -payment.amount
  const paid = subtractPayment(invoice, amount)
  const id = await insertEntry(tx, actor, invoice, {
    kind: 'reversal',
    amount,
    method: payment.method,
    reference: payment.reference,
    reversesId: payment.id,
    creditNoteId: payment.creditNoteId,
    reason,
  })
  await settle(tx, invoice, paid, { action: 'invoice.payment-reversed', paymentId: id, reverses: payment.id, amount })
  if (onlinePaymentId !== null)
    await addToUnapplied(tx, { id: onlinePaymentId, clientFolderId: folder.id }, payment.amount)
  const email = paymentCorrected(folder, invoice)
  if (email !== null) tx.mail(email)
  return viewedPayment(await paymentFor(tx, actor, id), actor, folder)
}

/** Records money that was returned to the client. */
export async function refundPayment(tx: Tx, actor: Actor, paymentId: string, input: RefundInput): Promise<PaymentView> {
  const { payment, invoice, folder } = await lockedPayment(tx, actor, paymentId)
  assertCanRefundPayment(payment, actor, input.amount)
  assertNotArchived(folder)
  if (input.date !== undefined && input.date > officeDate(tx.now))
    throw invalid('date', 'A refund can’t have a future date.')
  if (input.date !== undefined && input.date < payment.date)
    throw invalid('date', 'A refund can’t be dated before its payment.')
  const amount = -input.amount
  const paid = subtractPayment(invoice, amount)
  const { date, method, reference, reason } = input
  const id = await insertEntry(tx, actor, invoice, {
    kind: 'refund',
    amount,
    date,
    method,
    reference,
    reversesId: payment.id,
    reason,
  })
  await settle(tx, invoice, paid, { action: 'invoice.payment-refunded', paymentId: id, refunds: payment.id, amount })
  if (input.creditNote) {
    const due = await readInvoice(tx, actor, invoice.id)
    await issueCreditNote(tx, actor, folder, { invoice: due, amount: input.amount, reason })
  }
  const email = paymentRefunded(folder, invoice, input.amount)
  if (email !== null) tx.mail(email)
  return viewedPayment(await paymentFor(tx, actor, id), actor, folder)
}

/** The payment with its invoice. Locks the invoice, so that two corrections run one after the other. */
export async function lockedPayment(tx: Tx, actor: Actor, id: string) {
  const { invoiceId } = await paymentFor(tx, actor, id)
  const onlinePaymentId = await lockPaymentOfEntry(tx, id)
  const { invoice, folder } = await invoiceFor(tx, actor, invoiceId, { lock: true })
  return { payment: await paymentFor(tx, actor, id), invoice, folder, onlinePaymentId }
}

function acknowledge(tx: Tx, folder: ClientFolder, invoice: Invoice, payment: { id: string; amount: number }) {
  const email = paymentReceived(folder, invoice, payment)
  if (email !== null) tx.mail(email)
}
