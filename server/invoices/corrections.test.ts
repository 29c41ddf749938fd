// Corrections of money: entries are reversed and refunded, and credit notes reduce what is due. Nothing is edited or
// deleted.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { type Answer, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { checkRules } from '../backup/verify.ts'
import { openSnapshot } from '../backup/snapshot.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const refused = ({ status, body }: Answer) => [status, body.message]
const reason = 'Typed on the wrong invoice'
const pay = async (id: string, amount: number) =>
  (await testApp.alice.post(invoicePath(id, '/payments'), { amount, method: 'check', reference: 'No. 7' })).body.id
const reverse = (paymentId: string, body: object = { reason }) =>
  testApp.alice.post(`/api/payments/${paymentId}/reversal`, body)
const refund = (paymentId: string, body: object) =>
  testApp.alice.post(`/api/payments/${paymentId}/refund`, { reason, ...body })
const credit = (body: object) =>
  testApp.alice.post('/api/credit-notes', { clientFolderId: testApp.folders.acme.id, reason, ...body })
const invoiceNow = async (id: string) => (await testApp.ann.get(invoicePath(id))).body
const entries = async (id: string) => (await testApp.ann.get(invoicePath(id, '/payments'))).body
const fileOf = async (url: string) =>
  (await testApp.app.inject({ url, headers: { cookie: testApp.alice.cookie ?? '' } })).rawPayload

describe('a reversal of a payment', () => {
  it('makes the invoice due again, with both entries, the reason, and the audit entry', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 10_575)
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid' })
    const answer = await reverse(paymentId)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      kind: 'reversal',
      amount: -10_575,
      reversesId: paymentId,
      reason,
      date: officeDate(testApp.db.now),
      balance: 10_575,
      allowed: [],
    })
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', paidAt: null, amountPaid: 0, balance: 10_575 })
    expect(await entries(id)).toMatchObject([
      { kind: 'reversal', amount: -10_575 },
      { kind: 'payment', amount: 10_575, reversedAt: expect.any(String), allowed: ['receipt'] },
    ])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'invoice.payment-reversed',
      entityId: id,
      details: { before: 'paid', after: 'sent', reverses: paymentId },
    })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'ProHR corrected a payment entry',
    })
    expect((await testApp.mail()).at(-1)?.text).not.toMatch(/\$|105\.75|INV-|wrong invoice/)
  })

  it('leaves an invoice past its due date overdue, and it can be voided again', async () => {
    const id = await sentInvoice(testApp, { dueDate: daysAfter(officeDate(testApp.db.now), -3) })
    await reverse(await pay(id, 10_575))
    expect(await invoiceNow(id)).toMatchObject({ status: 'overdue', paidAt: null })
    expect((await testApp.alice.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(200)
  })

  it('appears on the invoice and voids the receipt of the payment, and has none itself', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 100)
    const { body } = await reverse(paymentId)
    expect(await textOf(await fileOf(`/api/payments/${paymentId}/pdf`))).toContain('This receipt is void')
    expect(await textOf(await fileOf(invoicePath(id, '/pdf')))).toContain('Reversal')
    expect(refused(await testApp.ann.get(`/api/payments/${body.id}/pdf`))).toEqual([
      409,
      'Only a payment or a refund has a receipt.',
    ])
  })

  it('is refused without a reason, a second time, and for a reversal', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 100)
    for (const body of [{}, { reason: '  ' }])
      expect(refused(await reverse(paymentId, body))).toEqual([400, 'Enter a reason.'])
    const { body } = await reverse(paymentId)
    expect(refused(await reverse(paymentId))).toEqual([409, 'This entry was already reversed.'])
    expect((await reverse(body.id)).status).toBe(409)
  })

  it('is recorded once when two people reverse at the same time', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 100)
    const answers = await Promise.all([reverse(paymentId), reverse(paymentId), reverse(paymentId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(await invoiceNow(id)).toMatchObject({ amountPaid: 0 })
  })

  it('is refused to the client, staff, and strangers, and in an archived folder', async () => {
    const clientFolderId = await folderApart(testApp)
    const paymentId = await pay(await sentInvoice(testApp, { clientFolderId }), 100)
    const url = `/api/payments/${paymentId}/reversal`
    expect((await testApp.ann.post(url, { reason })).status).toBe(403)
    expect((await testApp.sam.post(url, { reason })).status).toBe(403)
    expect((await testApp.eve.post(url, { reason })).status).toBe(404)
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { status: 'archived' })
    expect((await reverse(paymentId)).status).toBe(409)
  })
})

describe('a refund', () => {
  it('makes the invoice due again by the refunded amount', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 10_575)
    expect((await refund(paymentId, { amount: 575, method: 'check', reference: 'No. 9' })).body).toMatchObject({
      kind: 'refund',
      amount: -575,
      balance: 575,
      reference: 'No. 9',
    })
    expect(await invoiceNow(id)).toMatchObject({ status: 'sent', balance: 575 })
    expect((await entries(id)).at(-1)).toMatchObject({ refunded: 575, allowed: ['receipt'] })
  })

  it('leaves the invoice paid if it has a credit note', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 10_575)
    expect((await refund(paymentId, { amount: 575, creditNote: true })).status).toBe(201)
    expect(await invoiceNow(id)).toMatchObject({ status: 'paid', balance: 0, amountPaid: 10_575 })
    expect((await entries(id)).map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['credit', 575],
      ['refund', -575],
      ['payment', 10_575],
    ])
  })

  it('has a receipt for the people who see the invoice, which is void once the refund is reversed', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 1_000)
    await refund(paymentId, { amount: 300 })
    const { body } = await refund(paymentId, { amount: 200, method: 'check', reference: 'No. 9' })
    expect(body.allowed).toContain('receipt')
    const url = `/api/payments/${body.id}/pdf`
    const page = await textOf(await fileOf(url))
    for (const words of ['Refund receipt', 'Amount refunded $2.00', 'Reference No. 9', reason])
      expect(page).toContain(words)
    expect(page).toContain('Earlier refunds −$3.00 This refund −$2.00 Remaining payment $5.00')
    const statuses = [testApp.visitor, testApp.ann, testApp.eve, testApp.sam, testApp.sue].map(
      async (caller) => (await caller.get(url)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 404, 200, 404])
    await reverse(body.id)
    expect(await textOf(await fileOf(url))).toContain('This receipt is void: the refund was reversed on')
    expect(await textOf(await fileOf(url))).toContain('Earlier refunds −$3.00')
  })

  it('leaves the receipt of the credit to its credit note', async () => {
    const id = await sentInvoice(testApp)
    await refund(await pay(id, 10_575), { amount: 575, creditNote: true })
    const [entry] = await entries(id)
    expect(entry).toMatchObject({ kind: 'credit', allowed: [] })
    expect(refused(await testApp.ann.get(`/api/payments/${entry.id}/pdf`))).toEqual([
      409,
      'Only a payment or a refund has a receipt.',
    ])
  })

  it('can itself be reversed, and then more can be refunded again', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 1_000)
    const { body } = await refund(paymentId, { amount: 1_000 })
    expect(refused(await reverse(paymentId))).toEqual([
      409,
      'Part of this payment was refunded. Reverse the refund first.',
    ])
    expect((await reverse(body.id)).body).toMatchObject({ kind: 'reversal', amount: 1_000 })
    expect((await refund(paymentId, { amount: 1_000 })).status).toBe(201)
  })

  it('is refused above the remaining amount, at zero, for a reversed payment, before the payment, and in the future', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 1_000)
    await refund(paymentId, { amount: 400 })
    expect(refused(await refund(paymentId, { amount: 601 }))).toEqual([
      409,
      'This is more than the $6.00 that can be refunded.',
    ])
    expect(refused(await refund(paymentId, { amount: 0 }))).toEqual([400, 'A refund must be at least one cent.'])
    expect(refused(await refund(paymentId, { amount: 1.5 }))).toEqual([400, 'Enter an amount in whole cents.'])
    const today = officeDate(testApp.db.now)
    expect((await refund(paymentId, { amount: 1, date: daysAfter(today, 1) })).status).toBe(400)
    expect((await refund(paymentId, { amount: 1, date: daysAfter(today, -1) })).status).toBe(400)
    const other = await pay(id, 100)
    await reverse(other)
    expect((await refund(other, { amount: 1 })).status).toBe(409)
  })

  it('never exceeds the payment when several are recorded at the same time', async () => {
    const paymentId = await pay(await sentInvoice(testApp), 1_000)
    const answers = await Promise.all([1, 2, 3].map(() => refund(paymentId, { amount: 500 })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409])
  })
})

describe('a credit note', () => {
  it('has its own number and reduces the balance due of its invoice', async () => {
    const invoiceId = await sentInvoice(testApp)
    const { status, body } = await credit({ invoiceId, amount: 575 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      creditNoteNumber: expect.stringMatching(/^CN-\d{8}-\d{2}$/),
      applied: 575,
      available: 0,
      reason,
      allowed: [],
    })
    expect(await invoiceNow(invoiceId)).toMatchObject({ status: 'sent', balance: 10_000 })
    await credit({ invoiceId, amount: 10_000 })
    expect(await invoiceNow(invoiceId)).toMatchObject({ status: 'paid', balance: 0 })
    expect((await testApp.ann.get(`/api/credit-notes/${body.id}`)).body.amount).toBe(575)
    const page = await textOf(await fileOf(invoicePath(invoiceId, '/pdf')))
    expect(page).toContain('Credits')
    expect(page).toContain(body.creditNoteNumber)
  })

  it('becomes a credit of the client for a paid invoice, and can be applied to another one', async () => {
    const clientFolderId = await folderApart(testApp)
    const paid = await sentInvoice(testApp, { clientFolderId })
    await pay(paid, 10_575)
    const { body } = await credit({ clientFolderId, invoiceId: paid, amount: 2_000 })
    expect(body).toMatchObject({ applied: 0, available: 2_000, allowed: ['apply', 'void'] })
    const statement = async () => (await testApp.ann.get(`/api/client-folders/${clientFolderId}/statement`)).body
    expect(await statement()).toMatchObject({ creditAvailable: 2_000, balance: 0 })
    const invoiceId = await sentInvoice(testApp, { clientFolderId })
    const apply = (more: object) =>
      testApp.alice.post(`/api/credit-notes/${body.id}/applications`, { invoiceId, amount: 1_500, ...more })
    expect((await apply({})).body).toMatchObject({ applied: 1_500, available: 500, allowed: ['apply'] })
    expect(await statement()).toMatchObject({ creditAvailable: 500, balance: 9_075, paidInPeriod: 10_575 })
    expect(refused(await apply({ amount: 501 }))).toEqual([409, 'This is more than the $5.00 left on the credit note.'])
    expect((await apply({ invoiceId: paid, amount: 1 })).status).toBe(409)
    expect((await apply({ invoiceId: await sentInvoice(testApp), amount: 1 })).status).toBe(400)
    const [entry] = await entries(invoiceId)
    await reverse(entry.id)
    expect(await statement()).toMatchObject({ creditAvailable: 2_000, balance: 10_575 })
  })

  it('can be voided once before it is applied, with a reason, and retains its number', async () => {
    const { body } = await credit({ amount: 100 })
    const url = `/api/credit-notes/${body.id}/void`
    expect(refused(await testApp.alice.post(url, {}))).toEqual([400, 'Enter a reason.'])
    expect((await testApp.alice.post(url, { reason })).body).toMatchObject({
      available: 0,
      voidReason: reason,
      allowed: [],
    })
    expect(refused(await testApp.alice.post(url, { reason }))).toEqual([409, 'This credit note is already void.'])
    const invoiceId = await sentInvoice(testApp)
    expect(
      (await testApp.alice.post(`/api/credit-notes/${body.id}/applications`, { invoiceId, amount: 1 })).status,
    ).toBe(409)
    const applied = (await credit({ invoiceId, amount: 100 })).body
    expect((await testApp.alice.post(`/api/credit-notes/${applied.id}/void`, { reason })).status).toBe(409)
  })

  it('is refused above the total of its invoice, for a draft, and in another client’s folder', async () => {
    const invoiceId = await sentInvoice(testApp)
    await credit({ invoiceId, amount: 10_000 })
    expect(refused(await credit({ invoiceId, amount: 576 }))).toEqual([
      409,
      'A credit for this invoice can be at most $5.75.',
    ])
    const other = await folderApart(testApp)
    expect(refused(await credit({ invoiceId, clientFolderId: other, amount: 1 }))).toEqual([
      400,
      'Choose an invoice of this client folder.',
    ])
    for (const amount of [0, -1, 1.5, 1e13]) expect((await credit({ amount })).status).toBe(400)
    expect((await credit({ amount: 1, reason: '' })).status).toBe(400)
  })

  it('has numbers without gaps when many are created at the same time and some are refused', async () => {
    const { body: first } = await credit({ amount: 1 })
    const invoiceId = await sentInvoice(testApp, { lineItems: [{ description: 'x', quantity: 1, rate: 300 }] })
    const answers = await Promise.all(Array.from({ length: 8 }, () => credit({ invoiceId, amount: 100 })))
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.creditNoteNumber)
    expect(created).toHaveLength(3)
    const count = (number: string) => Number(number.split('-')[2])
    expect(created.map(count).toSorted((a, b) => a - b)).toEqual(
      [1, 2, 3].map((n) => count(first.creditNoteNumber) + n),
    )
  })
})

describe('npm run verify', () => {
  const broken = async () => {
    const snapshot = await openSnapshot(testApp.context.address)
    const found: string[] = []
    for await (const { says, count } of checkRules(snapshot)) if (count > 0) found.push(says)
    await snapshot.close()
    return found
  }

  it('accepts every correction, and detects one that was tampered with', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(id, 500)
    const { body } = await reverse(paymentId)
    const note = (await credit({ amount: 100 })).body
    expect(await broken()).toEqual([])
    await testApp.db.run(sql`update payments set amount = -499 where id = ${body.id}`)
    await testApp.db.run(sql`update credit_notes set credit_note_number = 'CN-20000101-01' where id = ${note.id}`)
    expect(await broken()).toEqual([
      expect.stringContaining('The amount paid'),
      expect.stringContaining('Every reversal and refund'),
      'Credit note numbers have no gaps',
    ])
  })
})
