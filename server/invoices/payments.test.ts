// Payments of an invoice: partial, complete, and never above the balance due.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const refused = ({ status, body }: Answer) => [status, body.message]
const pay = (id: string, body: object) => testApp.alice.post(invoicePath(id, '/payments'), body)
const fileOf = async (caller: Caller, url: string) => {
  const { rawPayload, headers } = await testApp.app.inject({ url, headers: { cookie: caller.cookie ?? '' } })
  return { bytes: rawPayload, headers }
}

describe('recording a payment', () => {
  it('leaves the remaining balance if it is partial', async () => {
    const id = await sentInvoice(testApp)
    const answer = await pay(id, { amount: 5_000, date: daysAfter(today(), -2), method: 'check', reference: 'No. 7' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      invoiceId: id,
      amount: 5_000,
      date: daysAfter(today(), -2),
      method: 'check',
      reference: 'No. 7',
      recordedByName: 'Alice Moore',
      balance: 5_575,
      version: 1,
    })
    expect((await testApp.ann.get(invoicePath(id))).body).toMatchObject({
      status: 'sent',
      amountPaid: 5_000,
      balance: 5_575,
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'invoice.payment-recorded',
      entityId: id,
      details: { paymentId: answer.body.id, before: 'sent', after: 'sent' },
    })
    expect(JSON.stringify((await testApp.auditLog()).at(-1))).not.toContain('No. 7')
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR received your payment' })
    expect(email?.text).toContain(`/api/payments/${answer.body.id}/pdf`)
    expect(email?.text).not.toMatch(/\$|50\.00|INV-/)
  })

  it('marks the invoice paid when payments reach the total, even if it was overdue', async () => {
    for (const dueDate of [daysAfter(today(), 5), daysAfter(today(), -5)]) {
      const id = await sentInvoice(testApp, { dueDate })
      await pay(id, { amount: 10_000 })
      expect((await pay(id, { amount: 575 })).body.balance).toBe(0)
      expect((await testApp.ann.get(invoicePath(id))).body).toMatchObject({
        status: 'paid',
        amountPaid: 10_575,
        balance: 0,
        paidAt: expect.any(String),
        allowed: ['download'],
      })
      expect(refused(await pay(id, { amount: 1 }))).toEqual([409, 'This invoice is paid in full.'])
    }
  })

  it('defaults the date to today and the method to other', async () => {
    expect((await pay(await sentInvoice(testApp), { amount: 1 })).body).toMatchObject({
      date: today(),
      method: 'other',
      reference: null,
    })
  })

  it('records the balance due when the invoice is marked as paid', async () => {
    const id = await sentInvoice(testApp)
    await pay(id, { amount: 575 })
    const answer = await testApp.alice.patch(invoicePath(id, '/status'), { status: 'paid' })
    expect(answer.body).toMatchObject({ status: 'paid', amountPaid: 10_575, balance: 0 })
    const payments = (await testApp.ann.get(invoicePath(id, '/payments'))).body
    expect(payments).toMatchObject([
      { amount: 10_000, date: today(), method: 'other', balance: 0 },
      { amount: 575, balance: 10_000 },
    ])
    expect((await testApp.alice.patch(invoicePath(id, '/status'), { status: 'paid' })).status).toBe(409)
  })

  it('is refused for a zero invoice, which is paid when it is sent and never overdue', async () => {
    const lineItems = [{ description: 'A favour', quantity: 1, rate: 0 }]
    const id = await sentInvoice(testApp, { lineItems, dueDate: daysAfter(today(), -5) })
    expect((await testApp.ann.get(invoicePath(id))).body).toMatchObject({
      status: 'paid',
      balance: 0,
      paidAt: expect.any(String),
    })
    const moves = (await testApp.auditLog()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
    expect(moves).toEqual(['invoice.created', 'invoice.sent', 'invoice.paid'])
    expect((await testApp.mail()).at(-1)?.subject).toBe('ProHR sent you an invoice')
    expect(refused(await pay(id, { amount: 1 }))).toEqual([409, 'This invoice is paid in full.'])
    expect((await testApp.alice.get(invoicePath(id, '/payments'))).body).toEqual([])
  })

  it('refuses an amount above the balance, naming the balance', async () => {
    const id = await sentInvoice(testApp)
    await pay(id, { amount: 10_000 })
    const answer = await pay(id, { amount: 576 })
    expect(refused(answer)).toEqual([409, 'This is more than the balance due of $5.75.'])
    expect(answer.body.issues[0].path).toBe('amount')
    expect((await testApp.alice.get(invoicePath(id))).body.amountPaid).toBe(10_000)
  })

  it('refuses a draft and a void invoice', async () => {
    const draft = { clientFolderId: testApp.folders.acme.id, dueDate: today() }
    const lineItems = [{ description: 'x', quantity: 1, rate: 100 }]
    const { id } = (await testApp.alice.post('/api/invoices', { ...draft, lineItems })).body
    expect(refused(await pay(id, { amount: 1 }))[0]).toBe(409)
    expect((await testApp.alice.patch(invoicePath(id, '/status'), { status: 'paid' })).status).toBe(409)
    await testApp.alice.patch(invoicePath(id, '/status'), { status: 'void' })
    expect(refused(await pay(id, { amount: 1 }))).toEqual([
      409,
      'This invoice is void, so payments can’t be recorded on it.',
    ])
  })

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 0.5 }, 'amount'],
    [{ amount: '5' }, 'amount'],
    [{}, 'amount'],
    [{ amount: 1, date: '2026-02-30' }, 'date'],
    [{ amount: 1, date: 'tomorrow' }, 'date'],
    [{ amount: 1, method: 'barter' }, 'method'],
    [{ amount: 1, reference: 'x'.repeat(201) }, 'reference'],
    [{ amount: 1, recordedById: '01890000-0000-7000-8000-000000000001' }, ''],
  ])('refuses %j', async (body, path) => {
    const id = await sentInvoice(testApp)
    const answer = await pay(id, body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect((await testApp.alice.get(invoicePath(id, '/payments'))).body).toEqual([])
  })

  it('refuses a future date', async () => {
    const answer = await pay(await sentInvoice(testApp), { amount: 1, date: daysAfter(today(), 1) })
    expect(refused(answer)).toEqual([400, 'A payment can’t have a future date.'])
  })

  it('refuses everyone but administrators', async () => {
    const id = await sentInvoice(testApp)
    const statuses = async (who: 'sam' | 'sue' | 'ann' | 'eve') =>
      (await testApp[who].post(invoicePath(id, '/payments'), { amount: 1 })).status
    expect(await Promise.all((['sam', 'sue', 'ann', 'eve'] as const).map(statuses))).toEqual([403, 404, 403, 404])
    expect((await testApp.alice.get(invoicePath(id))).body.amountPaid).toBe(0)
  })
})

describe('the receipt of a payment', () => {
  it('names the payment and the remaining balance, for people who see the invoice', async () => {
    const id = await sentInvoice(testApp)
    await pay(id, { amount: 575 })
    const payment = (await pay(id, { amount: 5_000, method: 'bank-transfer', reference: 'Wire 12' })).body
    const { bytes, headers } = await fileOf(testApp.ann, `/api/payments/${payment.id}/pdf`)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain('inline; filename="Receipt INV-')
    const text = await textOf(bytes)
    for (const words of ['$50.00', 'Wire 12', 'Bank transfer', '$105.75', payment.invoiceNumber])
      expect(text).toContain(words)
    expect(await checkAccessible(bytes)).toEqual([])
    expect((await testApp.eve.get(`/api/payments/${payment.id}/pdf`)).status).toBe(404)
    expect((await testApp.sue.get(`/api/payments/${payment.id}/pdf`)).status).toBe(404)
    expect((await testApp.visitor.get(`/api/payments/${payment.id}/pdf`)).status).toBe(401)
    const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await testApp.visitor.get(`/api/payments/${payment.id}/pdf`, browser)).status).toBeLessThan(400)
  })
})

describe('the PDF of an invoice', () => {
  it('states its status, and is refused to people who may not see the invoice', async () => {
    const id = await sentInvoice(testApp, { dueDate: daysAfter(today(), -3) })
    const read = async () => textOf((await fileOf(testApp.ann, invoicePath(id, '/pdf'))).bytes)
    expect(await read()).toContain('Overdue')
    await testApp.alice.patch(invoicePath(id, '/status'), { status: 'paid' })
    const text = await read()
    expect(text).toContain('Paid')
    expect(text).toContain((await testApp.ann.get(invoicePath(id))).body.invoiceNumber)
    expect((await testApp.eve.get(invoicePath(id, '/pdf'))).status).toBe(404)
  })
})
