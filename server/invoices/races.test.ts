// Concurrent requests on one invoice: one succeeds, and the totals are right whichever it was.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readNumber } from '../../domain/numbering.ts'
import { draftedInvoice, invoiceInput, sentInvoice } from '../../tests/invoices.ts'
import { whenTaken } from '../../tests/when-taken.ts'
import { type Answer, type Caller, createTestApp, type Instance, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let twin: Instance
/** The same two administrators, each on their own instance. */
let one: Caller
let other: Caller
beforeAll(async () => {
  testApp = await createTestApp()
  twin = await testApp.twin()
  one = testApp.alice
  other = twin.caller(testApp.mona.cookie)
})
afterAll(() => testApp.close())

const rounds = 12
const requestInput = () => invoiceInput(testApp)
async function made(caller: Caller): Promise<Answer> {
  const answer = await whenTaken(() => caller.post('/api/invoices', requestInput()))
  expect(answer.status, answer.text).toBe(201)
  return answer
}
const drafted = () => draftedInvoice(testApp)
const sent = () => sentInvoice(testApp)
const move = (caller: Caller, id: string, status: string, headers = {}) =>
  caller.patch(`/api/invoices/${id}/status`, { status }, headers)
const pay = (caller: Caller, id: string, amount: number) => caller.post(`/api/invoices/${id}/payments`, { amount })
const read = async (id: string) => (await one.get(`/api/invoices/${id}`)).body
const paidIn = async (id: string): Promise<number> =>
  (
    await testApp.db.one(
      typed(
        z.object({ n: z.number() }),
      )`select coalesce(sum(amount), 0)::bigint as n from payments where invoice_id = ${id}`,
    )
  ).n
const won = (...answers: Answer[]) => answers.filter(({ status }) => status < 300).length

/** Alternates the order, so that neither call is always first. */
const concurrently = async (
  i: number,
  a: () => Promise<Answer>,
  b: () => Promise<Answer>,
): Promise<[Answer, Answer]> => {
  if (i % 2 === 0) return Promise.all([a(), b()])
  const [second, first] = await Promise.all([b(), a()])
  return [first, second]
}

describe('G4: concurrent changes of an invoice', () => {
  it('G3: two hundred invoices on two instances have two hundred numbers in sequence', async () => {
    const day = (await one.post('/api/invoices', requestInput())).body.invoiceNumber as string
    const start = readNumber('INV', day)?.count ?? 0
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => made(i % 2 === 0 ? one : other)))
    const counts = answers.map(({ body }) => readNumber('INV', body.invoiceNumber)?.count ?? 0)
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, i) => start + 1 + i))
  })

  it('G3: a refused invoice leaves no gap in the numbers', async () => {
    const before = readNumber('INV', (await one.post('/api/invoices', requestInput())).body.invoiceNumber)?.count ?? 0
    const bad = { ...requestInput(), total: 1 }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? one : other).post('/api/invoices', i % 4 < 2 ? bad : requestInput()),
      ),
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
      const answers = await concurrently(
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

  it('twenty payments of a tenth each: ten are recorded', async () => {
    const id = await sent()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => pay(i % 2 === 0 ? one : other, id, 1_057)))
    expect(won(...answers)).toBe(10)
    expect(await paidIn(id)).toBe(10_570)
    expect((await read(id)).balance).toBe(5)
  })

  it('marking as paid twice records one payment', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await sent()
      expect(
        won(
          ...(await concurrently(
            i,
            () => move(one, id, 'paid'),
            () => move(other, id, 'paid'),
          )),
        ),
      ).toBe(1)
      expect(await paidIn(id)).toBe(10_575)
    }
  })

  it('a payment and a void race: one succeeds', async () => {
    const winners = new Set<number>()
    for (let i = 0; i < rounds; i++) {
      const id = await sent()
      const [paid, gone] = await concurrently(
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

  it('sending and an edit of the same version race: one succeeds, and a sent invoice never changes', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await drafted()
      const seen = { 'if-match': '"1"' }
      const lineItems = [{ description: 'Another', quantity: 1, rate: 1 }]
      const [gone, edited] = await concurrently(
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

  it('sending and a void race: a void invoice is never sent', async () => {
    for (let i = 0; i < rounds; i++) {
      const id = await drafted()
      const [gone, void_] = await concurrently(
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
          ...(await concurrently(
            i,
            () => move(one, next, 'sent', same),
            () => move(other, next, 'void', same),
          )),
        ),
      ).toBe(1)
    }
  })

  it('refuses payments and invoices in an archived folder when both race', async () => {
    for (let i = 0; i < 6; i++) {
      const given = {
        name: 'Race',
        services: 'x',
        assignedStaffId: testApp.people.sam.id,
        clientId: testApp.people.ann.id,
      }
      const folder = (await one.post('/api/client-folders', given)).body.id
      const { id } = (await one.post('/api/invoices', { ...requestInput(), clientFolderId: folder })).body
      await move(one, id, 'sent')
      const archive = one.patch(`/api/client-folders/${folder}`, { status: 'archived' }).then(async ({ status }) => ({
        status,
        seen: [(await one.get(`/api/invoices?clientFolderId=${folder}`)).body.length, await paidIn(id)],
      }))
      const writes = Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0 ? pay(other, id, 1) : other.post('/api/invoices', { ...requestInput(), clientFolderId: folder }),
        ),
      )
      const [{ status, seen }, answers] = await Promise.all([archive, writes])
      expect(status).toBe(200)
      for (const answer of answers) expect([201, 409]).toContain(answer.status)
      expect([(await one.get(`/api/invoices?clientFolderId=${folder}`)).body.length, await paidIn(id)]).toEqual(seen)
    }
  })
})
