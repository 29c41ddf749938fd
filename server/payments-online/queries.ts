import sql from 'sql-template-tag'
import { z } from 'zod'
import { type Actor, unlimited } from '../../domain/actor.ts'
import type { ClientFolder } from '../../domain/client-folder.ts'
import type { FirmSettings } from '../../domain/firm-settings.ts'
import {
  allowedOnlineActions,
  OnlineMethod,
  type OnlineFacts,
  onlineMethodsFor,
  OnlinePayment,
  OnlinePaymentStatus,
  payableOf,
  type PaymentOptions,
} from '../../domain/online-payment.ts'
import type { Config } from '../config.ts'
import { currentFirmSettings } from '../firm-settings/queries.ts'
import { issuerOf } from '../invoices/issuer.ts'
import { type DatedReader, invoiceFor } from '../invoices/queries.ts'
import type { Reader } from '../kit/db.ts'
import { typed } from '../kit/row-types.ts'

export const OnlinePaymentRow = z.object({
  id: z.string(),
  invoiceId: z.string(),
  clientFolderId: z.string(),
  startedById: z.string(),
  amount: z.int(),
  status: OnlinePaymentStatus,
  method: OnlineMethod.nullable(),
  sessionId: z.string().nullable(),
  paymentId: z.string().nullable(),
  unapplied: z.int(),
  createdAt: z.string(),
})
export type OnlinePaymentRow = z.infer<typeof OnlinePaymentRow>

const columns = sql`
  o.id, o.invoice_id as "invoiceId", o.client_folder_id as "clientFolderId", o.started_by_id as "startedById", o.amount, o.status,
  o.method, o.session_id as "sessionId", o.payment_id as "paymentId", o.unapplied, iso(o.created_at) as "createdAt"`

/** Acts as the person who paid. They may have lost access since; the payment is recorded anyway. */
export const payer = ({ startedById }: Pick<OnlinePaymentRow, 'startedById'>): Actor => ({
  id: startedById,
  role: 'admin',
  firstName: null,
  lastName: null,
  ...unlimited,
})

/** Loads by id without an access check: Stripe's events have no user. */
export const unsafeOnlinePayment = (reader: Reader, id: string): Promise<OnlinePaymentRow | null> =>
  reader.maybe(typed(OnlinePaymentRow)`select ${columns} from online_payments o where o.id = ${id}`)

/** Payments of an already authorized invoice whose outcome is unknown. */
export const unsettledPayments = (reader: Reader, invoiceId: string): Promise<OnlinePaymentRow[]> =>
  reader.rows(typed(OnlinePaymentRow)`
    select ${columns} from online_payments o where o.invoice_id = ${invoiceId} and o.status in ('open', 'pending') order by o.id`)

/** Payments whose event may have been lost. */
export const quietPayments = (reader: Reader, before: Date): Promise<OnlinePaymentRow[]> =>
  reader.rows(typed(OnlinePaymentRow)`
    select ${columns} from online_payments o where o.status in ('open', 'pending') and o.updated_at < ${before} order by o.id limit 200`)

const OpenRefundRow = z.object({ id: z.string(), onlinePaymentId: z.string() })

/** Refunds for which Stripe never responded. */
export const openRefunds = (reader: Reader, before: Date): Promise<z.infer<typeof OpenRefundRow>[]> =>
  reader.rows(typed(OpenRefundRow)`
    select id, online_payment_id as "onlinePaymentId" from online_refunds
    where status = 'open' and created_at < ${before} order by id limit 200`)

export const OnlineRefundRow = z.object({
  id: z.string(),
  reason: z.string(),
  creditNote: z.boolean(),
  startedById: z.string(),
  /** Null for money that is not applied to an invoice. */
  entryId: z.string().nullable(),
})
export type OnlineRefundRow = z.infer<typeof OnlineRefundRow>

/** A refund that was started in the portal, by the id that Stripe has in its metadata. */
export const refundOfPayment = (reader: Reader, onlinePaymentId: string, id: string) =>
  reader.maybe(typed(OnlineRefundRow)`
    select id, reason, credit_note as "creditNote", started_by_id as "startedById", entry_id as "entryId"
    from online_refunds
    where online_payment_id = ${onlinePaymentId} and id::text = ${id}`)

const PendingRow = z.object({ pending: z.int() })

export async function onlineFacts(
  reader: Reader,
  invoiceId: string,
  { paysOnline }: Pick<ClientFolder, 'paysOnline'>,
  { onlinePayment }: Pick<FirmSettings, 'onlinePayment'>,
  { stripe }: Pick<Config, 'stripe'>,
): Promise<OnlineFacts> {
  const { pending } = await reader.one(typed(PendingRow)`
    select coalesce(sum(amount), 0)::bigint as pending from online_payments
    where invoice_id = ${invoiceId} and status = 'pending'`)
  const isOffered = stripe !== undefined && onlinePayment.isOn && paysOnline
  return { isOffered, allowsPartial: onlinePayment.allowsPartial, pending }
}

const PaymentRow = OnlinePayment

/** The ways to pay an invoice that the actor may see. */
export async function paymentOptions(
  reader: DatedReader,
  actor: Actor,
  id: string,
  config: Pick<Config, 'stripe' | 'provider'>,
): Promise<PaymentOptions> {
  const { invoice, folder } = await invoiceFor(reader, actor, id)
  const settings = await currentFirmSettings(reader, config.provider)
  const facts = await onlineFacts(reader, id, folder, settings, config)
  const payments = await reader.rows(typed(PaymentRow)`
    select id, amount, status, method, unapplied, iso(created_at) as "createdAt" from online_payments
    where invoice_id = ${id} order by id desc limit 10`)
  const { invoiceNumber, status, dueDate, total, balance } = invoice
  return {
    invoiceId: id,
    invoiceNumber,
    status,
    dueDate,
    total,
    balance,
    pending: facts.pending,
    payable: payableOf(invoice, facts.pending),
    issuer: invoice.issuer ?? issuerOf(settings, folder),
    online: facts.isOffered ? { methods: onlineMethodsFor(folder.sector), allowsPartial: facts.allowsPartial } : null,
    payments,
    allowed: folder.status === 'archived' ? [] : allowedOnlineActions(invoice, actor, facts),
  }
}
