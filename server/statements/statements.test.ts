// Statements by aging bucket, and the bookkeeping exports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agingBucket, type Statement } from '../../domain/statement.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)

const newFolder = async (more: object = {}): Promise<string> => {
  const given = {
    name: 'Apart',
    services: 'x',
    assignedStaffId: testApp.people.sam.id,
    clientId: testApp.people.ann.id,
  }
  return (await testApp.alice.post('/api/client-folders', { ...given, ...more })).body.id
}
/** An invoice over this many cents without tax, due in this many days; sent unless specified otherwise. */
async function invoice(clientFolderId: string, cents: number, dueIn: number, status = 'sent') {
  await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { taxExempt: true })
  const lineItems = [{ description: 'Consulting', quantity: 1, rate: cents }]
  const dueDate = daysAfter(today(), dueIn)
  const { id } = (await testApp.alice.post('/api/invoices', { clientFolderId, lineItems, dueDate })).body
  if (status !== 'draft') await testApp.alice.patch(`/api/invoices/${id}/status`, { status })
  return id as string
}
const pay = (id: string, body: object) => testApp.alice.post(`/api/invoices/${id}/payments`, body)
const statementOf = async (folder: string): Promise<Statement> =>
  (await testApp.ann.get(`/api/client-folders/${folder}/statement`)).body

describe('a statement of account', () => {
  it('assigns outstanding amounts to aging buckets, exact to the day', async () => {
    const folder = await newFolder()
    const dueIn = [5, 0, -1, -30, -31, -60, -61, -90, -91, -400]
    for (const [n, days] of dueIn.entries()) await invoice(folder, 100 * 2 ** n, days)
    const wanted = { current: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90Days: 0 }
    for (const [n, days] of dueIn.entries()) wanted[agingBucket(-days)] += 100 * 2 ** n
    const statement = await statementOf(folder)
    expect(statement).toMatchObject({ date: today(), aging: wanted, balance: 102_300, openInvoices: 10, payments: [] })
    expect(statement.invoices.map(({ daysPastDue }) => daysPastDue)).toEqual([400, 91, 90, 61, 60, 31, 30, 1, 0, 0])
    expect(statement.invoices.map(({ status }) => status)).toEqual([...Array(8).fill('overdue'), 'sent', 'sent'])
  })

  it('excludes drafts, void, and paid invoices, and subtracts payments', async () => {
    const folder = await newFolder()
    await invoice(folder, 1, -5, 'draft')
    await invoice(folder, 20, -5, 'void')
    await pay(await invoice(folder, 300, -5), { amount: 300 })
    await pay(await invoice(folder, 4_000, -5), { amount: 1_000, method: 'check', reference: 'No. 9' })
    const statement = await statementOf(folder)
    expect(statement).toMatchObject({ balance: 3_000, openInvoices: 1, paymentsReceived: 2, paidInPeriod: 1_300 })
    expect(statement.invoices).toMatchObject([{ total: 4_000, amountPaid: 1_000, balance: 3_000 }])
    expect(statement.payments).toMatchObject([{ amount: 1_000, method: 'check', reference: 'No. 9' }, { amount: 300 }])
  })

  it('lists the payments of the last twelve months only', async () => {
    const folder = await newFolder()
    const id = await invoice(folder, 1_000, 5)
    const year = `${Number(today().slice(0, 4)) - 1}${today().slice(4)}`
    await pay(id, { amount: 1, date: daysAfter(year, -1) })
    await pay(id, { amount: 20, date: year })
    expect(await statementOf(folder)).toMatchObject({ paymentsReceived: 1, paidInPeriod: 20, balance: 979 })
  })

  it('says so if the client has no balance due', async () => {
    expect(await statementOf(await newFolder())).toMatchObject({
      balance: 0,
      invoices: [],
      payments: [],
      openInvoices: 0,
    })
  })

  it('has the same content as a PDF', async () => {
    const folder = await newFolder()
    await pay(await invoice(folder, 123_456, -40), { amount: 23_456 })
    const headers = { cookie: testApp.ann.cookie ?? '' }
    const url = `/api/client-folders/${folder}/statement/pdf`
    const { rawPayload, headers: given } = await testApp.app.inject({ url, headers })
    expect(given['content-disposition']).toContain(`Statement ${today()}.pdf`)
    const text = await textOf(rawPayload)
    for (const words of ['$1,234.56', '$234.56', '$1,000.00', '31–60 days', '40 days past due'])
      expect(text).toContain(words)
    expect(await checkAccessible(rawPayload)).toEqual([])
  })

  it('is limited to people who see the folder', async () => {
    for (const rest of ['', '/pdf']) {
      const url = `/api/client-folders/${testApp.folders.acme.id}/statement${rest}`
      const statuses = await Promise.all(
        [testApp.visitor, testApp.ann, testApp.eve, testApp.sam, testApp.sue, testApp.alice].map(
          async (caller) => (await caller.get(url)).status,
        ),
      )
      expect(statuses).toEqual([401, 200, 404, 200, 404, 200])
    }
    expect((await testApp.alice.get('/api/client-folders/01890000-0000-7000-8000-00000000dead/statement')).status).toBe(
      404,
    )
  })
})

describe('the bookkeeping exports', () => {
  /** RFC 4180, parsed character by character. */
  function parse(text: string): string[][] {
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    const rows: string[][] = [[]]
    const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
    const body = text.slice(1)
    for (let match = cell.exec(body); match !== null; match = cell.exec(body)) {
      rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
      if (match[3] === '\r\n') rows.push([])
      if (cell.lastIndex === body.length) break
    }
    expect(rows.pop()).toEqual([])
    return rows
  }
  const read = async (url: string) => parse((await testApp.alice.get(url)).text)

  it('contain each sent invoice, in dollars', async () => {
    const folder = await newFolder({ name: 'Quotes "and", commas' })
    const id = await invoice(folder, 105_000_50, -3)
    await pay(id, { amount: 50 })
    const { invoiceNumber } = (await testApp.alice.get(`/api/invoices/${id}`)).body
    const draft = (await testApp.alice.get(`/api/invoices/${await invoice(folder, 1, 1, 'draft')}`)).body.invoiceNumber
    const answer = await testApp.alice.get('/api/invoices/csv')
    expect(answer.headers['content-type']).toMatch(/^text\/csv; charset=utf-8/)
    expect(answer.headers['content-disposition']).toContain('attachment; filename="invoices.csv"')
    const [header, ...rows] = parse(answer.text)
    expect(header?.slice(0, 4)).toEqual(['Invoice number', 'Status', 'Issued', 'Due'])
    expect(rows.every((row) => row.length === header?.length)).toBe(true)
    expect(rows.find(([number]) => number === invoiceNumber)).toEqual(
      expect.arrayContaining([
        'overdue',
        today(),
        daysAfter(today(), -3),
        'Quotes "and", commas',
        '105000.50',
        '0.00',
        '0.50',
        '105000.00',
      ]),
    )
    expect(rows.some(([number]) => number === draft)).toBe(false)
    expect((await testApp.auditLog()).some(({ action }) => action === 'invoices.exported')).toBe(true)
  })

  it('contain each payment by its payment date', async () => {
    const folder = await newFolder({ name: 'Payers' })
    const id = await invoice(folder, 1_000, 5)
    for (const [amount, date] of [
      [100, '2024-01-31'],
      [200, '2024-02-01'],
      [300, '2024-02-29'],
      [400, '2024-03-01'],
    ] as const)
      await pay(id, { amount, date, method: 'bank-transfer', reference: 'Wire' })
    const rows = await read('/api/payments/csv?from=2024-02-01&to=2024-02-29')
    expect(
      rows.slice(1).map(([date, , name, method, reference, amount]) => [date, name, method, reference, amount]),
    ).toEqual([
      ['2024-02-01', 'Payers', 'Bank transfer', 'Wire', '2.00'],
      ['2024-02-29', 'Payers', 'Bank transfer', 'Wire', '3.00'],
    ])
    expect((await read('/api/invoices/csv?to=2024-01-01')).length).toBe(1)
    expect((await read(`/api/invoices/csv?from=${today()}`)).length).toBeGreaterThan(1)
  })

  it('contain no formulas', async () => {
    for (const name of ['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', ' =1', 'plain']) {
      const folder = await newFolder({ name })
      const id = await invoice(folder, 100, 5)
      const { invoiceNumber } = (await testApp.alice.get(`/api/invoices/${id}`)).body
      const row = (await read('/api/invoices/csv')).find(([number]) => number === invoiceNumber)
      expect(row?.[4]).toBe(name === 'plain' ? name : `'${name.replace(/(?<=[\t\r])=/, "'=")}`)
    }
    const text = 'line\r\none\nand "two"'
    const folder = await newFolder()
    await testApp.alice.patch(`/api/client-folders/${folder}`, { purchaseOrderNumber: text })
    const id = await invoice(folder, 100, 5)
    const { invoiceNumber } = (await testApp.alice.get(`/api/invoices/${id}`)).body
    expect((await read('/api/invoices/csv')).find(([number]) => number === invoiceNumber)?.[6]).toBe(text)
  })

  it('continue over many pages without duplicates or gaps', async () => {
    const folder = await newFolder({ name: 'Many' })
    const id = await invoice(folder, 9_999_999, 5)
    const { rows } = await testApp.db.pool.query(
      `insert into payments (id, invoice_id, client_folder_id, amount, date, method, recorded_by_id, created_at)
       select gen_random_uuid(), $1, $2, n, '2023-05-05', 'other', $3, now() from generate_series(1, 1203) n returning amount`,
      [id, folder, testApp.people.alice.id],
    )
    const amounts = (await read('/api/payments/csv?from=2023-05-05&to=2023-05-05'))
      .slice(1)
      .map((row) => Number(row[5]))
    expect(new Set(amounts).size).toBe(rows.length)
    expect(amounts).toHaveLength(1203)
  })

  it('are limited to administrators and valid dates', async () => {
    for (const noun of ['invoices', 'payments']) {
      const url = `/api/${noun}/csv`
      for (const who of ['sam', 'ann', 'eve'] as const) expect((await testApp[who].get(url)).status).toBe(403)
      expect((await testApp.visitor.get(url)).status).toBe(401)
      for (const odd of ['from=2026-02-30', 'to=', 'from=yesterday', 'from=0000-01-01', 'since=2026-01-01'])
        expect((await testApp.alice.get(`${url}?${odd}`)).status, odd).toBe(400)
    }
  })
})
