// Entries of payments are reversed and refunded. Nothing is edited or deleted.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { credit, entriesOf, invoiceNow, pay, reason, refund, refusalOf, reverse } from '../../tests/corrections.ts'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { bytesOf } from '../../tests/sealed.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('a reversal of a payment', () => {
  it('makes the invoice due again, with both entries, the reason, and the audit entry', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 10_575)
    expect(await invoiceNow(testApp, id)).toMatchObject({ status: 'paid' })
    const answer = await reverse(testApp, paymentId)
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
    expect(await invoiceNow(testApp, id)).toMatchObject({
      status: 'sent',
      paidAt: null,
      amountPaid: 0,
      balance: 10_575,
    })
    expect(await entriesOf(testApp, id)).toMatchObject([
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
    await reverse(testApp, await pay(testApp, id, 10_575))
    expect(await invoiceNow(testApp, id)).toMatchObject({ status: 'overdue', paidAt: null })
    expect((await testApp.alice.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(200)
  })

  it('appears on the invoice and voids the receipt of the payment, and has none itself', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 100)
    const { body } = await reverse(testApp, paymentId)
    expect(await textOf(await bytesOf(testApp, `/api/payments/${paymentId}/pdf`))).toContain('This receipt is void')
    expect(await textOf(await bytesOf(testApp, invoicePath(id, '/pdf')))).toContain('Reversal')
    expect(refusalOf(await testApp.ann.get(`/api/payments/${body.id}/pdf`))).toEqual([
      409,
      'Only a payment or a refund has a receipt.',
    ])
  })

  it('is refused without a reason, a second time, and for a reversal', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 100)
    for (const body of [{}, { reason: '  ' }])
      expect(refusalOf(await reverse(testApp, paymentId, body))).toEqual([400, 'Enter a reason.'])
    const { body } = await reverse(testApp, paymentId)
    expect(refusalOf(await reverse(testApp, paymentId))).toEqual([409, 'This entry was already reversed.'])
    expect((await reverse(testApp, body.id)).status).toBe(409)
  })

  it('is recorded once when two people reverse at the same time', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 100)
    const answers = await Promise.all([
      reverse(testApp, paymentId),
      reverse(testApp, paymentId),
      reverse(testApp, paymentId),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(await invoiceNow(testApp, id)).toMatchObject({ amountPaid: 0 })
  })

  it('is refused to the client, staff, and strangers, and in an archived folder', async () => {
    const clientFolderId = await folderApart(testApp)
    const paymentId = await pay(testApp, await sentInvoice(testApp, { clientFolderId }), 100)
    const url = `/api/payments/${paymentId}/reversal`
    expect((await testApp.ann.post(url, { reason })).status).toBe(403)
    expect((await testApp.sam.post(url, { reason })).status).toBe(403)
    expect((await testApp.eve.post(url, { reason })).status).toBe(404)
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { status: 'archived' })
    expect((await reverse(testApp, paymentId)).status).toBe(409)
  })
})

describe('a refund', () => {
  it('makes the invoice due again by the refunded amount', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 10_575)
    expect((await refund(testApp, paymentId, { amount: 575, method: 'check', reference: 'No. 9' })).body).toMatchObject(
      {
        kind: 'refund',
        amount: -575,
        balance: 575,
        reference: 'No. 9',
      },
    )
    expect(await invoiceNow(testApp, id)).toMatchObject({ status: 'sent', balance: 575 })
    expect((await entriesOf(testApp, id)).at(-1)).toMatchObject({ refunded: 575, allowed: ['receipt'] })
  })

  it('leaves the invoice paid if it has a credit note', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 10_575)
    expect((await refund(testApp, paymentId, { amount: 575, creditNote: true })).status).toBe(201)
    expect(await invoiceNow(testApp, id)).toMatchObject({ status: 'paid', balance: 0, amountPaid: 10_575 })
    expect(
      (await entriesOf(testApp, id)).map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    ).toEqual([
      ['credit', 575],
      ['refund', -575],
      ['payment', 10_575],
    ])
  })

  it('has a receipt for the people who see the invoice, which is void once the refund is reversed', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 1_000)
    await refund(testApp, paymentId, { amount: 300 })
    const { body } = await refund(testApp, paymentId, { amount: 200, method: 'check', reference: 'No. 9' })
    expect(body.allowed).toContain('receipt')
    const url = `/api/payments/${body.id}/pdf`
    const page = await textOf(await bytesOf(testApp, url))
    for (const words of ['Refund receipt', 'Amount refunded $2.00', 'Reference No. 9', reason])
      expect(page).toContain(words)
    expect(page).toContain('Earlier refunds −$3.00 This refund −$2.00 Remaining payment $5.00')
    const statuses = [testApp.visitor, testApp.ann, testApp.eve, testApp.sam, testApp.sue].map(
      async (caller) => (await caller.get(url)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200, 404, 200, 404])
    await reverse(testApp, body.id)
    expect(await textOf(await bytesOf(testApp, url))).toContain('This receipt is void: the refund was reversed on')
    expect(await textOf(await bytesOf(testApp, url))).toContain('Earlier refunds −$3.00')
  })

  it('leaves the receipt of the credit to its credit note', async () => {
    const id = await sentInvoice(testApp)
    await refund(testApp, await pay(testApp, id, 10_575), { amount: 575, creditNote: true })
    const [entry] = await entriesOf(testApp, id)
    expect(entry).toMatchObject({ kind: 'credit', allowed: [] })
    expect(refusalOf(await testApp.ann.get(`/api/payments/${entry.id}/pdf`))).toEqual([
      409,
      'Only a payment or a refund has a receipt.',
    ])
  })

  it('can itself be reversed, and then more can be refunded again', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 1_000)
    const { body } = await refund(testApp, paymentId, { amount: 1_000 })
    expect(refusalOf(await reverse(testApp, paymentId))).toEqual([
      409,
      'Part of this payment was refunded. Reverse the refund first.',
    ])
    expect((await reverse(testApp, body.id)).body).toMatchObject({ kind: 'reversal', amount: 1_000 })
    expect((await refund(testApp, paymentId, { amount: 1_000 })).status).toBe(201)
  })

  it('is refused above the remaining amount, at zero, for a reversed payment, before the payment, and in the future', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 1_000)
    await refund(testApp, paymentId, { amount: 400 })
    expect(refusalOf(await refund(testApp, paymentId, { amount: 601 }))).toEqual([
      409,
      'This is more than the $6.00 that can be refunded.',
    ])
    expect(refusalOf(await refund(testApp, paymentId, { amount: 0 }))).toEqual([
      400,
      'A refund must be at least one cent.',
    ])
    expect(refusalOf(await refund(testApp, paymentId, { amount: 1.5 }))).toEqual([
      400,
      'Enter an amount in whole cents.',
    ])
    const today = officeDate(testApp.db.now)
    expect((await refund(testApp, paymentId, { amount: 1, date: daysAfter(today, 1) })).status).toBe(400)
    expect((await refund(testApp, paymentId, { amount: 1, date: daysAfter(today, -1) })).status).toBe(400)
    const other = await pay(testApp, id, 100)
    await reverse(testApp, other)
    expect((await refund(testApp, other, { amount: 1 })).status).toBe(409)
  })

  it('never exceeds the payment when several are recorded at the same time', async () => {
    const paymentId = await pay(testApp, await sentInvoice(testApp), 1_000)
    const answers = await Promise.all([1, 2, 3].map(() => refund(testApp, paymentId, { amount: 500 })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409])
  })
})

describe('npm run verify', () => {
  it('accepts every correction, and detects one that was tampered with', async () => {
    const id = await sentInvoice(testApp)
    const paymentId = await pay(testApp, id, 500)
    const { body } = await reverse(testApp, paymentId)
    const note = (await credit(testApp, { amount: 100 })).body
    expect(await brokenRules(testApp)).toEqual([])
    await testApp.db.run(sql`update payments set amount = -499 where id = ${body.id}`)
    await testApp.db.run(sql`update credit_notes set credit_note_number = 'CN-20000101-01' where id = ${note.id}`)
    expect(await brokenRules(testApp)).toEqual([
      expect.stringContaining('The amount paid'),
      expect.stringContaining('Every reversal and refund'),
      'Credit note numbers have no gaps',
    ])
  })
})
