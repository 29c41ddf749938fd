// What clients and services are called in exports for accounting programs.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import { csvRows } from '../../tests/csv-rows.ts'
import { draftedInvoice, folderApart, invoiceInput, invoicePath, sentInvoice } from '../../tests/invoices.ts'
import { type Answer, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { booksLineKinds } from '../../domain/books-names.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
let handbookCard: string
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  handbookCard = await serviceRate(testApp, { serviceName: 'Handbook' })
})
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const lastDayOfMonth = () => daysAfter(`${today().slice(0, 7)}-01`, -1)
const refused = ({ status, body }: Answer) => [status, body.message]
const rename = (folderId: string, body: object, headers = {}) =>
  testApp.alice.put(`/api/books/customers/${folderId}`, body, headers)
const setItem = (id: string, body: object, headers = {}) => testApp.alice.put(`/api/books/items/${id}`, body, headers)
const found = async (q: string, more = '') =>
  (await testApp.alice.get(`/api/books/customers?q=${encodeURIComponent(q)}${more}`)).body
const exported = async (format: string, date = today()) => {
  const answer = await testApp.alice.get(`/api/books/${format}/export?from=${date}&to=${date}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}
const allExports = async (date: string) => [
  await exported('quickbooks', date),
  await exported('xero', date),
  await exported('iif', date),
]
const iifLines = async (number: string, date?: string) =>
  (await exported('iif', date))
    .split('\r\n')
    .map((line) => line.split('\t'))
    .filter((cells) => cells[6] === number)
const numberOf = async (id: string) => (await testApp.alice.get(invoicePath(id))).body.invoiceNumber
const moveSent = (id: string, date: string) =>
  testApp.db.run(sql`update invoices set sent_at = ${`${date}T17:00:00Z`} where id = ${id}`)
const closeLastMonth = async (): Promise<string> => {
  const { status, body } = await testApp.alice.post('/api/books/closed-months', {
    month: lastDayOfMonth().slice(0, 7),
  })
  expect(status).toBe(201)
  return body.months[0].id
}
const reopen = (id: string) => testApp.alice.post(`/api/books/closed-months/${id}/reopening`, { reason: 'New names' })
const lastEntry = async (action: string) => (await testApp.auditLog()).findLast((entry) => entry.action === action)

describe('a customer name', () => {
  it('is in all three formats; without one, the folder’s name is', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'Maple Dairy' })
    const number = await numberOf(await sentInvoice(testApp, { clientFolderId }))
    const names = async () => [
      csvRows(await exported('quickbooks')).find((row) => row['*InvoiceNo'] === number)?.['*Customer'],
      csvRows(await exported('xero')).find((row) => row['*InvoiceNumber'] === number)?.['*ContactName'],
      (await iifLines(number))[0]?.[4],
    ]
    expect(await names()).toEqual(['Maple Dairy', 'Maple Dairy', 'Maple Dairy'])
    const { status, body } = await rename(clientFolderId, { name: ' Maple Dairy, LLC ' })
    expect([status, body]).toMatchObject([
      200,
      { clientFolderName: 'Maple Dairy', name: 'Maple Dairy, LLC', customer: 'Maple Dairy, LLC', isShared: false },
    ])
    expect(await names()).toEqual(['Maple Dairy, LLC', 'Maple Dairy, LLC', 'Maple Dairy, LLC'])
    expect((await rename(clientFolderId, { name: '' })).body).toMatchObject({ name: null, customer: 'Maple Dairy' })
    expect(await names()).toEqual(['Maple Dairy', 'Maple Dairy', 'Maple Dairy'])
  })

  it('is not another client’s, in upper or lower case, unless that is confirmed', async () => {
    const [first, second] = [
      await folderApart(testApp, { name: 'Oak Bakery' }),
      await folderApart(testApp, { name: 'Oak Bakery of Reston' }),
    ]
    const message =
      '“Oak Bakery” already has this customer name, and your accounting program would combine both. Enter another name, or confirm that they share it.'
    for (const name of ['Oak Bakery', ' oak  BAKERY'])
      expect(refused(await rename(second, { name }))).toEqual([400, message])
    await rename(first, { name: 'OB Inc' })
    expect((await rename(second, { name: 'Oak Bakery' })).status).toBe(200)
    // The folder's own name is taken now.
    expect(refused(await rename(first, { name: null }))[0]).toBe(400)
    expect((await rename(first, { name: null, isShared: true })).body).toMatchObject({ isShared: true })
    expect(await found('Oak Bakery', '&show=shared')).toHaveLength(2)
    expect((await lastEntry('books.customer-changed'))?.details).toMatchObject({ isShared: true })
  })

  it('is set once if two people set it for two clients at the same time', async () => {
    const folders = [await folderApart(testApp, { name: 'Twin A' }), await folderApart(testApp, { name: 'Twin B' })]
    const answers = await Promise.all(folders.map((id) => rename(id, { name: 'Twin Company' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('refuses line breaks, quotation marks, a long name, an old version, and an unknown folder', async () => {
    const id = await folderApart(testApp, { name: 'Strict' })
    for (const name of ['a\nb', 'a\tb', 'the "best"']) expect((await rename(id, { name })).status).toBe(400)
    expect(refused(await rename(id, { name: 'x'.repeat(101) }))).toEqual([400, 'Use at most 100 characters.'])
    expect((await rename(id, { name: 'Strict Inc' }, { 'if-match': '"1"' })).status).toBe(200)
    expect((await rename(id, { name: 'Other' }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await rename(unknownId, { name: 'Other' })).status).toBe(404)
  })

  it('is only read and set by administrators', async () => {
    const id = testApp.folders.acme.id
    for (const caller of [testApp.sam, testApp.ann]) {
      expect((await caller.get('/api/books/customers')).status).toBe(403)
      expect((await caller.put(`/api/books/customers/${id}`, { name: 'Mine' })).status).toBe(404)
      expect((await caller.get('/api/books/items')).status).toBe(403)
      expect((await caller.put(`/api/books/items/${booksLineKinds.credit.id}`, { item: 'Mine' })).status).toBe(404)
    }
  })

  it('is in the audit log as the ids of the names before and after, not as text', async () => {
    const id = await folderApart(testApp, { name: 'Discreet' })
    await rename(id, { name: 'Discreet One' })
    const first = await lastEntry('books.customer-changed')
    expect(first?.details).toMatchObject({ before: { nameId: null, isSet: false }, after: { isSet: true } })
    await rename(id, { name: null })
    const second = await lastEntry('books.customer-changed')
    expect(second?.details.before).toEqual(first?.details.after)
    expect(second).toMatchObject({ entityId: id, details: { after: { isSet: false } } })
    expect(JSON.stringify([first, second])).not.toContain('Discreet')
  })

  it('is listed by folder with pages and a search in both names', async () => {
    const id = await folderApart(testApp, { name: 'Zebra Works' })
    await rename(id, { name: 'Striped Horse Co' })
    expect(await found('striped horse')).toMatchObject([{ id, clientFolderName: 'Zebra Works' }])
    expect(await found('zebra', '&show=named')).toHaveLength(1)
    const first = await testApp.alice.get('/api/books/customers?limit=1')
    const next = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await testApp.alice.get(`/api/books/customers?limit=1&cursor=${next}`)
    expect([first.body.length, second.body.length]).toEqual([1, 1])
    expect(second.body[0].id).not.toBe(first.body[0].id)
    expect((await testApp.alice.get('/api/books/customers?show=all')).status).toBe(400)
  })
})

describe('the item of a service', () => {
  const linesWith = (serviceRateId?: string) => [
    { description: 'Handbook', quantity: 1, rate: 50_000, ...(serviceRateId === undefined ? {} : { serviceRateId }) },
    { description: 'Advice', quantity: 1, rate: 10_000 },
    { description: 'Discount', quantity: 1, rate: -1000 },
  ]

  it('is on lines of its rate card, with its accounts; other lines have the firm’s', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'Items' })
    const names = { item: 'HR Consulting:Handbook', incomeAccount: 'Handbook income', xeroAccountCode: '210' }
    expect((await setItem(handbookCard, names)).body).toMatchObject({ ...names, name: 'Handbook', kind: null })
    await setItem(booksLineKinds.discount.id, { item: 'Discounts', incomeAccount: 'Discounts given' })
    const id = await sentInvoice(testApp, { clientFolderId, lineItems: linesWith(handbookCard) })
    const number = await numberOf(id)
    const sold = csvRows(await exported('quickbooks')).filter((row) => row['*InvoiceNo'] === number)
    expect(sold.map((row) => row['Item(Product/Service)'])).toEqual(['HR Consulting:Handbook', 'Services', 'Discounts'])
    const xero = csvRows(await exported('xero')).filter((row) => row['*InvoiceNumber'] === number)
    expect(xero.map((row) => row['*AccountCode'])).toEqual(['210', '200', '200'])
    expect((await iifLines(number)).slice(1, 4).map((cells) => [cells[3], cells[10]])).toEqual([
      ['Handbook income', 'HR Consulting:Handbook'],
      ['Services', 'Services'],
      ['Discounts given', 'Discounts'],
    ])
  })

  it('is on the lines of a credit note as well; a single amount has the item of credits', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'Credited' })
    await setItem(handbookCard, { incomeAccount: 'Handbook income' })
    await setItem(booksLineKinds.credit.id, { incomeAccount: 'Goodwill' })
    const invoiceId = await sentInvoice(testApp, { clientFolderId, lineItems: linesWith(handbookCard) })
    const credit = async (body: object) =>
      (await testApp.alice.post('/api/credit-notes', { clientFolderId, reason: 'x', ...body })).body.creditNoteNumber
    const byLine = await credit({ invoiceId, lineItems: linesWith(handbookCard).slice(0, 1) })
    expect((await iifLines(byLine))[1]?.[3]).toBe('Handbook income')
    expect((await iifLines(await credit({ amount: 100 })))[1]?.[3]).toBe('Goodwill')
  })

  it('is on lines of recorded time, and clients don’t see the rate card of a line', async () => {
    const clientFolderId = testApp.folders.acme.id
    await setItem(handbookCard, { item: 'Handbook hours' })
    const entry = { clientFolderId, serviceRateId: handbookCard, date: today(), minutes: 60 }
    const { id } = (await testApp.sam.post('/api/time-entries', entry)).body
    const billed = { clientFolderId, timeEntryIds: [id], grouping: 'service', dueDate: daysAfter(today(), 30) }
    const { body: invoice } = await testApp.alice.post('/api/time-entries/invoice', billed)
    expect(invoice.lineItems[0].serviceRateId).toBe(handbookCard)
    await testApp.alice.patch(invoicePath(invoice.id, '/status'), { status: 'sent' })
    expect((await iifLines(invoice.invoiceNumber))[1]?.[10]).toBe('Handbook hours')
    expect((await testApp.ann.get(invoicePath(invoice.id))).body.lineItems[0]).not.toHaveProperty('serviceRateId')
  })

  it('refuses an unknown rate card on a line, and leaves the invoice as it was', async () => {
    const lineItems = linesWith(unknownId)
    expect(refused(await testApp.alice.post('/api/invoices', invoiceInput(testApp, { lineItems })))).toEqual([
      400,
      'Choose a rate card.',
    ])
    const id = await draftedInvoice(testApp)
    expect((await testApp.alice.put(invoicePath(id), { lineItems })).status).toBe(400)
    expect((await testApp.alice.get(invoicePath(id))).body.lineItems).toHaveLength(1)
  })

  it('refuses quotation marks, an old version, and an id that is none of a rate card or a kind', async () => {
    const { id } = booksLineKinds.credit
    expect((await setItem(id, { item: 'the "best"' })).status).toBe(400)
    expect((await setItem(id, { item: 'Credits' }, { 'if-match': '"999"' })).status).toBe(412)
    expect((await setItem(unknownId, { item: 'Credits' })).status).toBe(404)
  })

  it('is in the audit log before and after', async () => {
    const card = await serviceRate(testApp, { serviceName: 'Training' })
    await setItem(card, { item: 'Training' })
    await setItem(card, { item: 'HR:Training', xeroAccountCode: '220' })
    expect(await lastEntry('books.item-changed')).toMatchObject({
      entityId: card,
      details: {
        before: { item: 'Training', incomeAccount: null, xeroAccountCode: null },
        after: { item: 'HR:Training', incomeAccount: null, xeroAccountCode: '220' },
      },
    })
  })

  it('is listed after the kinds of lines, with a search', async () => {
    const { body } = await testApp.alice.get('/api/books/items')
    expect(body.slice(0, 3).map(({ kind }: { kind: string | null }) => kind)).toEqual(['credit', 'discount', null])
    await setItem(handbookCard, { item: 'HR Consulting:Handbook' })
    expect((await testApp.alice.get('/api/books/items?q=consulting:hand')).body).toMatchObject([{ id: handbookCard }])
  })
})

describe('the exports of a closed month', () => {
  it('stay the same byte for byte when names change, until the month is reopened', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'Before Inc' })
    const lineItems = [{ description: 'Handbook', quantity: 1, rate: 50_000, serviceRateId: handbookCard }]
    const id = await sentInvoice(testApp, { clientFolderId, lineItems })
    const date = lastDayOfMonth()
    await moveSent(id, date)
    await testApp.alice.post(invoicePath(id, '/payments'), { amount: 1000, date })
    await rename(clientFolderId, { name: 'Before, LLC' })
    const monthId = await closeLastMonth()
    const closed = await allExports(date)
    expect(closed.every((text) => text.includes('Before, LLC'))).toBe(true)

    await rename(clientFolderId, { name: 'After, LLC' })
    await setItem(handbookCard, { item: 'Other item', incomeAccount: 'Other account', xeroAccountCode: '299' })
    const { mapping } = (await testApp.alice.get('/api/books')).body
    const changed = { ...mapping, receivableAccount: 'A/R', taxAccount: 'Tax due', xeroTaxType: 'Other tax' }
    expect((await testApp.alice.put('/api/books/mapping', changed)).status).toBe(200)
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { name: 'Renamed Inc' })
    expect(await allExports(date)).toEqual(closed)

    await reopen(monthId)
    const reopened = await allExports(date)
    expect(reopened.every((text) => text.includes('After, LLC'))).toBe(true)
    expect(reopened[2]).toContain('Other account')
    await testApp.alice.put('/api/books/mapping', mapping)
  })

  it('contain the folder’s name of that day where no name was set, although the folder is renamed', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'Old Name' })
    const date = lastDayOfMonth()
    await moveSent(await sentInvoice(testApp, { clientFolderId }), date)
    const monthId = await closeLastMonth()
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { name: 'New Name' })
    const open = await numberOf(await sentInvoice(testApp, { clientFolderId }))
    expect(await exported('quickbooks', date)).toContain('Old Name')
    expect((await iifLines(open))[0]?.[4]).toBe('New Name')
    await reopen(monthId)
    expect(await exported('quickbooks', date)).toContain('New Name')
  })

  it('have the retainer names of today if the month was closed without them', async () => {
    const { mapping } = (await testApp.alice.get('/api/books')).body
    expect(mapping.retainerItem).toBeNull()
    const monthId = await closeLastMonth()
    await testApp.alice.put('/api/books/mapping', { ...mapping, retainerItem: 'Retainer', xeroRetainerCode: '2400' })
    const clientFolderId = await folderApart(testApp, { name: 'Paid ahead' })
    const bill = await testApp.alice.post(`/api/client-folders/${clientFolderId}/retainer/invoices`, {
      amount: 5000,
      description: 'x',
      dueDate: daysAfter(today(), 30),
    })
    await testApp.alice.patch(invoicePath(bill.body.id, '/status'), { status: 'sent' })
    await moveSent(bill.body.id, lastDayOfMonth())
    const row = csvRows(await exported('quickbooks', lastDayOfMonth())).find(
      (each) => each['*InvoiceNo'] === bill.body.invoiceNumber,
    )
    expect(row).toMatchObject({ 'Item(Product/Service)': 'Retainer', '*Customer': 'Paid ahead' })
    await reopen(monthId)
  })
})
