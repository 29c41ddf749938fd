// Online payments: Stripe's own library against a server that implements its API.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenRules } from '../../tests/broken-rules.ts'
import { draftedInvoice, folderApart, sentInvoice } from '../../tests/invoices.ts'
import {
  type OnlinePayments,
  openOnlinePayments,
  type PayableInvoice,
  payableInvoice,
  refusalOf,
  sessionOf,
  startPayment,
} from '../../tests/online-payments.ts'
import { staffMember } from '../../tests/staff.ts'
import { deliver, type StripeServer } from '../../tests/stripe-server.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

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

describe('paying by card', () => {
  it('leads to Stripe’s page for the whole balance, and is recorded once the event comes', async () => {
    expect(await invoice.options()).toMatchObject({
      payable: 10_575,
      online: { methods: ['card', 'ach'], allowsPartial: false },
      allowed: ['pay-online'],
    })
    const answer = await invoice.start()
    expect(answer.body).toMatchObject({ amount: 10_575, url: expect.stringMatching(/^https:\/\/checkout\.stripe/) })
    const sessionId = await sessionOf(testApp, answer)
    expect(stripe.sessions.get(sessionId)).toMatchObject({ amount_total: 10_575 })
    const intent = stripe.pay(sessionId)
    expect((await online.complete(sessionId)).body).toEqual({ received: true })
    expect(await invoice.read()).toMatchObject({ status: 'paid', amountPaid: 10_575, balance: 0 })
    expect(await invoice.entries()).toMatchObject([
      { kind: 'payment', amount: 10_575, method: 'card', reference: intent },
    ])
    expect(await invoice.options()).toMatchObject({
      payable: 0,
      payments: [{ status: 'paid', unapplied: 0 }],
      allowed: [],
    })
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'ProHR received your payment' })
  })

  it('is recorded once, however often and in whatever order its events come', async () => {
    const { sessionId, intent } = await invoice.pay('card')
    const event = stripe.signed('checkout.session.completed', stripe.sessions.get(sessionId) ?? {})
    const succeeded = { object: 'payment_intent', id: intent, metadata: stripe.sessions.get(sessionId)?.metadata }
    await online.send('payment_intent.succeeded', succeeded)
    const answers = await Promise.all([event, event, event].map((each) => deliver(testApp, each)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await deliver(testApp, event)
    expect(await invoice.entries()).toHaveLength(1)
    expect((await invoice.read()).amountPaid).toBe(10_575)
  })

  it('records, flags, and reports a payment of an invoice that was paid in another way', async () => {
    const { sessionId } = await invoice.pay('card')
    await testApp.alice.post(`/api/invoices/${invoice.id}/payments`, { amount: 10_000, method: 'check' })
    await online.complete(sessionId)
    expect(await invoice.read()).toMatchObject({ status: 'paid', amountPaid: 10_575 })
    expect((await invoice.options()).payments[0]).toMatchObject({ status: 'paid', amount: 10_575, unapplied: 10_000 })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      subject: 'ProHR portal: an online payment needs your attention',
    })
  })

  it('leaves one page open when it is started several times at the same moment', async () => {
    const answers = await Promise.all([invoice.start(), invoice.start(), invoice.start()])
    expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true)
    const opened = await Promise.all(
      answers.filter(({ status }) => status === 201).map((each) => sessionOf(testApp, each)),
    )
    expect(opened.filter((id) => stripe.sessions.get(id)?.status === 'open')).toHaveLength(1)
  })

  it('closes the earlier page when it is started again, and finds out if that was paid', async () => {
    const left = await sessionOf(testApp, await invoice.start())
    const again = await sessionOf(testApp, await invoice.start())
    expect(stripe.sessions.get(left)?.status).toBe('expired')
    stripe.pay(again)
    expect(refusalOf(await invoice.start())).toEqual([409, 'No payment is due on this invoice.'])
    expect(await invoice.read()).toMatchObject({ status: 'paid' })
  })
})

describe('paying from a bank account', () => {
  it('is pending until the bank pays, and leaves nothing to be paid twice', async () => {
    const { sessionId } = await invoice.pay('us_bank_account')
    await online.complete(sessionId)
    expect(await invoice.read()).toMatchObject({ status: 'sent', amountPaid: 0 })
    expect(await invoice.options()).toMatchObject({
      pending: 10_575,
      payable: 0,
      allowed: [],
      payments: [{ status: 'pending' }],
    })
    expect(refusalOf(await invoice.start())).toEqual([
      409,
      'A bank payment for this invoice is pending, so no balance is left to pay.',
    ])
    stripe.settle(sessionId, true)
    await online.send('checkout.session.async_payment_succeeded', stripe.sessions.get(sessionId))
    expect(await invoice.read()).toMatchObject({ status: 'paid' })
    expect(await invoice.entries()).toMatchObject([{ method: 'bank-transfer', amount: 10_575 }])
    // The first event again, after the last.
    await online.complete(sessionId)
    expect(await invoice.entries()).toHaveLength(1)
  })

  it('leaves the invoice due if the bank rejects it, and notifies both sides', async () => {
    const { sessionId } = await invoice.pay('us_bank_account')
    await online.complete(sessionId)
    stripe.settle(sessionId, false)
    await online.send('checkout.session.async_payment_failed', stripe.sessions.get(sessionId))
    expect(await invoice.options()).toMatchObject({ pending: 0, payable: 10_575, payments: [{ status: 'failed' }] })
    expect((await testApp.mail()).slice(-2).map(({ subject }) => subject)).toEqual([
      'Your bank payment to ProHR didn’t go through',
      'ProHR portal: a bank payment didn’t go through',
    ])
    expect((await invoice.start()).status).toBe(201)
  })

  it('is the only way for a public body', async () => {
    const folder = await folderApart(testApp, { sector: 'public-school' })
    const school = await payableInvoice(online, { clientFolderId: folder })
    expect((await school.options()).online.methods).toEqual(['ach'])
    const sessionId = await sessionOf(testApp, await school.start())
    expect(stripe.sessions.get(sessionId)?.allowed_payment_method_types).toEqual(['us_bank_account'])
  })
})

describe('starting a payment', () => {
  it('allows only the client, and only for their own invoice', async () => {
    for (const who of ['alice', 'sam'] as const)
      expect(refusalOf(await invoice.start({}, testApp[who]))).toEqual([
        403,
        'Only the client can pay an invoice online.',
      ])
    expect((await invoice.start({}, testApp.eve)).status).toBe(404)
    expect((await testApp.eve.get(`/api/invoices/${invoice.id}/payment-options`)).status).toBe(404)
    expect((await invoice.start({}, testApp.visitor)).status).toBe(401)
    expect((await startPayment(testApp.ann, await draftedInvoice(testApp))).status).toBe(404)
  })

  it.each([
    [{ amount: 0 }, 400, 'A payment must be at least one cent.'],
    [{ amount: 1.5 }, 400, 'Enter an amount in whole cents.'],
    [{ amount: 10_576 }, 409, 'You can pay up to $105.75.'],
    [{ amount: 5_000 }, 409, 'Pay the whole amount of $105.75.'],
    [{ amount: 100, card: '4242424242424242' }, 400, 'Unknown field: "card".'],
  ])('refuses %j', async (body, status, sentence) => {
    expect(refusalOf(await invoice.start(body))).toEqual([status, sentence])
  })

  it('refuses a paid or void invoice', async () => {
    await testApp.alice.patch(`/api/invoices/${invoice.id}/status`, { status: 'void' })
    expect(refusalOf(await invoice.start())).toEqual([409, 'No payment is due on this invoice.'])
  })

  it('fails while Stripe is unreachable, and works again afterward', async () => {
    stripe.failures.next = 1
    expect(refusalOf(await invoice.start())).toEqual([
      503,
      'The payment page can’t be opened right now. Try again in a moment.',
    ])
    expect((await invoice.start()).status).toBe(201)
  })

  it('is off if the firm turned it off', async () => {
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: false, allowsPartial: false } })
    expect(await invoice.options()).toMatchObject({ online: null, allowed: [] })
    expect(refusalOf(await invoice.start())).toEqual([
      409,
      'Online payment isn’t available. The invoice says how else to pay.',
    ])
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: true, allowsPartial: false } })
  })
})

describe('a client without online payment', () => {
  it('is not offered it, while a payment that was started before is still recorded', async () => {
    const folder = await folderApart(testApp)
    const own = await payableInvoice(online, { clientFolderId: folder })
    const sessionId = await sessionOf(testApp, await own.start())
    expect((await testApp.alice.patch(`/api/client-folders/${folder}`, { paysOnline: false })).status).toBe(200)
    expect(await own.options()).toMatchObject({ online: null, allowed: [] })
    expect(refusalOf(await own.start())).toEqual([
      409,
      'Online payment isn’t available. The invoice says how else to pay.',
    ])
    stripe.pay(sessionId)
    await online.complete(sessionId)
    expect(await own.read()).toMatchObject({ status: 'paid', balance: 0 })
    expect((await invoice.options()).online).not.toBeNull()
  })

  it('is chosen by those of the team who see the client’s money', async () => {
    const folder = `/api/client-folders/${await folderApart(testApp)}`
    const { caller } = await staffMember(testApp, 'Asa', { staffAccess: 'assistant' })
    await testApp.alice.post(`${folder}/members`, { userId: (await caller.get('/api/user')).body.id })
    expect(refusalOf(await caller.patch(folder, { paysOnline: false }))).toEqual([
      403,
      'Your access doesn’t include the client’s tax, purchase order, and payment details.',
    ])
    expect((await testApp.ann.patch(folder, { paysOnline: true })).status).toBe(403)
    expect((await testApp.eve.patch(folder, { paysOnline: true })).status).toBe(404)
    expect((await testApp.alice.patch(folder, { paysOnline: 'no' })).status).toBe(400)
  })
})

describe('a partial payment', () => {
  it('is taken where the firm allows it, from $0.50, and the rest stays due', async () => {
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: true, allowsPartial: true } })
    expect(refusalOf(await invoice.start({ amount: 49 }))).toEqual([400, 'Enter at least $0.50.'])
    const { sessionId } = await invoice.pay('card', { amount: 5_000 })
    await online.complete(sessionId)
    expect(await invoice.read()).toMatchObject({ status: 'sent', amountPaid: 5_000, balance: 5_575 })
    await testApp.alice.patch('/api/firm-settings', { onlinePayment: { isOn: true, allowsPartial: false } })
  })
})

it('leaves nothing that npm run verify finds, however a payment came about', async () => {
  expect(await brokenRules(testApp)).toEqual([])
  expect(await testApp.db.rows(sql`select from online_payments where status = 'paid'`)).not.toEqual([])
})

it('offers neither payments nor an event address without keys', async () => {
  const plain = await createTestApp()
  const id = await sentInvoice(plain)
  expect((await plain.ann.get(`/api/invoices/${id}/payment-options`)).body).toMatchObject({ online: null, allowed: [] })
  expect((await plain.ann.post(`/api/invoices/${id}/online-payments`, {})).status).toBe(409)
  expect((await deliver(plain, stripe.signed('x', {}))).status).toBe(404)
  await plain.close()
})
