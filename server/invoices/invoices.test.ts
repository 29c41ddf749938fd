// The life of an invoice once it is drafted, as the people around it see it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { draftedInvoice, folderApart, invoicePath, moveInvoice, sentInvoice } from '../../tests/invoices.ts'
import { type Answer, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const today = () => officeDate(world.db.now)
const refused = ({ status, body }: Answer) => [status, body.issues[0]?.path, body.message]

it('nobody whose account is closed gets letters about a folder', async () => {
  const before = (await world.mail()).length
  await sentInvoice(world, { clientFolderId: world.folders.ivans.id })
  expect((await world.mail()).slice(before)).toEqual([])
  await sentInvoice(world, { clientFolderId: world.folders.elmwood.id })
  expect((await world.mail()).slice(before).map(({ to }) => to)).toEqual(['eve@example.com'])
})

describe('an invoice is sent', () => {
  it('and the client sees it, is told, and it can be edited no more', async () => {
    const id = await draftedInvoice(world)
    const answer = await moveInvoice(world.alice, id, 'sent')
    expect(answer.body).toMatchObject({
      status: 'sent',
      sentAt: expect.any(String),
      allowed: ['download', 'record-payment', 'mark-paid', 'void'],
    })
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'You have a new invoice' })
    expect(letter?.text).toContain(`/invoices/${id}`)
    expect(letter?.text).not.toMatch(/\$|\d{3}\.\d\d|INV-/)
    expect((await world.ann.get(invoicePath(id))).body).toMatchObject({ status: 'sent', allowed: ['download'] })
    expect((await world.eve.get(invoicePath(id))).status).toBe(404)
    expect(refused(await world.alice.put(invoicePath(id), { description: 'x' }))[0]).toBe(409)
    expect(refused(await moveInvoice(world.alice, id, 'sent'))).toEqual([
      409,
      undefined,
      'A sent invoice can be paid or made void.',
    ])
  })

  it('dated back, it is overdue at once', async () => {
    const id = await sentInvoice(world, { dueDate: daysAfter(today(), -1) })
    expect((await world.ann.get(invoicePath(id))).body.status).toBe('overdue')
    const found = (await world.alice.get('/api/invoices?status=overdue&limit=200')).body as { id: string }[]
    expect(found.map((each) => each.id)).toContain(id)
    const others = (await world.alice.get('/api/invoices?status=sent&limit=200')).body as { id: string }[]
    expect(others.map((each) => each.id)).not.toContain(id)
  })

  it('by administrators only', async () => {
    const id = await draftedInvoice(world)
    expect((await world.sam.patch(invoicePath(id, '/status'), { status: 'sent' })).status).toBe(403)
    expect((await world.ann.patch(invoicePath(id, '/status'), { status: 'sent' })).status).toBe(404)
  })
})

describe('an invoice is made void', () => {
  it('with the reason, which the client reads', async () => {
    const id = await sentInvoice(world)
    expect((await moveInvoice(world.alice, id, 'void', { reason: 'Billed twice' })).body).toMatchObject({
      status: 'void',
      reason: 'Billed twice',
      allowed: ['download'],
    })
    expect((await world.ann.get(invoicePath(id))).body).toMatchObject({ status: 'void', reason: 'Billed twice' })
    expect((await world.mail()).at(-1)).toMatchObject({ to: 'ann@example.com', subject: 'An invoice was withdrawn' })
    expect(JSON.stringify((await world.trail()).at(-1))).not.toContain('Billed twice')
    for (const status of ['sent', 'paid', 'void', 'draft', 'overdue'])
      expect(refused(await moveInvoice(world.alice, id, status))).toEqual([
        409,
        undefined,
        'A void invoice stays as it is.',
      ])
  })

  it('as a draft without a word to the client', async () => {
    const id = await draftedInvoice(world)
    const letters = (await world.mail()).length
    expect((await moveInvoice(world.alice, id, 'void')).status).toBe(200)
    expect(await world.mail()).toHaveLength(letters)
    expect((await world.ann.get(invoicePath(id))).status).toBe(404)
  })

  it('not once something was paid, and not by others', async () => {
    const id = await sentInvoice(world)
    expect((await world.sam.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(403)
    expect((await world.ann.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(403)
    expect((await world.eve.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(404)
    await world.alice.post(invoicePath(id, '/payments'), { amount: 1 })
    expect(refused(await moveInvoice(world.alice, id, 'void'))[0]).toBe(409)
  })
})

describe('the list', () => {
  it('agrees with the single invoice on who sees what and how it reads', async () => {
    const ids = [
      await draftedInvoice(world),
      await sentInvoice(world),
      await sentInvoice(world, { dueDate: daysAfter(today(), -40) }),
      await sentInvoice(world, { dueDate: today() }),
      await sentInvoice(world, { clientFolderId: world.folders.elmwood.id }),
    ]
    await world.db.run(sql`update invoices set status = 'overdue' where id = ${ids[2]}`)
    for (const who of ['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const) {
      const list = (await world[who].get('/api/invoices?limit=200')).body as { id: string; status: string }[]
      for (const id of ids) {
        const single = await world[who].get(invoicePath(id))
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
    const id = await sentInvoice(world, { description: 'Zebra 100% leave_policy' })
    const { invoiceNumber } = (await world.alice.get(invoicePath(id))).body
    const found = async (query: string) =>
      ((await world.alice.get(`/api/invoices?limit=200&${query}`)).body as { id: string }[]).map((each) => each.id)
    for (const q of [invoiceNumber, '100%25', 'leave_p', 'zebra']) expect(await found(`q=${q}`)).toEqual([id])
    expect(await found('q=acme%20too')).toContain(id)
    expect(await found('q=200%25')).toEqual([])
    expect(await found(`clientFolderId=${world.folders.elmwood.id}`)).not.toContain(id)
    expect((await world.alice.get('/api/invoices?status=gone')).status).toBe(400)
  })

  it('shows the beginning of a long description', async () => {
    const id = await sentInvoice(world, { description: 'x'.repeat(10_000) })
    const list = (await world.alice.get('/api/invoices?limit=200')).body as { id: string; description: string }[]
    expect(list.find((each) => each.id === id)?.description).toHaveLength(300)
    expect((await world.alice.get(invoicePath(id))).body.description).toHaveLength(10_000)
  })
})

describe('an archived folder', () => {
  it('lets its invoices be read, and nothing else', async () => {
    const clientFolderId = await folderApart(world)
    const draft = await draftedInvoice(world, { clientFolderId })
    const id = await sentInvoice(world, { clientFolderId })
    await world.alice.patch(`/api/client-folders/${clientFolderId}`, { status: 'archived' })
    expect((await world.alice.get(invoicePath(id))).body.allowed).toEqual(['download'])
    const list = (await world.alice.get(`/api/invoices?clientFolderId=${clientFolderId}`)).body
    expect(list[0].allowed).toEqual(['download'])
    for (const answer of [
      await world.alice.put(invoicePath(draft), {}),
      await moveInvoice(world.alice, draft, 'sent'),
      await moveInvoice(world.alice, id, 'void'),
      await moveInvoice(world.alice, id, 'paid'),
      await world.alice.post(invoicePath(id, '/payments'), { amount: 1 }),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('archived')])
  })
})

describe('its history', () => {
  it('is told to the team whole, and to the client from when it was sent', async () => {
    const id = await draftedInvoice(world)
    await world.alice.put(invoicePath(id), { description: 'x' })
    await moveInvoice(world.alice, id, 'sent')
    await world.alice.post(invoicePath(id, '/payments'), { amount: 1 })
    const actions = async (who: 'sam' | 'ann') =>
      ((await world[who].get(invoicePath(id))).body.history as { action: string }[]).map(({ action }) => action)
    const told = ['invoice.sent', 'invoice.payment-recorded']
    expect(await actions('sam')).toEqual(['invoice.created', 'invoice.changed', ...told])
    expect(await actions('ann')).toEqual(told)
  })
})
