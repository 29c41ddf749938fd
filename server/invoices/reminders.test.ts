// What happens by itself: an invoice becomes overdue, and the client is reminded. Each once, with two instances and after a crash.
import { z } from 'zod'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { daysAfter, officeDate, officeHour } from '../../domain/time.ts'
import { sentInvoice } from '../../tests/invoices.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { markOverdueInvoices, sendInvoiceReminders } from './jobs.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let alice: Caller
const worlds: World[] = []
beforeEach(async () => {
  world = await createWorld()
  worlds.push(world)
  // Ten in the morning at the office: the letters go out, and midnight is far.
  world.pass({ hours: (34 - officeHour(world.db.now)) % 24 })
  alice = await again()
})
afterAll(async () => {
  for (const each of worlds) await each.close()
})

/** A night ends every session. */
const again = () => world.signIn(world.people.alice.id, 'admin')
const later = async (days: number) => {
  world.pass({ days })
  alice = await again()
}

const today = () => officeDate(world.db.now)
const sent = (dueIn: number, more: object = {}) =>
  sentInvoice(world, { dueDate: daysAfter(today(), dueIn), ...more }, alice)

const reminded = async (): Promise<string[]> =>
  (await world.mail())
    .filter(({ subject }) => /due date|due soon/.test(subject))
    .map(({ text }) => /An invoice in [^.]+\./.exec(text)?.[0] ?? text)
const noted = (id: string) =>
  world.db.rows(
    typed(
      z.object({ kind: z.string(), sent: z.boolean() }),
    )`select kind, sent from invoice_reminders where invoice_id = ${id} order by at, sent, kind`,
  )
const trailOf = async (id: string, action: string) =>
  (await world.trail()).filter((line) => line.entityId === id && line.action === action)
const folder = (change: object) => alice.patch(`/api/client-folders/${world.folders.acme.id}`, change)
const remind = () => sendInvoiceReminders(world.db)

describe('an invoice becomes overdue', () => {
  it('G6: by itself: it reads so at midnight, and is marked once by nobody', async () => {
    const id = await sent(0)
    await markOverdueInvoices(world.db)
    expect((await alice.get(`/api/invoices/${id}`)).body.status).toBe('sent')
    await later(1)
    const before = (await alice.get(`/api/invoices/${id}`)).body
    expect(before.status).toBe('overdue')
    const twin = await world.twin()
    await Promise.all([markOverdueInvoices(world.db), markOverdueInvoices(twin.db), markOverdueInvoices(world.db)])
    await markOverdueInvoices(twin.db)
    expect(await trailOf(id, 'invoice.overdue')).toEqual([
      { action: 'invoice.overdue', actorId: null, entityId: id, details: { before: 'sent', after: 'overdue' } },
    ])
    const { updatedAt: _, history: __, ...same } = before
    expect((await alice.get(`/api/invoices/${id}`)).body).toMatchObject(same)
    expect(
      (await world.db.one(typed(z.object({ status: z.string() }))`select status from invoices where id = ${id}`))
        .status,
    ).toBe('overdue')
    expect((await alice.post(`/api/invoices/${id}/payments`, { amount: 10_575 })).status).toBe(201)
  })

  it('and open screens of both sides hear of it', async () => {
    const id = await sent(0)
    await later(1)
    await markOverdueInvoices(world.db)
    const notices = await world.db.rows(
      typed(
        z.object({ userIds: z.array(z.string()) }),
      )`select user_ids as "userIds" from live_events where type = 'invoices' and entity_id = ${id} order by id`,
    )
    expect(notices.at(-1)?.userIds).toEqual(expect.arrayContaining([world.people.ann.id, world.people.sam.id]))
  })

  it('not as a draft, nor paid, nor void', async () => {
    const paid = await sent(0)
    await alice.patch(`/api/invoices/${paid}/status`, { status: 'paid' })
    const gone = await sent(0)
    await alice.patch(`/api/invoices/${gone}/status`, { status: 'void' })
    await later(1)
    await markOverdueInvoices(world.db)
    expect((await alice.get(`/api/invoices/${paid}`)).body.status).toBe('paid')
    expect((await alice.get(`/api/invoices/${gone}`)).body.status).toBe('void')
  })

  it('half-way through a crash not at all, and afterwards once', async () => {
    const id = await sent(0)
    await later(1)
    await expect(markOverdueInvoices(dying(world.db))).rejects.toThrow('killed')
    expect(await trailOf(id, 'invoice.overdue')).toEqual([])
    await markOverdueInvoices(world.db)
    expect(await trailOf(id, 'invoice.overdue')).toHaveLength(1)
  })
})

/** The same database in a process that ends when all is written and nothing is committed yet. */
const dying = (db: World['db']): World['db'] =>
  Object.create(db, {
    transaction: {
      value: (origin: Parameters<World['db']['transaction']>[0], work: Parameters<World['db']['transaction']>[1]) =>
        db.transaction(origin, async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    },
    now: { get: () => db.now },
    rows: { value: db.rows },
  }) as World['db']

describe('a reminder', () => {
  it('goes out three days before, and 1, 7, 14 and 30 days after, each once', async () => {
    const id = await sent(10)
    const twin = await world.twin()
    for (let day = 0; day <= 60; day++) {
      await Promise.all([remind(), sendInvoiceReminders(twin.db)])
      if (day % 10 === 0) await remind()
      world.pass({ days: 1 })
    }
    expect(await reminded()).toEqual([
      'An invoice in your client folder is due in 3 days.',
      'An invoice in your client folder was due 1 day ago.',
      'An invoice in your client folder was due 7 days ago.',
      'An invoice in your client folder was due 14 days ago.',
      'An invoice in your client folder was due 30 days ago.',
    ])
    expect((await noted(id)).every(({ sent: went }) => went)).toBe(true)
    expect((await trailOf(id, 'invoice.reminded')).map(({ details }) => details.days)).toEqual([-3, 1, 7, 14, 30])
    for (const { subject, text, to } of (await world.mail()).slice(-5)) {
      expect(to).toBe('ann@example.com')
      expect(subject).not.toMatch(/\d/)
      expect(text).not.toMatch(/\$|105\.|INV-/)
      expect(text).toContain(`/invoices/${id}`)
    }
  })

  it('after a pause of the portal is the latest only; the earlier ones are noted as not sent', async () => {
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

  it('waits while they are paused for the folder, and then the latest goes out', async () => {
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

  it('of an invoice dated back waits for a day after it was sent', async () => {
    await sent(-7)
    await remind()
    expect(await reminded()).toEqual([])
    await later(7)
    await remind()
    expect(await reminded()).toEqual(['An invoice in your client folder was due 14 days ago.'])
  })

  it('goes out between eight and six o’clock at the office', async () => {
    await sent(-2)
    await later(6)
    world.pass({ hours: 8 })
    await remind()
    world.pass({ hours: 8 })
    await remind()
    expect(await reminded()).toEqual([])
    world.pass({ hours: 8 })
    await remind()
    expect(await reminded()).toHaveLength(1)
  })

  it('is not for drafts, void or paid ones, archived folders, or clients whose account is closed', async () => {
    const lineItems = [{ description: 'x', quantity: 1, rate: 100 }]
    const draft = { clientFolderId: world.folders.elmwood.id, lineItems, dueDate: today() }
    await alice.post('/api/invoices', draft)
    const paid = await sent(0)
    const gone = await sent(0)
    await sent(0, { clientFolderId: world.folders.ivans.id })
    await alice.patch(`/api/invoices/${paid}/status`, { status: 'paid' })
    await alice.patch(`/api/invoices/${gone}/status`, { status: 'void' })
    await later(1)
    const [archived, open] = [await sent(-1), await sent(0, { clientFolderId: world.folders.elmwood.id })]
    await folder({ status: 'archived' })
    await later(6)
    await remind()
    expect(await noted(archived)).toEqual([])
    expect((await noted(open)).length).toBeGreaterThan(0)
    expect(await reminded()).toHaveLength(1)
    expect((await world.mail()).at(-1)?.to).toBe('eve@example.com')
  })

  it('is written with its letter or not at all', async () => {
    const id = await sent(0)
    await later(1)
    for (let i = 0; i < 3; i++) await expect(sendInvoiceReminders(dying(world.db))).rejects.toThrow('killed')
    expect([await reminded(), await noted(id)]).toEqual([[], []])
    await remind()
    expect([(await reminded()).length, (await noted(id)).length]).toEqual([1, 1])
  })

  it('and a payment at once: none goes out for what was just paid', async () => {
    const twin = await world.twin()
    for (let i = 0; i < 8; i++) {
      const id = await sent(0)
      await later(1)
      const letters = (await reminded()).length
      const [{ status }] = await Promise.all([
        alice.patch(`/api/invoices/${id}/status`, { status: 'paid' }),
        sendInvoiceReminders(twin.db),
      ])
      expect(status).toBe(200)
      const order = (await world.trail()).filter((line) => line.entityId === id).map(({ action }) => action)
      const went = (await reminded()).length - letters
      expect(order.slice(-1)).toEqual(['invoice.paid'])
      expect(went).toBe(order.includes('invoice.reminded') ? 1 : 0)
      await remind()
      expect((await reminded()).length - letters).toBe(went)
    }
  })
})
