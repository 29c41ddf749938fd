// What Stripe reports: refunds, disputes, and events that arrive late, twice, out of order, and forged.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenRules } from '../../tests/broken-rules.ts'
import { sentInvoice } from '../../tests/invoices.ts'
import {
  type OnlinePayments,
  openOnlinePayments,
  type PayableInvoice,
  payableInvoice,
  refusalOf,
  sessionOf,
  startPayment,
  stripeSettings,
} from '../../tests/online-payments.ts'
import { deliver, type StripeServer } from '../../tests/stripe-server.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'
import { refreshQuietPayments } from './jobs.ts'

let online: OnlinePayments
let testApp: TestApp
let stripe: StripeServer
let invoice: PayableInvoice
beforeAll(async () => {
  online = await openOnlinePayments()
  ;({ testApp, stripe } = online)
})
afterAll(() => online.close())
beforeEach(async () => void (invoice = await payableInvoice(online)))

describe('refunds and disputes', () => {
  it('become entries once, and make the invoice due again', async () => {
    const { sessionId, intent } = await invoice.pay('card')
    await online.complete(sessionId)
    const refund = stripe.refund(intent, 575)
    await online.send('refund.created', refund)
    await online.send('refund.updated', refund)
    expect(await invoice.entries()).toMatchObject([
      { kind: 'refund', amount: -575, reference: refund.id, reason: 'Refunded in Stripe', recordedById: null },
      { kind: 'payment' },
    ])
    expect(await invoice.read()).toMatchObject({ status: 'sent', balance: 575 })
    refund.status = 'failed'
    await online.send('refund.failed', refund)
    expect(await invoice.entries()).toMatchObject([
      { kind: 'reversal', amount: 575 },
      { kind: 'refund' },
      { kind: 'payment' },
    ])
    expect(await invoice.read()).toMatchObject({ status: 'paid', balance: 0 })
  })

  it('are refused by hand, so that a refund in Stripe is recorded once', async () => {
    const { sessionId, intent } = await invoice.pay('card')
    await online.complete(sessionId)
    const [{ id, allowed }] = await invoice.entries()
    expect(allowed).toEqual(['receipt', 'reverse', 'refund-online'])
    const byHand = await testApp.alice.post(`/api/payments/${id}/refund`, { amount: 575, reason: 'Paid too much' })
    expect(refusalOf(byHand)).toEqual([
      409,
      'This payment was made online. Choose “Refund online” to return it through Stripe.',
    ])
    await online.send('refund.created', stripe.refund(intent, 575))
    expect(await invoice.read()).toMatchObject({ amountPaid: 10_000, balance: 575 })
  })

  it('are recorded with the payment if their events arrive first', async () => {
    const { intent } = await invoice.pay('card')
    const refund = stripe.refund(intent, 10_575)
    await online.send('refund.created', refund)
    expect(await invoice.entries()).toMatchObject([
      { kind: 'refund', amount: -10_575 },
      { kind: 'payment', amount: 10_575 },
    ])
    expect((await invoice.read()).balance).toBe(10_575)
  })

  it('reverse a disputed payment, restore it when the dispute is won, and notify the team', async () => {
    const { sessionId, intent } = await invoice.pay('card')
    await online.complete(sessionId)
    const dispute = stripe.dispute(intent, 10_575)
    await online.send('charge.dispute.created', dispute)
    expect(await invoice.read()).toMatchObject({ status: 'sent', balance: 10_575 })
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'ProHR portal: an online payment was disputed' })
    dispute.status = 'won'
    await online.send('charge.dispute.closed', dispute)
    expect(await invoice.read()).toMatchObject({ status: 'paid', balance: 0 })
  })

  it('ignore a bank inquiry, which takes no money', async () => {
    const { sessionId, intent } = await invoice.pay('card')
    await online.complete(sessionId)
    const dispute = stripe.dispute(intent, 10_575)
    dispute.status = 'warning_needs_response'
    await online.send('charge.dispute.created', dispute)
    expect(await invoice.entries()).toHaveLength(1)
  })
})

describe('an event', () => {
  it('is refused with 400 when it is forged, unsigned, changed, or older than five minutes', async () => {
    const { sessionId } = await invoice.pay('card')
    const object = stripe.sessions.get(sessionId) ?? {}
    const good = stripe.signed('checkout.session.completed', object)
    const forged = [
      stripe.signed('checkout.session.completed', object, { secret: 'whsec_another' }),
      { ...good, signature: '' },
      { ...good, body: good.body.replace('10575', '1') },
      stripe.signed('checkout.session.completed', object, { at: Date.now() - 10 * 60_000 }),
    ]
    for (const event of forged)
      expect(refusalOf(await deliver(testApp, event))).toEqual([400, 'This was not signed by Stripe.'])
    expect(await invoice.entries()).toEqual([])
  })

  it('about something else, or a payment that is not the portal’s, is answered and changes nothing', async () => {
    const before = await testApp.db.rows(sql`select id from payments`)
    for (const [type, object] of [
      ['customer.created', { object: 'customer', id: 'cus_1' }],
      ['checkout.session.completed', { object: 'checkout.session', id: 'cs_x', metadata: {} }],
      ['payment_intent.succeeded', { object: 'payment_intent', id: 'pi_x', metadata: { onlinePaymentId: unknownId } }],
    ] as const)
      expect((await online.send(type, object)).status).toBe(200)
    expect(await testApp.db.rows(sql`select id from payments`)).toHaveLength(before.length)
  })
})

describe('a payment whose event is late', () => {
  const StatusRow = z.object({ status: z.string() })
  const statusIn = async (of: TestApp, id: string) =>
    (await of.db.one(typed(StatusRow)`select status from invoices where id = ${id}`)).status

  async function paidIn(of: TestApp) {
    const id = await sentInvoice(of)
    const sessionId = await sessionOf(of, await startPayment(of.ann, id))
    stripe.pay(sessionId)
    return { id, sessionId }
  }

  it('is recorded three days late', async () => {
    const late = await createTestApp(stripeSettings(stripe))
    const { id, sessionId } = await paidIn(late)
    late.pass({ days: 3 })
    const event = stripe.signed('checkout.session.completed', stripe.sessions.get(sessionId) ?? {}, {
      at: late.db.now.getTime(),
    })
    expect((await deliver(late, event)).status).toBe(200)
    expect(await statusIn(late, id)).toBe('paid')
    await late.close()
  })

  it('is recorded by the hourly job if the event is lost', async () => {
    const late = await createTestApp(stripeSettings(stripe))
    const { id } = await paidIn(late)
    await refreshQuietPayments(late.context)
    expect(await statusIn(late, id)).toBe('sent')
    late.pass({ hours: 2 })
    await refreshQuietPayments(late.context)
    expect(await statusIn(late, id)).toBe('paid')
    await late.close()
  })
})

it('leaves nothing that npm run verify finds, however a payment was returned', async () => {
  expect(await brokenRules(testApp)).toEqual([])
})
