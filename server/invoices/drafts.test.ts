// Draft invoices: their totals and lines, and what may be changed until they are sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officeDate } from '../../domain/time.ts'
import { draftedInvoice, folderApart, invoiceInput, invoicePath, setInvoiceStatus } from '../../tests/invoices.ts'
import { type Answer, createTestApp, unknownId, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
/** Input for tests of an invoice's totals. */
const lines = [{ description: 'Consulting', quantity: 2.5, rate: 12_500 }]
const requestInput = (more: object = {}) => invoiceInput(testApp, { lineItems: lines, ...more })
const refused = ({ status, body }: Answer) => [status, body.issues[0]?.path, body.message]

const contractOf = async (
  clientFolderId: string,
  more: object = {},
): Promise<{ id: string; contractNumber: string }> => {
  const answer = await testApp.alice.post('/api/contracts', {
    clientFolderId,
    clientName: 'Ann Keller',
    clientEmail: 'ann@example.com',
    startDate: today(),
    services: [
      { customName: 'Handbook', estimatedHours: 10, hourlyRate: 12_550 },
      { customName: 'Training', estimatedHours: 1.5, hourlyRate: 20_000 },
    ],
    ...more,
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('creating a draft invoice', () => {
  it('assigns a number, calculates totals, and is audited', async () => {
    const answer = await testApp.alice.post('/api/invoices', requestInput({ description: 'March' }))
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      invoiceNumber: expect.stringMatching(new RegExp(`^INV-${today().replaceAll('-', '')}-\\d{2,}$`)),
      clientFolderName: 'Acme Tooling',
      createdById: testApp.people.alice.id,
      description: 'March',
      lineItems: [{ ...lines[0], total: 31_250 }],
      subtotal: 31_250,
      tax: 1_797,
      total: 33_047,
      amountPaid: 0,
      balance: 33_047,
      status: 'draft',
      sentAt: null,
      paidAt: null,
      version: 1,
      allowed: ['download', 'edit', 'send', 'void'],
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'invoice.created', entityId: answer.body.id })
  })

  it('accepts matching totals and refuses others', async () => {
    const sums = { subtotal: 31_250, tax: 1_797, total: 33_047 }
    expect((await testApp.alice.post('/api/invoices', requestInput(sums))).status).toBe(201)
    const before = (await testApp.alice.get('/api/invoices?limit=1')).body[0].id
    for (const [key, wrong] of Object.entries({ subtotal: 31_249, tax: 0, total: 33_048 }))
      expect(refused(await testApp.alice.post('/api/invoices', requestInput({ ...sums, [key]: wrong })))).toEqual([
        400,
        key,
        expect.stringMatching(/^This doesn’t add up/),
      ])
    const wrongLine = { lineItems: [{ ...lines[0], total: 1 }] }
    expect(refused(await testApp.alice.post('/api/invoices', requestInput(wrongLine))).slice(0, 2)).toEqual([
      400,
      'lineItems.0.total',
    ])
    expect((await testApp.alice.get('/api/invoices?limit=1')).body[0].id).toBe(before)
  })

  it('charges no tax to an exempt client, and prints the exemption and purchase order numbers', async () => {
    const of = { taxExempt: true, taxExemptionNumber: 'VA-12-345', purchaseOrderNumber: 'PO 77' }
    const clientFolderId = await folderApart(testApp, of)
    const { body } = await testApp.alice.post('/api/invoices', requestInput({ clientFolderId }))
    expect(body).toMatchObject({ ...of, tax: 0, total: 31_250 })
    expect((await testApp.alice.post('/api/invoices', requestInput({ clientFolderId, tax: 0 }))).status).toBe(201)
    expect(
      refused(await testApp.alice.post('/api/invoices', requestInput({ clientFolderId, tax: 1_797 }))).slice(0, 2),
    ).toEqual([400, 'tax'])
    expect((await testApp.ann.get(`/api/client-folders/${clientFolderId}`)).body).toMatchObject(of)
  })

  it('copies the services of a contract to its lines', async () => {
    const { id: contractId, contractNumber } = await contractOf(testApp.folders.acme.id)
    const { body } = await testApp.alice.post('/api/invoices', requestInput({ contractId, lineItems: undefined }))
    expect(body).toMatchObject({
      contractId,
      contractNumber,
      lineItems: [
        { description: 'Handbook', quantity: 10, rate: 12_550, total: 125_500 },
        { description: 'Training', quantity: 1.5, rate: 20_000, total: 30_000 },
      ],
      subtotal: 155_500,
    })
    const own = await testApp.alice.post('/api/invoices', requestInput({ contractId }))
    expect(own.body.lineItems).toHaveLength(1)
  })

  it('refuses another folder’s contract, an unknown one, and a terminated one', async () => {
    const foreign = await contractOf(testApp.folders.elmwood.id)
    const cancelled = await contractOf(testApp.folders.acme.id)
    await testApp.alice.patch(`/api/contracts/${cancelled.id}/status`, { status: 'cancelled' })
    const answers = await Promise.all(
      [foreign.id, unknownId, cancelled.id].map((contractId) =>
        testApp.alice.post('/api/invoices', requestInput({ contractId })),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.issues[0].path])).toEqual(Array(3).fill([400, 'contractId']))
    expect(answers[0]?.text).toBe(answers[1]?.text)
  })

  it('refuses missing lines, a missing or archived folder, and server-controlled fields', async () => {
    const post = (more: object) => testApp.alice.post('/api/invoices', requestInput(more))
    expect(refused(await post({ lineItems: undefined }))).toEqual([400, 'lineItems', 'Add at least one line.'])
    expect(refused(await post({ lineItems: [] }))).toEqual([400, 'lineItems', 'Add at least one line.'])
    expect(refused(await post({ clientFolderId: unknownId }))).toEqual([
      400,
      'clientFolderId',
      'Choose a client folder.',
    ])
    const archived = await folderApart(testApp, { status: 'archived' })
    expect((await post({ clientFolderId: archived })).status).toBe(409)
    for (const key of ['status', 'paidAt', 'amountPaid', 'createdById'])
      expect((await post({ [key]: 'x' })).status).toBe(400)
  })

  it('refuses everyone but administrators', async () => {
    for (const who of ['sam', 'sue', 'ann', 'eve'] as const)
      expect((await testApp[who].post('/api/invoices', requestInput())).status).toBe(403)
    expect((await testApp.visitor.post('/api/invoices', requestInput())).status).toBe(401)
  })

  it('accepts a custom number that is valid and free', async () => {
    const invoiceNumber = 'INV-20260228-07'
    const post = (number: string) => testApp.alice.post('/api/invoices', requestInput({ invoiceNumber: number }))
    expect((await post(invoiceNumber)).body.invoiceNumber).toBe(invoiceNumber)
    expect(refused(await post(invoiceNumber)).slice(0, 2)).toEqual([409, 'invoiceNumber'])
    for (const odd of ['INV-20260230-07', 'INV-20260228-7', 'inv-20260228-08', 'PROHR-202602-008', '7'])
      expect(refused(await post(odd)).slice(0, 2), odd).toEqual([400, 'invoiceNumber'])
  })
})

describe('a draft invoice', () => {
  it('is visible to the team only; the client finds it nowhere', async () => {
    const id = await draftedInvoice(testApp)
    expect((await testApp.sam.get(invoicePath(id))).status).toBe(200)
    expect((await testApp.sue.get(invoicePath(id))).status).toBe(404)
    for (const rest of ['', '/pdf', '/payments'])
      expect((await testApp.ann.get(invoicePath(id, rest))).status).toBe(404)
    const list = (await testApp.ann.get('/api/invoices?limit=200')).body as { id: string }[]
    expect(list.map((each) => each.id)).not.toContain(id)
  })

  it('can be edited: fields left out are unchanged, and totals are recalculated', async () => {
    const id = await draftedInvoice(testApp, { description: 'March' })
    const lineItems = [{ description: 'Training', quantity: 1, rate: 10_000 }]
    const answer = await testApp.alice.put(invoicePath(id), { lineItems }, { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ description: 'March', subtotal: 10_000, tax: 575, total: 10_575, version: 2 })
    expect((await testApp.alice.put(invoicePath(id), { description: '' })).body).toMatchObject({
      description: null,
      total: 10_575,
    })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'invoice.changed', entityId: id })
  })

  it('takes over the current data of its folder', async () => {
    const clientFolderId = await folderApart(testApp)
    const id = await draftedInvoice(testApp, { clientFolderId })
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { taxExempt: true, purchaseOrderNumber: 'PO 1' })
    expect(refused(await setInvoiceStatus(testApp.alice, id, 'sent'))).toEqual([
      409,
      undefined,
      'The client is now exempt from sales tax. Edit and save the draft before it is sent.',
    ])
    expect((await testApp.alice.put(invoicePath(id), {})).body).toMatchObject({ tax: 0, purchaseOrderNumber: 'PO 1' })
    expect((await setInvoiceStatus(testApp.alice, id, 'sent')).body.status).toBe('sent')
  })

  it('stays in its folder and retains its number', async () => {
    const id = await draftedInvoice(testApp)
    const { invoiceNumber } = (await testApp.alice.get(invoicePath(id))).body
    expect((await testApp.alice.put(invoicePath(id), requestInput({ invoiceNumber }))).status).toBe(200)
    expect(refused(await testApp.alice.put(invoicePath(id), { invoiceNumber: 'INV-20200101-01' })).slice(0, 2)).toEqual(
      [400, 'invoiceNumber'],
    )
    const clientFolderId = testApp.folders.elmwood.id
    expect(refused(await testApp.alice.put(invoicePath(id), { clientFolderId })).slice(0, 2)).toEqual([
      400,
      'clientFolderId',
    ])
  })

  it('refuses edits by others, at an outdated version, or with wrong totals', async () => {
    const id = await draftedInvoice(testApp)
    expect((await testApp.sam.put(invoicePath(id), { description: 'x' })).status).toBe(403)
    expect((await testApp.sue.put(invoicePath(id), { description: 'x' })).status).toBe(404)
    expect((await testApp.ann.put(invoicePath(id), { description: 'x' })).status).toBe(404)
    expect((await testApp.alice.put(invoicePath(id), { description: 'x' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await testApp.alice.put(invoicePath(id), { total: 1 })).status).toBe(400)
    expect((await testApp.alice.put(invoicePath(id), { lineItems: [] })).status).toBe(400)
    expect((await testApp.alice.get(invoicePath(id))).body.version).toBe(1)
  })
})
