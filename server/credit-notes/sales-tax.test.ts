// Credit notes reverse the sales tax of their invoice: in their figures, on the PDF, in the exports, and in the report.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Money } from '../../domain/report.ts'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { officeDate } from '../../domain/time.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { credit, pay, reason, refund, refusalOf } from '../../tests/corrections.ts'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { bytesOf } from '../../tests/sealed.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let clientFolderId: string
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => void (clientFolderId = await folderApart(testApp)))
afterEach(() => setTax(firstSalesTax))

const setTax = async (salesTax: object) => {
  expect((await testApp.alice.patch('/api/firm-settings', { salesTax })).status).toBe(200)
}
const line = (description: string, rate: number, more: object = {}) => ({ description, quantity: 1, rate, ...more })
const sent = (more: object = {}) => sentInvoice(testApp, { clientFolderId, ...more })
const read = async (id: string) => (await testApp.alice.get(invoicePath(id))).body
const give = (body: object) => credit(testApp, { clientFolderId, ...body })

describe('a credit note for an invoice with sales tax', () => {
  it('reverses it in proportion, and exactly all of it in the end', async () => {
    const invoiceId = await sent()
    const { status, body } = await give({ invoiceId, amount: 1_000 })
    expect([status, body]).toMatchObject([
      201,
      { lineItems: [], subtotal: 946, tax: 54, amount: 1_000, applied: 1_000 },
    ])
    expect(await read(invoiceId)).toMatchObject({ credited: 1_000, creditedTax: 54, balance: 9_575 })
    const rest = (await give({ invoiceId, amount: 9_575 })).body
    expect(rest).toMatchObject({ subtotal: 9_054, tax: 521 })
    expect(await read(invoiceId)).toMatchObject({ status: 'paid', credited: 10_575, creditedTax: 575 })
    expect((await testApp.ann.get(`/api/credit-notes/${rest.id}`)).body).toMatchObject({ subtotal: 9_054, tax: 521 })
    expect((await testApp.auditLog()).filter(({ action }) => action === 'credit-note.created').at(-1)).toMatchObject({
      details: { amount: 9_575, tax: 521 },
    })
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('has its lines, with the tax of those that were taxed', async () => {
    await setTax({ mode: 'by-line', rate: 5750 })
    const lineItems = [line('Consulting', 10_000), line('Filing fee', 5_000, { taxed: false })]
    const invoiceId = await sent({ lineItems })
    expect(await read(invoiceId)).toMatchObject({ tax: 575, total: 15_575 })
    const fee = (await give({ invoiceId, lineItems: [lineItems[1]] })).body
    expect(fee).toMatchObject({ subtotal: 5_000, tax: 0, amount: 5_000, lineItems: [{ total: 5_000, taxed: false }] })
    const work = (await give({ invoiceId, lineItems: [line('Consulting', 4_000)] })).body
    expect(work).toMatchObject({ subtotal: 4_000, tax: 230, amount: 4_230, applied: 4_230 })
    expect(refusalOf(await give({ invoiceId, lineItems: [line('Consulting', 9_000)] }))).toEqual([
      409,
      'A credit for this invoice can be at most $63.45.',
    ])
    const text = await textOf(await bytesOf(testApp, `/api/credit-notes/${work.id}/pdf`))
    expect(text).toContain('Consulting $40.00')
    expect(text).toContain('Subtotal $40.00 Sales tax (5.75%) $2.30 Total credit $42.30')
    expect(text).toContain(`Reason: ${reason}`)
    expect(await textOf(await bytesOf(testApp, `/api/credit-notes/${fee.id}/pdf`))).toContain('Filing fee * $50.00')
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('follows the tax of its invoice, whatever the settings say now', async () => {
    const taxed = await sent()
    await setTax({ mode: 'off', rate: 5750 })
    const untaxed = await sent()
    expect((await give({ invoiceId: taxed, lineItems: [line('x', 1_000)] })).body).toMatchObject({ tax: 58 })
    expect((await give({ invoiceId: untaxed, amount: 1_000 })).body).toMatchObject({ subtotal: 1_000, tax: 0 })
    await setTax(firstSalesTax)
    expect((await give({ invoiceId: untaxed, lineItems: [line('x', 1_000)] })).body).toMatchObject({ tax: 0 })
    const exempt = await folderApart(testApp, { taxExempt: true })
    const invoiceId = await sentInvoice(testApp, { clientFolderId: exempt })
    expect((await credit(testApp, { clientFolderId: exempt, invoiceId, amount: 500 })).body).toMatchObject({ tax: 0 })
    expect((await give({ amount: 500 })).body).toMatchObject({ subtotal: 500, tax: 0, lineItems: [] })
  })

  it('reverses it with a refund as well, and again after an earlier note was voided', async () => {
    const id = await sent()
    const paid = await pay(testApp, id, 10_575)
    const first = (await give({ invoiceId: id, amount: 2_000 })).body
    expect(first).toMatchObject({ tax: 109, available: 2_000 })
    expect((await testApp.alice.post(`/api/credit-notes/${first.id}/void`, { reason })).status).toBe(200)
    expect(await read(id)).toMatchObject({ credited: 0, creditedTax: 0 })
    expect((await refund(testApp, paid, { amount: 10_575, creditNote: true })).status).toBe(201)
    expect(await read(id)).toMatchObject({ status: 'paid', credited: 10_575, creditedTax: 575 })
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is counted once when several are created at the same time', async () => {
    const invoiceId = await sent()
    const answers = await Promise.all([1, 2, 3].map(() => give({ invoiceId, amount: 5_000 })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409])
    expect(await read(invoiceId)).toMatchObject({ credited: 10_000, creditedTax: 544 })
  })

  it.each([
    ['neither an amount nor lines', {}, 'Enter an amount in whole cents.'],
    ['no line', { lineItems: [] }, 'Add at least one line.'],
    ['an amount that is not that of the lines', { amount: 1_000, lineItems: [line('x', 1_000)] }, /should be \$10\.58/],
    ['lines of recorded time', { lineItems: [line('x', 1, { timeLineId: crypto.randomUUID() })] }, /Unknown field/],
    ['lines below zero', { lineItems: [line('x', -1_000)] }, /below \$0/],
  ])('is refused with %s', async (_what, body, sentence) => {
    const invoiceId = await sent()
    const answer = await give({ invoiceId, ...body })
    expect(refusalOf(answer)).toEqual([400, typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)])
    expect(await read(invoiceId)).toMatchObject({ credited: 0 })
  })

  it('is refused with lines without an invoice, and to everyone but administrators', async () => {
    expect(refusalOf(await give({ lineItems: [line('x', 1_000)] }))).toEqual([
      400,
      'Choose an invoice to credit lines of it, or enter an amount.',
    ])
    const body = { clientFolderId, invoiceId: await sent(), lineItems: [line('x', 1_000)], reason }
    const callers = [testApp.visitor, testApp.sam, testApp.ann, testApp.eve]
    const statuses = callers.map(async (who) => (await who.post('/api/credit-notes', body)).status)
    expect(await Promise.all(statuses)).toEqual([401, 403, 403, 403])
  })
})

describe('the sales tax of a credit note', () => {
  const today = () => officeDate(testApp.db.now)
  const exported = async (format: string) =>
    (await testApp.alice.get(`/api/books/${format}/export?from=${today()}&to=${today()}`)).text.split('\r\n')

  it('is booked to the sales tax account', async () => {
    const invoiceId = await sent()
    const amount = (await give({ invoiceId, amount: 1_000 })).body.creditNoteNumber
    const lines = (await give({ invoiceId, lineItems: [line('Two hours', 2_000), line('A call', 500)] })).body
    const iif = (await exported('iif')).map((row) => row.split('\t'))
    const booked = (number: string) =>
      iif.filter((cells) => cells[6] === number).map((cells) => [cells[3], cells[5], cells[7]])
    expect(booked(amount)).toEqual([
      ['Accounts Receivable', '-10.00', reason],
      ['Services', '9.46', reason],
      ['Sales Tax Payable', '0.54', 'Sales tax'],
    ])
    expect(booked(lines.creditNoteNumber)).toEqual([
      ['Accounts Receivable', '-26.44', reason],
      ['Services', '20.00', 'Two hours'],
      ['Services', '5.00', 'A call'],
      ['Sales Tax Payable', '1.44', 'Sales tax'],
    ])
    const xero = await exported('xero')
    const rowsOf = (number: string) => xero.filter((row) => row.includes(number))
    expect(rowsOf(amount)).toEqual([expect.stringContaining(',1,-9.46,200,Tax on Sales,-0.54,USD')])
    expect(rowsOf(lines.creditNoteNumber)).toEqual([
      expect.stringContaining('Two hours,1,-20.00,200,Tax on Sales,-1.15,USD'),
      expect.stringContaining('A call,1,-5.00,200,Tax on Sales,-0.29,USD'),
    ])
  })

  it('reduces the sales tax of its month in the report', async () => {
    const month = `${today().slice(0, 7)}-01`
    const figures = async () => {
      const { months } = (await testApp.alice.get('/api/reports/money')).body as Money
      const { credited = 0, salesTax = 0 } = months.find((each) => each.month === month) ?? {}
      return { credited, salesTax }
    }
    const before = await figures()
    const invoiceId = await sent()
    expect((await figures()).salesTax - before.salesTax).toBe(575)
    const { body } = await give({ invoiceId, amount: 1_000 })
    const after = await figures()
    expect([after.credited - before.credited, after.salesTax - before.salesTax]).toEqual([1_000, 521])
    const [entry] = (await testApp.alice.get(invoicePath(invoiceId, '/payments'))).body
    await testApp.alice.post(`/api/payments/${entry.id}/reversal`, { reason })
    await testApp.alice.post(`/api/credit-notes/${body.id}/void`, { reason })
    expect(await figures()).toEqual({ credited: before.credited, salesTax: before.salesTax + 575 })
  })
})
