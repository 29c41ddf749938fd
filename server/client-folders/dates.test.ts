import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FolderDate } from '../../domain/folder-dates.ts'
import type { WorkQueue } from '../../domain/work-queue.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { bookedInAcme } from '../../tests/bookings.ts'
import { contractInput, signContract } from '../../tests/contracts.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  acme = `/api/client-folders/${testApp.folders.acme.id}`
})
afterAll(() => testApp.close())

const inDays = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const datesFor = async (who: Caller): Promise<FolderDate[]> => (await who.get(`${acme}/dates`)).body.dates

async function invoice(dueDate: string) {
  const line = { description: 'Consulting', quantity: 1, rate: 12_500 }
  const given = { clientFolderId: testApp.folders.acme.id, lineItems: [line], dueDate }
  const { body } = await testApp.alice.post('/api/invoices', given)
  await testApp.alice.patch(`/api/invoices/${body.id}/status`, { status: 'sent' })
  return body
}

describe('the next dates of a folder', () => {
  it('are of every kind, the earliest first, and at most six', async () => {
    const sent = await invoice(inDays(4))
    const task = { title: 'Name a contact', description: 'For payroll.' }
    await testApp.sam.post(`${acme}/assignments`, { ...task, dueDate: inDays(2) })
    await testApp.sam.post(`${acme}/document-requests`, { title: 'Payroll register', dueDate: inDays(1) })
    await testApp.sam.post(`${acme}/deadlines`, { title: 'Post the posters', kind: 'other', dueDate: inDays(3) })
    const ends = inDays(5)
    const contract = (
      await testApp.alice.post('/api/contracts', contractInput(testApp, { startDate: inDays(0), endDate: ends }))
    ).body
    expect((await signContract(testApp, contract.id)).status).toBe(201)
    expect((await datesFor(testApp.sam)).map(({ kind, title, date, amount }) => [kind, title, date, amount])).toEqual([
      ['document-request', 'Payroll register', inDays(1), null],
      ['assignment', 'Name a contact', inDays(2), null],
      ['deadline', 'Post the posters', inDays(3), null],
      ['invoice', sent.invoiceNumber, inDays(4), sent.total],
      ['contract-end', contract.contractNumber, ends, null],
    ])
    for (let n = 6; n < 10; n++) await testApp.sam.post(`${acme}/assignments`, { ...task, dueDate: inDays(n) })
    expect(await datesFor(testApp.ann)).toHaveLength(6)
  })

  it('have an appointment with its time until it is canceled', async () => {
    const { id, topic, startsAt } = await bookedInAcme(testApp)
    const date = officeDate(new Date(startsAt))
    const shown = async (who: Caller) => (await datesFor(who)).find((each) => each.id === id)
    for (const who of [testApp.alice, testApp.sam, testApp.ann])
      expect(await shown(who)).toEqual({ kind: 'appointment', id, title: topic, date, startsAt, amount: null })
    expect((await testApp.ann.patch(`/api/bookings/${id}/status`, { status: 'cancelled' })).status).toBe(200)
    expect(await shown(testApp.sam)).toBeUndefined()
  })

  it('leave out what is paid, completed, or past', async () => {
    const before = (await datesFor(testApp.alice)).map(({ id }) => id)
    const [paid, overdue] = [await invoice(inDays(0)), await invoice(inDays(-3))]
    expect((await datesFor(testApp.alice)).map(({ id }) => id)).toContain(paid.id)
    await testApp.alice.post(`/api/invoices/${paid.id}/payments`, { amount: paid.total })
    expect((await datesFor(testApp.alice)).map(({ id }) => id)).toEqual(before)
    expect(before).not.toContain(overdue.id)
  })

  it('show a contact only the parts they can see', async () => {
    const person = { name: 'Cora Lind', email: 'cora@acme.example', money: true, documents: false, messages: false }
    const { userId } = (await testApp.sam.post(`${acme}/contacts`, person)).body
    const kinds = (await datesFor(await testApp.signIn(userId, 'client'))).map(({ kind }) => kind)
    expect(new Set(kinds)).toEqual(new Set(['invoice', 'contract-end']))
  })

  it('are hidden from another client, other staff members, and visitors', async () => {
    expect((await testApp.eve.get(`${acme}/dates`)).status).toBe(404)
    expect((await testApp.sue.get(`${acme}/dates`)).status).toBe(404)
    expect((await testApp.visitor.get(`${acme}/dates`)).status).toBe(401)
  })
})

describe('the work queue of one folder', () => {
  const workIn = async (who: Caller, id: string): Promise<WorkQueue> => {
    const { status, body } = await who.get(`/api/work-queue?clientFolderId=${id}`)
    expect(status).toBe(200)
    return body
  }

  it('has only that folder’s items and counts, for the team and for the client', async () => {
    const { acme: one, elmwood: other } = testApp.folders
    await testApp.ann.post(`${acme}/messages`, { content: 'A question' })
    await testApp.eve.post(`/api/client-folders/${other.id}/messages`, { content: 'Another question' })
    for (const who of [testApp.alice, testApp.sam, testApp.ann]) {
      const { items, counts } = await workIn(who, one.id)
      expect(items.length).toBeGreaterThan(0)
      expect(items.every(({ clientFolderId }) => clientFolderId === one.id)).toBe(true)
      expect(counts.all).toBe(items.length)
    }
    expect((await workIn(testApp.alice, other.id)).items.map(({ kind }) => kind)).toContain('reply-message')
  })

  it('is empty for a folder that the caller cannot see', async () => {
    expect((await workIn(testApp.eve, testApp.folders.acme.id)).items).toEqual([])
    expect((await workIn(testApp.sue, testApp.folders.acme.id)).items).toEqual([])
    expect((await testApp.alice.get('/api/work-queue?clientFolderId=x')).status).toBe(400)
  })
})
