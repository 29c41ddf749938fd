// Credit notes reduce what is due on their invoice, or become a credit for other invoices of the client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import { brokenRules } from '../../tests/broken-rules.ts'
import { credit, entriesOf, invoiceNow, pay, reason, refusalOf, reverse } from '../../tests/corrections.ts'
import { folderApart, invoicePath, sentInvoice, setInvoiceStatus } from '../../tests/invoices.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { sentRetainer } from '../../tests/retainers.ts'
import { bytesOf } from '../../tests/sealed.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('a credit note', () => {
  it('has its own number and reduces the balance due of its invoice', async () => {
    const invoiceId = await sentInvoice(testApp)
    const { status, body } = await credit(testApp, { invoiceId, amount: 575 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      creditNoteNumber: expect.stringMatching(/^CN-\d{8}-\d{2}$/),
      applied: 575,
      available: 0,
      reason,
      allowed: [],
    })
    expect(await invoiceNow(testApp, invoiceId)).toMatchObject({ status: 'sent', balance: 10_000 })
    const invoiceAllows = async () => (await testApp.alice.get(invoicePath(invoiceId))).body.allowed
    expect(await invoiceAllows()).toContain('credit')
    await credit(testApp, { invoiceId, amount: 10_000 })
    expect(await invoiceNow(testApp, invoiceId)).toMatchObject({ status: 'paid', balance: 0, credited: 10_575 })
    expect(await invoiceAllows()).toEqual(['download'])
    expect((await testApp.ann.get(`/api/credit-notes/${body.id}`)).body.amount).toBe(575)
    const page = await textOf(await bytesOf(testApp, invoicePath(invoiceId, '/pdf')))
    expect(page).toContain('Credits')
    expect(page).toContain(body.creditNoteNumber)
  })

  it('becomes a credit of the client for a paid invoice, and can be applied to another one', async () => {
    const clientFolderId = await folderApart(testApp)
    const paid = await sentInvoice(testApp, { clientFolderId })
    await pay(testApp, paid, 10_575)
    const { body } = await credit(testApp, { clientFolderId, invoiceId: paid, amount: 2_000 })
    expect(body).toMatchObject({ applied: 0, available: 2_000, allowed: ['apply', 'void'] })
    const statement = async () => (await testApp.ann.get(`/api/client-folders/${clientFolderId}/statement`)).body
    expect(await statement()).toMatchObject({ creditAvailable: 2_000, balance: 0 })
    const invoiceId = await sentInvoice(testApp, { clientFolderId })
    const apply = (more: object) =>
      testApp.alice.post(`/api/credit-notes/${body.id}/applications`, { invoiceId, amount: 1_500, ...more })
    expect((await apply({})).body).toMatchObject({ applied: 1_500, available: 500, allowed: ['apply'] })
    expect(await statement()).toMatchObject({ creditAvailable: 500, balance: 9_075, paidInPeriod: 10_575 })
    expect(refusalOf(await apply({ amount: 501 }))).toEqual([
      409,
      'This is more than the $5.00 left on the credit note.',
    ])
    expect((await apply({ invoiceId: paid, amount: 1 })).status).toBe(409)
    expect((await apply({ invoiceId: await sentInvoice(testApp), amount: 1 })).status).toBe(400)
    const [entry] = await entriesOf(testApp, invoiceId)
    await reverse(testApp, entry.id)
    expect(await statement()).toMatchObject({ creditAvailable: 2_000, balance: 10_575 })
  })

  it('has to be voided before its invoice, which would otherwise leave a credit for something that was not billed', async () => {
    const invoiceId = await sentInvoice(testApp)
    const { body } = await credit(testApp, { invoiceId, amount: 575 })
    const [entry] = await entriesOf(testApp, invoiceId)
    await reverse(testApp, entry.id)
    const allowed = async () => (await testApp.alice.get(invoicePath(invoiceId))).body.allowed
    expect(await allowed()).not.toContain('void')
    const voidInvoice = () => setInvoiceStatus(testApp.alice, invoiceId, 'void')
    expect(refusalOf(await voidInvoice())).toEqual([
      409,
      'A credit note was created for this invoice. Void the credit note before you void the invoice.',
    ])
    await testApp.alice.post(`/api/credit-notes/${body.id}/void`, { reason })
    expect(await allowed()).toContain('void')
    expect((await voidInvoice()).status).toBe(200)
  })

  it('has lines of a rate card, which the team sees and clients don’t', async () => {
    const serviceRateId = await serviceRate(testApp)
    const lineItems = [{ description: 'Advice', quantity: 1, rate: 100, serviceRateId }]
    const { body } = await credit(testApp, { invoiceId: await sentInvoice(testApp), lineItems })
    expect(body.lineItems).toMatchObject([{ serviceRateId }])
    const path = `/api/credit-notes/${body.id}`
    const linesFor = async (caller: Caller) => {
      const listed = (await caller.get('/api/credit-notes?limit=200')).body
      return [(await caller.get(path)).body, listed.find(({ id }: { id: string }) => id === body.id)].map(
        (note) => note.lineItems,
      )
    }
    expect(await linesFor(testApp.sam)).toEqual([body.lineItems, body.lineItems])
    const { serviceRateId: _serviceRateId, ...line } = body.lineItems[0]
    expect(await linesFor(testApp.ann)).toEqual([[line], [line]])
  })

  it('for a retainer can be applied only while something is due on its own invoice', async () => {
    const clientFolderId = await folderApart(testApp)
    const invoiceId = await sentRetainer(testApp, 50_000, clientFolderId)
    const { id, isForRetainer } = (await credit(testApp, { clientFolderId, invoiceId, amount: 100 })).body
    const [entry] = await entriesOf(testApp, invoiceId)
    await reverse(testApp, entry.id)
    const work = await sentInvoice(testApp, { clientFolderId })
    const allowed = async () => (await testApp.alice.get(`/api/credit-notes/${id}`)).body.allowed
    expect([isForRetainer, await allowed()]).toEqual([true, ['apply', 'void']])
    await pay(testApp, invoiceId, 50_000)
    expect(await allowed()).toEqual(['void'])
    const application = { invoiceId: work, amount: 1 }
    expect((await testApp.alice.post(`/api/credit-notes/${id}/applications`, application)).status).toBe(409)
    expect((await testApp.sam.get(`/api/credit-notes/${id}`)).body.allowed).toEqual([])
  })

  it('can be voided once before it is applied, with a reason, and retains its number', async () => {
    const { body } = await credit(testApp, { amount: 100 })
    const url = `/api/credit-notes/${body.id}/void`
    expect(refusalOf(await testApp.alice.post(url, {}))).toEqual([400, 'Enter a reason.'])
    expect((await testApp.alice.post(url, { reason })).body).toMatchObject({
      available: 0,
      voidReason: reason,
      allowed: [],
    })
    expect(refusalOf(await testApp.alice.post(url, { reason }))).toEqual([409, 'This credit note is already void.'])
    const invoiceId = await sentInvoice(testApp)
    expect(
      (await testApp.alice.post(`/api/credit-notes/${body.id}/applications`, { invoiceId, amount: 1 })).status,
    ).toBe(409)
    const applied = (await credit(testApp, { invoiceId, amount: 100 })).body
    expect((await testApp.alice.post(`/api/credit-notes/${applied.id}/void`, { reason })).status).toBe(409)
  })

  it('is refused above the total of its invoice, for a draft, and in another client’s folder', async () => {
    const invoiceId = await sentInvoice(testApp)
    await credit(testApp, { invoiceId, amount: 10_000 })
    expect(refusalOf(await credit(testApp, { invoiceId, amount: 576 }))).toEqual([
      409,
      'A credit for this invoice can be at most $5.75.',
    ])
    const other = await folderApart(testApp)
    expect(refusalOf(await credit(testApp, { invoiceId, clientFolderId: other, amount: 1 }))).toEqual([
      400,
      'Choose an invoice of this client folder.',
    ])
    for (const amount of [0, -1, 1.5, 1e13]) expect((await credit(testApp, { amount })).status).toBe(400)
    expect((await credit(testApp, { amount: 1, reason: '' })).status).toBe(400)
  })

  it('has numbers without gaps when many are created at the same time and some are refused', async () => {
    const { body: first } = await credit(testApp, { amount: 1 })
    const invoiceId = await sentInvoice(testApp, { lineItems: [{ description: 'x', quantity: 1, rate: 300 }] })
    const answers = await Promise.all(Array.from({ length: 8 }, () => credit(testApp, { invoiceId, amount: 100 })))
    const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.creditNoteNumber)
    expect(created).toHaveLength(3)
    const count = (number: string) => Number(number.split('-')[2])
    expect(created.map(count).toSorted((a, b) => a - b)).toEqual(
      [1, 2, 3].map((n) => count(first.creditNoteNumber) + n),
    )
  })

  it('leaves nothing that npm run verify finds, however it is used', async () => {
    expect(await brokenRules(testApp)).toEqual([])
  })
})
