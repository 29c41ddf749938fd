// Refunds and disputes that Stripe reports: the money was returned, and what was applied of it is due again.
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { type Invoice, subtractPayment } from '../../domain/invoice.ts'
import { appliedOf, divideReturned } from '../../domain/online-payment.ts'
import { issueCreditNote } from '../credit-notes/actions.ts'
import { paymentRefunded } from '../invoices/emails.ts'
import { insertEntry, settle } from '../invoices/entries.ts'
import { paymentFor } from '../invoices/payments.ts'
import { invoiceFor } from '../invoices/queries.ts'
import type { Tx } from '../kit/db.ts'
import type { Email } from '../kit/record.ts'
import { typed } from '../kit/row-types.ts'
import { extraPaymentRefunded, paymentDisputed } from './emails.ts'
import { entriesOfPayment } from './entries.ts'
import { type OnlinePaymentRow, type OnlineRefundRow, payer, refundOfPayment, unsafeOnlinePayment } from './queries.ts'
import type { Correction } from './stripe.ts'

/** A correction has a row for each entry that it concerns, and at least one. */
const CorrectionRow = z.object({
  position: z.int(),
  entryId: z.string().nullable(),
  reversalId: z.string().nullable(),
  unapplied: z.int(),
})
type CorrectionRow = z.infer<typeof CorrectionRow>

/** Writes what is missing of a correction; the online payment and its invoices are locked. */
export async function correct(tx: Tx, id: string, correction: Correction): Promise<void> {
  const { externalId, isUndone } = correction
  const known = await tx.rows(typed(CorrectionRow)`
    select position, entry_id as "entryId", reversal_id as "reversalId", unapplied from online_payment_corrections
    where external_id = ${externalId} order by position`)
  // Each entry changes the balance, so reload before the next.
  const payment = await unsafeOnlinePayment(tx, id)
  if (payment === null || payment.status !== 'paid') return
  if (known.length === 0 && !isUndone) await takeBack(tx, payment, correction)
  if (known.length > 0 && isUndone) await giveBack(tx, payment, correction, known)
}

interface Part {
  invoice: Invoice
  folder: ClientFolder
  amount: number
}

async function takeBack(tx: Tx, payment: OnlinePaymentRow, correction: Correction) {
  const { externalId, kind, amount, onlineRefundId } = correction
  const started = onlineRefundId === null ? null : await refundOfPayment(tx, payment.id, onlineRefundId)
  const left = await leftOfEntries(tx, payment)
  const { unapplied, entries } = divideReturned(amount, payment.unapplied, left, started?.entryId ?? null)
  const parts: Part[] = []
  const entryIds: string[] = []
  for (const share of entries) {
    const { id, ...part } = await refundEntry(tx, payment, correction, share, started)
    entryIds.push(id)
    parts.push(part)
  }
  await tx.run(sql`
    update online_payments set unapplied = unapplied - ${unapplied}, updated_at = ${tx.now} where id = ${payment.id}`)
  for (const [index, entryId] of [entryIds[0] ?? null, ...entryIds.slice(1)].entries())
    await tx.run(sql`
      insert into online_payment_corrections (external_id, position, online_payment_id, entry_id, unapplied, created_at)
      values (${externalId}, ${index + 1}, ${payment.id}, ${entryId}, ${index === 0 ? unapplied : 0}, ${tx.now})`)
  if (started !== null)
    await tx.run(sql`
      update online_refunds set status = 'done', refund_id = ${externalId}, updated_at = ${tx.now} where id = ${started.id}`)
  const { invoice, folder } = await invoiceFor(tx, payer(payment), payment.invoiceId)
  if (kind === 'dispute') mailIfAny(tx, paymentDisputed(folder, invoice, amount))
  else {
    for (const part of parts) mailIfAny(tx, paymentRefunded(part.folder, part.invoice, part.amount))
    if (unapplied > 0) mailIfAny(tx, extraPaymentRefunded(folder, invoice, unapplied))
  }
  noteCorrection(tx, payment, correction)
}

/** What a user has already corrected by hand is not left. */
async function leftOfEntries(tx: Tx, payment: OnlinePaymentRow): Promise<{ id: string; left: number }[]> {
  const entries = await entriesOfPayment(tx, payment.id)
  const left: { id: string; left: number }[] = []
  for (const { id } of entries) {
    const { amount, refunded, reversedAt } = await paymentFor(tx, payer(payment), id)
    left.push({ id, left: reversedAt === null ? amount - refunded : 0 })
  }
  return left
}

async function refundEntry(
  tx: Tx,
  payment: OnlinePaymentRow,
  { externalId, kind }: Correction,
  { id: reversesId, amount }: { id: string; amount: number },
  started: OnlineRefundRow | null,
): Promise<Part & { id: string }> {
  const entry = await paymentFor(tx, payer(payment), reversesId)
  const { invoice, folder } = await invoiceFor(tx, payer(payment), entry.invoiceId)
  const id = await insertEntry(tx, { id: started?.startedById ?? null }, invoice, {
    kind: 'refund',
    amount: -amount,
    method: entry.method,
    reference: externalId,
    reversesId,
    reason: started?.reason ?? (kind === 'refund' ? 'Refunded in Stripe' : 'Disputed with the bank'),
    mayOverdraw: true,
  })
  await settle(tx, invoice, subtractPayment(invoice, -amount), {
    action: 'invoice.payment-refunded',
    paymentId: id,
    refunds: reversesId,
    amount: -amount,
  })
  if (started !== null && started.creditNote && started.entryId === reversesId)
    await creditRefund(tx, payer(started), folder, invoice.id, amount, started.reason)
  return { id, invoice, folder, amount }
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

/** A refund failed or a dispute was won: reverses its entries. What is no longer due is unapplied. */
async function giveBack(tx: Tx, payment: OnlinePaymentRow, correction: Correction, rows: readonly CorrectionRow[]) {
  let hasChanged = false
  for (const row of rows) {
    if (row.unapplied > 0) {
      await tx.run(sql`
        update online_payment_corrections set unapplied = 0
        where external_id = ${correction.externalId} and position = ${row.position}`)
      await addBack(tx, payment, row.unapplied)
      hasChanged = true
    }
    if (row.entryId !== null && row.reversalId === null)
      hasChanged = (await reverseRefund(tx, payment, correction, row.position, row.entryId)) || hasChanged
  }
  if (hasChanged) noteCorrection(tx, payment, correction)
}

/** False if it was reversed by hand. */
async function reverseRefund(
  tx: Tx,
  payment: OnlinePaymentRow,
  { externalId, kind }: Correction,
  position: number,
  entryId: string,
): Promise<boolean> {
  const entry = await paymentFor(tx, payer(payment), entryId)
  if (entry.reversedAt !== null) return false
  const { invoice } = await invoiceFor(tx, payer(payment), entry.invoiceId)
  const back = -entry.amount
  const row = sql`external_id = ${externalId} and position = ${position}`
  if (appliedOf(invoice, back) !== back) {
    // The invoice was paid in another way: flag the payment. Clearing the entry prevents undoing the correction twice.
    await tx.run(sql`update online_payment_corrections set entry_id = null where ${row}`)
    await addBack(tx, payment, back)
    return true
  }
  const reversalId = await insertEntry(tx, { id: null }, invoice, {
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
  await tx.run(sql`update online_payment_corrections set reversal_id = ${reversalId} where ${row}`)
  return true
}

const addBack = (tx: Tx, { id }: OnlinePaymentRow, amount: number) =>
  tx.run(sql`update online_payments set unapplied = unapplied + ${amount}, updated_at = ${tx.now} where id = ${id}`)

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
