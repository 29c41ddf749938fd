// The adapter to Stripe's library. Nothing else in the portal uses Stripe's terms.
import type Stripe from 'stripe'
import type { OnlineMethod, OnlinePaymentStatus } from '../../domain/online-payment.ts'
import type { Config } from '../config.ts'

type Keys = NonNullable<Config['stripe']>

/** A refund, or a dispute that withdrew the money. */
export interface Correction {
  externalId: string
  kind: 'refund' | 'dispute'
  amount: number
  /** The refund failed or the dispute was won: the money is back. */
  isUndone: boolean
  /** The id of our row, if the refund was started in the portal. */
  onlineRefundId: string | null
}

/** The current state of a payment at Stripe. */
export interface RemotePayment {
  status: OnlinePaymentStatus
  method: OnlineMethod | null
  paymentIntentId: string | null
  /** Paid so far, in cents. */
  received: number
  corrections: Correction[]
}

export interface CheckoutRequest {
  /** The id of our row; idempotency key for the checkout. */
  id: string
  amount: number
  invoiceNumber: string
  methods: readonly OnlineMethod[]
  returnUrl: string
}

/** @param keys a different API address is for tests only */
export async function openStripe({ secretKey, apiUrl }: Keys): Promise<Stripe> {
  const { default: Client } = await import('stripe')
  const url = apiUrl === undefined ? null : new URL(apiUrl)
  return new Client(secretKey, {
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url === null
      ? {}
      : { protocol: url.protocol === 'http:' ? 'http' : 'https', host: url.hostname, port: url.port }),
  })
}

const stripeMethods = { card: 'card', ach: 'us_bank_account' } as const

export async function createCheckout(
  stripe: Stripe,
  { id, amount, invoiceNumber, methods, returnUrl }: CheckoutRequest,
): Promise<{ sessionId: string; url: string }> {
  const metadata = { onlinePaymentId: id }
  const session = await stripe.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: id,
      metadata,
      payment_intent_data: { metadata },
      allowed_payment_method_types: methods.map((method) => stripeMethods[method]),
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: amount,
            product_data: { name: `Invoice ${invoiceNumber}` },
          },
        },
      ],
      success_url: `${returnUrl}?result=sent`,
      cancel_url: returnUrl,
    },
    { idempotencyKey: id },
  )
  if (session.url === null) throw new Error('Stripe created a checkout without a page')
  return { sessionId: session.id, url: session.url }
}

/** @param id of our row; idempotency key for the refund */
export async function createRefund(
  stripe: Stripe,
  { id, paymentIntentId, amount }: { id: string; paymentIntentId: string; amount: number },
): Promise<void> {
  await stripe.refunds.create(
    { payment_intent: paymentIntentId, amount, metadata: { onlineRefundId: id } },
    { idempotencyKey: id },
  )
}

/** Stripe answered that it will not do this. After any other error, the outcome is unknown. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  [400, 401, 402, 403, 404].includes(error.statusCode)

export async function readRemotePayment(stripe: Stripe, sessionId: string): Promise<RemotePayment> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['payment_intent', 'payment_intent.latest_charge'],
  })
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const charge = intent === null || typeof intent.latest_charge === 'string' ? null : intent.latest_charge
  return {
    status: statusOf(session, intent),
    method: methodOf(charge),
    paymentIntentId: intent?.id ?? null,
    received: session.payment_status === 'paid' ? (session.amount_total ?? 0) : 0,
    corrections: intent === null ? [] : await correctionsOf(stripe, intent.id),
  }
}

function statusOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): OnlinePaymentStatus {
  if (session.payment_status === 'paid') return 'paid'
  if (session.status === 'expired') return 'expired'
  if (session.status === 'open') return 'open'
  // The checkout is complete, but the bank has not paid yet.
  if (intent?.status === 'requires_payment_method' || intent?.status === 'canceled') return 'failed'
  return 'pending'
}

function methodOf(charge: Stripe.Charge | null): OnlineMethod | null {
  const type = charge?.payment_method_details?.type
  if (type === undefined) return null
  return type === 'us_bank_account' ? 'ach' : 'card'
}

/** Disputes that withdrew no money: won ones and inquiries. */
const disputesWithoutLoss = ['won', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']
/** No money was withdrawn, so there is nothing to reverse. */
const inquiries = disputesWithoutLoss.slice(1)

async function correctionsOf(stripe: Stripe, paymentIntent: string): Promise<Correction[]> {
  const corrections: Correction[] = []
  for await (const { id, amount, status, metadata } of stripe.refunds.list({
    payment_intent: paymentIntent,
    limit: 100,
  }))
    corrections.push({
      externalId: id,
      kind: 'refund',
      amount,
      isUndone: status === 'failed' || status === 'canceled',
      onlineRefundId: metadata?.['onlineRefundId'] ?? null,
    })
  for await (const { id, amount, status } of stripe.disputes.list({ payment_intent: paymentIntent, limit: 100 }))
    if (!inquiries.includes(status))
      corrections.push({
        externalId: id,
        kind: 'dispute',
        amount,
        isUndone: disputesWithoutLoss.includes(status),
        onlineRefundId: null,
      })
  return corrections
}

/** The payment that an event is about, or null. */
export async function paymentOfEvent(stripe: Stripe, { data: { object } }: Stripe.Event): Promise<string | null> {
  if (object.object === 'checkout.session') return object.metadata?.['onlinePaymentId'] ?? null
  if (object.object === 'payment_intent') return object.metadata['onlinePaymentId'] ?? null
  if (object.object !== 'refund' && object.object !== 'dispute' && object.object !== 'charge') return null
  const { payment_intent: intent } = object
  if (intent === null) return null
  const id = typeof intent === 'string' ? intent : intent.id
  // Events about refunds and disputes can arrive before the event of the payment.
  return (await stripe.paymentIntents.retrieve(id)).metadata['onlinePaymentId'] ?? null
}
