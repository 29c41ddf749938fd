import type { FastifyInstance, FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import * as api from '../../api/online-payments.ts'
import { DomainError, notFound } from '../../domain/errors.ts'
import type { AppContext } from '../app-context.ts'
import { endpointHooks } from '../endpoint-hooks.ts'
import type { Bind } from '../kit/serve.ts'
import { binder } from '../kit/serve.ts'
import sql from 'sql-template-tag'
import { startCheckout } from './checkout.ts'
import { paymentOptions } from './queries.ts'
import { recordStripeEvent, refreshPayment } from './reconcile.ts'
import { refundOnline, refundUnapplied } from './refunds.ts'
import { openStripe, paymentOfEvent } from './stripe.ts'
import { addUnappliedToRetainer, applyUnapplied, listUnappliedPayments } from './unapplied.ts'

export function onlinePaymentRoutes(on: Bind, context: AppContext) {
  on.read(api.readPaymentOptions, ({ db, actor, params }) => paymentOptions(db, actor, params.id, context.config))
  on.act(api.startOnlinePayment, ({ origin, actor, params, body }) =>
    startCheckout(context, origin, actor, params.id, body),
  )
  on.act(api.refundOnlinePayment, ({ origin, actor, params, body }) =>
    refundOnline(context, origin, actor, params.id, body),
  )
  on.read(api.listUnappliedPayments, ({ db, actor, query }) => listUnappliedPayments(db, actor, query, context.config))
  on.write(api.applyUnappliedPayment, ({ tx, actor, params, body }) =>
    applyUnapplied(tx, actor, params.id, body, context.config),
  )
  on.write(api.addUnappliedToRetainer, ({ tx, actor, params, body }) =>
    addUnappliedToRetainer(tx, actor, params.id, body, context.config),
  )
  on.act(api.refundUnappliedPayment, ({ origin, actor, params, body }) =>
    refundUnapplied(context, origin, actor, params.id, body),
  )
}

const bodyLimit = 512 * 1024
const toleranceSeconds = 300

/** Separate scope: the signature covers the raw bytes of the body. */
export const stripeEventScope = (context: AppContext) => async (scope: FastifyInstance) => {
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    bodies.set(request, body as Buffer)
    done(null, undefined)
  })
  const { config } = context
  const on = binder(scope, context, endpointHooks)

  on.act(api.receiveStripeEvent, async ({ db, origin, request }) => {
    if (config.stripe === undefined) throw notFound()
    const stripe = await openStripe(config.stripe)
    const event = verified(stripe, config.stripe.webhookSecret, bodies.get(request), request, db.now)
    const known = await db.maybe(sql`select from stripe_events where id = ${event.id}`)
    if (known !== null) return { received: true as const }
    const paymentId = await paymentOfEvent(stripe, event)
    // Not about a payment of the portal: record the event, so that it is not processed again.
    if (paymentId === null) await db.transaction(origin, (tx) => recordStripeEvent(tx, event))
    else await refreshPayment(context, origin, paymentId, event)
    return { received: true as const }
  })
}

function verified(
  stripe: Stripe,
  secret: string,
  body: Buffer | undefined,
  request: FastifyRequest,
  now: Date,
): Stripe.Event {
  const signature = request.headers['stripe-signature']
  try {
    return stripe.webhooks.constructEvent(
      body ?? Buffer.alloc(0),
      String(signature ?? ''),
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
  } catch {
    throw new DomainError('invalid', 'This was not signed by Stripe.')
  }
}
