// Reads payments. They are written by the invoice's actions, since each is a change of the invoice.
import sql from 'sql-template-tag'
import type { z } from 'zod'
import type { listPayments as endpoint } from '../../api/invoices.ts'
import type { Actor } from '../../domain/actor.ts'
import { allowedPaymentActions, Payment, type PaymentView } from '../../domain/payment.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import { notFound } from '../../domain/errors.ts'
import type { Reader } from '../kit/db.ts'
import { pageOf, toPage, type Page } from '../kit/page.ts'
import { type DatedReader, invoiceFor, visibleInvoices } from './queries.ts'
import { typed } from '../kit/row-types.ts'

const columns = sql`
  p.id, p.invoice_id as "invoiceId", i.invoice_number as "invoiceNumber", p.client_folder_id as "clientFolderId", p.kind, p.amount,
  p.date, p.method, p.reference, p.reverses_id as "reversesId", p.credit_note_id as "creditNoteId",
  note.credit_note_number as "creditNoteNumber", p.reason,
  (select iso(r.created_at) from payments r where r.reverses_id = p.id and r.kind = 'reversal') as "reversedAt",
  (select coalesce(-sum(r.amount), 0) from payments r where r.reverses_id = p.id and r.kind = 'refund'
    and not exists (select from payments undone where undone.reverses_id = r.id))::bigint as refunded,
  (exists (select from online_payments o where o.payment_id = p.id)
    or exists (select from online_payment_entries m where m.entry_id = p.id)) as "isOnline",
  p.recorded_by_id as "recordedById", person_name(recorder.first_name, recorder.last_name) as "recordedByName",
  i.total - (select sum(earlier.amount) from payments earlier where earlier.invoice_id = i.id and earlier.id <= p.id)::bigint as balance,
  p.version, iso(p.created_at) as "createdAt"`

const tables = sql`payments p join invoices i on i.id = p.invoice_id join client_folders f on f.id = i.client_folder_id
  left join users recorder on recorder.id = p.recorded_by_id left join credit_notes note on note.id = p.credit_note_id`

export async function listPayments(
  reader: DatedReader,
  actor: Actor,
  invoiceId: string,
  query: z.output<(typeof endpoint)['query']>,
): Promise<Page<PaymentView>> {
  const { folder } = await invoiceFor(reader, actor, invoiceId)
  const rows = await reader.rows(typed(Payment)`
    select ${columns} from ${tables} where p.invoice_id = ${invoiceId} ${pageOf(sql`p.id`, query)}`)
  const { items, next } = toPage(rows, query)
  return { items: items.map((payment) => viewedPayment(payment, actor, folder)), next }
}

export const viewedPayment = (payment: Payment, actor: Actor, folder: Pick<ClientFolder, 'status'>): PaymentView => ({
  ...payment,
  allowed: allowedPaymentActions(payment, actor, folder.status !== 'archived'),
})

/** A payment of an invoice that the actor may see; throws 404 otherwise. */
export async function paymentFor(reader: Reader, actor: Actor, id: string): Promise<Payment> {
  const payment = await reader.maybe(
    typed(Payment)`select ${columns} from ${tables} where p.id = ${id} and ${visibleInvoices(actor)}`,
  )
  if (payment === null) throw notFound()
  return payment
}

/** All payments of an invoice whose access was already checked, oldest first. */
export const unsafePaymentsOf = (reader: Reader, invoiceId: string): Promise<Payment[]> =>
  reader.rows(typed(Payment)`select ${columns} from ${tables} where p.invoice_id = ${invoiceId} order by p.id`)
