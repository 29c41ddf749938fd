// Automatic changes: an invoice becomes overdue, and the client gets reminders. Each happens once, with two instances
// and after a crash.
import { z } from 'zod'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { sentInvoice } from '../../tests/invoices.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { markOverdueInvoices, sendInvoiceReminders } from './jobs.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let alice: Caller
const testApps: TestApp[] = []
beforeEach(async () => {
  testApp = await createTestApp()
  await openEveryDay(testApp)
  testApps.push(testApp)
  // Ten in the morning at the office: within office hours, and far from midnight.
  testApp.pass({ hours: (34 - officeHour(testApp.db.now)) % 24 })
  alice = await again()
})
afterAll(async () => {
  for (const each of testApps) await each.close()
})

/** Sessions end overnight. */
const again = () => testApp.signIn(testApp.people.alice.id, 'admin')
const later = async (days: number) => {
  testApp.pass({ days })
  alice = await again()
}

const today = () => officeDate(testApp.db.now)
const sent = (dueIn: number, more: object = {}) =>
  sentInvoice(testApp, { dueDate: daysAfter(today(), dueIn), ...more }, alice)

const reminded = async (): Promise<string[]> =>
  (await testApp.mail())
    .filter(({ subject }) => /past due|due soon/.test(subject))
    .map(({ text }) => /An invoice in [^.]+\./.exec(text)?.[0] ?? text)
const noted = (id: string) =>
  testApp.db.rows(
    typed(
      z.object({ kind: z.string(), sent: z.boolean() }),
    )`select kind, sent from invoice_reminders where invoice_id = ${id} order by at, sent, kind`,
  )
const auditLogOf = async (id: string, action: string) =>
  (await testApp.auditLog()).filter((line) => line.entityId === id && line.action === action)
const folder = (change: object) => alice.patch(`/api/client-folders/${testApp.folders.acme.id}`, change)
const remind = () => sendInvoiceReminders(testApp.db)

describe('an invoice past its due date', () => {
  it('G6: is shown as overdue from midnight, and marked once without an actor', async () => {
    const id = await sent(0)
    await markOverdueInvoices(testApp.db)
    expect((await alice.get(`/api/invoices/${id}`)).body.status).toBe('sent')
    await later(1)
    const before = (await alice.get(`/api/invoices/${id}`)).body
    expect(before.status).toBe('overdue')
    const twin = await testApp.twin()
    await Promise.all([markOverdueInvoices(testApp.db), markOverdueInvoices(twin.db), markOverdueInvoices(testApp.db)])
    await markOverdueInvoices(twin.db)
    expect(await auditLogOf(id, 'invoice.overdue')).toEqual([
      { action: 'invoice.overdue', actorId: null, entityId: id, details: { before: 'sent', after: 'overdue' } },
    ])
    const { updatedAt: _, history: __, ...same } = before
    expect((await alice.get(`/api/invoices/${id}`)).body).toMatchObject(same)
    expect(
      (await testApp.db.one(typed(z.object({ status: z.string() }))`select status from invoices where id = ${id}`))
        .status,
    ).toBe('overdue')
    expect((await alice.post(`/api/invoices/${id}/payments`, { amount: 10_575 })).status).toBe(201)
  })

  it('updates the open screens of both sides', async () => {
    const id = await sent(0)
    await later(1)
    await markOverdueInvoices(testApp.db)
    const notices = await testApp.db.rows(
      typed(
        z.object({ userIds: z.array(z.string()) }),
      )`select user_ids as "userIds" from live_events where type = 'invoices' and entity_id = ${id} order by id`,
    )
    expect(notices.at(-1)?.userIds).toEqual(expect.arrayContaining([testApp.people.ann.id, testApp.people.sam.id]))
  })

  it('is not overdue if it is a draft, paid, or void', async () => {
    const paid = await sent(0)
    await alice.patch(`/api/invoices/${paid}/status`, { status: 'paid' })
    const gone = await sent(0)
    await alice.patch(`/api/invoices/${gone}/status`, { status: 'void' })
    await later(1)
    await markOverdueInvoices(testApp.db)
    expect((await alice.get(`/api/invoices/${paid}`)).body.status).toBe('paid')
    expect((await alice.get(`/api/invoices/${gone}`)).body.status).toBe('void')
  })

  it('is marked once after a crash before the commit', async () => {
    const id = await sent(0)
    await later(1)
    await expect(markOverdueInvoices(dying(testApp.db))).rejects.toThrow('killed')
    expect(await auditLogOf(id, 'invoice.overdue')).toEqual([])
    await markOverdueInvoices(testApp.db)
    expect(await auditLogOf(id, 'invoice.overdue')).toHaveLength(1)
  })
})

/** The same database in a process that exits when everything is written and nothing is committed yet. */
const dying = (db: TestApp['db']): TestApp['db'] =>
  Object.create(db, {
    transaction: {
      value: (origin: Parameters<TestApp['db']['transaction']>[0], work: Parameters<TestApp['db']['transaction']>[1]) =>
        db.transaction(origin, async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    },
    now: { get: () => db.now },
    rows: { value: db.rows },
  }) as TestApp['db']

describe('an invoice reminder', () => {
  it('is sent three days before, and 1, 7, 14, and 30 days after, each once', async () => {
    const id = await sent(10)
    const twin = await testApp.twin()
    for (let day = 0; day <= 60; day++) {
      await Promise.all([remind(), sendInvoiceReminders(twin.db)])
      if (day % 10 === 0) await remind()
      testApp.pass({ days: 1 })
    }
    expect(await reminded()).toEqual([
      'An invoice in your client folder is due in 3 days.',
      'An invoice in your client folder was due 1 day ago.',
      'An invoice in your client folder was due 7 days ago.',
      'An invoice in your client folder was due 14 days ago.',
      'An invoice in your client folder was due 30 days ago.',
    ])
    expect((await noted(id)).every(({ sent: went }) => went)).toBe(true)
    expect((await auditLogOf(id, 'invoice.reminded')).map(({ details }) => details.days)).toEqual([-3, 1, 7, 14, 30])
    for (const { subject, text, to } of (await testApp.mail()).slice(-5)) {
      expect(to).toBe('ann@example.com')
      expect(subject).not.toMatch(/\d/)
      expect(text).not.toMatch(/\$|105\.|INV-/)
      expect(text).toContain(`/invoices/${id}`)
    }
  })

  it('is sent once after an outage; the earlier ones are recorded as not sent', async () => {
    const id = await sent(10)
    await later(26)
    await remind()
    await remind()
    expect(await reminded()).toEqual(['An invoice in your client folder was due 16 days ago.'])
    expect(await noted(id)).toEqual([
      { kind: 'after-1', sent: false },
      { kind: 'after-7', sent: false },
      { kind: 'before-3', sent: false },
      { kind: 'after-14', sent: true },
    ])
  })

  it('is held while reminders are paused for the folder, and then the latest is sent', async () => {
    const id = await sent(2)
    expect((await folder({ remindersPaused: true })).body.remindersPaused).toBe(true)
    await later(4)
    await remind()
    expect([await reminded(), await noted(id)]).toEqual([[], []])
    await later(6)
    await folder({ remindersPaused: false })
    await remind()
    expect(await reminded()).toEqual(['An invoice in your client folder was due 8 days ago.'])
  })

  it('is sent a day after a backdated invoice', async () => {
    await sent(-7)
    await remind()
    expect(await reminded()).toEqual([])
    await later(7)
    await remind()
    expect(await reminded()).toEqual(['An invoice in your client folder was due 14 days ago.'])
  })

  it('is sent between eight and six o’clock in the office', async () => {
    await sent(-2)
    await later(6)
    testApp.pass({ hours: 8 })
    await remind()
    testApp.pass({ hours: 8 })
    await remind()
    expect(await reminded()).toEqual([])
    testApp.pass({ hours: 8 })
    await remind()
    expect(await reminded()).toHaveLength(1)
  })

  it('is not sent for drafts, void or paid invoices, archived folders, or closed accounts', async () => {
    const lineItems = [{ description: 'x', quantity: 1, rate: 100 }]
    const draft = { clientFolderId: testApp.folders.elmwood.id, lineItems, dueDate: today() }
    await alice.post('/api/invoices', draft)
    const paid = await sent(0)
    const gone = await sent(0)
    await sent(0, { clientFolderId: testApp.folders.ivans.id })
    await alice.patch(`/api/invoices/${paid}/status`, { status: 'paid' })
    await alice.patch(`/api/invoices/${gone}/status`, { status: 'void' })
    await later(1)
    const [archived, open] = [await sent(-1), await sent(0, { clientFolderId: testApp.folders.elmwood.id })]
    await folder({ status: 'archived' })
    await later(6)
    await remind()
    expect(await noted(archived)).toEqual([])
    expect((await noted(open)).length).toBeGreaterThan(0)
    expect(await reminded()).toHaveLength(1)
    expect((await testApp.mail()).at(-1)?.to).toBe('eve@example.com')
  })

  it('is recorded together with its email, or not at all', async () => {
    const id = await sent(0)
    await later(1)
    for (let i = 0; i < 3; i++) await expect(sendInvoiceReminders(dying(testApp.db))).rejects.toThrow('killed')
    expect([await reminded(), await noted(id)]).toEqual([[], []])
    await remind()
    expect([(await reminded()).length, (await noted(id)).length]).toEqual([1, 1])
  })

  it('is not sent for an invoice that is paid at the same time', async () => {
    const twin = await testApp.twin()
    for (let i = 0; i < 8; i++) {
      const id = await sent(0)
      await later(1)
      const emails = (await reminded()).length
      const [{ status }] = await Promise.all([
        alice.patch(`/api/invoices/${id}/status`, { status: 'paid' }),
        sendInvoiceReminders(twin.db),
      ])
      expect(status).toBe(200)
      const order = (await testApp.auditLog()).filter((line) => line.entityId === id).map(({ action }) => action)
      const went = (await reminded()).length - emails
      expect(order.slice(-1)).toEqual(['invoice.paid'])
      expect(went).toBe(order.includes('invoice.reminded') ? 1 : 0)
      await remind()
      expect((await reminded()).length - emails).toBe(went)
    }
  })
})
