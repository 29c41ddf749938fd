// The item codes of Xero: of services, discounts, credit notes, retainers, and all other lines.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import { csvRows } from '../../tests/csv-rows.ts'
import { folderApart, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { booksLineKinds } from '../../domain/books-names.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
let card: string
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  card = await serviceRate(testApp, { serviceName: 'Handbook' })
})
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const lastDayOfMonth = () => daysAfter(`${today().slice(0, 7)}-01`, -1)
const setItem = (id: string, body: object, who = testApp.alice, headers = {}) =>
  who.put(`/api/books/items/${id}`, body, headers)
const mappingNow = async () => (await testApp.alice.get('/api/books')).body.mapping
const setMapping = async (change: object) => {
  const { status, text } = await testApp.alice.put('/api/books/mapping', { ...(await mappingNow()), ...change })
  expect(status, text).toBe(200)
}
const exported = async (date: string) =>
  (await testApp.alice.get(`/api/books/xero/export?from=${date}&to=${date}`)).text
const codesOf = async (number: string, date = today()) =>
  csvRows(await exported(date))
    .filter((row) => row['*InvoiceNumber'] === number)
    .map((row) => row.InventoryItemCode)

const lineItems = () => [
  { description: 'Handbook', quantity: 1, rate: 50_000, serviceRateId: card },
  { description: 'Advice', quantity: 1, rate: 10_000 },
  { description: 'Discount', quantity: 1, rate: -1_000 },
]
const numberOf = async (id: string): Promise<string> => (await testApp.alice.get(invoicePath(id))).body.invoiceNumber
const credit = async (body: object): Promise<string> => {
  const answer = await testApp.alice.post('/api/credit-notes', { reason: 'Goodwill', ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.creditNoteNumber
}

describe('the item code in Xero', () => {
  it('is on every kind of line that is exported, of invoices, credit notes, and retainers', async () => {
    const clientFolderId = await folderApart(testApp)
    await setMapping({ retainerItem: 'Retainer', retainerAccount: 'Deposits', xeroRetainerCode: '2050' })
    const id = await sentInvoice(testApp, { clientFolderId, lineItems: lineItems() })
    const sold = await numberOf(id)
    const ofLines = await credit({ clientFolderId, invoiceId: id, lineItems: lineItems().slice(0, 1) })
    const ofDiscount = await credit({ clientFolderId, invoiceId: id, lineItems: lineItems().slice(1) })
    const amount = await credit({ clientFolderId, amount: 500 })
    const bill = await testApp.alice.post(`/api/client-folders/${clientFolderId}/retainer/invoices`, {
      amount: 5_000,
      description: 'x',
      dueDate: daysAfter(today(), 30),
    })
    await testApp.alice.patch(invoicePath(bill.body.id, '/status'), { status: 'sent' })
    const codes = async () => ({
      sold: await codesOf(sold),
      ofLines: await codesOf(ofLines),
      ofDiscount: await codesOf(ofDiscount),
      amount: await codesOf(amount),
      retainer: await codesOf(bill.body.invoiceNumber),
    })
    const none = { sold: ['', '', ''], ofLines: [''], ofDiscount: ['', ''], amount: [''], retainer: [''] }
    expect(await codes()).toEqual(none)
    const { body } = await setItem(card, { xeroItemCode: 'HANDBOOK' })
    expect(body).toMatchObject({ item: null, xeroItemCode: 'HANDBOOK' })
    await setItem(booksLineKinds.discount.id, { xeroItemCode: 'DISC' })
    await setItem(booksLineKinds.credit.id, { xeroItemCode: 'GOODWILL' })
    await setMapping({ xeroItemCode: 'HOURS', xeroRetainerItemCode: 'RETAINER' })
    expect(await codes()).toEqual({
      sold: ['HANDBOOK', 'HOURS', 'DISC'],
      ofLines: ['HANDBOOK'],
      ofDiscount: ['HOURS', 'DISC'],
      amount: ['GOODWILL'],
      retainer: ['RETAINER'],
    })
    await setItem(card, {})
    expect((await codes()).sold).toEqual(['HOURS', 'HOURS', 'DISC'])
  })

  it('stands before the description, as in Xero’s own file for imports', async () => {
    const [header = ''] = (await exported(today())).replace(/^\uFEFF/, '').split('\r\n')
    expect(header).toContain('*DueDate,InventoryItemCode,*Description,*Quantity')
  })

  it('is refused above 30 characters, at an outdated version, and to everyone but administrators', async () => {
    const id = booksLineKinds.credit.id
    const long = await setItem(id, { xeroItemCode: 'x'.repeat(31) })
    expect([long.status, long.body.message]).toEqual([400, 'Use at most 30 characters.'])
    const mapping = await testApp.alice.put('/api/books/mapping', { ...(await mappingNow()), xeroItemCode: 'a\tb' })
    expect(mapping.status).toBe(400)
    for (const who of [testApp.sam, testApp.ann])
      expect((await setItem(id, { xeroItemCode: 'Mine' }, who)).status).toBe(404)
    const { version } = (await testApp.alice.get(`/api/books/items`)).body.find(
      (each: { id: string }) => each.id === id,
    )
    const ifMatch = { 'if-match': `"${version}"` }
    const answers = await Promise.all(
      ['A', 'B'].map((code) => setItem(id, { xeroItemCode: code }, testApp.alice, ifMatch)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })
})

describe('the item codes of a closed month', () => {
  it('are those that it was closed with, until it is reopened', async () => {
    const clientFolderId = await folderApart(testApp)
    await setItem(card, { xeroItemCode: 'FIRST' })
    const id = await sentInvoice(testApp, { clientFolderId, lineItems: lineItems().slice(0, 1) })
    const date = lastDayOfMonth()
    await testApp.db.run(sql`update invoices set sent_at = ${`${date}T17:00:00Z`} where id = ${id}`)
    const { status, body } = await testApp.alice.post('/api/books/closed-months', { month: date.slice(0, 7) })
    expect(status).toBe(201)
    await setItem(card, { xeroItemCode: 'SECOND' })
    const number = await numberOf(id)
    expect(await codesOf(number, date)).toEqual(['FIRST'])
    await testApp.alice.post(`/api/books/closed-months/${body.months[0].id}/reopening`, { reason: 'New codes' })
    expect(await codesOf(number, date)).toEqual(['SECOND'])
  })
})
