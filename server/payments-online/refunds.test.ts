// Refunds of online payments from the portal: Stripe makes them, refuses them, or does not respond.
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenRules } from '../../tests/broken-rules.ts'
import { sentInvoice } from '../../tests/invoices.ts'
import { onlinePaymentsOfFile, refusalOf, sessionOf, startPayment } from '../../tests/online-payments.ts'
import type { StripeServer } from '../../tests/stripe-server.ts'
import { type Caller, type TestApp, unknownId } from '../../tests/test-app.ts'
import { refreshQuietPayments } from './jobs.ts'

const online = onlinePaymentsOfFile()
let testApp: TestApp
let stripe: StripeServer
beforeAll(() => void ({ testApp, stripe } = online))

/** $105.75, paid online by Acme's client. */
let invoice: string
let payment: string
let sessionId: string
beforeEach(async () => {
  invoice = await sentInvoice(testApp)
  ;({ payment, sessionId } = await paidOnline(invoice))
})

async function paidOnline(id: string) {
  const started = await sessionOf(testApp, await startPayment(testApp.ann, id))
  stripe.pay(started)
  await online.complete(started)
  return { payment: (await entries(id))[0].id as string, sessionId: started }
}

const input = { amount: 575, reason: 'The workshop was shorter' }
const refund = (body: object = input, who: Caller = testApp.alice, id = payment) =>
  who.post(`/api/payments/${id}/online-refund`, body)
const entries = async (id = invoice) => (await testApp.alice.get(`/api/invoices/${id}/payments`)).body
const invoiceNow = async () => (await testApp.alice.get(`/api/invoices/${invoice}`)).body
const refreshed = () => online.refresh(sessionId)

const wait = [409, 'A refund of this payment is in progress. Wait until it appears here.']

describe('a refund of an online payment', () => {
  it('is made through Stripe and recorded with its reason and the person who started it', async () => {
    const answer = await refund()
    expect([answer.status, answer.body]).toMatchObject([201, { id: payment, refunded: 575 }])
    expect((await entries())[0]).toMatchObject({
      kind: 'refund',
      amount: -575,
      method: 'card',
      reason: input.reason,
      reversesId: payment,
      recordedById: testApp.people.alice.id,
    })
    expect(await invoiceNow()).toMatchObject({ status: 'sent', amountPaid: 10_000, balance: 575 })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: expect.stringContaining('refund'),
    })
  })

  it('is recorded once, however often Stripe reports it', async () => {
    await refund()
    await refreshed()
    await refreshed()
    expect(await entries()).toHaveLength(2)
  })

  it('is made once for one idempotency key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = [
      await testApp.alice.post(`/api/payments/${payment}/online-refund`, input, key),
      await testApp.alice.post(`/api/payments/${payment}/online-refund`, input, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await entries()).toHaveLength(2)
  })

  it('leaves nothing due if a credit note goes with it', async () => {
    await refund({ ...input, creditNote: true })
    expect((await entries()).map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['credit', 575],
      ['refund', -575],
      ['payment', 10_575],
    ])
    expect(await invoiceNow()).toMatchObject({ status: 'paid', balance: 0 })
  })

  it('is made once when it is started several times at the same moment', async () => {
    const answers = await Promise.all([refund(), refund(), refund()])
    const made = answers.filter(({ status }) => status === 201)
    expect(answers.filter((each) => each.status !== 201).map(refusalOf)).toEqual(
      Array(answers.length - made.length).fill(wait),
    )
    expect(await entries()).toHaveLength(1 + made.length)
  })

  it('takes the part of the invoice, not what was paid beyond it', async () => {
    const other = await sentInvoice(testApp)
    const otherSession = await sessionOf(testApp, await startPayment(testApp.ann, other))
    stripe.pay(otherSession)
    await testApp.alice.post(`/api/invoices/${other}/payments`, { amount: 10_000, method: 'check' })
    await online.complete(otherSession)
    const paid = (await entries(other))[0].id
    expect((await refund({ ...input, amount: 575 }, testApp.alice, paid)).status).toBe(201)
    expect((await testApp.alice.get(`/api/invoices/${other}`)).body).toMatchObject({ amountPaid: 10_000, balance: 575 })
    expect((await testApp.ann.get(`/api/invoices/${other}/payment-options`)).body.payments[0].unapplied).toBe(10_000)
  })
})

describe('a refund that Stripe refuses', () => {
  it('changes nothing, and can be started again', async () => {
    stripe.refunding.outcome = 'refused'
    expect(refusalOf(await refund())).toEqual([
      409,
      'Stripe declined this refund. Check the payment and your balance in Stripe.',
    ])
    expect(await entries()).toHaveLength(1)
    stripe.refunding.outcome = 'made'
    expect((await refund()).status).toBe(201)
  })
})

describe('a refund to which Stripe does not respond', () => {
  it('blocks a second one, and is recorded once Stripe reports it', async () => {
    stripe.refunding.outcome = 'made-unanswered'
    expect((await refund()).status).toBe(503)
    expect(refusalOf(await refund())).toEqual(wait)
    await refreshed()
    expect((await entries())[0]).toMatchObject({ kind: 'refund', amount: -575, reason: input.reason })
    stripe.refunding.outcome = 'made'
    expect((await refund({ ...input, amount: 10_000 })).status).toBe(201)
  })

  it('is found by the hourly job if it was made', async () => {
    stripe.refunding.outcome = 'made-unanswered'
    await refund()
    await pastAnHour()
    expect((await entries())[0]).toMatchObject({ kind: 'refund', amount: -575 })
  })

  it('is reported to the team by the hourly job if it was not made, and can be started again', async () => {
    stripe.refunding.outcome = 'lost'
    expect((await refund()).status).toBe(503)
    await refreshQuietPayments(testApp.context)
    expect(refusalOf(await refund())).toEqual(wait)
    await pastAnHour()
    expect(await entries()).toHaveLength(1)
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'ProHR portal: an online refund failed' })
    stripe.refunding.outcome = 'made'
    expect((await refund()).status).toBe(201)
  })

  async function pastAnHour() {
    await testApp.db.run(
      sql`update online_refunds set created_at = created_at - interval '2 hours' where status = 'open'`,
    )
    await refreshQuietPayments(testApp.context)
  }
})

describe('starting a refund', () => {
  it('is for administrators; staff get 403, and the client 403 or 404', async () => {
    for (const who of ['sam', 'ann'] as const)
      expect(refusalOf(await refund(input, testApp[who]))).toEqual([403, 'Only administrators can correct payments.'])
    expect((await refund(input, testApp.eve)).status).toBe(404)
    expect((await refund(input, testApp.visitor)).status).toBe(401)
    expect((await refund(input, testApp.alice, unknownId)).status).toBe(404)
    expect(await entries()).toHaveLength(1)
  })

  it.each([
    [{ ...input, amount: 0 }, 400, 'A refund must be at least one cent.'],
    [{ ...input, amount: 1.5 }, 400, 'Enter an amount in whole cents.'],
    [{ amount: 575, reason: '' }, 400, 'Enter a reason.'],
    [{ ...input, method: 'check' }, 400, 'Unknown field: "method".'],
    [{ ...input, amount: 10_576 }, 409, 'This is more than the $105.75 that can be refunded.'],
  ])('refuses %j', async (body, status, sentence) => {
    expect(refusalOf(await refund(body))).toEqual([status, sentence])
  })

  it('refuses a payment that was recorded by hand', async () => {
    const other = await sentInvoice(testApp)
    const { body } = await testApp.alice.post(`/api/invoices/${other}/payments`, { amount: 575, method: 'check' })
    expect(refusalOf(await refund(input, testApp.alice, body.id))).toEqual([
      409,
      'This payment wasn’t made online. Return the money, then record the refund.',
    ])
  })

  it('refuses a credit note for more than is left to credit', async () => {
    await testApp.alice.post('/api/credit-notes', {
      clientFolderId: testApp.folders.acme.id,
      invoiceId: invoice,
      amount: 10_500,
      reason: 'A discount',
    })
    expect(refusalOf(await refund({ ...input, creditNote: true }))).toEqual([
      409,
      'A credit for this invoice can be at most $0.75.',
    ])
  })

  it('is offered next to an online payment until all of it was refunded', async () => {
    expect((await entries())[0].allowed).toEqual(['receipt', 'reverse', 'refund-online'])
    await refund({ ...input, amount: 10_575 })
    expect((await entries()).at(-1).allowed).toEqual(['receipt'])
  })
})

it('leaves nothing that npm run verify finds, however a refund went', async () => {
  for (const outcome of ['made', 'refused', 'made-unanswered'] as const) {
    stripe.refunding.outcome = outcome
    await refund()
  }
  await refreshed()
  expect(await brokenRules(testApp)).toEqual([])
})
