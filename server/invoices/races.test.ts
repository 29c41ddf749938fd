// Two at once on one invoice: one of them gets it, and the sums are right whoever it was.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNumber } from '../../domain/numbers.ts'
import { draftedInvoice, invoiceInput, sentInvoice } from '../../tests/invoices.ts'
import { whenTaken } from '../../tests/again.ts'
import { type Answer, type Caller, createWorld, type Instance, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
let twin: Instance
/** The same two administrators, each at an instance of their own. */
let one: Caller
let other: Caller
beforeAll(async () => {
  world = await createWorld()
  twin = await world.twin()
  one = world.alice
  other = twin.caller(world.mona.cookie)
})
afterAll(() => world.close())

const rounds = 12
const wish = () => invoiceInput(world)
async function made(caller: Caller): Promise<Answer> {
  const answer = await whenTaken(() => caller.post('/api/invoices', wish()))
  expect(answer.status, answer.text).toBe(201)
  return answer
}
const drafted = () => draftedInvoice(world)
const sent = () => sentInvoice(world)
const move = (caller: Caller, id: string, status: string, headers = {}) =>
  caller.patch(`/api/invoices/${id}/status`, { status }, headers)
const pay = (caller: Caller, id: string, amount: number) => caller.post(`/api/invoices/${id}/payments`, { amount })
const read = async (id: string) => (await one.get(`/api/invoices/${id}`)).body
const paidIn = async (id: string): Promise<number> =>
  (
    await world.db.one(
      typed(
        z.object({ n: z.number() }),
      )`select coalesce(sum(amount), 0)::bigint as n from payments where invoice_id = ${id}`,
    )
  ).n
const won = (...answers: Answer[]) => answers.filter(({ status }) => status < 300).length

/** Both in either order, so that neither is always first. */
const atOnce = async (i: number, a: () => Promise<Answer>, b: () => Promise<Answer>): Promise<[Answer, Answer]> => {
  if (i % 2 === 0) return Promise.all([a(), b()])
  const [second, first] = await Promise.all([b(), a()])
  return [first, second]
}

describe('G4: at once', () => {
  it('G3: two hundred invoices on two instances have two hundred numbers in sequence', async () => {
    const day = (await one.post('/api/invoices', wish())).body.invoiceNumber as string
    const start = readNumber('INV', day)?.count ?? 0
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => made(i % 2 === 0 ? one : other)))
    const counts = answers.map(({ body }) => readNumber('INV', body.invoiceNumber)?.count ?? 0)
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => start + 1 + i))
  })

  it('G3: a refused one leaves no gap', async () => {
    const before = readNumber('INV', (await one.post('/api/invoices', wish())).body.invoiceNumber)?.count ?? 0
    const bad = { ...wish(), total: 1 }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : other).post('/api/invoices', i % 4 < 2 ? bad : wish())),
    )
    const counts = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => readNumber('INV', body.invoiceNumber)?.count)
      .toSorted((a, b) => Number(a) - Number(b))
    expect(counts).toEqual(Array.from({ length: 10 }, (_, i) => before + 1 + i))
  })

  it('two payments that together exceed the balance: one is recorded', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await sent()
      const answers = await atOnce(
        i,
        () => pay(one, id, 6_000),
        () => pay(other, id, 5_000),
      )
      expect(won(...answers)).toBe(1)
      expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'conflict' })
      const { amountPaid, balance, status } = await read(id)
      expect([await paidIn(id), status]).toEqual([amountPaid, 'sent'])
      expect(amountPaid + balance).toBe(10_575)
    }
  })

  it('twenty payments of a tenth: ten fit', async () => {
    const id = await sent()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => pay(i % 2 === 0 ? one : other, id, 1_057)))
    expect(won(...answers)).toBe(10)
    expect(await paidIn(id)).toBe(10_570)
    expect((await read(id)).balance).toBe(5)
  })

  it('paid twice is one payment', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await sent()
      expect(
        won(
          ...(await atOnce(
            i,
            () => move(one, id, 'paid'),
            () => move(other, id, 'paid'),
          )),
        ),
      ).toBe(1)
      expect(await paidIn(id)).toBe(10_575)
    }
  })

  it('a payment and a void: one of them', async () => {
    const winners = new Set<number>()
    for (let i = 0; i < rounds; i++) {
      const id = await sent()
      const [paid, gone] = await atOnce(
        i,
        () => pay(one, id, 10_575),
        () => move(other, id, 'void'),
      )
      expect(won(paid, gone)).toBe(1)
      winners.add(paid.status === 201 ? 0 : 1)
      expect((await read(id)).status).toBe(paid.status === 201 ? 'paid' : 'void')
      expect(await paidIn(id)).toBe(paid.status === 201 ? 10_575 : 0)
    }
    expect(winners.size).toBeGreaterThan(0)
  })

  it('sending and an edit of the same version: one of them, and what was sent never changes', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await drafted()
      const seen = { 'if-match': '"1"' }
      const lineItems = [{ description: 'Another', quantity: 1, rate: 1 }]
      const [gone, edited] = await atOnce(
        i,
        () => move(one, id, 'sent', seen),
        () => other.put(`/api/invoices/${id}`, { lineItems }, seen),
      )
      expect(won(gone, edited)).toBe(1)
      expect([200, 409, 412]).toContain(edited.status)
      const { status, total } = await read(id)
      expect([status, total]).toEqual(gone.status === 200 ? ['sent', 10_575] : ['draft', 1])
    }
  })

  it('sending and a void: never void and then sent', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await drafted()
      const [gone, void_] = await atOnce(
        i,
        () => move(one, id, 'sent'),
        () => move(other, id, 'void'),
      )
      expect(void_.status).toBe(200)
      expect([200, 409]).toContain(gone.status)
      const { status, sentAt } = await read(id)
      expect([status, sentAt !== null]).toEqual(['void', gone.status === 200])
      const same = { 'if-match': '"1"' }
      const next = await drafted()
      expect(
        won(
          ...(await atOnce(
            i,
            () => move(one, next, 'sent', same),
            () => move(other, next, 'void', same),
          )),
        ),
      ).toBe(1)
    }
  })

  it('a folder is archived or billed: no payment and no invoice comes after', async () => {
    for (let i = 0; i < 6; i++) {
      const given = { name: 'Race', services: 'x', assignedStaffId: world.people.sam.id, clientId: world.people.ann.id }
      const folder = (await one.post('/api/client-folders', given)).body.id
      const { id } = (await one.post('/api/invoices', { ...wish(), clientFolderId: folder })).body
      await move(one, id, 'sent')
      const archive = one.patch(`/api/client-folders/${folder}`, { status: 'archived' }).then(async ({ status }) => ({
        status,
        seen: [(await one.get(`/api/invoices?clientFolderId=${folder}`)).body.length, await paidIn(id)],
      }))
      const writes = Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0 ? pay(other, id, 1) : other.post('/api/invoices', { ...wish(), clientFolderId: folder }),
        ),
      )
      const [{ status, seen }, answers] = await Promise.all([archive, writes])
      expect(status).toBe(200)
      for (const answer of answers) expect([201, 409]).toContain(answer.status)
      expect([(await one.get(`/api/invoices?clientFolderId=${folder}`)).body.length, await paidIn(id)]).toEqual(seen)
    }
  })
})
