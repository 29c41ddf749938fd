// Outstanding balances: by client and by days past due, equal to the statements and to the domain's rule.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Receivables } from '../../domain/report.ts'
import { agingBucket } from '../../domain/statement.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { draftedInvoice, folderApart, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const read = async (): Promise<Receivables> => {
  const { status, body, text } = await testApp.alice.get('/api/reports/receivables')
  expect(status, text).toBe(200)
  return body
}
const ofFolder = ({ clients }: Receivables, id: string) => clients.find(({ clientFolderId }) => clientFolderId === id)
const dueOn = (days: number) => daysAfter(officeDate(testApp.db.now), -days)

describe('the receivables report', () => {
  it('totals outstanding invoices by client and by days past due, like the statement and the domain', async () => {
    const folder = await folderApart(testApp)
    const expected: Record<string, number> = {}
    for (const days of [-5, 0, 1, 30, 31, 60, 61, 90, 91, 400]) {
      const id = await sentInvoice(testApp, { clientFolderId: folder, dueDate: dueOn(days) })
      const { total } = (await testApp.alice.get(`/api/invoices/${id}`)).body
      const bucket = agingBucket(days)
      expected[bucket] = (expected[bucket] ?? 0) + total
    }
    const found = ofFolder(await read(), folder)
    expect(found).toMatchObject({ openInvoices: 10, aging: expected })
    const statement = (await testApp.alice.get(`/api/client-folders/${folder}/statement`)).body
    expect([found?.balance, found?.aging]).toEqual([statement.balance, statement.aging])
  })

  it('leaves out draft, void, and paid invoices, and counts the balance of a partly paid one', async () => {
    const folder = await folderApart(testApp)
    const more = { clientFolderId: folder }
    await draftedInvoice(testApp, more)
    const gone = await sentInvoice(testApp, more)
    await setInvoiceStatus(testApp.alice, gone, 'void', { reason: 'x' })
    await setInvoiceStatus(testApp.alice, await sentInvoice(testApp, more), 'paid')
    expect(ofFolder(await read(), folder)).toBeUndefined()
    const part = await sentInvoice(testApp, more)
    await testApp.alice.post(`/api/invoices/${part}/payments`, { amount: 1000 })
    const { balance } = (await testApp.alice.get(`/api/invoices/${part}`)).body
    expect(ofFolder(await read(), folder)).toMatchObject({ openInvoices: 1, balance })
  })

  it('equals the statement after part payments, reversals, refunds, and credit notes', async () => {
    const folder = await folderApart(testApp)
    const send = () => sentInvoice(testApp, { clientFolderId: folder, dueDate: dueOn(45) })
    const post = async (path: string, body: object) => {
      const { status, body: made, text } = await testApp.alice.post(`/api${path}`, body)
      expect(status, text).toBe(201)
      return made
    }
    const reason = 'Entered by mistake'
    const pay = (id: string, amount: number) => post(`/invoices/${id}/payments`, { amount, method: 'check' })
    const credit = (more: object) => post('/credit-notes', { clientFolderId: folder, reason, ...more })
    const owed = async () => {
      const found = ofFolder(await read(), folder)
      const statement = (await testApp.alice.get(`/api/client-folders/${folder}/statement`)).body
      expect([found?.balance ?? 0, found?.openInvoices ?? 0]).toEqual([statement.balance, statement.openInvoices])
      if (found !== undefined) expect(found.aging).toEqual(statement.aging)
      return found?.balance
    }
    const first = await send()
    const paid = await pay(first, 10_575)
    expect(await owed(), 'paid').toBeUndefined()
    await post(`/payments/${paid.id}/reversal`, { reason })
    expect(await owed(), 'the payment is reversed').toBe(10_575)
    const again = await pay(first, 10_575)
    await post(`/payments/${again.id}/refund`, { amount: 575, reason })
    expect(await owed(), 'partly refunded').toBe(575)
    await post(`/payments/${again.id}/refund`, { amount: 1_000, reason, creditNote: true })
    expect(await owed(), 'a refund with a credit note').toBe(575)
    const second = await send()
    await credit({ invoiceId: second, amount: 2_000 })
    expect(await owed(), 'a credit note for an invoice').toBe(575 + 8_575)
    const { id } = await credit({ amount: 700 })
    expect(await owed(), 'a credit that is not applied').toBe(575 + 8_575)
    await post(`/credit-notes/${id}/applications`, { invoiceId: second, amount: 700 })
    expect(await owed(), 'a credit that is applied').toBe(575 + 7_875)
    await setInvoiceStatus(testApp.alice, await send(), 'void', { reason })
    expect(await owed(), 'a void invoice').toBe(575 + 7_875)
  })

  it('has totals that match its clients, highest balance first', async () => {
    const found = await read()
    const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0)
    expect(found.clientCount).toBe(found.clients.length)
    expect(found.balance).toBe(sum(found.clients.map(({ balance }) => balance)))
    expect(found.balance).toBe(sum(Object.values(found.aging)))
    expect(found.clients.map(({ balance }) => balance)).toEqual(
      found.clients.map(({ balance }) => balance).toSorted((a, b) => b - a),
    )
  })

  it('is exported as CSV with a line for each client, which is audited', async () => {
    const { clients } = await read()
    const file = await testApp.alice.get('/api/reports/receivables/csv')
    expect(file.status).toBe(200)
    const [header, ...lines] = file.text.trimEnd().split('\r\n')
    expect(header).toContain('Client,Invoices,Outstanding,Not due yet')
    expect(lines).toHaveLength(clients.length)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'report.exported',
      details: { report: 'receivables' },
    })
  })

  it('is exported without names that a spreadsheet would evaluate as formulas', async () => {
    const folder = await folderApart(testApp, { name: '=HYPERLINK("https://example.com","x")' })
    await sentInvoice(testApp, { clientFolderId: folder })
    const { text } = await testApp.alice.get('/api/reports/receivables/csv')
    expect(text).toContain(`"'=HYPERLINK(""https://example.com"",""x"")",1,105.75,105.75,0.00,0.00,0.00,0.00\r\n`)
  })
})

describe('the receivables report is refused', () => {
  it('to staff, clients, and visitors', async () => {
    for (const path of ['/api/reports/receivables', '/api/reports/receivables/csv']) {
      for (const who of [testApp.sam, testApp.ann]) expect((await who.get(path)).status).toBe(403)
      expect((await testApp.visitor.get(path)).status).toBe(401)
    }
  })

  it('with an unknown filter, and as another method', async () => {
    expect((await testApp.alice.get('/api/reports/receivables?month=2026-01')).status).toBe(400)
    expect((await testApp.alice.post('/api/reports/receivables', {})).status).toBe(405)
  })
})
