// Sales tax in a credit to a client in general, which names no invoice: in its figures, on the PDFs, in the exports, and in the
// report.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { firstSalesTax } from '../../domain/sales-tax.ts'
import { officeDate } from '../../domain/time.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { credit, reason, refusalOf } from '../../tests/corrections.ts'
import { csvRows } from '../../tests/csv-rows.ts'
import { folderApart, sentInvoice } from '../../tests/invoices.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { bytesOf } from '../../tests/sealed.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let clientFolderId: string
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
beforeEach(async () => void (clientFolderId = await folderApart(testApp)))
afterEach(() => setTax(firstSalesTax))

const today = () => officeDate(testApp.db.now)
const setTax = async (salesTax: object) => {
  expect((await testApp.alice.patch('/api/firm-settings', { salesTax })).status).toBe(200)
}
const give = (body: object, folder = clientFolderId) => credit(testApp, { clientFolderId: folder, ...body })
const statement = async () => (await testApp.ann.get(`/api/client-folders/${clientFolderId}/statement`)).body
const exported = async (format: string) =>
  (await testApp.alice.get(`/api/books/${format}/export?from=${today()}&to=${today()}`)).text

describe('a credit without an invoice', () => {
  it('contains the sales tax of the client at today’s rate if it is taxed, and none otherwise', async () => {
    const { status, body } = await give({ amount: 10_575, taxed: true })
    expect([status, body]).toMatchObject([
      201,
      { invoiceId: null, subtotal: 10_000, tax: 575, amount: 10_575, taxRate: 5_750, available: 10_575 },
    ])
    expect((await give({ amount: 1_000 })).body).toMatchObject({ subtotal: 1_000, tax: 0, taxRate: null })
    expect((await give({ amount: 1_000, taxed: false })).body).toMatchObject({ tax: 0, taxRate: null })
    await setTax({ mode: 'by-line', rate: 6_125 })
    expect((await give({ amount: 100_000, taxed: true })).body).toMatchObject({
      subtotal: 94_229,
      tax: 5_771,
      taxRate: 6_125,
    })
    // A later rate doesn't change it.
    expect((await testApp.ann.get(`/api/credit-notes/${body.id}`)).body).toMatchObject({ tax: 575, taxRate: 5_750 })
    expect((await testApp.auditLog()).find(({ entityId }) => entityId === body.id)).toMatchObject({
      action: 'credit-note.created',
      details: { amount: 10_575, tax: 575, invoiceId: null },
    })
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('shows the tax on its PDF, and on the statement until it is applied', async () => {
    const { id, creditNoteNumber } = (await give({ amount: 10_575, taxed: true })).body
    const bytes = await bytesOf(testApp, `/api/credit-notes/${id}/pdf`)
    const text = await textOf(bytes)
    expect(text).toContain('Subtotal $100.00 Sales tax (5.75%) $5.75 Total credit $105.75')
    expect(await checkAccessible(bytes)).toEqual([])
    const { date } = (await testApp.ann.get(`/api/credit-notes/${id}`)).body
    const listed = { id, creditNoteNumber, date, amount: 10_575, tax: 575, available: 10_575 }
    expect(await statement()).toMatchObject({ creditAvailable: 10_575, credits: [listed] })
    const pdf = async () => {
      const file = await bytesOf(testApp, `/api/client-folders/${clientFolderId}/statement/pdf`)
      expect(await checkAccessible(file)).toEqual([])
      return textOf(file)
    }
    expect(await pdf()).toContain(`${creditNoteNumber} $105.75 $5.75 $105.75`)
    const invoiceId = await sentInvoice(testApp, { clientFolderId })
    const apply = (amount: number) => testApp.alice.post(`/api/credit-notes/${id}/applications`, { invoiceId, amount })
    expect((await apply(5_000)).status).toBe(201)
    expect(await statement()).toMatchObject({ creditAvailable: 5_575, balance: 5_575, credits: [{ available: 5_575 }] })
    expect((await apply(5_575)).status).toBe(201)
    expect(await statement()).toMatchObject({ creditAvailable: 0, balance: 0, credits: [] })
    expect(await pdf()).not.toContain('redit')
    expect(await brokenRules(testApp)).toEqual([])
  })

  it('is booked with its tax, which the report subtracts in its month, until it is void', async () => {
    const month = `${today().slice(0, 7)}-01`
    const figures = async () => {
      const { months } = (await testApp.alice.get('/api/reports/money')).body
      return months.find((each: { month: string }) => each.month === month) as { credited: number; salesTax: number }
    }
    const before = await figures()
    const { id, creditNoteNumber } = (await give({ amount: 1_000, taxed: true })).body
    const iif = (await exported('iif')).split('\r\n').map((row) => row.split('\t'))
    expect(iif.filter((cells) => cells[6] === creditNoteNumber).map((cells) => [cells[3], cells[5], cells[7]])).toEqual(
      [
        ['Accounts Receivable', '-10.00', reason],
        ['Services', '9.46', reason],
        ['Sales Tax Payable', '0.54', 'Sales tax'],
      ],
    )
    const xero = csvRows(await exported('xero')).filter((row) => row['*InvoiceNumber'] === creditNoteNumber)
    expect(xero).toMatchObject([{ '*UnitAmount': '-9.46', '*TaxType': 'Tax on Sales', TaxAmount: '-0.54' }])
    const after = await figures()
    expect([after.credited - before.credited, after.salesTax - before.salesTax]).toEqual([1_000, -54])
    expect((await testApp.alice.post(`/api/credit-notes/${id}/void`, { reason })).status).toBe(200)
    expect(await figures()).toEqual(before)
    expect(await statement()).toMatchObject({ creditAvailable: 0, credits: [] })
  })

  it('is refused with sales tax for an exempt client, and while the firm charges none', async () => {
    const exempt = await folderApart(testApp, { taxExempt: true })
    expect(refusalOf(await give({ amount: 1_000, taxed: true }, exempt))).toEqual([
      409,
      'This client is exempt from sales tax. Create the credit note without sales tax.',
    ])
    expect((await give({ amount: 1_000 }, exempt)).body).toMatchObject({ tax: 0 })
    await setTax({ mode: 'off', rate: 5_750 })
    expect(refusalOf(await give({ amount: 1_000, taxed: true }))).toEqual([
      409,
      'Sales tax is off in the firm settings. Create the credit note without sales tax.',
    ])
    expect(await statement()).toMatchObject({ creditAvailable: 0 })
  })

  it('is refused with a wrong choice, and with a choice of its own where the invoice has the tax', async () => {
    const invoiceId = await sentInvoice(testApp, { clientFolderId })
    const answer = await give({ invoiceId, amount: 1_000, taxed: true })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'taxed'])
    expect(answer.body.message).toMatch(
      /^A credit for an invoice uses the sales tax of INV-[\d-]+\. Don’t mark it as taxed\.$/,
    )
    for (const taxed of ['yes', 1]) expect((await give({ amount: 1_000, taxed })).status).toBe(400)
    expect(refusalOf(await give({ taxed: true }))).toEqual([400, 'Enter an amount in whole cents.'])
    expect(await statement()).toMatchObject({ creditAvailable: 0 })
  })

  it('is created once for one idempotency key, and only by administrators', async () => {
    const body = { clientFolderId, amount: 1_000, taxed: true, reason }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const answers = [
      await testApp.alice.post('/api/credit-notes', body, key),
      await testApp.alice.post('/api/credit-notes', body, key),
    ]
    expect(answers.map((each) => [each.status, each.body.id])).toEqual(answers.map(() => [201, answers[0]?.body.id]))
    expect(await statement()).toMatchObject({ creditAvailable: 1_000 })
    const statuses = [testApp.visitor, testApp.sam, testApp.ann, testApp.eve].map(
      async (who) => (await who.post('/api/credit-notes', body)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 403, 403, 403])
  })
})
