import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WorkItem, WorkKind, WorkQueue } from '../../domain/work-queue.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { contractInput } from '../../tests/contracts.ts'
import { invoiceOf } from '../../tests/architecture/rights-invoices.ts'
import { foldersOf, type Office, openOffice } from '../../tests/office.ts'
import { addDocument } from '../../tests/uploads.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ LOG_LEVEL: 'error' })))
afterAll(() => testApp.close())

let count = 0

/** A new company, assigned to Sam, with its client. */
async function company() {
  const email = `queue${++count}@example.com`
  const given = { name: `Company ${count}`, services: 'x', assignedStaffId: testApp.people.sam.id, clientEmail: email }
  const { id, clientId } = (await testApp.alice.post('/api/client-folders', given)).body
  return { id: id as string, client: await testApp.signIn(clientId, 'client') }
}

async function queueOf(who: Caller, view = 'all'): Promise<WorkQueue> {
  const { status, body } = await who.get(`/api/work-queue?view=${view}`)
  expect(status).toBe(200)
  return body
}

const inFolder = async (who: Caller, id: string, view?: string): Promise<WorkItem[]> =>
  (await queueOf(who, view)).items.filter(({ clientFolderId }) => clientFolderId === id)
const theOne = async (who: Caller, id: string, kind: WorkKind) =>
  (await inFolder(who, id)).find((item) => item.kind === kind)
const at = (id: string, rest: string) => `/api/client-folders/${id}/${rest}`
const inDays = (days: number) => daysAfter(officeDate(testApp.db.now), days)

async function invoiceTo(id: string, dueDate: string) {
  const { body } = await testApp.alice.post('/api/invoices', { ...invoiceOf(id), dueDate })
  await testApp.alice.patch(`/api/invoices/${body.id}/status`, { status: 'sent' })
  return body as { id: string; total: number; invoiceNumber: string }
}

async function proposalTo(id: string) {
  const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 12_500 }]
  const draft = { clientFolderId: id, title: 'Handbook', description: 'x', validUntil: inDays(30), services }
  const { body } = await testApp.sam.post('/api/proposals', draft)
  await testApp.sam.patch(`/api/proposals/${body.id}/status`, { status: 'sent' })
  return body.id as string
}

describe('the work queue of a client', () => {
  it('sorts the work: sign, pay, answer, send, read, and whatever is due first', async () => {
    const { id, client } = await company()
    await testApp.sam.post(at(id, 'messages'), { content: 'Welcome' })
    const asked = { title: 'Payroll report', documentType: 'other', dueDate: inDays(1) }
    await testApp.sam.post(at(id, 'document-requests'), asked)
    await proposalTo(id)
    await invoiceTo(id, inDays(20))
    await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: id }))
    const { items } = await queueOf(client)
    expect(items.map(({ action }) => action)).toEqual(['sign', 'pay', 'answer', 'upload', 'read', 'read'])
    expect(items.map(({ kind }) => kind).slice(-2)).toEqual(['answer-message', 'acknowledge-policies'])
  })

  it('names each action with its amount and a link to its page', async () => {
    const { id, client } = await company()
    const { id: invoiceId, total, invoiceNumber } = await invoiceTo(id, inDays(-1))
    expect(await theOne(client, id, 'pay-invoice')).toMatchObject({
      title: invoiceNumber,
      amount: total,
      isLate: true,
      action: 'pay',
      link: `/invoices/${invoiceId}`,
    })
    const { counts } = await queueOf(client)
    expect(counts.overdue).toBe(1)
    expect((await queueOf(client, 'overdue')).items.map(({ kind }) => kind)).toEqual(['pay-invoice'])
  })

  it('counts all work of each kind, and shows the first of each kind before more of one kind', async () => {
    const { id, client } = await company()
    for (let each = 0; each < 105; each++)
      await testApp.sam.post(at(id, 'assignments'), { title: `No. ${each}`, description: 'x' })
    await testApp.alice.post('/api/contracts', contractInput(testApp, { clientFolderId: id }))
    const { total } = await invoiceTo(id, inDays(-1))
    await invoiceTo(id, inDays(9))
    await proposalTo(id)
    const { items, counts, groups } = await queueOf(client)
    expect(items.map(({ action }) => action)).toEqual([
      'sign',
      'pay',
      'pay',
      'answer',
      ...Array.from({ length: 95 }, () => 'open'),
      'read',
    ])
    expect([counts.mine, counts.all, counts.overdue]).toEqual([110, 110, 1])
    const amount = expect.any(Number)
    expect(groups).toEqual([
      { group: 'sign', count: 1, overdue: 0, amount },
      { group: 'pay', count: 2, overdue: 1, amount: 2 * total },
      { group: 'answer', count: 1, overdue: 0, amount },
      { group: 'send', count: 105, overdue: 0, amount: null },
      { group: 'read', count: 1, overdue: 0, amount: null },
    ])
    const late = await queueOf(client, 'overdue')
    expect([late.items.map(({ action }) => action), late.counts.all]).toEqual([['pay'], 110])
  })

  it('counts one folder alone, and nothing of a folder that the client cannot see', async () => {
    const { id, client } = await company()
    await invoiceTo(id, inDays(3))
    const { id: foreign } = await company()
    await invoiceTo(foreign, inDays(3))
    const queue = async (folder: string) => (await client.get(`/api/work-queue?clientFolderId=${folder}`)).body
    expect((await queue(id)).counts.all).toBe(1)
    expect(await queue(foreign)).toMatchObject({ items: [], groups: [], counts: { all: 0, overdue: 0 } })
  })

  it('shows nothing of another client', async () => {
    const { id } = await company()
    await invoiceTo(id, inDays(3))
    const { client: other } = await company()
    expect(await inFolder(other, id)).toEqual([])
    expect(await inFolder(testApp.eve, id)).toEqual([])
  })
})

describe('the work queue of the team', () => {
  it('contains an unanswered message until someone replies, late after 24 hours', async () => {
    const { id, client } = await company()
    await client.post(at(id, 'messages'), { content: 'When do we start?' })
    expect(await theOne(testApp.sam, id, 'reply-message')).toMatchObject({
      title: 'When do we start?',
      action: 'reply',
      isLate: false,
      link: `/client-folders/${id}?tab=messages#messages`,
    })
    await testApp.db.run(sql`
      update unanswered_threads set since = since - interval '25 hours' where client_folder_id = ${id}`)
    expect((await theOne(testApp.sam, id, 'reply-message'))?.isLate).toBe(true)
    await testApp.sam.post(at(id, 'messages'), { content: 'On Monday' })
    expect(await inFolder(testApp.sam, id)).toEqual([])
  })

  it('contains submitted documents, unsigned documents, and work that is due today', async () => {
    const { id, client } = await company()
    const asked = { title: 'Payroll report', documentType: 'other', dueDate: inDays(5) }
    const request = (await testApp.sam.post(at(id, 'document-requests'), asked)).body
    await addDocument(client, id, { documentRequestId: request.id })
    await addDocument(testApp.sam, id, { requiresSignature: true })
    for (const dueDate of [inDays(0), inDays(1)])
      await testApp.sam.post(at(id, 'assignments'), { title: `Due ${dueDate}`, description: 'x', dueDate })
    const items = await inFolder(testApp.sam, id)
    expect(items.map(({ kind }) => kind).toSorted()).toEqual([
      'due-assignment',
      'review-documents',
      'unsigned-document',
    ])
    expect(items.find(({ kind }) => kind === 'due-assignment')).toMatchObject({
      title: `Due ${inDays(0)}`,
      due: inDays(0),
      isLate: false,
      action: 'complete',
    })
  })

  it('lets administrators record payments and create contracts, while staff message the client', async () => {
    const { id, client } = await company()
    await invoiceTo(id, inDays(-2))
    const proposalId = await proposalTo(id)
    await client.patch(`/api/proposals/${proposalId}/status`, { status: 'approved' })
    expect(await theOne(testApp.alice, id, 'overdue-invoice')).toMatchObject({ action: 'record-payment', isLate: true })
    expect(await theOne(testApp.sam, id, 'overdue-invoice')).toMatchObject({ action: 'message' })
    expect(await theOne(testApp.alice, id, 'create-contract')).toMatchObject({ amount: 12_500 })
    expect(await theOne(testApp.sam, id, 'create-contract')).toBeUndefined()
    await testApp.alice.post(`/api/proposals/${proposalId}/contract`, { clientName: 'Cleo Client' })
    expect((await inFolder(testApp.alice, id)).map(({ kind }) => kind).toSorted()).toEqual([
      'overdue-invoice',
      'unsigned-contract',
    ])
  })

  it('shows a message before an assignment that is due today, but not before late work', async () => {
    const { id, client } = await company()
    await testApp.sam.post(at(id, 'assignments'), { title: 'Due today', description: 'x', dueDate: inDays(0) })
    await client.post(at(id, 'messages'), { content: 'Hello' })
    expect((await inFolder(testApp.sam, id)).map(({ kind }) => kind)).toEqual(['reply-message', 'due-assignment'])
    await invoiceTo(id, inDays(-2))
    expect((await inFolder(testApp.sam, id)).map(({ kind }) => kind)).toEqual([
      'overdue-invoice',
      'reply-message',
      'due-assignment',
    ])
  })

  it('shows only what the reader can see, and as theirs what is assigned to them', async () => {
    const { id, client } = await company()
    await client.post(at(id, 'messages'), { content: 'Hello' })
    expect(await inFolder(testApp.sue, id)).toEqual([])
    expect(await inFolder(testApp.alice, id, 'mine')).toEqual([])
    expect(await inFolder(testApp.sam, id, 'mine')).toHaveLength(1)
  })

  it('leaves out archived folders', async () => {
    const { id, client } = await company()
    await client.post(at(id, 'messages'), { content: 'Hello' })
    await testApp.alice.patch(`/api/client-folders/${id}`, { status: 'archived' })
    expect(await inFolder(testApp.alice, id)).toEqual([])
  })

  it('refuses an unknown view', async () => {
    expect((await testApp.sam.get('/api/work-queue?view=everyone')).status).toBe(400)
    expect((await testApp.visitor.get('/api/work-queue')).status).toBe(401)
  })
})

describe('the work queue with a year of data', () => {
  let office: Office
  let full: TestApp
  beforeAll(async () => {
    full = await createTestApp({ LOG_LEVEL: 'error' })
    office = await openOffice(full, 20_261_123)
  })
  afterAll(() => full.close())

  it.each(['alice', 'sam', 'sue'] as const)('counts everything for %s, and shows late work first', async (who) => {
    const today = officeDate(full.db.now)
    const open = [...foldersOf(full, office, who)].filter(([, { status }]) => status !== 'archived').map(([id]) => id)
    const late = office.invoices.filter(
      ({ status, due_date: due, client_folder_id: folder, total, amount_paid: paid }) =>
        ['sent', 'overdue'].includes(status as string) &&
        (due as string) < today &&
        Number(total) > Number(paid) &&
        open.includes(folder as string),
    )
    const { items, counts } = await queueOf(full[who])
    expect(items).toHaveLength(Math.min(100, counts.all))
    const firstInTime = items.findIndex(({ isLate }) => !isLate)
    if (firstInTime >= 0) expect(items.slice(firstInTime).some(({ isLate }) => isLate)).toBe(false)
    const overdue = await queueOf(full[who], 'overdue')
    expect(overdue.items.every(({ isLate }) => isLate)).toBe(true)
    expect(counts.overdue).toBeGreaterThanOrEqual(late.length)
    expect(counts.mine).toBeLessThanOrEqual(counts.all)
    if (overdue.items.length < 100)
      expect(
        overdue.items
          .filter(({ kind }) => kind === 'overdue-invoice')
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(late.map(({ id }) => id).toSorted())
  })
})
