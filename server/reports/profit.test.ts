// Profit by client: what was billed and credited in a period, less the recorded time at the firm's average hourly cost.
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Profit } from '../../domain/report.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import { draftedInvoice, folderApart, invoicePath, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { paidRetainer } from '../../tests/retainers.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let card: string
beforeAll(async () => {
  testApp = await createTestApp()
  card = await serviceRate(testApp, { serviceName: 'Advice' })
})
afterAll(() => testApp.close())
afterEach(() => setCost(null))

const today = () => officeDate(testApp.db.now)
const month = () => today().slice(0, 7)
const lastDayOfMonth = () => daysAfter(`${month()}-01`, -1)
const setCost = async (hourlyCost: number | null) => {
  const { status, text } = await testApp.alice.patch('/api/firm-settings', { time: { hourlyCost } })
  expect(status, text).toBe(200)
}
const read = async (from = month(), to = month()): Promise<Profit> => {
  const { status, body, text } = await testApp.alice.get(`/api/reports/profit?from=${from}&to=${to}`)
  expect(status, text).toBe(200)
  return body
}
const ofFolder = ({ clients }: Profit, id: string) => clients.find(({ clientFolderId }) => clientFolderId === id)
const line = (rate: number) => ({ description: 'Work', quantity: 1, rate })
const record = async (clientFolderId: string, minutes: number, more: object = {}) => {
  const entry = { clientFolderId, serviceRateId: card, date: today(), minutes, ...more }
  expect((await testApp.sam.post('/api/time-entries', entry)).status).toBe(201)
}

describe('the profit by client', () => {
  it('is what was billed before sales tax and not credited, less the time at the average hourly cost', async () => {
    const clientFolderId = await folderApart(testApp)
    const invoiceId = await sentInvoice(testApp, { clientFolderId, lineItems: [line(100_000), line(-10_000)] })
    const reason = 'Goodwill'
    // $94.56 and $5.44 sales tax, and a credit that names no invoice.
    for (const more of [{ invoiceId, amount: 10_000 }, { amount: 2_000 }])
      expect((await testApp.alice.post('/api/credit-notes', { clientFolderId, reason, ...more })).status).toBe(201)
    await record(clientFolderId, 100)
    await record(clientFolderId, 7, { isBillable: false })
    const without = await read()
    const income = 90_000 - 9_456 - 2_000
    expect(ofFolder(without, clientFolderId)).toMatchObject({
      income,
      minutes: 107,
      billableMinutes: 100,
      cost: null,
      profit: null,
    })
    expect([without.hourlyCost, without.cost, without.profit]).toEqual([null, null, null])
    await setCost(6_333)
    // 107 minutes at $63.33 an hour are $112.938…
    expect(ofFolder(await read(), clientFolderId)).toMatchObject({ cost: 11_294, profit: income - 11_294 })
  })

  it('leaves out drafts, void invoices and credit notes, and money paid in advance until it is billed', async () => {
    const clientFolderId = await folderApart(testApp)
    await draftedInvoice(testApp, { clientFolderId })
    await setInvoiceStatus(testApp.alice, await sentInvoice(testApp, { clientFolderId }), 'void', { reason: 'x' })
    await paidRetainer(testApp, 50_000, clientFolderId)
    expect(ofFolder(await read(), clientFolderId)).toBeUndefined()
    const note = await testApp.alice.post('/api/credit-notes', { clientFolderId, amount: 500, reason: 'x' })
    expect(ofFolder(await read(), clientFolderId)).toMatchObject({ income: -500 })
    await testApp.alice.post(`/api/credit-notes/${note.body.id}/void`, { reason: 'x' })
    expect(ofFolder(await read(), clientFolderId)).toBeUndefined()
  })

  it('counts only the months that were chosen, by the day an invoice was sent and work was done', async () => {
    const clientFolderId = await folderApart(testApp)
    const earlier = await sentInvoice(testApp, { clientFolderId, lineItems: [line(7_000)] })
    await testApp.db.run(sql`update invoices set sent_at = ${`${lastDayOfMonth()}T17:00:00Z`} where id = ${earlier}`)
    await sentInvoice(testApp, { clientFolderId, lineItems: [line(5_000)] })
    await record(clientFolderId, 60, { date: lastDayOfMonth() })
    const before = lastDayOfMonth().slice(0, 7)
    expect(ofFolder(await read(), clientFolderId)).toMatchObject({ income: 5_000, minutes: 0 })
    expect(ofFolder(await read(before, before), clientFolderId)).toMatchObject({ income: 7_000, minutes: 60 })
    expect(ofFolder(await read(before), clientFolderId)).toMatchObject({ income: 12_000, minutes: 60 })
  })

  it('has totals that match its clients, highest income first, and the same rows as CSV, which is audited', async () => {
    await setCost(4_001)
    const found = await read()
    const sum = (key: 'income' | 'minutes' | 'billableMinutes' | 'cost' | 'profit') =>
      found.clients.reduce((all, client) => all + (client[key] ?? 0), 0)
    const { income, minutes, billableMinutes, cost, profit } = found
    expect([income, minutes, billableMinutes, cost, profit, found.clientCount]).toEqual([
      sum('income'),
      sum('minutes'),
      sum('billableMinutes'),
      sum('cost'),
      sum('profit'),
      found.clients.length,
    ])
    const incomes = found.clients.map((client) => client.income)
    expect(incomes).toEqual(incomes.toSorted((a, b) => b - a))
    const file = await testApp.alice.get(`/api/reports/profit/csv?from=${month()}&to=${month()}`)
    const [header, ...lines] = file.text.trimEnd().split('\r\n')
    expect(header).toContain('Client,Income,Hours,Billable hours,Labor cost,Profit')
    expect(lines).toHaveLength(found.clients.length)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'report.exported',
      details: { report: 'profit', from: month() },
    })
  })

  it('says that the invoice of a folder counts once it is sent', async () => {
    const clientFolderId = await folderApart(testApp)
    const id = await draftedInvoice(testApp, { clientFolderId })
    expect(ofFolder(await read(), clientFolderId)).toBeUndefined()
    await setInvoiceStatus(testApp.alice, id, 'sent')
    const { subtotal } = (await testApp.alice.get(invoicePath(id))).body
    expect(ofFolder(await read(), clientFolderId)).toMatchObject({ income: subtotal })
  })
})

describe('the profit by client is refused', () => {
  it('to staff, clients, and visitors', async () => {
    for (const path of ['/api/reports/profit', '/api/reports/profit/csv']) {
      for (const who of [testApp.sam, testApp.ann]) expect((await who.get(path)).status).toBe(403)
      expect((await testApp.visitor.get(path)).status).toBe(401)
    }
  })

  it('with reversed months, more than three years, and an unknown filter', async () => {
    for (const query of ['from=2026-05&to=2026-04', 'from=2020-01&to=2026-01', 'from=2026-13', 'folder=x'])
      expect((await testApp.alice.get(`/api/reports/profit?${query}`)).status, query).toBe(400)
  })
})

describe('the average hourly cost', () => {
  it.each([-1, 1_000_001, 12.5, '50', undefined])('is refused as %j', async (hourlyCost) => {
    expect((await testApp.alice.patch('/api/firm-settings', { time: { hourlyCost } })).status).toBe(400)
  })

  it('is set by administrators only, and named in the versions of the settings', async () => {
    for (const who of [testApp.sam, testApp.ann])
      expect((await who.patch('/api/firm-settings', { time: { hourlyCost: 1 } })).status).toBe(403)
    await setCost(5_000)
    const [latest] = (await testApp.alice.get('/api/firm-settings/versions')).body
    expect(latest.differences).toEqual([
      { section: 'Time', field: 'Average hourly cost', before: null, after: '$50.00' },
    ])
  })
})
