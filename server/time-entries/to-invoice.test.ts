import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import { draftedInvoice, folderApart, invoiceInput, invoicePath, setInvoiceStatus } from '../../tests/invoices.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import type { InvoiceView } from '../../domain/invoice.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { verifyAll } from '../backup/verify.ts'

let testApp: TestApp
let rate: string
let odd: string
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  rate = await serviceRate(testApp)
  odd = await serviceRate(testApp, { serviceName: 'Training', hourlyRate: 10_001 })
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`delete from time_entries where invoice_id is null`))

const today = () => officeDate(testApp.db.now)
let daysBack = 0
const record = async (more: object = {}): Promise<string> => {
  daysBack += 1
  const date = daysAfter(today(), -daysBack)
  const input = { clientFolderId: testApp.folders.acme.id, serviceRateId: rate, date, minutes: 90, ...more }
  return (await testApp.sam.post('/api/time-entries', input)).body.id
}
const bill = (timeEntryIds: string[], more: object = {}, who = testApp.alice) =>
  who.post('/api/time-entries/invoice', {
    clientFolderId: testApp.folders.acme.id,
    timeEntryIds,
    grouping: 'service',
    dueDate: daysAfter(today(), 30),
    ...more,
  })
const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const read = async (id: string) => (await testApp.alice.get(`/api/time-entries/${id}`)).body
const asEdited = ({ lineItems, dueDate }: InvoiceView) => ({
  dueDate,
  lineItems: lineItems.map((line) => ({ ...line, total: null })),
})
const brokenRules = async () => {
  const { broken } = await verifyAll(testApp.context, { quick: true, say: () => undefined })
  return broken
}

describe('time on an invoice', () => {
  it('is a draft with a line for each service and rate, each exactly the sum of its entries', async () => {
    const [a, b] = [await record(), await record({ minutes: 45 })]
    const oddOnes = [
      await record({ serviceRateId: odd, minutes: 50 }),
      await record({ serviceRateId: odd, minutes: 8 }),
    ]
    const { status, body } = await bill([a, b, ...oddOnes])
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'draft', subtotal: 27_000 + 8334 + 1333 })
    expect(body.lineItems).toMatchObject([
      { quantity: 1, rate: 9667, total: 9667 },
      { quantity: 2.25, rate: 12_000, total: 27_000 },
    ])
    expect(body.lineItems[0].description).toMatch(/^Training, .* to .*, 58 min at \$100.01 an hour$/)
    expect(await read(a)).toMatchObject({ invoiceId: body.id, invoiceNumber: body.invoiceNumber, allowed: [] })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'time-entries.invoiced',
      details: { invoiceId: body.id, entries: 4 },
    })
    expect(await brokenRules()).toEqual([])
  })

  it('is a line for each entry with its description', async () => {
    const [a, b] = [await record({ description: 'Call about leave' }), await record()]
    const { body } = await bill([a, b], { grouping: 'entry' })
    expect(body.lineItems).toHaveLength(2)
    expect(body.lineItems[1].description).toMatch(/^HR advice, \w+ \d+, \d{4}: Call about leave$/)
  })

  it('shows a client the lines without what names the recorded time', async () => {
    const draft = (await bill([await record()])).body
    expect(draft.lineItems[0].timeLineId).toMatch(/^[0-9a-f-]{36}$/)
    expect((await setInvoiceStatus(testApp.alice, draft.id, 'sent')).status).toBe(200)
    const { body, text } = await testApp.ann.get(invoicePath(draft.id))
    expect(body.lineItems).toMatchObject([{ quantity: 1.5, rate: 12_000, total: 18_000 }])
    expect(text).not.toContain('timeLineId')
    expect((await testApp.alice.get(invoicePath(draft.id))).body.lineItems[0].timeLineId).toBeDefined()
  })

  it('is on one invoice only, even when two concurrent requests add it', async () => {
    const [a, b, c] = [await record(), await record(), await record()]
    const twin = (await testApp.twin()).caller(testApp.mona.cookie)
    const answers = await Promise.all([bill([a, b]), bill([b, c], {}, twin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(refusalOf(await bill([b]))).toEqual([
      409,
      'Some of this time is already on an invoice. Close this window and choose again.',
    ])
    expect(await brokenRules()).toEqual([])
  })

  it('can’t be changed or deleted', async () => {
    const id = await record()
    const { body } = await bill([id])
    const sentence = `This time is on invoice ${body.invoiceNumber}. Remove its line from the draft first.`
    const { clientFolderId, serviceRateId, date } = await read(id)
    const input = { clientFolderId, serviceRateId, date, minutes: 5 }
    expect(refusalOf(await testApp.sam.put(`/api/time-entries/${id}`, input))).toEqual([409, sentence])
    expect(refusalOf(await testApp.sam.delete(`/api/time-entries/${id}`))).toEqual([409, sentence])
  })

  it('is available again when its line is removed, and when the invoice is voided, draft or sent', async () => {
    const [a, b] = [await record(), await record({ serviceRateId: odd })]
    const draft = (await bill([a, b])).body
    const { lineItems, dueDate } = asEdited(draft)
    const [withoutFirst] = [lineItems.slice(1)]
    expect((await testApp.alice.put(invoicePath(draft.id), { lineItems: withoutFirst, dueDate })).status).toBe(200)
    const left = [await read(a), await read(b)].map(({ invoiceId }) => invoiceId)
    expect(new Set(left)).toEqual(new Set([draft.id, null]))
    expect(await brokenRules()).toEqual([])
    await setInvoiceStatus(testApp.alice, draft.id, 'void')
    const again = (await bill([a, b])).body
    await setInvoiceStatus(testApp.alice, again.id, 'sent')
    expect((await read(a)).invoiceId).toBe(again.id)
    await setInvoiceStatus(testApp.alice, again.id, 'void', { reason: 'Wrong client' })
    expect((await testApp.sam.get(`/api/time-entries/${a}`)).body.allowed).toEqual(['edit', 'delete'])
    expect(await brokenRules()).toEqual([])
  })

  it('stays on the draft when other lines are added and its line is reworded', async () => {
    const id = await record()
    const draft = (await bill([id])).body
    const { lineItems, dueDate } = asEdited(draft)
    const edited = [
      { ...lineItems[0], description: 'Advice in November' },
      { description: 'Fee', quantity: 1, rate: 500 },
    ]
    const answer = await testApp.alice.put(invoicePath(draft.id), { lineItems: edited, dueDate })
    expect(answer.body.subtotal).toBe(18_500)
    expect((await read(id)).invoiceId).toBe(draft.id)
  })

  it('has the service of the time, whatever an edit of the draft says', async () => {
    const draft = (await bill([await record(), await record({ serviceRateId: odd })])).body
    const { lineItems, dueDate } = asEdited(draft)
    const services = lineItems.map(({ serviceRateId }) => serviceRateId)
    expect(new Set(services)).toEqual(new Set([rate, odd]))
    const [first, second] = lineItems.map((line) => ({ ...line, serviceRateId: undefined }))
    const fee = { description: 'Fee', quantity: 1, rate: 500, serviceRateId: odd }
    const edited = [fee, { ...first, serviceRateId: unknownId }, second]
    const answer = await testApp.alice.put(invoicePath(draft.id), { lineItems: edited, dueDate })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.lineItems.map((line: { serviceRateId?: string }) => line.serviceRateId)).toEqual([
      odd,
      ...services,
    ])
  })

  it('has the amount of the time: an edit of the quantity or rate, and a copied line, are refused', async () => {
    const draft = (await bill([await record()])).body
    const { lineItems, dueDate } = asEdited(draft)
    for (const change of [{ rate: 1 }, { quantity: 9 }]) {
      const answer = await testApp.alice.put(invoicePath(draft.id), {
        lineItems: [{ ...lineItems[0], ...change }],
        dueDate,
      })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'lineItems.0.rate'])
    }
    const twice = { lineItems: [...lineItems, ...lineItems], dueDate }
    expect((await testApp.alice.put(invoicePath(draft.id), twice)).status).toBe(400)
    expect((await testApp.alice.post('/api/invoices', invoiceInput(testApp, { lineItems }))).status).toBe(400)
    const other = await draftedInvoice(testApp)
    expect((await testApp.alice.put(invoicePath(other), { lineItems, dueDate })).status).toBe(400)
  })
})

describe('adding time to an invoice', () => {
  it('is refused for staff and clients', async () => {
    const id = await record()
    for (const who of [testApp.sam, testApp.ann]) expect((await bill([id], {}, who)).status).toBe(403)
    expect((await read(id)).invoiceId).toBeNull()
  })

  it('refuses time of another client, unknown time, time that is not billable, and no time', async () => {
    const other = await folderApart(testApp)
    const foreign = await record({ clientFolderId: other })
    const internal = await record({ isBillable: false })
    const id = await record()
    const wrong = 'Choose time that was recorded for this client.'
    expect(refusalOf(await bill([id, foreign]))).toEqual([400, wrong])
    expect(refusalOf(await bill([unknownId]))).toEqual([400, wrong])
    expect(refusalOf(await bill([id, internal]))).toEqual([400, 'Choose billable time only.'])
    expect(refusalOf(await bill([]))).toEqual([400, 'Choose at least one entry.'])
    expect(refusalOf(await bill([id], { dueDate: '' }))).toEqual([400, 'Enter the due date.'])
    expect((await bill([id], { grouping: 'client' })).status).toBe(400)
    expect((await bill([id], { clientFolderId: unknownId })).status).toBe(400)
    expect((await read(id)).invoiceId).toBeNull()
  })

  it('refuses an archived folder', async () => {
    const folder = await folderApart(testApp)
    const id = await record({ clientFolderId: folder })
    await testApp.alice.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await bill([id], { clientFolderId: folder })).status).toBe(409)
  })
})
