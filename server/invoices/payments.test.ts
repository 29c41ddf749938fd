// Money that comes in for an invoice: in parts, in whole, and never too much.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type Answer, type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const today = () => officeDate(world.db.now)
const refused = ({ status, body }: Answer) => [status, body.message]
const pay = (id: string, body: object) => world.alice.post(invoicePath(id, '/payments'), body)
const fileOf = async (caller: Caller, url: string) => {
  const { rawPayload, headers } = await world.app.inject({ url, headers: { cookie: caller.cookie ?? '' } })
  return { bytes: rawPayload, headers }
}

describe('a payment is recorded', () => {
  it('in part, and the balance says what is left', async () => {
    const id = await sentInvoice(world)
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
    expect((await world.ann.get(invoicePath(id))).body).toMatchObject({
      status: 'sent',
      amountPaid: 5_000,
      balance: 5_575,
    })
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'invoice.payment-recorded',
      entityId: id,
      details: { paymentId: answer.body.id, before: 'sent', after: 'sent' },
    })
    expect(JSON.stringify((await world.trail()).at(-1))).not.toContain('No. 7')
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'We received your payment' })
    expect(letter?.text).toContain(`/api/payments/${answer.body.id}/pdf`)
    expect(letter?.text).not.toMatch(/\$|50\.00|INV-/)
  })

  it('until nothing is open: the invoice is paid, overdue or not', async () => {
    for (const dueDate of [daysAfter(today(), 5), daysAfter(today(), -5)]) {
      const id = await sentInvoice(world, { dueDate })
      await pay(id, { amount: 10_000 })
      expect((await pay(id, { amount: 575 })).body.balance).toBe(0)
      expect((await world.ann.get(invoicePath(id))).body).toMatchObject({
        status: 'paid',
        amountPaid: 10_575,
        balance: 0,
        paidAt: expect.any(String),
        allowed: ['download'],
      })
      expect(refused(await pay(id, { amount: 1 }))).toEqual([409, 'This invoice is paid in full.'])
    }
  })

  it('of today and by other means, where nothing else is said', async () => {
    expect((await pay(await sentInvoice(world), { amount: 1 })).body).toMatchObject({
      date: today(),
      method: 'other',
      reference: null,
    })
  })

  it('by marking the invoice as paid, which records what is open', async () => {
    const id = await sentInvoice(world)
    await pay(id, { amount: 575 })
    const answer = await world.alice.patch(invoicePath(id, '/status'), { status: 'paid' })
    expect(answer.body).toMatchObject({ status: 'paid', amountPaid: 10_575, balance: 0 })
    const payments = (await world.ann.get(invoicePath(id, '/payments'))).body
    expect(payments).toMatchObject([
      { amount: 10_000, date: today(), method: 'other', balance: 0 },
      { amount: 575, balance: 10_000 },
    ])
    expect((await world.alice.patch(invoicePath(id, '/status'), { status: 'paid' })).status).toBe(409)
  })

  it('not even of nothing for an invoice over nothing, which is paid when it is sent and never overdue', async () => {
    const lineItems = [{ description: 'A favour', quantity: 1, rate: 0 }]
    const id = await sentInvoice(world, { lineItems, dueDate: daysAfter(today(), -5) })
    expect((await world.ann.get(invoicePath(id))).body).toMatchObject({
      status: 'paid',
      balance: 0,
      paidAt: expect.any(String),
    })
    const moves = (await world.trail()).filter(({ entityId }) => entityId === id).map(({ action }) => action)
    expect(moves).toEqual(['invoice.created', 'invoice.sent', 'invoice.paid'])
    expect((await world.mail()).at(-1)?.subject).toBe('You have a new invoice')
    expect(refused(await pay(id, { amount: 1 }))).toEqual([409, 'This invoice is paid in full.'])
    expect((await world.alice.get(invoicePath(id, '/payments'))).body).toEqual([])
  })

  it('not above the balance, with the balance named', async () => {
    const id = await sentInvoice(world)
    await pay(id, { amount: 10_000 })
    const answer = await pay(id, { amount: 576 })
    expect(refused(answer)).toEqual([409, 'This is more than the open balance of $5.75.'])
    expect(answer.body.issues[0].path).toBe('amount')
    expect((await world.alice.get(invoicePath(id))).body.amountPaid).toBe(10_000)
  })

  it('not on a draft, nor on a void one', async () => {
    const draft = { clientFolderId: world.folders.acme.id, dueDate: today() }
    const lineItems = [{ description: 'x', quantity: 1, rate: 100 }]
    const { id } = (await world.alice.post('/api/invoices', { ...draft, lineItems })).body
    expect(refused(await pay(id, { amount: 1 }))[0]).toBe(409)
    expect((await world.alice.patch(invoicePath(id, '/status'), { status: 'paid' })).status).toBe(409)
    await world.alice.patch(invoicePath(id, '/status'), { status: 'void' })
    expect(refused(await pay(id, { amount: 1 }))).toEqual([409, 'This invoice is void and takes no payments.'])
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
  ])('not from %j', async (body, path) => {
    const id = await sentInvoice(world)
    const answer = await pay(id, body)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
    expect((await world.alice.get(invoicePath(id, '/payments'))).body).toEqual([])
  })

  it('not with a date that is still to come', async () => {
    const answer = await pay(await sentInvoice(world), { amount: 1, date: daysAfter(today(), 1) })
    expect(refused(answer)).toEqual([400, 'A payment cannot have a date that is still to come.'])
  })

  it('by administrators only', async () => {
    const id = await sentInvoice(world)
    const statuses = async (who: 'sam' | 'sue' | 'ann' | 'eve') =>
      (await world[who].post(invoicePath(id, '/payments'), { amount: 1 })).status
    expect(await Promise.all((['sam', 'sue', 'ann', 'eve'] as const).map(statuses))).toEqual([403, 404, 403, 404])
    expect((await world.alice.get(invoicePath(id))).body.amountPaid).toBe(0)
  })
})

describe('a receipt', () => {
  it('names the payment and what is left, for those who see the invoice', async () => {
    const id = await sentInvoice(world)
    await pay(id, { amount: 575 })
    const payment = (await pay(id, { amount: 5_000, method: 'bank-transfer', reference: 'Wire 12' })).body
    const { bytes, headers } = await fileOf(world.ann, `/api/payments/${payment.id}/pdf`)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toContain('inline; filename="Receipt INV-')
    const text = await textOf(bytes)
    for (const words of ['$50.00', 'Wire 12', 'Bank transfer', '$105.75', payment.invoiceNumber])
      expect(text).toContain(words)
    expect(await checkAccessible(bytes)).toEqual([])
    expect((await world.eve.get(`/api/payments/${payment.id}/pdf`)).status).toBe(404)
    expect((await world.sue.get(`/api/payments/${payment.id}/pdf`)).status).toBe(404)
    expect((await world.visitor.get(`/api/payments/${payment.id}/pdf`)).status).toBe(401)
    const browser = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await world.visitor.get(`/api/payments/${payment.id}/pdf`, browser)).status).toBeLessThan(400)
  })
})

describe('an invoice on paper', () => {
  it('says its status in words, and who may not see it gets none', async () => {
    const id = await sentInvoice(world, { dueDate: daysAfter(today(), -3) })
    const read = async () => textOf((await fileOf(world.ann, invoicePath(id, '/pdf'))).bytes)
    expect(await read()).toContain('Overdue')
    await world.alice.patch(invoicePath(id, '/status'), { status: 'paid' })
    const text = await read()
    expect(text).toContain('Paid')
    expect(text).toContain((await world.ann.get(invoicePath(id))).body.invoiceNumber)
    expect((await world.eve.get(invoicePath(id, '/pdf'))).status).toBe(404)
  })
})
