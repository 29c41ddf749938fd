// What bookkeepers and assistants see: a folder has marker words in its messages, documents, and other content, and a
// marker amount in its proposal, contract, and invoice.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { publishedTemplate, templateInput, templatesPath } from '../../tests/agreement-templates.ts'
import { serviceRate } from '../../tests/architecture/rights-time.ts'
import { bookedInAcme } from '../../tests/bookings.ts'
import { contractInput } from '../../tests/contracts.ts'
import { emailsTo } from '../../tests/contacts.ts'
import { openTab } from '../../tests/event-stream.ts'
import { sentRetainer } from '../../tests/retainers.ts'
import { pdf } from '../../tests/samples.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

let testApp: TestApp
let folder: string
let member: Awaited<ReturnType<typeof staffMember>>
let bookkeeper: Awaited<ReturnType<typeof staffMember>>
let assistant: Awaited<ReturnType<typeof staffMember>>
/** Addresses of items, by the part of the folder. */
const items = { money: [] as string[], work: [] as string[] }

const word = 'quillwort'
const cents = 7_654_321
/** In cents, and in dollars as in CSV files and on screens; with sales tax as well. */
const amount = /76,?543\.?21|80,?944\.?4/
const within = (rest = '') => `/api/client-folders/${folder}${rest}`

beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 9 })
  folder = testApp.folders.acme.id
  member = await staffMember(testApp, 'Mel')
  bookkeeper = await staffMember(testApp, 'Bo', { staffAccess: 'bookkeeper' })
  assistant = await staffMember(testApp, 'Ash', { staffAccess: 'assistant' })
  for (const { id } of [member, assistant])
    expect((await testApp.sam.post(within('/members'), { userId: id })).status).toBe(201)
  await fill()
})
afterAll(() => testApp.close())

async function fill() {
  const { alice, sam, ann } = testApp
  const made = async (answer: ReturnType<Caller['post']>) => {
    const { status, body, text } = await answer
    expect(status, text).toBeLessThan(300)
    return body
  }
  await made(ann.post(within('/messages'), { content: `A message about ${word}` }))
  await made(sam.post(within('/staff-notes'), { content: `A note about ${word}` }))
  const task = await made(sam.post('/api/tasks', { title: `Task ${word}`, clientFolderId: folder }))
  const assignment = await made(sam.post(within('/assignments'), { title: `Do ${word}`, description: word }))
  await made(sam.post(within('/document-requests'), { title: `Send ${word}`, dueDate: '2099-12-31' }))
  const document = await made(addDocument(sam, folder, { name: `${word}.pdf`, bytes: pdf() }))
  const booking = await bookedInAcme(testApp, { topic: `Talk about ${word}` })
  items.work.push(
    `/api/tasks/${task.id}`,
    `/api/bookings/${booking.id}`,
    `/api/bookings/${booking.id}/calendar`,
    `/api/assignments/${assignment.id}`,
    `/api/documents/${document.id}`,
    `/api/documents/${document.id}/file`,
    ...['/messages', '/staff-notes', '/documents', '/assignments', '/members', '/document-requests'].map(within),
  )
  const services = [{ customName: 'Hours', estimatedHours: 1, hourlyRate: cents }]
  const offer = { clientFolderId: folder, title: 'Offer', description: 'All', validUntil: '2099-12-31', services }
  const proposal = await made(sam.post('/api/proposals', offer))
  await made(sam.patch(`/api/proposals/${proposal.id}/status`, { status: 'sent' }))
  const agreed = contractInput(testApp, { clientFolderId: folder, services: ['All'], totalValue: cents })
  const contract = await made(alice.post('/api/contracts', agreed))
  const lineItems = [{ description: 'Hours', quantity: 1, rate: cents }]
  const bill = { clientFolderId: folder, lineItems, dueDate: '2020-01-31' }
  const invoice = await made(alice.post('/api/invoices', bill))
  await made(alice.patch(`/api/invoices/${invoice.id}/status`, { status: 'sent' }))
  const retainer = await sentRetainer(testApp, cents)
  await made(alice.post(`/api/invoices/${retainer}/payments`, { amount: cents }))
  const price = { serviceRateId: await serviceRate(testApp), hourlyRate: cents }
  const { id: priceId } = await made(alice.post(within('/client-prices'), price))
  const clauses = [{ title: 'Fee', text: 'The fee is $76,543.21 a year.' }]
  const template = await publishedTemplate(testApp, templateInput({ clauses }))
  const templatePath = `${templatesPath}/${template.id}`
  items.money.push(
    `/api/client-prices/${priceId}`,
    ...['/client-prices', '/retainer', '/retainer/entries'].map(within),
    ...['', '/versions', '/versions/1'].map((rest) => `${templatePath}${rest}`),
    `/api/proposals/${proposal.id}`,
    `/api/contracts/${contract.id}`,
    `/api/invoices/${invoice.id}`,
    `/api/invoices/${invoice.id}/pdf`,
    `/api/invoices/${invoice.id}/payments`,
    within('/statement'),
  )
}

/** Every address without an item's id, and all of the folder's. */
const addresses = () =>
  endpoints.flatMap(({ method, path }) => {
    if (method !== 'GET' || /^\/api\/(events|log|companion|sessions\/proof|docs|openapi)/.test(path)) return []
    const url = path.replace('/api/client-folders/:id', within())
    return url.includes(':') ? [] : [url]
  })

async function statuses(who: Caller, urls: string[]): Promise<number[]> {
  const found: number[] = []
  for (const url of urls) found.push((await who.get(url)).status)
  return found
}

describe('a bookkeeper', () => {
  it('sees the money of every folder, in lists, searches, exports, and single items', async () => {
    const { caller } = bookkeeper
    expect(await statuses(caller, items.money)).toEqual(items.money.map(() => 200))
    for (const list of ['/api/invoices', '/api/contracts', '/api/proposals', '/api/invoices/list/csv'])
      expect((await caller.get(list)).text, list).toMatch(amount)
    expect((await caller.get('/api/search?q=Acme')).text).toContain(folder)
    expect((await caller.get('/api/client-folders')).body.length).toBe(Object.keys(testApp.folders).length)
    expect((await caller.get(within())).body.allowed).toEqual(['see-money'])
    const { items: work } = (await caller.get('/api/work-queue?view=all')).body
    expect(work.map(({ kind }: { kind: string }) => kind)).toContain('overdue-invoice')
  })

  it('sees no message, document, note, task, or assignment anywhere', async () => {
    const { caller } = bookkeeper
    expect(await statuses(caller, items.work)).toEqual(items.work.map(() => 404))
    let found = 0
    for (const url of addresses()) {
      const { status, text } = await caller.get(url)
      if (status === 200) found++
      expect(text, url).not.toContain(word)
    }
    expect(found).toBeGreaterThan(20)
    for (const q of [word, 'message']) expect((await caller.get(`/api/search?q=${q}`)).text).not.toContain(word)
  })

  it('can’t work in folders, or with requests', async () => {
    const { caller, id } = bookkeeper
    expect((await caller.post(within('/messages'), { content: 'x' })).status).toBe(404)
    expect((await caller.patch(within(), { services: 'x' })).status).toBe(403)
    expect((await caller.post(within('/exports'))).status).toBe(403)
    expect((await caller.get(within('/contacts'))).status).toBe(403)
    expect((await caller.get(within('/access'))).status).toBe(403)
    expect((await caller.get('/api/service-requests')).body).toEqual([])
    expect((await caller.post('/api/client-folders', { name: 'x', services: 'x' })).status).toBe(403)
    expect((await testApp.sam.post(within('/members'), { userId: id })).body.issues[0].path).toBe('userId')
    expect((await caller.put(`/api/booking-hours/${id}`, { isBookable: true, days: null })).status).toBe(404)
    expect((await testApp.alice.get('/api/booking-hours')).text).not.toContain(id)
  })
})

describe('an assistant', () => {
  it('sees and does everything but money in their folders, and nothing in others', async () => {
    const { caller } = assistant
    expect(await statuses(caller, items.work)).toEqual(items.work.map(() => 200))
    expect((await caller.post(within('/messages'), { content: 'Hello' })).status).toBe(201)
    expect((await caller.patch(within(), { services: 'HR Consulting' })).status).toBe(200)
    expect((await caller.get(`/api/client-folders/${testApp.folders.elmwood.id}`)).status).toBe(404)
    expect((await caller.get('/api/client-folders')).body).toHaveLength(1)
    expect((await caller.get(`/api/search?q=${word}`)).text).toContain(word)
  })

  it('sees no amount anywhere', async () => {
    const { caller } = assistant
    expect(await statuses(caller, items.money)).toEqual(items.money.map(() => 404))
    let found = 0
    for (const url of addresses()) {
      const { status, text } = await caller.get(url)
      if (status === 200) found++
      expect(text, url).not.toMatch(amount)
    }
    expect(found).toBeGreaterThan(20)
    expect((await caller.get('/api/dashboard')).body.thisMonth).toBeNull()
    expect((await caller.get(within())).body).toMatchObject({ taxExempt: null, purchaseOrderNumber: null })
  })

  it('can’t give a contact access to money', async () => {
    const { caller } = assistant
    const contact = { name: 'Cora Lind', email: 'cora-money@example.com', documents: true, messages: false }
    expect((await caller.post(within('/contacts'), { ...contact, money: true })).status).toBe(403)
    const added = await caller.post(within('/contacts'), { ...contact, money: false })
    expect(added.status).toBe(201)
    const url = `/api/folder-contacts/${added.body.id}`
    expect((await caller.patch(url, { money: true })).status).toBe(403)
    expect((await testApp.sam.patch(url, { money: true })).status).toBe(200)
    expect((await caller.patch(url, { messages: true })).body).toMatchObject({ money: true, messages: true })
  })

  it('can’t change the client’s tax details or the client, export the folder, or lead one', async () => {
    const { caller, id } = assistant
    expect((await caller.patch(within(), { purchaseOrderNumber: '4711' })).status).toBe(403)
    expect((await caller.patch(within(), { clientId: testApp.people.eve.id })).status).toBe(403)
    expect((await caller.post(within('/exports'))).status).toBe(403)
    expect((await caller.post('/api/client-folders', { name: 'x', services: 'x' })).status).toBe(403)
    const asLead = await testApp.alice.patch(within(), { assignedStaffId: id })
    expect([asLead.status, asLead.body.issues[0].path]).toEqual([400, 'assignedStaffId'])
    expect((await testApp.alice.get(within('/access'))).body).toMatchObject({ bookkeepers: 1 })
  })
})

it('live events and emails reach those who see the part of the folder', async () => {
  await testApp.goLive()
  const address = await testApp.address()
  const tabs = await Promise.all([member, bookkeeper, assistant].map(({ caller }) => openTab(address, caller)))
  const received = (id: string) => tabs.map((tab) => tab.text().includes(id))
  const emailCounts = () =>
    Promise.all([member, bookkeeper, assistant].map(async ({ email }) => (await emailsTo(testApp, email)).length))
  const messageId = (await testApp.ann.post(within('/messages'), { content: 'Hear me' })).body.id as string
  await expect.poll(() => received(messageId)).toEqual([true, false, true])
  const subjects = (await emailsTo(testApp, assistant.email)).map(({ subject }) => subject)
  expect(subjects.some((subject) => subject.includes('message'))).toBe(true)
  const before = await emailCounts()
  const [proposal] = (await testApp.ann.get('/api/proposals')).body as { id: string }[]
  const id = proposal?.id ?? ''
  expect((await testApp.ann.patch(`/api/proposals/${id}/status`, { status: 'approved' })).status).toBe(200)
  await expect.poll(() => received(id)).toEqual([true, true, false])
  // The bookkeeper is not on the folder's team.
  expect((await emailCounts()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 0])
  for (const tab of tabs) tab.close()
})

describe('the access of a staff member', () => {
  const change = (id: string, more: object) => {
    const person = { firstName: 'Mel', lastName: 'Ortiz', role: 'staff', ...more }
    return testApp.alice.put(`/api/users/${id}`, { email: `changed-${id}@example.com`, ...person })
  }

  it('takes effect with the next call, and ends memberships and cover of a bookkeeper', async () => {
    const { id, caller } = await staffMember(testApp)
    const other = await staffMember(testApp)
    await testApp.sam.post(within('/members'), { userId: id })
    const today = new Date(testApp.db.now.getTime() + 86_400_000).toISOString().slice(0, 10)
    const cover = { colleagueId: other.id, startsOn: today, endsOn: today }
    expect((await caller.post('/api/staff-covers', cover)).status).toBe(201)
    expect((await caller.get(within('/messages'))).status).toBe(200)
    const { status, body } = await change(id, { staffAccess: 'bookkeeper' })
    expect([status, body.staffAccess]).toEqual([200, 'bookkeeper'])
    const again = await testApp.signIn(id, 'staff')
    expect((await again.get(within('/messages'))).status).toBe(404)
    expect((await again.get(within())).status).toBe(200)
    const members = (await testApp.sam.get(within('/members'))).body.map(({ userId }: { userId: string }) => userId)
    expect(members).not.toContain(id)
    expect((await again.get('/api/staff-covers')).body[0].status).toBe('ended')
    const entries = (await testApp.auditLog()).filter((each) => each.action === 'user.changed' && each.entityId === id)
    expect(entries.at(-1)?.details).toMatchObject({
      before: { staffAccess: 'consultant' },
      after: { staffAccess: 'bookkeeper' },
    })
  })

  it('can’t be limited while they lead a folder, and is a consultant’s for every other role', async () => {
    const { id, caller } = await staffMember(testApp)
    expect((await caller.post('/api/client-folders', { name: 'Own', services: 'x' })).status).toBe(201)
    const refused = await change(id, { staffAccess: 'assistant' })
    expect([refused.status, refused.body.issues[0].path]).toEqual([409, 'staffAccess'])
    expect((await change(id, { staffAccess: 'owner' })).status).toBe(400)
    const given = { email: 'boss@example.com', firstName: 'A', lastName: 'B', role: 'admin', staffAccess: 'bookkeeper' }
    expect((await testApp.alice.post('/api/users', given)).body.staffAccess).toBe('consultant')
  })

  it('is changed by administrators only, and needs recent authentication', async () => {
    const { id, email, caller } = await staffMember(testApp)
    const body = { email, firstName: 'Mel', lastName: 'Ortiz', role: 'staff', staffAccess: 'assistant' }
    expect((await caller.put(`/api/users/${id}`, body)).status).toBe(404)
    const own = { firstName: 'Mel', lastName: 'Ortiz', staffAccess: 'consultant' }
    expect((await caller.patch('/api/profile', own)).status).toBe(400)
    await testApp.db.run(sql`
      update sessions set reauthenticated_at = reauthenticated_at - interval '1 hour' where user_id = ${testApp.people.alice.id}`)
    expect((await testApp.alice.put(`/api/users/${id}`, body)).body.code).toBe('step-up')
  })
})
