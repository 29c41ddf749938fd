// Online payments: Stripe's own library against a server that implements its API. Events arrive late, twice, out of
// order, and forged.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { folderApart, sentInvoice, draftedInvoice } from '../../tests/invoices.ts'
import { deliver, secretKey, startStripeServer, type StripeServer, webhookSecret } from '../../tests/stripe-server.ts'
import { type Answer, type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { openSnapshot } from '../backup/snapshot.ts'
import { checkRules } from '../backup/verify.ts'
import { typed } from '../kit/row-types.ts'
import { refreshQuietPayments } from './jobs.ts'

let testApp: TestApp
let stripe: StripeServer
beforeAll(async () => {
  stripe = await startStripeServer()
  testApp = await createTestApp({
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
  })
})
afterAll(async () => {
  await testApp.close()
  await stripe.close()
})

/** $105.75, to Acme's client. */
let invoice: string
beforeEach(async () => void (invoice = await sentInvoice(testApp)))

const start = (body: object = {}, who: Caller = testApp.ann, id = invoice) =>
  who.post(`/api/invoices/${id}/online-payments`, body)
const options = async (who: Caller = testApp.ann, id = invoice) =>
  (await who.get(`/api/invoices/${id}/payment-options`)).body
const invoiceNow = async (id = invoice) => (await testApp.alice.get(`/api/invoices/${id}`)).body
const entries = async (id = invoice) => (await testApp.alice.get(`/api/invoices/${id}/payments`)).body
const refusalOf = ({ status, body }: Answer) => [status, body.message]

const SessionRow = z.object({ sessionId: z.string() })
async function sessionOf(answer: Answer): Promise<string> {
  expect(answer.status, answer.text).toBe(201)
  const row = await testApp.db.one(typed(SessionRow)`
    select session_id as "sessionId" from online_payments where id = ${answer.body.id}`)
  return row.sessionId
}

/** Started and paid at Stripe; no event has been sent yet. */
async function paidWith(type: 'card' | 'us_bank_account', body: object = {}) {
  const sessionId = await sessionOf(await start(body))
  return { sessionId, intent: stripe.pay(sessionId, type) }
}

const send = (type: string, object: object | undefined, more = {}) =>
  deliver(testApp, stripe.signed(type, object ?? {}, more))
const completed = (sessionId: string, more = {}) =>
  send('checkout.session.completed', stripe.sessions.get(sessionId), more)

describe('paying by card', () => {
  it('leads to Stripe’s page for the whole balance, and is recorded once the event comes', async () => {
    expect(await options()).toMatchObject({
      payable: 10_575,
      online: { methods: ['card', 'ach'], allowsPartial: false },
      allowed: ['pay-online'],
    })
    const answer = await start()
    expect(answer.body).toMatchObject({ amount: 10_575, url: expect.stringMatching(/^https:\/\/checkout\.stripe/) })
    const sessionId = await sessionOf(answer)
    expect(stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 10_575 })
    const intent = stripe.pay(sessionId)
    expect((await completed(sessionId)).body).toEqual({ received: true })
    expect(await invoiceNow()).toMatchObject({ status: 'paid', amountPaid: 10_575, balance: 0 })
    expect(await entries()).toMatchObject([{ kind: 'payment', amount: 10_575, method: 'card', reference: intent }])
    expect(await options()).toMatchObject({ payable: 0, payments: [{ status: 'paid', unapplied: 0 }], allowed: [] })
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'ProHR received your payment' })
  })

  it('is recorded once, however often and in whatever order its events come', async () => {
    const { sessionId, intent } = await paidWith('card')
    const event = stripe.signed('checkout.session.completed', stripe.sessions.get(sessionId) ?? {})
    const succeeded = { object: 'payment_intent', id: intent, metadata: stripe.sessions.get(sessionId)?.metadata }
    await send('payment_intent.succeeded', succeeded)
    const answers = await Promise.all([event, event, event].map((each) => deliver(testApp, each)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await deliver(testApp, event)
    expect(await entries()).toHaveLength(1)
    expect((await invoiceNow()).amountPaid).toBe(10_575)
  })

  it('records, flags, and reports a payment of an invoice that was paid in another way', async () => {
    const { sessionId } = await paidWith('card')
    await testApp.alice.post(`/api/invoices/${invoice}/payments`, { amount: 10_000, method: 'check' })
    await completed(sessionId)
    expect(await invoiceNow()).toMatchObject({ status: 'paid', amountPaid: 10_575 })
    expect((await options()).payments[0]).toMatchObject({ status: 'paid', amount: 10_575, unapplied: 10_000 })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      subject: 'ProHR portal: an online payment needs your attention',
    })
  })

  it('leaves one page open when it is started several times at the same moment', async () => {
    const answers = await Promise.all([start(), start(), start()])
    expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true)
    const opened = await Promise.all(answers.filter(({ status }) => status === 201).map(sessionOf))
    expect(opened.filter((id) => stripe.sessions.get(id)?.status === 'open')).toHaveLength(1)
  })

  it('closes the earlier page when it is started again, and finds out if that was paid', async () => {
    const left = await sessionOf(await start())
    const again = await sessionOf(await start())
    expect(stripe.sessions.get(left)?.status).toBe('expired')
    stripe.pay(again)
    expect(refusalOf(await start())).toEqual([409, 'No payment is due on this invoice.'])
    expect(await invoiceNow()).toMatchObject({ status: 'paid' })
  })
})

describe('paying from a bank account', () => {
  it('is pending until the bank pays, and leaves nothing to be paid twice', async () => {
    const { sessionId } = await paidWith('us_bank_account')
    await completed(sessionId)
    expect(await invoiceNow()).toMatchObject({ status: 'sent', amountPaid: 0 })
    expect(await options()).toMatchObject({
      pending: 10_575,
      payable: 0,
      allowed: [],
      payments: [{ status: 'pending' }],
    })
    expect(refusalOf(await start())).toEqual([
      409,
      'A bank payment for this invoice is pending, so no balance is left to pay.',
    ])
    stripe.settle(sessionId, true)
    await send('checkout.session.async_payment_succeeded', stripe.sessions.get(sessionId))
    expect(await invoiceNow()).toMatchObject({ status: 'paid' })
    expect(await entries()).toMatchObject([{ method: 'bank-transfer', amount: 10_575 }])
    // The first event again, after the last.
    await completed(sessionId)
    expect(await entries()).toHaveLength(1)
  })

  it('leaves the invoice due if the bank rejects it, and notifies both sides', async () => {
    const { sessionId } = await paidWith('us_bank_account')
    await completed(sessionId)
    stripe.settle(sessionId, false)
    await send('checkout.session.async_payment_failed', stripe.sessions.get(sessionId))
    expect(await options()).toMatchObject({ pending: 0, payable: 10_575, payments: [{ status: 'failed' }] })
    expect((await testApp.mail()).slice(-2).map(({ subject }) => subject)).toEqual([
      'Your bank payment to ProHR didn’t go through',
      'ProHR portal: a bank payment didn’t go through',
    ])
    expect((await start()).status).toBe(201)
  })

  it('is the only way for a public body', async () => {
    const folder = await folderApart(testApp, { sector: 'public-school' })
    const id = await sentInvoice(testApp, { clientFolderId: folder })
    expect((await options(testApp.ann, id)).online.methods).toEqual(['ach'])
    const sessionId = await sessionOf(await start({}, testApp.ann, id))
    expect(stripe.sessions.get(sessionId)?.allowed_payment_method_types).toEqual(['us_bank_account'])
  })
})

describe('refunds and disputes', () => {
  it('become entries once, and make the invoice due again', async () => {
    const { sessionId, intent } = await paidWith('card')
    await completed(sessionId)
    const refund = stripe.refund(intent, 575)
    await send('refund.created', refund)
    await send('refund.updated', refund)
    expect(await entries()).toMatchObject([
      { kind: 'refund', amount: -575, reference: refund.id, reason: 'Refunded in Stripe', recordedById: null },
      { kind: 'payment' },
    ])
    expect(await invoiceNow()).toMatchObject({ status: 'sent', balance: 575 })
    refund.status = 'failed'
    await send('refund.failed', refund)
    expect(await entries()).toMatchObject([{ kind: 'reversal', amount: 575 }, { kind: 'refund' }, { kind: 'payment' }])
    expect(await invoiceNow()).toMatchObject({ status: 'paid', balance: 0 })
  })

  it('are refused by hand, so that a refund in Stripe is recorded once', async () => {
    const { sessionId, intent } = await paidWith('card')
    await completed(sessionId)
    const [{ id, allowed }] = await entries()
    expect(allowed).toEqual(['receipt', 'reverse', 'refund-online'])
    const byHand = await testApp.alice.post(`/api/payments/${id}/refund`, { amount: 575, reason: 'Paid too much' })
    expect(refusalOf(byHand)).toEqual([
      409,
      'This payment was made online. Choose “Refund online” to return it through Stripe.',
    ])
    await send('refund.created', stripe.refund(intent, 575))
    expect(await invoiceNow()).toMatchObject({ amountPaid: 10_000, balance: 575 })
  })

  it('are recorded with the payment if their events arrive first', async () => {
    const { intent } = await paidWith('card')
    const refund = stripe.refund(intent, 10_575)
    await send('refund.created', refund)
    expect(await entries()).toMatchObject([
      { kind: 'refund', amount: -10_575 },
      { kind: 'payment', amount: 10_575 },
    ])
    expect((await invoiceNow()).balance).toBe(10_575)
  })

  it('take back a disputed payment, give it back when the dispute is won, and tell the team', async () => {
    const { sessionId, intent } = await paidWith('card')
    await completed(sessionId)
    const dispute = stripe.dispute(intent, 10_575)
    await send('charge.dispute.created', dispute)
    expect(await invoiceNow()).toMatchObject({ status: 'sent', balance: 10_575 })
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'ProHR portal: an online payment was disputed' })
    dispute.status = 'won'
    await send('charge.dispute.closed', dispute)
    expect(await invoiceNow()).toMatchObject({ status: 'paid', balance: 0 })
  })

  it('leave an inquiry of the bank alone, which takes no money', async () => {
    const { sessionId, intent } = await paidWith('card')
    await completed(sessionId)
    const dispute = stripe.dispute(intent, 10_575)
    dispute.status = 'warning_needs_response'
    await send('charge.dispute.created', dispute)
    expect(await entries()).toHaveLength(1)
  })
})

describe('an event', () => {
  it('is refused with 400 when it is forged, unsigned, changed, or older than five minutes', async () => {
    const { sessionId } = await paidWith('card')
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
    expect(await entries()).toEqual([])
  })

  it('about something else, or a payment that is not the portal’s, is answered and changes nothing', async () => {
    const before = await testApp.db.rows(sql`select id from payments`)
    for (const [type, object] of [
      ['customer.created', { object: 'customer', id: 'cus_1' }],
      ['checkout.session.completed', { object: 'checkout.session', id: 'cs_x', metadata: {} }],
      ['payment_intent.succeeded', { object: 'payment_intent', id: 'pi_x', metadata: { onlinePaymentId: unknownId } }],
    ] as const)
      expect((await send(type, object)).status).toBe(200)
    expect(await testApp.db.rows(sql`select id from payments`)).toHaveLength(before.length)
  })
})

describe('starting a payment', () => {
  it('allows only the client, and only for their own invoice', async () => {
    for (const who of ['alice', 'sam'] as const)
      expect(refusalOf(await start({}, testApp[who]))).toEqual([403, 'Only the client can pay an invoice online.'])
    expect((await start({}, testApp.eve)).status).toBe(404)
    expect((await testApp.eve.get(`/api/invoices/${invoice}/payment-options`)).status).toBe(404)
    expect((await start({}, testApp.visitor)).status).toBe(401)
    expect((await start({}, testApp.ann, await draftedInvoice(testApp))).status).toBe(404)
  })

  it.each([
    [{ amount: 0 }, 400, 'A payment must be at least one cent.'],
    [{ amount: 1.5 }, 400, 'Enter an amount in whole cents.'],
    [{ amount: 10_576 }, 409, 'You can pay up to $105.75.'],
    [{ amount: 5_000 }, 409, 'Pay the whole amount of $105.75.'],
    [{ amount: 100, card: '4242424242424242' }, 400, 'Unknown field: "card".'],
  ])('refuses %j', async (body, status, sentence) => {
    expect(refusalOf(await start(body))).toEqual([status, sentence])
  })

  it('refuses a paid or void invoice', async () => {
    await testApp.alice.patch(`/api/invoices/${invoice}/status`, { status: 'void' })
    expect(refusalOf(await start())).toEqual([409, 'No payment is due on this invoice.'])
  })

  it('fails while Stripe is unreachable, and works again afterward', async () => {
    stripe.failures.next = 1
    expect(refusalOf(await start())).toEqual([
      503,
      'The payment page can’t be opened right now. Try again in a moment.',
    ])
    expect((await start()).status).toBe(201)
  })

  it('is off if the firm turned it off', async () => {
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: false, allowsPartial: false } })
    expect(await options()).toMatchObject({ online: null, allowed: [] })
    expect(refusalOf(await start())).toEqual([409, 'Online payment isn’t available. The invoice says how else to pay.'])
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: true, allowsPartial: false } })
  })
})

describe('a partial payment', () => {
  it('is taken where the firm allows it, from $0.50, and the rest stays due', async () => {
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: true, allowsPartial: true } })
    expect(refusalOf(await start({ amount: 49 }))).toEqual([400, 'Enter at least $0.50.'])
    const { sessionId } = await paidWith('card', { amount: 5_000 })
    await completed(sessionId)
    expect(await invoiceNow()).toMatchObject({ status: 'sent', amountPaid: 5_000, balance: 5_575 })
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: true, allowsPartial: false } })
  })
})

it('leaves nothing that npm run verify finds, however a payment came about', async () => {
  const snapshot = await openSnapshot(testApp.context.address)
  const found: unknown[] = []
  for await (const { says, some } of checkRules(snapshot)) if (some.length > 0) found.push([says, some])
  await snapshot.close()
  expect(found).toEqual([])
  expect(await testApp.db.rows(sql`select from online_payments where status = 'paid'`)).not.toEqual([])
})

describe('a payment whose event is late', () => {
  const keys = { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: '' }
  const StatusRow = z.object({ status: z.string() })
  const statusIn = async (of: TestApp, id: string) =>
    (await of.db.one(typed(StatusRow)`select status from invoices where id = ${id}`)).status

  async function paidIn(of: TestApp) {
    const id = await sentInvoice(of)
    const { body } = await of.ann.post(`/api/invoices/${id}/online-payments`, {})
    const row = await of.db.one(typed(SessionRow)`
      select session_id as "sessionId" from online_payments where id = ${body.id}`)
    stripe.pay(row.sessionId)
    return { id, sessionId: row.sessionId }
  }

  it('is recorded three days late', async () => {
    const late = await createTestApp({ ...keys, STRIPE_API_URL: stripe.url })
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
    const late = await createTestApp({ ...keys, STRIPE_API_URL: stripe.url })
    const { id } = await paidIn(late)
    await refreshQuietPayments(late.context)
    expect(await statusIn(late, id)).toBe('sent')
    late.pass({ hours: 2 })
    await refreshQuietPayments(late.context)
    expect(await statusIn(late, id)).toBe('paid')
    await late.close()
  })
})

it('offers neither payments nor an event address without keys', async () => {
  const plain = await createTestApp()
  const id = await sentInvoice(plain)
  expect((await plain.ann.get(`/api/invoices/${id}/payment-options`)).body).toMatchObject({ online: null, allowed: [] })
  expect((await plain.ann.post(`/api/invoices/${id}/online-payments`, {})).status).toBe(409)
  expect((await deliver(plain, stripe.signed('x', {}))).status).toBe(404)
  await plain.close()
})
