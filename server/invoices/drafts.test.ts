// Invoices that are drafted: with which sums and lines, and what may be changed until they are sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officeDate } from '../../domain/time.ts'
import { draftedInvoice, folderApart, invoiceInput, invoicePath, moveInvoice } from '../../tests/invoices.ts'
import { type Answer, createWorld, unknownId, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const today = () => officeDate(world.db.now)
/** What stories about the sums of an invoice are told with. */
const lines = [{ description: 'Consulting', quantity: 2.5, rate: 12_500 }]
const wish = (more: object = {}) => invoiceInput(world, { lineItems: lines, ...more })
const refused = ({ status, body }: Answer) => [status, body.issues[0]?.path, body.message]

const contractOf = async (
  clientFolderId: string,
  more: object = {},
): Promise<{ id: string; contractNumber: string }> => {
  const answer = await world.alice.post('/api/contracts', {
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

describe('an invoice is drafted', () => {
  it('with a number, its sums, and a line in the trail', async () => {
    const answer = await world.alice.post('/api/invoices', wish({ description: 'March' }))
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      invoiceNumber: expect.stringMatching(new RegExp(`^INV-${today().replaceAll('-', '')}-\\d{2,}$`)),
      clientFolderName: 'Acme Tooling',
      createdById: world.people.alice.id,
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
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'invoice.created', entityId: answer.body.id })
  })

  it('with sums that agree, and not with others', async () => {
    const sums = { subtotal: 31_250, tax: 1_797, total: 33_047 }
    expect((await world.alice.post('/api/invoices', wish(sums))).status).toBe(201)
    const before = (await world.alice.get('/api/invoices?limit=1')).body[0].id
    for (const [key, wrong] of Object.entries({ subtotal: 31_249, tax: 0, total: 33_048 }))
      expect(refused(await world.alice.post('/api/invoices', wish({ ...sums, [key]: wrong })))).toEqual([
        400,
        key,
        expect.stringMatching(/^This does not add up/),
      ])
    const wrongLine = { lineItems: [{ ...lines[0], total: 1 }] }
    expect(refused(await world.alice.post('/api/invoices', wish(wrongLine))).slice(0, 2)).toEqual([
      400,
      'lineItems.0.total',
    ])
    expect((await world.alice.get('/api/invoices?limit=1')).body[0].id).toBe(before)
  })

  it('without tax for an exempt client, whose number and purchase order stand on it', async () => {
    const of = { taxExempt: true, taxExemptionNumber: 'VA-12-345', purchaseOrderNumber: 'PO 77' }
    const clientFolderId = await folderApart(world, of)
    const { body } = await world.alice.post('/api/invoices', wish({ clientFolderId }))
    expect(body).toMatchObject({ ...of, tax: 0, total: 31_250 })
    expect((await world.alice.post('/api/invoices', wish({ clientFolderId, tax: 0 }))).status).toBe(201)
    expect(refused(await world.alice.post('/api/invoices', wish({ clientFolderId, tax: 1_797 }))).slice(0, 2)).toEqual([
      400,
      'tax',
    ])
    expect((await world.ann.get(`/api/client-folders/${clientFolderId}`)).body).toMatchObject(of)
  })

  it('from a contract, whose services become its lines', async () => {
    const { id: contractId, contractNumber } = await contractOf(world.folders.acme.id)
    const { body } = await world.alice.post('/api/invoices', wish({ contractId, lineItems: undefined }))
    expect(body).toMatchObject({
      contractId,
      contractNumber,
      lineItems: [
        { description: 'Handbook', quantity: 10, rate: 12_550, total: 125_500 },
        { description: 'Training', quantity: 1.5, rate: 20_000, total: 30_000 },
      ],
      subtotal: 155_500,
    })
    const own = await world.alice.post('/api/invoices', wish({ contractId }))
    expect(own.body.lineItems).toHaveLength(1)
  })

  it('not for another folder’s contract, an unknown one, or one that was ended', async () => {
    const foreign = await contractOf(world.folders.elmwood.id)
    const cancelled = await contractOf(world.folders.acme.id)
    await world.alice.patch(`/api/contracts/${cancelled.id}/status`, { status: 'cancelled' })
    const answers = await Promise.all(
      [foreign.id, unknownId, cancelled.id].map((contractId) =>
        world.alice.post('/api/invoices', wish({ contractId })),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body.issues[0].path])).toEqual(Array(3).fill([400, 'contractId']))
    expect(answers[0]?.text).toBe(answers[1]?.text)
  })

  it('not without lines, in no folder, in an archived one, or with what the server decides', async () => {
    const post = (more: object) => world.alice.post('/api/invoices', wish(more))
    expect(refused(await post({ lineItems: undefined }))).toEqual([400, 'lineItems', 'Please add at least one line.'])
    expect(refused(await post({ lineItems: [] }))).toEqual([400, 'lineItems', 'Please add at least one line.'])
    expect(refused(await post({ clientFolderId: unknownId }))).toEqual([
      400,
      'clientFolderId',
      'Please choose a client folder.',
    ])
    const archived = await folderApart(world, { status: 'archived' })
    expect((await post({ clientFolderId: archived })).status).toBe(409)
    for (const key of ['status', 'paidAt', 'amountPaid', 'createdById'])
      expect((await post({ [key]: 'x' })).status).toBe(400)
  })

  it('by administrators only', async () => {
    for (const who of ['sam', 'sue', 'ann', 'eve'] as const)
      expect((await world[who].post('/api/invoices', wish())).status).toBe(403)
    expect((await world.visitor.post('/api/invoices', wish())).status).toBe(401)
  })

  it('with a number of one’s own, if it has the form and is free', async () => {
    const invoiceNumber = 'INV-20260228-07'
    const post = (number: string) => world.alice.post('/api/invoices', wish({ invoiceNumber: number }))
    expect((await post(invoiceNumber)).body.invoiceNumber).toBe(invoiceNumber)
    expect(refused(await post(invoiceNumber)).slice(0, 2)).toEqual([409, 'invoiceNumber'])
    for (const odd of ['INV-20260230-07', 'INV-20260228-7', 'inv-20260228-08', 'PROHR-202602-008', '7'])
      expect(refused(await post(odd)).slice(0, 2), odd).toEqual([400, 'invoiceNumber'])
  })
})

describe('a draft', () => {
  it('is the team’s own: the client finds it nowhere', async () => {
    const id = await draftedInvoice(world)
    expect((await world.sam.get(invoicePath(id))).status).toBe(200)
    expect((await world.sue.get(invoicePath(id))).status).toBe(404)
    for (const rest of ['', '/pdf', '/payments']) expect((await world.ann.get(invoicePath(id, rest))).status).toBe(404)
    const list = (await world.ann.get('/api/invoices?limit=200')).body as { id: string }[]
    expect(list.map((each) => each.id)).not.toContain(id)
  })

  it('is edited: what is left out stays, the sums follow', async () => {
    const id = await draftedInvoice(world, { description: 'March' })
    const lineItems = [{ description: 'Training', quantity: 1, rate: 10_000 }]
    const answer = await world.alice.put(invoicePath(id), { lineItems }, { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ description: 'March', subtotal: 10_000, tax: 575, total: 10_575, version: 2 })
    expect((await world.alice.put(invoicePath(id), { description: '' })).body).toMatchObject({
      description: null,
      total: 10_575,
    })
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'invoice.changed', entityId: id })
  })

  it('takes over what its folder says by now', async () => {
    const clientFolderId = await folderApart(world)
    const id = await draftedInvoice(world, { clientFolderId })
    await world.alice.patch(`/api/client-folders/${clientFolderId}`, { taxExempt: true, purchaseOrderNumber: 'PO 1' })
    expect(refused(await moveInvoice(world.alice, id, 'sent'))).toEqual([
      409,
      undefined,
      'The client is now exempt from sales tax. Edit and save the draft before it is sent.',
    ])
    expect((await world.alice.put(invoicePath(id), {})).body).toMatchObject({ tax: 0, purchaseOrderNumber: 'PO 1' })
    expect((await moveInvoice(world.alice, id, 'sent')).body.status).toBe('sent')
  })

  it('stays in its folder and keeps its number', async () => {
    const id = await draftedInvoice(world)
    const { invoiceNumber } = (await world.alice.get(invoicePath(id))).body
    expect((await world.alice.put(invoicePath(id), wish({ invoiceNumber }))).status).toBe(200)
    expect(refused(await world.alice.put(invoicePath(id), { invoiceNumber: 'INV-20200101-01' })).slice(0, 2)).toEqual([
      400,
      'invoiceNumber',
    ])
    const clientFolderId = world.folders.elmwood.id
    expect(refused(await world.alice.put(invoicePath(id), { clientFolderId })).slice(0, 2)).toEqual([
      400,
      'clientFolderId',
    ])
  })

  it('is not edited by others, at an older version, or with sums that do not agree', async () => {
    const id = await draftedInvoice(world)
    expect((await world.sam.put(invoicePath(id), { description: 'x' })).status).toBe(403)
    expect((await world.sue.put(invoicePath(id), { description: 'x' })).status).toBe(404)
    expect((await world.ann.put(invoicePath(id), { description: 'x' })).status).toBe(404)
    expect((await world.alice.put(invoicePath(id), { description: 'x' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await world.alice.put(invoicePath(id), { total: 1 })).status).toBe(400)
    expect((await world.alice.put(invoicePath(id), { lineItems: [] })).status).toBe(400)
    expect((await world.alice.get(invoicePath(id))).body.version).toBe(1)
  })
})
