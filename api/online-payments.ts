import { z } from 'zod'
import { team } from '../domain/actor.ts'
import { Checkout, OnlinePaymentInput, PaymentOptions } from '../domain/online-payment.ts'
import { OnlineRefundInput, PaymentView } from '../domain/payment.ts'
import { Id } from '../domain/text.ts'
import {
  UnappliedApplicationInput,
  UnappliedPaymentView,
  UnappliedRefundInput,
  UnappliedRetainerInput,
} from '../domain/unapplied-payment.ts'
import { change, create, list, read } from './kit/endpoint.ts'

export const readPaymentOptions = read({
  path: '/api/invoices/:id/payment-options',
  who: 'signed-in',
  summary:
    'Returns how an invoice can be paid: the balance due, pending bank payments, online payment if the firm offers it, and other ways.',
  reply: PaymentOptions,
})

export const startOnlinePayment = create({
  path: '/api/invoices/:id/online-payments',
  who: 'signed-in',
  summary:
    'Starts an online payment by the client and returns the URL of Stripe’s payment page. Without an amount, the payment is for everything that can be paid. 409 if nothing is due, more than is due, or online payment is not available.',
  body: OnlinePaymentInput,
  reply: Checkout,
})

export const refundOnlinePayment = create({
  path: '/api/payments/:id/online-refund',
  who: 'signed-in',
  summary:
    'Refunds part or all of an online payment through Stripe, in cents, and returns the payment. `creditNote` also issues a credit note for the same amount. 409 for a payment that was not made online, for more than is left of it, while another refund of it is in progress, and when Stripe declines. 503 when Stripe does not respond. Administrators only.',
  body: OnlineRefundInput,
  reply: PaymentView,
})

export const listUnappliedPayments = list({
  path: '/api/online-payments/unapplied',
  who: team,
  summary:
    'Lists online payments of which a part is not applied to an invoice, newest first, because it was more than was due. Amounts are in cents.',
  of: UnappliedPaymentView,
  query: { clientFolderId: Id.optional(), invoiceId: Id.optional() },
})

export const applyUnappliedPayment = change('POST', {
  path: '/api/online-payments/:id/applications',
  who: team,
  summary:
    'Applies a part of an online payment, in cents, to another invoice of the same folder, as a payment that is dated today. 409 for more than is left of it, for more than the balance due, and while a refund of it is in progress. Administrators only.',
  body: UnappliedApplicationInput,
  reply: UnappliedPaymentView,
})

export const addUnappliedToRetainer = change('POST', {
  path: '/api/online-payments/:id/retainer',
  who: team,
  summary:
    'Adds a part of an online payment, in cents, to the client’s retainer, from which it can be applied to any invoice: creates a retainer invoice for the amount, which is paid with it. 409 for more than is left of it, and while a refund of it is in progress. Administrators only.',
  body: UnappliedRetainerInput,
  reply: UnappliedPaymentView,
})

export const refundUnappliedPayment = change('POST', {
  path: '/api/online-payments/:id/refund',
  who: team,
  summary:
    'Refunds a part of an online payment that is not applied to an invoice, in cents, through Stripe. 409 for more than is left of it, while another refund of it is in progress, and when Stripe declines. 503 when Stripe does not respond. Administrators only.',
  body: UnappliedRefundInput,
  reply: UnappliedPaymentView,
})

export const receiveStripeEvent = {
  ...change('POST', {
    path: '/api/stripe-events',
    who: 'anyone',
    summary:
      'Receives an event from Stripe. The body is the event as Stripe signed it. 400 if the signature is not Stripe’s, 404 if no keys are set.',
    reply: z.object({ received: z.literal(true) }),
    // An event has an id of its own, by which it is handled once.
    storesNoReply: true,
  }),
  takes: 'application/json',
}
