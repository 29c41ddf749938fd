// Every cent of a retainer: refunds, reversals, credit notes, the reports, the exports, and what Stripe takes back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { brokenRules } from '../../tests/broken-rules.ts'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { randomFrom } from '../../tests/random.ts'
import { paidRetainer, retainerPath, sentRetainer } from '../../tests/retainers.ts'
import { deliver, secretKey, startStripeServer, type StripeServer, webhookSecret } from '../../tests/stripe-server.ts'
import { type Answer, createTestApp, type TestApp } from '../../tests/test-app.ts'
import type { Money } from '../../domain/report.ts'
import { officeDate } from '../../domain/time.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let stripe: StripeServer
let folder: string
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
beforeEach(async () => {
  folder = await folderApart(testApp)
})

const reason = 'The work ended'
const path = (rest = '') => retainerPath(testApp, rest, folder)
const retainer = async () => (await testApp.alice.get(path())).body
const work = () => sentInvoice(testApp, { clientFolderId: folder })
const apply = (invoiceId: string, amount: number) => testApp.alice.post(path('/applications'), { invoiceId, amount })
const entriesOf = async (id: string) => (await testApp.alice.get(invoicePath(id, '/payments'))).body
const refund = (paymentId: string, amount: number, more: object = {}) =>
  testApp.alice.post(`/api/payments/${paymentId}/refund`, { amount, reason, ...more })
const reverse = (paymentId: string) => testApp.alice.post(`/api/payments/${paymentId}/reversal`, { reason })
const credit = (more: object) =>
  testApp.alice.post('/api/credit-notes', { clientFolderId: folder, amount: 100, reason, ...more })
const refused = ({ status, body }: Answer) => [status, body.message]

describe('the rest of a retainer', () => {
  it('is refunded by refunding its payment, and the credit note keeps its invoice from being due again', async () => {
    const bill = await paidRetainer(testApp, 50_000, folder)
    await apply(await work(), 10_000)
    const [payment] = await entriesOf(bill)
    expect((await refund(payment.id, 40_000, { creditNote: true })).status).toBe(201)
    expect(await retainer()).toMatchObject({ balance: 0, paidIn: 50_000, applied: 10_000, refunded: 40_000 })
    expect((await testApp.alice.get(invoicePath(bill))).body).toMatchObject({ status: 'paid', balance: 0 })
    expect((await testApp.ann.get(path('/entries'))).body).toMatchObject([
      { kind: 'refund', amount: -40_000, balance: 0 },
      { kind: 'retainer', amount: -10_000, balance: 40_000 },
      { kind: 'payment', amount: 50_000, balance: 50_000 },
    ])
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is all that can be refunded or reversed: what was applied has to be reversed first', async () => {
    const bill = await paidRetainer(testApp, 50_000, folder)
    const invoice = await work()
    await apply(invoice, 10_000)
    const [payment] = await entriesOf(bill)
    const sentence = 'Only $400.00 of the retainer is left. First reverse amounts that were applied to other invoices.'
    expect(refused(await refund(payment.id, 40_001))).toEqual([409, sentence])
    expect(refused(await reverse(payment.id))).toEqual([409, sentence])
    expect(await retainer()).toMatchObject({ balance: 40_000 })
    const [applied] = await entriesOf(invoice)
    await reverse(applied.id)
    expect((await reverse(payment.id)).status).toBe(201)
    expect(await retainer()).toMatchObject({ balance: 0, paidIn: 0, applied: 0, refunded: 0 })
    expect((await testApp.alice.get(invoicePath(bill))).body).toMatchObject({ status: 'sent', balance: 50_000 })
  })
})

describe('a credit note', () => {
  it('for an invoice for a retainer is at most its balance due, and is not paid into the retainer', async () => {
    const bill = await sentRetainer(testApp, 50_000, folder)
    await testApp.alice.post(invoicePath(bill, '/payments'), { amount: 30_000 })
    expect(refused(await credit({ invoiceId: bill, amount: 20_001 }))).toEqual([
      409,
      'A credit for this invoice can be at most $200.00.',
    ])
    expect((await credit({ invoiceId: bill, amount: 20_000 })).status).toBe(201)
    expect(await retainer()).toMatchObject({ balance: 30_000, paidIn: 30_000 })
    expect((await testApp.alice.get(invoicePath(bill))).body).toMatchObject({ status: 'paid', allowed: ['download'] })
    expect((await credit({ invoiceId: bill, amount: 1 })).status).toBe(409)
  })

  it('of another invoice can’t be applied to an invoice for a retainer', async () => {
    const bill = await sentRetainer(testApp, 50_000, folder)
    const note = (await credit({})).body
    const answer = await testApp.alice.post(`/api/credit-notes/${note.id}/applications`, { invoiceId: bill, amount: 1 })
    expect(refused(answer)).toEqual([
      409,
      'A credit can’t be applied to an invoice for a retainer. Choose another invoice.',
    ])
  })

  it('of an invoice for a retainer can only be applied to that invoice', async () => {
    const bill = await sentRetainer(testApp, 50_000, folder)
    const note = (await credit({ invoiceId: bill })).body
    const [application] = await entriesOf(bill)
    expect((await reverse(application.id)).status).toBe(201)
    const applyTo = (invoiceId: string) =>
      testApp.alice.post(`/api/credit-notes/${note.id}/applications`, { invoiceId, amount: 100 })
    expect(refused(await applyTo(await work()))).toEqual([
      409,
      'This credit note is for a retainer, so it can only be applied to that invoice.',
    ])
    expect((await applyTo(bill)).status).toBe(201)
  })
})

describe('the reports and exports', () => {
  it('count a retainer as collected when it is paid, and as billed when an invoice for work uses it', async () => {
    const month = `${officeDate(testApp.db.now).slice(0, 7)}-01`
    const read = async () => {
      const { months } = (await testApp.alice.get('/api/reports/money')).body as Money
      const { billed = 0, collected = 0 } = months.find((each) => each.month === month) ?? {}
      return { billed, collected }
    }
    const before = await read()
    await paidRetainer(testApp, 50_000, folder)
    await apply(await work(), 10_575)
    const after = await read()
    expect([after.billed - before.billed, after.collected - before.collected]).toEqual([10_575, 50_000])
    for (const [figure, sum] of Object.entries(after)) {
      const query = `month=${month.slice(0, 7)}&figure=${figure}&limit=200`
      const list = await testApp.alice.get(`/api/reports/money/entries?${query}`)
      const listed = list.body as { amount: number }[]
      expect(
        listed.reduce((total, { amount }) => total + amount, 0),
        figure,
      ).toBe(sum)
    }
  })

  it('book a retainer to its own account until it is applied', async () => {
    const bill = await paidRetainer(testApp, 50_000, folder)
    const invoice = await work()
    await apply(invoice, 10_575)
    expect((await testApp.alice.get('/api/books')).body).toMatchObject({ hasRetainers: true })
    const nameAccounts = async (names: object) => {
      const { mapping, version } = (await testApp.alice.get('/api/books')).body
      const { status } = await testApp.alice.put(
        '/api/books/mapping',
        { ...mapping, ...names },
        { 'if-match': `"${version}"` },
      )
      expect(status).toBe(200)
    }
    for (const [format, names] of [
      ['quickbooks', 'retainer item'],
      ['xero', 'Xero account code for retainers'],
      ['iif', 'retainer account and the retainer item'],
    ])
      expect(refused(await testApp.alice.get(`/api/books/${format}/export?from=2026-01-01&to=2026-12-31`))).toEqual([
        409,
        `Enter the ${names} under “Edit account names” first.`,
      ])
    await nameAccounts({ retainerAccount: 'Client deposits', retainerItem: 'Retainer', xeroRetainerCode: '2050' })
    const number = async (id: string) => (await testApp.alice.get(invoicePath(id))).body.invoiceNumber as string
    const today = officeDate(testApp.db.now)
    const exported = async (format: string) =>
      (await testApp.alice.get(`/api/books/${format}/export?from=${today}&to=${today}`)).text.split('\r\n')
    const [billNumber, invoiceNumber] = [await number(bill), await number(invoice)]
    const iif = (await exported('iif')).map((line) => line.split('\t'))
    const accounts = (of: string, type: string) =>
      iif.filter((cells) => cells[6] === of && cells[1] === type).map((cells) => [cells[3], cells[5]])
    expect(accounts(billNumber, 'INVOICE')).toEqual([
      ['Accounts Receivable', '500.00'],
      ['Client deposits', '-500.00'],
    ])
    expect(accounts(invoiceNumber, 'GENERAL JOURNAL')).toEqual([
      ['Client deposits', '105.75'],
      ['Accounts Receivable', '-105.75'],
    ])
    const quickBooks = (await exported('quickbooks')).find((line) => line.startsWith(billNumber))
    expect(quickBooks).toContain(',Retainer,')
    expect((await exported('xero')).find((line) => line.includes(billNumber))).toContain(',2050,')
  })
})

const SessionRow = z.object({ sessionId: z.string() })

/** Pays an invoice online; returns the payment and Stripe's id of it. */
async function paidOnline(id: string) {
  const { body } = await testApp.ann.post(invoicePath(id, '/online-payments'), {})
  const { sessionId } = await testApp.db.one(typed(SessionRow)`
    select session_id as "sessionId" from online_payments where id = ${body.id}`)
  const intent = stripe.pay(sessionId)
  await deliver(testApp, stripe.signed('checkout.session.completed', stripe.sessions.get(sessionId) ?? {}))
  return { payment: (await entriesOf(id))[0].id as string, intent }
}

describe('a retainer that is paid online', () => {
  it('is refunded online up to what is left, and leaves nothing due with a credit note', async () => {
    const bill = await sentRetainer(testApp, 50_000, folder)
    const { payment } = await paidOnline(bill)
    expect(await retainer()).toMatchObject({ balance: 50_000 })
    await apply(await work(), 10_000)
    const online = (amount: number) =>
      testApp.alice.post(`/api/payments/${payment}/online-refund`, { amount, reason, creditNote: true })
    expect((await online(40_001)).status).toBe(409)
    expect((await online(40_000)).status).toBe(201)
    expect(await retainer()).toMatchObject({ balance: 0, refunded: 40_000 })
    expect((await testApp.alice.get(invoicePath(bill))).body).toMatchObject({ status: 'paid', balance: 0 })
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('can’t be applied beyond a refund that is in progress', async () => {
    const { payment } = await paidOnline(await sentRetainer(testApp, 50_000, folder))
    stripe.refunding.outcome = 'lost'
    await testApp.alice.post(`/api/payments/${payment}/online-refund`, { amount: 45_000, reason, creditNote: false })
    stripe.refunding.outcome = 'made'
    expect(await retainer()).toMatchObject({ balance: 50_000, available: 5_000 })
    const invoice = await work()
    expect(refused(await apply(invoice, 5_001))).toEqual([409, 'This is more than the $50.00 left in the retainer.'])
    expect((await apply(invoice, 5_000)).status).toBe(201)
  })

  it('is below zero after Stripe took back what was applied, and can’t be applied until it is paid again', async () => {
    const bill = await sentRetainer(testApp, 50_000, folder)
    const { intent } = await paidOnline(bill)
    const invoice = await work()
    await apply(invoice, 10_000)
    await deliver(testApp, stripe.signed('refund.created', stripe.refund(intent, 50_000)))
    expect(await retainer()).toMatchObject({ balance: -10_000, available: -10_000, refunded: 50_000, applied: 10_000 })
    expect(refused(await apply(invoice, 1))).toEqual([409, 'This is more than the $0.00 left in the retainer.'])
    expect(await brokenRules(testApp)).toEqual([])
    await testApp.alice.post(invoicePath(bill, '/payments'), { amount: 50_000 })
    expect(await retainer()).toMatchObject({ balance: 40_000 })
  })
})

it('agrees with an independent ledger after two hundred random entries, and npm run verify finds nothing', async () => {
  const random = randomFrom(20_261_127)
  const ledger = { paidIn: 0, applied: 0, refunded: 0 }
  const bills = [await sentRetainer(testApp, 100_000, folder), await sentRetainer(testApp, 70_000, folder)]
  const invoices = [await work(), await work(), await work(), await work()]
  interface Entry {
    id: string
    kind: string
    amount: number
    refunded: number
    reversedAt: string | null
  }
  const anyEntry = async (ids: string[]): Promise<Entry | undefined> => random.anyOf(await entriesOf(random.oneOf(ids)))
  let done = 0
  for (let step = 0; step < 200; step++) {
    const amount = 1 + random.below(20_000)
    const balance = ledger.paidIn - ledger.applied - ledger.refunded
    const steps = [
      async () => {
        const { status } = await testApp.alice.post(invoicePath(random.oneOf(bills), '/payments'), { amount })
        if (status === 201) ledger.paidIn += amount
        return status
      },
      async () => {
        const { status } = await apply(random.oneOf(invoices), Math.ceil(amount / 4))
        if (status === 201) ledger.applied += Math.ceil(amount / 4)
        return status
      },
      async () => {
        const entry = await anyEntry(bills)
        if (entry === undefined) return 404
        const { status } = await refund(entry.id, amount, { creditNote: random.below(2) === 1 })
        if (status === 201) ledger.refunded += amount
        return status
      },
      async () => {
        const entry = await anyEntry([...bills, ...invoices])
        if (entry === undefined) return 404
        const { status } = await reverse(entry.id)
        if (status === 201 && entry.kind === 'payment') ledger.paidIn -= entry.amount
        if (status === 201 && entry.kind === 'refund') ledger.refunded += entry.amount
        if (status === 201 && entry.kind === 'retainer') ledger.applied -= entry.amount
        return status
      },
    ]
    const status = await random.oneOf(steps)()
    expect([201, 404, 409]).toContain(status)
    if (status === 201) done++
    const after = ledger.paidIn - ledger.applied - ledger.refunded
    expect(after, `step ${step}`).toBeGreaterThanOrEqual(0)
    expect(await retainer(), `step ${step}, from ${balance}`).toMatchObject({ ...ledger, balance: after })
  }
  expect(done).toBeGreaterThan(25)
  const listed = (await testApp.alice.get(path('/entries?limit=200'))).body as { amount: number; balance: number }[]
  expect(listed.reduce((sum, { amount }) => sum + amount, 0)).toBe(listed[0]?.balance)
  expect(await brokenRules(testApp)).toEqual([])
})
