// The life of an invoice after it is created, as its people see it.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { draftedInvoice, folderApart, invoicePath, setInvoiceStatus, sentInvoice } from '../../tests/invoices.ts'
import { type Answer, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const refused = ({ status, body }: Answer) => [status, body.issues[0]?.path, body.message]

it('closed accounts get no emails about a folder', async () => {
  const before = (await testApp.mail()).length
  await sentInvoice(testApp, { clientFolderId: testApp.folders.ivans.id })
  expect((await testApp.mail()).slice(before)).toEqual([])
  await sentInvoice(testApp, { clientFolderId: testApp.folders.elmwood.id })
  expect((await testApp.mail()).slice(before).map(({ to }) => to)).toEqual(['eve@example.com'])
})

describe('sending an invoice', () => {
  it('shows it to the client, notifies them, and makes it uneditable', async () => {
    const id = await draftedInvoice(testApp)
    const answer = await setInvoiceStatus(testApp.alice, id, 'sent')
    expect(answer.body).toMatchObject({
      status: 'sent',
      sentAt: expect.any(String),
      allowed: ['download', 'record-payment', 'mark-paid', 'void', 'credit'],
    })
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR sent you an invoice' })
    expect(email?.text).toContain(`/invoices/${id}`)
    expect(email?.text).not.toMatch(/\$|\d{3}\.\d\d|INV-/)
    expect((await testApp.ann.get(invoicePath(id))).body).toMatchObject({ status: 'sent', allowed: ['download'] })
    expect((await testApp.eve.get(invoicePath(id))).status).toBe(404)
    expect(refused(await testApp.alice.put(invoicePath(id), { description: 'x' }))[0]).toBe(409)
    expect(refused(await setInvoiceStatus(testApp.alice, id, 'sent'))).toEqual([
      409,
      undefined,
      'A sent invoice can be paid or voided.',
    ])
  })

  it('marks a backdated invoice as overdue right away', async () => {
    const id = await sentInvoice(testApp, { dueDate: daysAfter(today(), -1) })
    expect((await testApp.ann.get(invoicePath(id))).body.status).toBe('overdue')
    const found = (await testApp.alice.get('/api/invoices?status=overdue&limit=200')).body as { id: string }[]
    expect(found.map((each) => each.id)).toContain(id)
    const others = (await testApp.alice.get('/api/invoices?status=sent&limit=200')).body as { id: string }[]
    expect(others.map((each) => each.id)).not.toContain(id)
  })

  it('refuses everyone but administrators', async () => {
    const id = await draftedInvoice(testApp)
    expect((await testApp.sam.patch(invoicePath(id, '/status'), { status: 'sent' })).status).toBe(403)
    expect((await testApp.ann.patch(invoicePath(id, '/status'), { status: 'sent' })).status).toBe(404)
  })
})

describe('voiding an invoice', () => {
  it('requires a reason, which the client sees', async () => {
    const id = await sentInvoice(testApp)
    expect((await setInvoiceStatus(testApp.alice, id, 'void', { reason: 'Billed twice' })).body).toMatchObject({
      status: 'void',
      reason: 'Billed twice',
      allowed: ['download'],
    })
    expect((await testApp.ann.get(invoicePath(id))).body).toMatchObject({ status: 'void', reason: 'Billed twice' })
    expect((await testApp.mail()).at(-1)).toMatchObject({ to: 'ann@example.com', subject: 'ProHR voided an invoice' })
    expect(JSON.stringify((await testApp.auditLog()).at(-1))).not.toContain('Billed twice')
    for (const status of ['sent', 'paid', 'void', 'draft', 'overdue'])
      expect(refused(await setInvoiceStatus(testApp.alice, id, status))).toEqual([
        409,
        undefined,
        'A void invoice can’t be changed.',
      ])
  })

  it('does not notify the client of a voided draft', async () => {
    const id = await draftedInvoice(testApp)
    const emails = (await testApp.mail()).length
    expect((await setInvoiceStatus(testApp.alice, id, 'void')).status).toBe(200)
    expect(await testApp.mail()).toHaveLength(emails)
    expect((await testApp.ann.get(invoicePath(id))).status).toBe(404)
  })

  it('is refused after a payment, and to others', async () => {
    const id = await sentInvoice(testApp)
    expect((await testApp.sam.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(403)
    expect((await testApp.ann.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(403)
    expect((await testApp.eve.patch(invoicePath(id, '/status'), { status: 'void' })).status).toBe(404)
    await testApp.alice.post(invoicePath(id, '/payments'), { amount: 1 })
    expect(refused(await setInvoiceStatus(testApp.alice, id, 'void'))[0]).toBe(409)
  })
})

describe('the list of invoices', () => {
  it('agrees with the single invoice on visibility and status', async () => {
    const ids = [
      await draftedInvoice(testApp),
      await sentInvoice(testApp),
      await sentInvoice(testApp, { dueDate: daysAfter(today(), -40) }),
      await sentInvoice(testApp, { dueDate: today() }),
      await sentInvoice(testApp, { clientFolderId: testApp.folders.elmwood.id }),
    ]
    await testApp.db.run(sql`update invoices set status = 'overdue' where id = ${ids[2]}`)
    for (const who of ['mona', 'alice', 'sam', 'sue', 'ann', 'eve'] as const) {
      const list = (await testApp[who].get('/api/invoices?limit=200')).body as { id: string; status: string }[]
      for (const id of ids) {
        const single = await testApp[who].get(invoicePath(id))
        const { lineItems: _, history: __, issuer: ___, ...rest } = single.body ?? {}
        const item = list.find((each) => each.id === id)
        expect([who, item ?? null]).toEqual([who, single.status === 200 ? rest : null])
        if (item === undefined) continue
        for (const status of ['draft', 'sent', 'overdue', 'paid', 'void']) {
          const found = (await testApp[who].get(`/api/invoices?status=${status}&limit=200`)).body as { id: string }[]
          expect(found.some((each) => each.id === id)).toBe(status === item.status)
        }
      }
    }
  })

  it('can be searched by number, words, and client, and filtered by folder', async () => {
    const id = await sentInvoice(testApp, { description: 'Zebra 100% leave_policy' })
    const { invoiceNumber } = (await testApp.alice.get(invoicePath(id))).body
    const found = async (query: string) =>
      ((await testApp.alice.get(`/api/invoices?limit=200&${query}`)).body as { id: string }[]).map((each) => each.id)
    for (const q of [invoiceNumber, '100%25', 'leave_p', 'zebra']) expect(await found(`q=${q}`)).toEqual([id])
    expect(await found('q=acme%20too')).toContain(id)
    expect(await found('q=200%25')).toEqual([])
    expect(await found(`clientFolderId=${testApp.folders.elmwood.id}`)).not.toContain(id)
    expect((await testApp.alice.get('/api/invoices?status=gone')).status).toBe(400)
  })

  it('shows the beginning of a long description', async () => {
    const id = await sentInvoice(testApp, { description: 'x'.repeat(10_000) })
    const list = (await testApp.alice.get('/api/invoices?limit=200')).body as { id: string; description: string }[]
    expect(list.find((each) => each.id === id)?.description).toHaveLength(300)
    expect((await testApp.alice.get(invoicePath(id))).body.description).toHaveLength(10_000)
  })
})

describe('an archived folder', () => {
  it('leaves its invoices readable, and refuses everything else', async () => {
    const clientFolderId = await folderApart(testApp)
    const draft = await draftedInvoice(testApp, { clientFolderId })
    const id = await sentInvoice(testApp, { clientFolderId })
    await testApp.alice.patch(`/api/client-folders/${clientFolderId}`, { status: 'archived' })
    expect((await testApp.alice.get(invoicePath(id))).body.allowed).toEqual(['download'])
    const list = (await testApp.alice.get(`/api/invoices?clientFolderId=${clientFolderId}`)).body
    expect(list[0].allowed).toEqual(['download'])
    for (const answer of [
      await testApp.alice.put(invoicePath(draft), {}),
      await setInvoiceStatus(testApp.alice, draft, 'sent'),
      await setInvoiceStatus(testApp.alice, id, 'void'),
      await setInvoiceStatus(testApp.alice, id, 'paid'),
      await testApp.alice.post(invoicePath(id, '/payments'), { amount: 1 }),
    ])
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('archived')])
  })
})

describe('the history of an invoice', () => {
  it('is complete for the team, and starts with the sending for the client', async () => {
    const id = await draftedInvoice(testApp)
    await testApp.alice.put(invoicePath(id), { description: 'x' })
    await setInvoiceStatus(testApp.alice, id, 'sent')
    await testApp.alice.post(invoicePath(id, '/payments'), { amount: 1 })
    const actions = async (who: 'sam' | 'ann') =>
      ((await testApp[who].get(invoicePath(id))).body.history as { action: string }[]).map(({ action }) => action)
    const shown = ['invoice.sent', 'invoice.payment-recorded']
    expect(await actions('sam')).toEqual(['invoice.created', 'invoice.changed', ...shown])
    expect(await actions('ann')).toEqual(shown)
  })
})

describe('the list of invoices with the unpaid ones first', () => {
  it('shows the earliest due first, and then the newest of the others', async () => {
    const clientFolderId = await folderApart(testApp)
    const due = async (days: number) => sentInvoice(testApp, { clientFolderId, dueDate: daysAfter(today(), days) })
    const later = await due(20)
    const paid = await due(5)
    const overdue = await due(-3)
    const voided = await due(5)
    await setInvoiceStatus(testApp.alice, paid, 'paid')
    await testApp.alice.patch(invoicePath(voided, '/status'), { status: 'void', reason: 'Twice' })
    const { body } = await testApp.alice.get(`/api/invoices?clientFolderId=${clientFolderId}&order=unpaid`)
    expect(body.map(({ id }: { id: string }) => id)).toEqual([overdue, later, voided, paid])
    const foreign = await testApp.eve.get(`/api/invoices?clientFolderId=${clientFolderId}&order=unpaid`)
    expect(foreign.body).toEqual([])
  })
})
