// Money that came in: the payment, the sum on the invoice and its status, in one transaction on the locked invoice.
import type { AuditAction } from '../../domain/audit-events.ts'
import sql from 'sql-template-tag'
import { newId } from '../kit/id.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ClientFolder, assertNotArchived } from '../../domain/client-folder.ts'
import { type Invoice, payInvoice } from '../../domain/invoice.ts'
import type { Payment, PaymentInput } from '../../domain/payment.ts'
import { officeDate } from '../../domain/time.ts'
import type { Tx } from '../kit/db.ts'
import { paymentReceived } from './emails.ts'
import { paymentFor } from './payments.ts'
import { invoiceFor } from './queries.ts'

export async function recordPayment(tx: Tx, actor: Actor, invoiceId: string, input: PaymentInput): Promise<Payment> {
  const { invoice, folder } = await invoiceFor(tx, actor, invoiceId, { lock: true })
  const paid = payInvoice(invoice, actor, input, officeDate(tx.now))
  assertNotArchived(folder)
  const id = await keep(tx, actor, invoice, input)
  await settle(tx, invoice, paid, { action: 'invoice.payment-recorded', paymentId: id, amount: input.amount })
  acknowledge(tx, folder, id)
  return { ...(await paymentFor(tx, actor, id)), balance: invoice.total - paid.amountPaid }
}

/** Marks an invoice as paid: what is open on it came in today. An invoice over nothing is paid without a payment, when it is sent. */
export async function payBalance(tx: Tx, actor: Actor, invoice: Invoice, folder: ClientFolder, balance: number) {
  const input: PaymentInput = { amount: balance, method: 'other', reference: null }
  const paid = payInvoice(invoice, actor, input, officeDate(tx.now))
  const id = balance === 0 ? null : await keep(tx, actor, invoice, input)
  await settle(tx, invoice, paid, { action: 'invoice.paid', paymentId: id, amount: balance })
  if (id !== null) acknowledge(tx, folder, id)
}

async function keep(tx: Tx, actor: Actor, { id: invoiceId, clientFolderId }: Invoice, input: PaymentInput) {
  const id = newId()
  await tx.run(sql`
    insert into payments (id, invoice_id, client_folder_id, amount, date, method, reference, recorded_by_id, created_at)
    values (${id}, ${invoiceId}, ${clientFolderId}, ${input.amount}, ${input.date ?? officeDate(tx.now)}, ${input.method},
      ${input.reference}, ${actor.id}, ${tx.now})`)
  return id
}

async function settle(
  tx: Tx,
  { id, clientFolderId, status }: Invoice,
  { amountPaid, isPaid }: { amountPaid: number; isPaid: boolean },
  { action, ...details }: { action: AuditAction; paymentId: string | null; amount: number },
) {
  await tx.run(sql`
    update invoices set amount_paid = ${amountPaid}, version = version + 1, updated_at = ${tx.now}
      ${isPaid ? sql`, status = 'paid', paid_at = ${tx.now}` : sql``}
    where id = ${id}`)
  const after = isPaid ? 'paid' : status
  tx.record(
    { action, id, clientFolderId, details: { before: status, after, ...details } },
    { type: 'invoices', id, clientFolderId },
  )
}

function acknowledge(tx: Tx, folder: ClientFolder, paymentId: string) {
  const letter = paymentReceived(folder, paymentId)
  if (letter !== null) tx.mail(letter)
}
