// A portal that takes online payments, a test server in place of Stripe, and invoices to pay.
import { z } from 'zod'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { typed } from '../server/kit/row-types.ts'
import { sentInvoice } from './invoices.ts'
import { deliver, secretKey, startStripeServer, type StripeServer, webhookSecret } from './stripe-server.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from './test-app.ts'

export const stripeSettings = ({ url }: StripeServer) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: url,
})

export async function openOnlinePayments() {
  const stripe = await startStripeServer()
  const testApp = await createTestApp(stripeSettings(stripe))
  const send = (type: string, object: object | undefined) => deliver(testApp, stripe.signed(type, object ?? {}))
  return {
    stripe,
    testApp,
    send,
    /** Reports a checkout as completed. */
    complete: (sessionId: string) => send('checkout.session.completed', stripe.sessions.get(sessionId)),
    /** Reports it again, so that the portal reads its refunds. */
    refresh: (sessionId: string) => send('checkout.session.async_payment_succeeded', stripe.sessions.get(sessionId)),
    async close() {
      await testApp.close()
      await stripe.close()
    },
  }
}
export type OnlinePayments = Awaited<ReturnType<typeof openOnlinePayments>>

/** The portal of a test file, filled in before its first test. Each test begins with a server that makes refunds. */
export function onlinePaymentsOfFile(): OnlinePayments {
  const online = {} as OnlinePayments
  beforeAll(async () => void Object.assign(online, await openOnlinePayments()))
  afterEach(() => void (online.stripe.refunding.outcome = 'made'))
  afterAll(() => online.close())
  return online
}

const SessionRow = z.object({ sessionId: z.string() })

/** Stripe's id of a payment that was started. */
export async function sessionOf({ db }: TestApp, { status, body, text }: Answer): Promise<string> {
  expect(status, text).toBe(201)
  const row = await db.one(typed(SessionRow)`
    select session_id as "sessionId" from online_payments where id = ${body.id}`)
  return row.sessionId
}

export const startPayment = (who: Caller, invoiceId: string, body: object = {}) =>
  who.post(`/api/invoices/${invoiceId}/online-payments`, body)

/** An invoice of $105.75, to Acme's client by default. */
export async function payableInvoice({ testApp, stripe }: OnlinePayments, more: object = {}) {
  const id = await sentInvoice(testApp, more)
  const path = `/api/invoices/${id}`
  const start = (body: object = {}, who: Caller = testApp.ann) => startPayment(who, id, body)
  return {
    id,
    start,
    read: async () => (await testApp.alice.get(path)).body,
    entries: async () => (await testApp.alice.get(`${path}/payments`)).body,
    options: async () => (await testApp.ann.get(`${path}/payment-options`)).body,
    /** Starts a payment and pays it at Stripe; no event is sent yet. */
    async pay(type: 'card' | 'us_bank_account', body: object = {}) {
      const sessionId = await sessionOf(testApp, await start(body))
      return { sessionId, intent: stripe.pay(sessionId, type) }
    },
  }
}
export type PayableInvoice = Awaited<ReturnType<typeof payableInvoice>>

export const refusalOf = ({ status, body }: Answer) => [status, body.message]
