// The life of an invoice, as the people around it see it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { type Answer, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const today = () => officeDate(world.db.now)
const lines = [{ description: 'Consulting', quantity: 2.5, rate: 12_500 }]
const wish = (more: object = {}) => ({
  clientFolderId: world.folders.acme.id,
  lineItems: lines,
  dueDate: daysAfter(today(), 30),
  ...more,
})
const unknown = '01890000-0000-7000-8000-00000000dead'

const drafted = async (more: object = {}): Promise<string> => {
  const answer = await world.alice.post('/api/invoices', wish(more))
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const move = (id: string, status: string, more: object = {}) =>
  world.alice.patch(`/api/invoices/${id}/status`, { status, ...more })
const sent = async (more: object = {}): Promise<string> => {
  const id = await drafted(more)
  expect((await move(id, 'sent')).status).toBe(200)
  return id
}
const at = (id: string, rest = '') => `/api/invoices/${id}${rest}`
const refused = ({ status, body }: Answer) => [status, body.issues[0]?.path, body.message]

/** A folder of Acme's client, apart from what the other stories do. */
const ownFolder = async (more: object = {}): Promise<string> => {
  const given = { name: 'Apart', services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
  const { id } = (await world.alice.post('/api/client-folders', given)).body
  if (Object.keys(more).length > 0) await world.alice.patch(`/api/client-folders/${id}`, more)
  return id
}

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

it('nobody whose account is closed gets letters about a folder', async () => {
  const before = (await world.mail()).length
  await sent({ clientFolderId: world.folders.ivans.id })
  expect((await world.mail()).slice(before)).toEqual([])
  await sent({ clientFolderId: world.folders.elmwood.id })
  expect((await world.mail()).slice(before).map(({ to }) => to)).toEqual(['eve@example.com'])
})

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
    const clientFolderId = await ownFolder(of)
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
      [foreign.id, unknown, cancelled.id].map((contractId) => world.alice.post('/api/invoices', wish({ contractId }))),
    )
    expect(answers.map(({ status, body }) => [status, body.issues[0].path])).toEqual(Array(3).fill([400, 'contractId']))
    expect(answers[0]?.text).toBe(answers[1]?.text)
  })

  it('not without lines, in no folder, in an archived one, or with what the server decides', async () => {
    const post = (more: object) => world.alice.post('/api/invoices', wish(more))
    expect(refused(await post({ lineItems: undefined }))).toEqual([400, 'lineItems', 'Please add at least one line.'])
    expect(refused(await post({ lineItems: [] }))).toEqual([400, 'lineItems', 'Please add at least one line.'])
    expect(refused(await post({ clientFolderId: unknown }))).toEqual([
      400,
      'clientFolderId',
      'Please choose a client folder.',
    ])
    const archived = await ownFolder({ status: 'archived' })
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
    const id = await drafted()
    expect((await world.sam.get(at(id))).status).toBe(200)
    expect((await world.sue.get(at(id))).status).toBe(404)
    for (const rest of ['', '/pdf', '/payments']) expect((await world.ann.get(at(id, rest))).status).toBe(404)
    const list = (await world.ann.get('/api/invoices?limit=200')).body as { id: string }[]
    expect(list.map((each) => each.id)).not.toContain(id)
  })

  it('is edited: what is left out stays, the sums follow', async () => {
    const id = await drafted({ description: 'March' })
    const lineItems = [{ description: 'Training', quantity: 1, rate: 10_000 }]
    const answer = await world.alice.put(at(id), { lineItems }, { 'if-match': '"1"' })
    expect(answer.body).toMatchObject({ description: 'March', subtotal: 10_000, tax: 575, total: 10_575, version: 2 })
    expect((await world.alice.put(at(id), { description: '' })).body).toMatchObject({
      description: null,
      total: 10_575,
    })
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'invoice.changed', entityId: id })
  })

  it('takes over what its folder says by now', async () => {
    const clientFolderId = await ownFolder()
    const id = await drafted({ clientFolderId })
    await world.alice.patch(`/api/client-folders/${clientFolderId}`, { taxExempt: true, purchaseOrderNumber: 'PO 1' })
    expect(refused(await move(id, 'sent'))).toEqual([
      409,
      undefined,
      'The client is now exempt from sales tax. Edit and save the draft before it is sent.',
    ])
    expect((await world.alice.put(at(id), {})).body).toMatchObject({ tax: 0, purchaseOrderNumber: 'PO 1' })
    expect((await move(id, 'sent')).body.status).toBe('sent')
  })

  it('stays in its folder and keeps its number', async () => {
    const id = await drafted()
    const { invoiceNumber } = (await world.alice.get(at(id))).body
    expect((await world.alice.put(at(id), wish({ invoiceNumber }))).status).toBe(200)
    expect(refused(await world.alice.put(at(id), { invoiceNumber: 'INV-20200101-01' })).slice(0, 2)).toEqual([
      400,
      'invoiceNumber',
    ])
    const clientFolderId = world.folders.elmwood.id
    expect(refused(await world.alice.put(at(id), { clientFolderId })).slice(0, 2)).toEqual([400, 'clientFolderId'])
  })

  it('is not edited by others, at an older version, or with sums that do not agree', async () => {
    const id = await drafted()
    expect((await world.sam.put(at(id), { description: 'x' })).status).toBe(403)
    expect((await world.sue.put(at(id), { description: 'x' })).status).toBe(404)
    expect((await world.ann.put(at(id), { description: 'x' })).status).toBe(404)
    expect((await world.alice.put(at(id), { description: 'x' }, { 'if-match': '"9"' })).status).toBe(412)
    expect((await world.alice.put(at(id), { total: 1 })).status).toBe(400)
    expect((await world.alice.put(at(id), { lineItems: [] })).status).toBe(400)
    expect((await world.alice.get(at(id))).body.version).toBe(1)
  })
})

describe('an invoice is sent', () => {
  it('and the client sees it, is told, and it can be edited no more', async () => {
    const id = await drafted()
    const answer = await move(id, 'sent')
    expect(answer.body).toMatchObject({
      status: 'sent',
      sentAt: expect.any(String),
      allowed: ['download', 'record-payment', 'mark-paid', 'void'],
    })
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'You have a new invoice' })
    expect(letter?.text).toContain(`/invoices/${id}`)
    expect(letter?.text).not.toMatch(/\$|\d{3}\.\d\d|INV-/)
    expect((await world.ann.get(at(id))).body).toMatchObject({ status: 'sent', allowed: ['download'] })
    expect((await world.eve.get(at(id))).status).toBe(404)
    expect(refused(await world.alice.put(at(id), { description: 'x' }))[0]).toBe(409)
    expect(refused(await move(id, 'sent'))).toEqual([409, undefined, 'A sent invoice can be paid or made void.'])
  })

  it('dated back, it is overdue at once', async () => {
    const id = await sent({ dueDate: daysAfter(today(), -1) })
    expect((await world.ann.get(at(id))).body.status).toBe('overdue')
    const found = (await world.alice.get('/api/invoices?status=overdue&limit=200')).body as { id: string }[]
    expect(found.map((each) => each.id)).toContain(id)
    const others = (await world.alice.get('/api/invoices?status=sent&limit=200')).body as { id: string }[]
    expect(others.map((each) => each.id)).not.toContain(id)
  })

  it('by administrators only', async () => {
    const id = await drafted()
    expect((await world.sam.patch(at(id, '/status'), { status: 'sent' })).status).toBe(403)
    expect((await world.ann.patch(at(id, '/status'), { status: 'sent' })).status).toBe(404)
  })
})

describe('an invoice is made void', () => {
  it('with the reason, which the client reads', async () => {
    const id = await sent()
    expect((await move(id, 'void', { reason: 'Billed twice' })).body).toMatchObject({
      status: 'void',
      reason: 'Billed twice',
      allowed: ['download'],
    })
    expect((await world.ann.get(at(id))).body).toMatchObject({ status: 'void', reason: 'Billed twice' })
    expect((await world.mail()).at(-1)).toMatchObject({ to: 'ann@example.com', subject: 'An invoice was withdrawn' })
    expect(JSON.stringify((await world.trail()).at(-1))).not.toContain('Billed twice')
    for (const status of ['sent', 'paid', 'void', 'draft', 'overdue'])
      expect(refused(await move(id, status))).toEqual([409, undefined, 'A void invoice stays as it is.'])
  })

  it('as a draft without a word to the client', async () => {
    const id = await drafted()
    const letters = (await world.mail()).length
    expect((await move(id, 'void')).status).toBe(200)
    expect(await world.mail()).toHaveLength(letters)
    expect((await world.ann.get(at(id))).status).toBe(404)
  })

  it('not once something was paid, and not by others', async () => {
    const id = await sent()
    expect((await world.sam.patch(at(id, '/status'), { status: 'void' })).status).toBe(403)
    expect((await world.ann.patch(at(id, '/status'), { status: 'void' })).status).toBe(403)
    expect((await world.eve.patch(at(id, '/status'), { status: 'void' })).status).toBe(404)
    await world.alice.post(at(id, '/payments'), { amount: 1 })
    expect(refused(await move(id, 'void'))[0]).toBe(409)
  })
})

describe('the list', () => {
  it('agrees with the single invoice on who sees what and how it reads', async () => {
    const ids = [
      await drafted(),
      await sent(),
      await sent({ dueDate: daysAfter(today(), -40) }),
      await sent({ dueDate: today() }),
      await sent({ clientFolderId: world.folders.elmwood.id }),
    ]
    await world.db.run(sql`update invoices set status = 'overdue' where id = ${ids[2]}`)
    for (const who of ['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const) {
      const list = (await world[who].get('/api/invoices?limit=200')).body as { id: string; status: string }[]
      for (const id of ids) {
        const single = await world[who].get(at(id))
        const { lineItems: _, history: __, ...rest } = single.body ?? {}
        const item = list.find((each) => each.id === id)
        expect([who, item ?? null]).toEqual([who, single.status === 200 ? rest : null])
        if (item === undefined) continue
        for (const status of ['draft', 'sent', 'overdue', 'paid', 'void']) {
          const found = (await world[who].get(`/api/invoices?status=${status}&limit=200`)).body as { id: string }[]
          expect(found.some((each) => each.id === id)).toBe(status === item.status)
        }
      }
    }
  })

  it('is searched by number, words and client, and kept to one folder', async () => {
    const id = await sent({ description: 'Zebra 100% leave_policy' })
    const { invoiceNumber } = (await world.alice.get(at(id))).body
    const found = async (query: string) =>
      ((await world.alice.get(`/api/invoices?limit=200&${query}`)).body as { id: string }[]).map((each) => each.id)
    for (const q of [invoiceNumber, '100%25', 'leave_p', 'zebra']) expect(await found(`q=${q}`)).toEqual([id])
    expect(await found('q=acme%20too')).toContain(id)
    expect(await found('q=200%25')).toEqual([])
    expect(await found(`clientFolderId=${world.folders.elmwood.id}`)).not.toContain(id)
    expect((await world.alice.get('/api/invoices?status=gone')).status).toBe(400)
  })

  it('shows the beginning of a long description', async () => {
    const id = await sent({ description: 'x'.repeat(10_000) })
    const list = (await world.alice.get('/api/invoices?limit=200')).body as { id: string; description: string }[]
    expect(list.find((each) => each.id === id)?.description).toHaveLength(300)
    expect((await world.alice.get(at(id))).body.description).toHaveLength(10_000)
  })
})

describe('an archived folder', () => {
  it('lets its invoices be read, and nothing else', async () => {
    const clientFolderId = await ownFolder()
    const draft = await drafted({ clientFolderId })
    const id = await sent({ clientFolderId })
    await world.alice.patch(`/api/client-folders/${clientFolderId}`, { status: 'archived' })
    expect((await world.alice.get(at(id))).body.allowed).toEqual(['download'])
    const list = (await world.alice.get(`/api/invoices?clientFolderId=${clientFolderId}`)).body
    expect(list[0].allowed).toEqual(['download'])
    for (const answer of [
      await world.alice.put(at(draft), {}),
      await move(draft, 'sent'),
      await move(id, 'void'),
      await move(id, 'paid'),
      await world.alice.post(at(id, '/payments'), { amount: 1 }),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('archived')])
  })
})

describe('its history', () => {
  it('is told to the team whole, and to the client from when it was sent', async () => {
    const id = await drafted()
    await world.alice.put(at(id), { description: 'x' })
    await move(id, 'sent')
    await world.alice.post(at(id, '/payments'), { amount: 1 })
    const actions = async (who: 'sam' | 'ann') =>
      ((await world[who].get(at(id))).body.history as { action: string }[]).map(({ action }) => action)
    const told = ['invoice.sent', 'invoice.payment-recorded']
    expect(await actions('sam')).toEqual(['invoice.created', 'invoice.changed', ...told])
    expect(await actions('ann')).toEqual(told)
  })
})
