// Money that was received online after the invoice was paid by check: it is applied, added to the retainer, or refunded.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { brokenRules } from '../../tests/broken-rules.ts'
import { draftedInvoice, folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { onlinePaymentsOfFile, type PayableInvoice, payableInvoice, refusalOf } from '../../tests/online-payments.ts'
import { retainerPath } from '../../tests/retainers.ts'
import type { StripeServer } from '../../tests/stripe-server.ts'
import { type Caller, type TestApp, unknownId } from '../../tests/test-app.ts'
import { unappliedPath } from '../../tests/unapplied-payments.ts'

const online = onlinePaymentsOfFile()
let testApp: TestApp
let stripe: StripeServer
beforeAll(() => void ({ testApp, stripe } = online))

/** In a folder of its own, $105.75 were paid by check, and then online. */
let folder: string
let invoice: PayableInvoice
let id: string
let intent: string
let sessionId: string
beforeEach(async () => {
  folder = await folderApart(testApp)
  invoice = await payableInvoice(online, { clientFolderId: folder })
  ;({ sessionId, intent } = await invoice.pay('card'))
  await testApp.alice.post(invoicePath(invoice.id, '/payments'), { amount: 10_575, method: 'check' })
  await online.complete(sessionId)
  id = (await invoice.options()).payments[0].id
})

const all = 10_575
const reason = 'Paid twice'
const work = (more: object = {}) => sentInvoice(testApp, { clientFolderId: folder, ...more })
const list = async (who: Caller = testApp.alice) =>
  (await who.get(`/api/online-payments/unapplied?clientFolderId=${folder}`)).body
const unapplied = async (): Promise<number> => (await list())[0]?.unapplied ?? 0
const apply = (invoiceId: string, amount = all, who: Caller = testApp.alice, of = id) =>
  who.post(unappliedPath(of, '/applications'), { invoiceId, amount })
const addToRetainer = (amount = all, who: Caller = testApp.alice) =>
  who.post(unappliedPath(id, '/retainer'), { amount })
const refund = (amount = all, who: Caller = testApp.alice) => who.post(unappliedPath(id, '/refund'), { amount, reason })
const entriesOf = async (invoiceId: string) => (await testApp.alice.get(invoicePath(invoiceId, '/payments'))).body
const read = async (invoiceId: string) => (await testApp.alice.get(invoicePath(invoiceId))).body
const refreshed = () => online.refresh(sessionId)
const nothingLeft = [409, 'Nothing of this payment is left to apply or refund.']

describe('an unapplied online payment', () => {
  it('is listed for the team, with actions for administrators', async () => {
    expect(await list()).toMatchObject([
      {
        id,
        invoiceId: invoice.id,
        clientFolderName: 'Apart',
        amount: all,
        unapplied: all,
        isRefunding: false,
        allowed: ['apply', 'add-to-retainer', 'refund'],
      },
    ])
    expect(await list(testApp.sam)).toMatchObject([{ id, allowed: [] }])
    expect(await list(testApp.sue)).toEqual([])
    const other = await work()
    expect((await testApp.alice.get(`/api/online-payments/unapplied?invoiceId=${other}`)).body).toEqual([])
    const path = '/api/online-payments/unapplied'
    const statuses = [testApp.visitor, testApp.ann, testApp.eve].map(async (who) => (await who.get(path)).status)
    expect(await Promise.all(statuses)).toEqual([401, 403, 403])
  })
})

describe('applying it to an invoice', () => {
  it('records a payment, in parts until nothing is left, and sends the client a receipt', async () => {
    const other = await work()
    expect((await apply(other, 5_000)).body).toMatchObject({ id, unapplied: 5_575 })
    expect(await read(other)).toMatchObject({ status: 'sent', amountPaid: 5_000, balance: 5_575 })
    expect(await entriesOf(other)).toMatchObject([
      {
        kind: 'payment',
        amount: 5_000,
        method: 'card',
        reference: intent,
        isOnline: true,
        recordedById: testApp.people.alice.id,
        allowed: ['receipt', 'reverse', 'refund-online'],
      },
    ])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'online-payment.applied',
      entityId: id,
      details: { invoiceId: other, amount: 5_000 },
    })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'ProHR received your payment',
    })
    expect((await apply(other, 5_575)).body).toMatchObject({ unapplied: 0, allowed: [] })
    expect(await read(other)).toMatchObject({ status: 'paid', balance: 0 })
    expect(await list()).toEqual([])
    expect(refusalOf(await apply(await work(), 1))).toEqual(nothingLeft)
    await refreshed()
    expect(await entriesOf(other)).toHaveLength(2)
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('uses the same money once, even at the same moment', async () => {
    const others = [await work(), await work()]
    const answers = await Promise.all([...others.map((each) => apply(each)), addToRetainer(), refund()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await unapplied()).toBe(0)
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is refused above what is left and above the balance due, and for an invoice that is not due', async () => {
    const small = await work({ lineItems: [{ description: 'x', quantity: 1, rate: 100 }] })
    expect(refusalOf(await apply(small, all + 1))).toEqual([409, 'This is more than the $105.75 that is left.'])
    expect(refusalOf(await apply(small, 107))).toEqual([409, 'This is more than the balance due of $1.06.'])
    expect(refusalOf(await apply(invoice.id, 1))).toEqual([409, 'This invoice is paid in full.'])
    expect((await apply(await draftedInvoice(testApp, { clientFolderId: folder }), 1)).status).toBe(409)
    expect(refusalOf(await apply(await sentInvoice(testApp), 1))).toEqual([
      400,
      'Choose an invoice of this client folder.',
    ])
    expect((await apply(unknownId, 1)).status).toBe(400)
    for (const amount of [0, -1, 1.5]) expect((await apply(small, amount)).status).toBe(400)
    expect(await unapplied()).toBe(all)
  })

  it('is refused to staff, clients, and visitors, for an unknown payment, and in an archived folder', async () => {
    const other = await work()
    for (const resolve of [(who: Caller) => apply(other, 1, who), (who: Caller) => addToRetainer(1, who)]) {
      expect((await resolve(testApp.sam)).status).toBe(403)
      for (const who of [testApp.sue, testApp.ann, testApp.eve]) expect((await resolve(who)).status).toBe(404)
      expect((await resolve(testApp.visitor)).status).toBe(401)
    }
    expect((await apply(other, 1, testApp.alice, unknownId)).status).toBe(404)
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    const answers = [await apply(other, 1), await addToRetainer(1), await refund(1)]
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(await list()).toMatchObject([{ unapplied: all, allowed: [] }])
  })
})

describe('adding it to the retainer', () => {
  const retainer = async () => (await testApp.ann.get(retainerPath(testApp, '', folder))).body

  it('bills the retainer and pays that invoice, so that the money can be applied or refunded from there', async () => {
    expect((await addToRetainer(10_000)).body).toMatchObject({ unapplied: 575 })
    expect(await retainer()).toMatchObject({ balance: 10_000, paidIn: 10_000 })
    const [bill] = (await testApp.ann.get(`/api/invoices?clientFolderId=${folder}`)).body
    expect(bill).toMatchObject({ isRetainer: true, status: 'paid', total: 10_000, tax: 0 })
    expect((await testApp.mail()).at(-1)).toMatchObject({ subject: 'ProHR received your payment' })
    const other = await work()
    const application = { invoiceId: other, amount: 4_000 }
    expect((await testApp.alice.post(retainerPath(testApp, '/applications', folder), application)).status).toBe(201)
    const [payment] = await entriesOf(bill.id)
    const returned = (amount: number) =>
      testApp.alice.post(`/api/payments/${payment.id}/online-refund`, { amount, reason, creditNote: true })
    expect((await returned(6_001)).status).toBe(409)
    expect((await returned(6_000)).status).toBe(201)
    expect(await retainer()).toMatchObject({ balance: 0, refunded: 6_000, applied: 4_000 })
    expect(await unapplied()).toBe(575)
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is refused above what is left', async () => {
    expect(refusalOf(await addToRetainer(all + 1))).toEqual([409, 'This is more than the $105.75 that is left.'])
    expect(await retainer()).toMatchObject({ balance: 0 })
    expect((await testApp.ann.get(`/api/invoices?clientFolderId=${folder}`)).body).toHaveLength(1)
  })
})

describe('refunding it', () => {
  it('returns it through Stripe without an entry, and notifies the client', async () => {
    expect((await refund(5_575)).body).toMatchObject({ unapplied: 5_000, isRefunding: false })
    expect(await entriesOf(invoice.id)).toMatchObject([{ kind: 'payment', method: 'check' }])
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'ProHR refunded an online payment',
    })
    await refreshed()
    expect(await unapplied()).toBe(5_000)
    expect((await refund(5_000)).status).toBe(200)
    expect(refusalOf(await refund(1))).toEqual(nothingLeft)
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('changes nothing if Stripe refuses, and blocks everything else while Stripe does not respond', async () => {
    stripe.refunding.outcome = 'refused'
    expect((await refund()).status).toBe(409)
    expect(await unapplied()).toBe(all)
    stripe.refunding.outcome = 'made-unanswered'
    expect((await refund(575)).status).toBe(503)
    expect(await list()).toMatchObject([{ unapplied: all, isRefunding: true, allowed: [] }])
    const wait = [409, 'A refund of this payment is in progress. Wait until it is finished.']
    expect(refusalOf(await apply(await work(), 1))).toEqual(wait)
    expect(refusalOf(await refund(1))).toEqual(wait)
    await refreshed()
    expect(await list()).toMatchObject([{ unapplied: 10_000, isRefunding: false }])
  })

  it('is undone if the refund fails later, and refused without a reason and to others', async () => {
    const made = stripe.refund(intent, 575)
    await online.send('refund.created', made)
    expect(await unapplied()).toBe(10_000)
    made.status = 'failed'
    await online.send('refund.failed', made)
    await online.send('refund.updated', made)
    expect(await unapplied()).toBe(all)
    const without = await testApp.alice.post(unappliedPath(id, '/refund'), { amount: 1, reason: ' ' })
    expect(refusalOf(without)).toEqual([400, 'Enter a reason.'])
    expect(refusalOf(await refund(all + 1))).toEqual([409, 'This is more than the $105.75 that is left.'])
    const statuses = [testApp.visitor, testApp.sam, testApp.ann].map(async (who) => (await refund(1, who)).status)
    expect(await Promise.all(statuses)).toEqual([401, 403, 404])
  })
})

describe('money that was applied', () => {
  it('is due again when the payment is disputed, and back when the dispute is won', async () => {
    const other = await work()
    await apply(other, 4_000)
    const dispute = stripe.dispute(intent, all)
    await online.send('charge.dispute.created', dispute)
    expect(await unapplied()).toBe(0)
    expect(await read(other)).toMatchObject({ amountPaid: 0, balance: all })
    expect(await read(invoice.id)).toMatchObject({ status: 'paid' })
    dispute.status = 'won'
    await online.send('charge.dispute.closed', dispute)
    await online.send('charge.dispute.updated', dispute)
    expect(await entriesOf(other)).toMatchObject([
      { kind: 'reversal', amount: 4_000 },
      { kind: 'refund', amount: -4_000 },
      { kind: 'payment', amount: 4_000 },
    ])
    expect(await unapplied()).toBe(6_575)
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is taken back from every invoice when all of it is refunded in Stripe', async () => {
    const others = [await work(), await work()]
    for (const other of others) await apply(other, 5_000)
    await online.send('refund.created', stripe.refund(intent, all))
    expect(await unapplied()).toBe(0)
    for (const other of others) expect(await read(other)).toMatchObject({ amountPaid: 0 })
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is refunded from its own invoice, and what is unapplied stays', async () => {
    const other = await work()
    await apply(other, 10_000)
    const [payment] = await entriesOf(other)
    const input = { amount: 2_000, reason, creditNote: true }
    expect((await testApp.alice.post(`/api/payments/${payment.id}/online-refund`, input)).status).toBe(201)
    expect(await read(other)).toMatchObject({ amountPaid: 10_000, credited: 2_000 })
    expect(await unapplied()).toBe(575)
  })

  it('is unapplied again when its entry is reversed, and can be applied to another invoice', async () => {
    const [wrong, right] = [await work(), await work()]
    await apply(wrong)
    const [entry] = await entriesOf(wrong)
    expect((await testApp.alice.post(`/api/payments/${entry.id}/reversal`, { reason })).status).toBe(201)
    expect(await unapplied()).toBe(all)
    expect((await apply(right)).status).toBe(200)
    expect(await read(wrong)).toMatchObject({ status: 'sent', amountPaid: 0 })
    expect(await brokenRules(testApp)).toEqual([])
  })
})
