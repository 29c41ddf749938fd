// Closed months, and exports for accounting programs that agree with the portal's totals.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvRows as rows } from '../../tests/csv-rows.ts'
import { folderApart, invoicePath, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { paidRetainer } from '../../tests/retainers.ts'
import { type Answer, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const refused = ({ status, body }: Answer) => [status, body.message]
const today = () => officeDate(testApp.db.now)
const firstOfMonth = () => `${today().slice(0, 7)}-01`
const lastMonth = () => daysAfter(firstOfMonth(), -1).slice(0, 7)
const close = (month = lastMonth()) => testApp.alice.post('/api/books/closed-months', { month })
const reopen = (id: string, body: object = { reason: 'A bill was late' }) =>
  testApp.alice.post(`/api/books/closed-months/${id}/reopening`, body)
const closedNow = async (): Promise<string[]> =>
  (await testApp.alice.get('/api/books')).body.months
    .filter(({ reopenedAt }: { reopenedAt: string | null }) => reopenedAt === null)
    .map(({ id }: { id: string }) => id)
const reopenAll = async () => {
  for (const id of await closedNow()) await reopen(id)
}
const pay = (id: string, body: object) => testApp.alice.post(invoicePath(id, '/payments'), body)

describe('a closed month', () => {
  it('refuses payments and refunds dated in it, and accepts others', async () => {
    const id = await sentInvoice(testApp)
    const inMonth = daysAfter(firstOfMonth(), -1)
    const early = (await pay(id, { amount: 100, date: inMonth })).body.id
    expect((await close()).status).toBe(201)
    const answer = await pay(id, { amount: 100, date: inMonth })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toMatch(/^\w+ \d{4} is closed\. Use a later date/)
    expect(
      (await testApp.alice.post(`/api/payments/${early}/refund`, { amount: 1, date: inMonth, reason: 'x' })).status,
    ).toBe(409)
    expect((await pay(id, { amount: 100 })).status).toBe(201)
    // A reversal is dated today, so the closed month does not change.
    expect((await testApp.alice.post(`/api/payments/${early}/reversal`, { reason: 'x' })).body.date).toBe(today())
    await reopenAll()
    expect((await pay(id, { amount: 100, date: inMonth })).status).toBe(201)
  })

  it('refuses to void an invoice that was sent in it', async () => {
    const id = await sentInvoice(testApp)
    await testApp.db.run(sql`
      update invoices set sent_at = ${`${daysAfter(firstOfMonth(), -2)}T17:00:00Z`} where id = ${id}`)
    const offered = async (who = testApp.alice): Promise<[boolean, string | null]> => {
      const { allowed, whyNotVoid } = (await who.get(invoicePath(id))).body
      return [allowed.includes('void'), whyNotVoid]
    }
    expect(await offered()).toEqual([true, null])
    await close()
    const reason = 'The month in which it was sent is closed. Create a credit note, or reopen the month first.'
    expect(await offered()).toEqual([false, reason])
    for (const who of [testApp.sam, testApp.ann]) expect(await offered(who)).toEqual([false, null])
    expect((await testApp.ann.get(invoicePath(id))).body).not.toHaveProperty('isMonthClosed')
    expect((await setInvoiceStatus(testApp.alice, id, 'void')).status).toBe(409)
    await reopenAll()
    expect(await offered()).toEqual([true, null])
    expect((await setInvoiceStatus(testApp.alice, id, 'void')).status).toBe(200)
  })

  it('is closed once, only after it is over, and reopened once with a reason', async () => {
    for (const month of [today().slice(0, 7), '2099-01'])
      expect(refused(await close(month))).toEqual([400, 'Only a past month can be closed.'])
    for (const month of ['2026-13', 'May', '']) expect((await close(month)).status).toBe(400)
    const answers = await Promise.all([close(), close(), close()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const [id = ''] = await closedNow()
    expect(refused(await reopen(id, {}))).toEqual([400, 'Enter a reason.'])
    expect((await reopen(id)).status).toBe(200)
    expect(refused(await reopen(id))).toEqual([409, 'This month is already open.'])
    expect(await testApp.auditLog()).toContainEqual(
      expect.objectContaining({ action: 'books.month-reopened', entityId: id }),
    )
  })

  it('has no payment dated in it when payments and the close race', async () => {
    const id = await sentInvoice(testApp)
    const date = daysAfter(firstOfMonth(), -1)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => pay(id, { amount: 1, date })),
      close(),
      ...Array.from({ length: 5 }, () => pay(id, { amount: 1, date })),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([])
    const late = await testApp.db.rows(sql`
      select from payments p join closed_months m on m.month = date_trunc('month', p.date::timestamp)::date and m.reopened_at is null
      where p.invoice_id = ${id} and p.created_at > m.closed_at + interval '1 minute'`)
    expect(late).toEqual([])
    expect((await pay(id, { amount: 1, date })).status).toBe(409)
    await reopenAll()
  })
})

describe('an export of the books', () => {
  const exported = (format: string, query = `from=${today()}&to=${today()}`) =>
    testApp.alice.get(`/api/books/${format}/export?${query}`)
  const cents = (text: string | undefined) => Math.round(Number(text) * 100)

  it('lists each line of each invoice for QuickBooks Online and Xero, with the portal’s totals', async () => {
    const clientFolderId = await folderApart(testApp)
    const id = await sentInvoice(testApp, {
      clientFolderId,
      lineItems: [
        { description: '=SUM(A1)', quantity: 2.5, rate: 12_501 },
        { description: 'Discount', quantity: 1, rate: -1_111 },
      ],
    })
    const { invoiceNumber, subtotal, tax } = (await testApp.ann.get(invoicePath(id))).body
    const credit = (await testApp.alice.post('/api/credit-notes', { clientFolderId, amount: 500, reason: 'Goodwill' }))
      .body
    const quickBooks = rows((await exported('quickbooks')).text).filter((row) => row['*InvoiceNo'] === invoiceNumber)
    expect(quickBooks).toHaveLength(2)
    expect(quickBooks.reduce((sum, row) => sum + cents(row['*ItemAmount']), 0)).toBe(subtotal)
    expect(quickBooks[0]?.ItemDescription).toBe("'=SUM(A1)")
    const xero = rows((await exported('xero')).text)
    const lines = xero.filter((row) => row['*InvoiceNumber'] === invoiceNumber)
    expect(lines.reduce((sum, row) => sum + cents(row.TaxAmount), 0)).toBe(tax)
    expect(xero.find((row) => row['*InvoiceNumber'] === credit.creditNoteNumber)).toMatchObject({
      '*UnitAmount': '-5.00',
    })
  })

  it('balances each IIF transaction to zero, and all of them to the portal’s receivables', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'Tab\tand "quote"' })
    const id = await sentInvoice(testApp, { clientFolderId })
    const paymentId = (await pay(id, { amount: 5_000 })).body.id
    await testApp.alice.post(`/api/payments/${paymentId}/refund`, { amount: 1_000, reason: 'x' })
    const wrong = (await pay(id, { amount: 77 })).body.id
    await testApp.alice.post(`/api/payments/${wrong}/reversal`, { reason: 'x' })
    await testApp.alice.post('/api/credit-notes', { clientFolderId, invoiceId: id, amount: 300, reason: 'x' })
    const { text } = await exported('iif')
    let receivable = 0
    for (const transaction of text.split('ENDTRNS\r\n').slice(1, -1)) {
      const lines = transaction
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split('\t'))
      expect(lines.reduce((sum, cells) => sum + cents(cells[5]), 0)).toBe(0)
      for (const cells of lines)
        if (cells[4] === 'Tab and quote' && cells[3] === 'Accounts Receivable') receivable += cents(cells[5])
    }
    expect(receivable).toBe((await testApp.ann.get(invoicePath(id))).body.balance)
  })

  it('books the credit note of a returned retainer to the account of retainers, so that income does not change', async () => {
    const clientFolderId = await folderApart(testApp, { name: 'In advance' })
    const { mapping } = (await testApp.alice.get('/api/books')).body
    const names = { retainerAccount: 'Client deposits', retainerItem: 'Retainer', xeroRetainerCode: '2050' }
    await testApp.alice.put('/api/books/mapping', { ...mapping, ...names })
    const bill = await paidRetainer(testApp, 50_000, clientFolderId)
    const [payment] = (await testApp.alice.get(invoicePath(bill, '/payments'))).body
    const returned = { amount: 30_000, reason: 'The work ended', creditNote: true }
    expect((await testApp.alice.post(`/api/payments/${payment.id}/refund`, returned)).status).toBe(201)
    const [note] = (await testApp.alice.get(`/api/credit-notes?invoiceId=${bill}`)).body
    const lines = (await exported('iif')).text.split('\r\n').map((line) => line.split('\t'))
    const booked = lines.filter((cells) => cells[6] === note.creditNoteNumber)
    expect(booked.map((cells) => [cells[3], cells[5], cells[10]])).toEqual([
      ['Accounts Receivable', '-300.00', ''],
      ['Client deposits', '300.00', 'Retainer'],
    ])
    const xero = rows((await exported('xero')).text).find((row) => row['*InvoiceNumber'] === note.creditNoteNumber)
    expect(xero).toMatchObject({ '*UnitAmount': '-300.00', '*AccountCode': '2050' })
  })

  it('uses the names of the mapping; the mapping refuses an older version and an empty name', async () => {
    const { mapping, version } = (await testApp.alice.get('/api/books')).body
    const put = (body: object, ifMatch = version) =>
      testApp.alice.send({
        method: 'PUT',
        url: '/api/books/mapping',
        payload: body,
        headers: { 'if-match': `"${ifMatch}"` },
      })
    expect((await put({ ...mapping, incomeAccount: ' ' })).status).toBe(400)
    expect((await put({ ...mapping, incomeAccount: 'a\tb' })).status).toBe(400)
    expect((await put({ ...mapping, incomeAccount: 'Consulting income' })).status).toBe(200)
    await sentInvoice(testApp)
    expect((await exported('iif')).text).toContain('Consulting income')
    expect((await put({ ...mapping, incomeAccount: 'Other' }, 99)).status).toBe(412)
  })

  it('refuses other formats, a missing period, staff, and clients', async () => {
    expect((await exported('sage')).status).toBe(404)
    expect((await exported('iif', 'from=2026-01-01')).status).toBe(400)
    for (const caller of [testApp.sam, testApp.ann])
      expect((await caller.get('/api/books/iif/export?from=2026-01-01&to=2026-01-31')).status).toBe(404)
  })
})
