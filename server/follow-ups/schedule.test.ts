// The list of coming reminders: who sees which, what is paused, and that the jobs send what it says.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ScheduledFollowUp, scheduledKinds } from '../../domain/follow-up.ts'
import { weekdayOf } from '../../domain/office-hours.ts'
import { deadline } from '../../tests/architecture/rights-deadlines.ts'
import { requestInput } from '../../tests/architecture/request-input.ts'
import { createdContract, signedContract } from '../../tests/contracts.ts'
import { saveSettings } from '../../tests/firm-settings.ts'
import { dayIn, listedIn, openOnMonday, remindersOf, sendReminders, signInAgain } from '../../tests/follow-ups.ts'
import { employeeOfAcme, sentHandbook } from '../../tests/handbooks.ts'
import { sentInvoice } from '../../tests/invoices.ts'
import { sentProposal } from '../../tests/proposals.ts'
import type { Caller, TestApp } from '../../tests/test-app.ts'
import { addDocument } from '../../tests/uploads.ts'

const acme = ({ folders }: TestApp, rest = '') => `/api/client-folders/${folders.acme.id}${rest}`

async function listed(who: Caller, query = ''): Promise<ScheduledFollowUp[]> {
  const { status, body, text } = await who.get(`/api/follow-ups?limit=200${query}`)
  expect(status, text).toBe(200)
  return body
}

/** Something of each kind, with a reminder within the week. */
async function fill(testApp: TestApp) {
  const { alice, sam, ann, visitor } = testApp
  const inDays = (days: number) => dayIn(testApp, days)
  const post = async (path: string, body: object) => {
    const answer = await sam.post(acme(testApp, path), body)
    expect(answer.status, answer.text).toBe(201)
  }
  await sentInvoice(testApp, { dueDate: inDays(1) }, alice)
  await sentInvoice(testApp, { dueDate: inDays(8) }, alice)
  await sentProposal(testApp, { validUntil: inDays(5) })
  await createdContract(testApp, { signBy: inDays(6) })
  await signedContract(testApp, { startDate: inDays(0), endDate: inDays(32) })
  await post('/assignments', { title: 'Collect W-4 forms', description: 'All.', dueDate: inDays(3) })
  await post('/document-requests', { title: 'Payroll report', documentType: 'other', dueDate: inDays(4) })
  await post('/deadlines', { ...deadline, dueDate: inDays(8) })
  await addDocument(sam, testApp.folders.acme.id, { name: 'License.pdf', expiresOn: inDays(8) })
  const handbook = await sentHandbook(testApp)
  const employeeIds = [await employeeOfAcme(testApp)]
  expect((await sam.post(`/api/handbooks/${handbook}/acknowledgments`, { employeeIds })).status).toBe(200)
  await ann.post(acme(testApp, '/messages'), { content: 'When do we start?' })
  await visitor.post('/api/service-requests', requestInput)
}

describe('the list of coming reminders', () => {
  let testApp: TestApp
  beforeAll(async () => {
    testApp = await openOnMonday()
    await saveSettings(testApp, {
      officeHours: { days: Array(7).fill(null), holidays: [{ date: dayIn(testApp, 3), name: 'Founders’ Day' }] },
    })
    await fill(testApp)
  })
  afterAll(() => testApp.close())

  const kindsFor = async (who: Caller) => [...new Set((await listed(who)).map(({ kind }) => kind))].toSorted()
  const withAccess = async (access: string, kinds: readonly string[]) => {
    await testApp.db.run(sql`update users set staff_access = ${access} where id = ${testApp.people.sam.id}`)
    expect(await kindsFor(testApp.sam)).toEqual(kinds.toSorted())
    await testApp.db.run(sql`update users set staff_access = 'consultant' where id = ${testApp.people.sam.id}`)
  }

  it('says when, about what, to whom, and where', async () => {
    const items = await listed(testApp.sam)
    expect(await listed(testApp.sam, '&paused=true')).toEqual([])
    expect(items.find(({ kind }) => kind === 'invoices')).toMatchObject({
      date: dayIn(testApp, 2),
      recipient: 'client',
      recipientName: 'Ann Keller',
      reminder: 1,
      reminders: 4,
      folderName: 'Acme Tooling',
      link: expect.stringMatching(/^\/invoices\//),
      allowed: ['pause'],
    })
    expect(items.find(({ kind }) => kind === 'messages')).toMatchObject({
      date: dayIn(testApp, 1),
      title: 'When do we start?',
      recipient: 'lead',
      recipientName: 'Sam Carter',
      reminder: 1,
      reminders: 1,
      allowed: [],
    })
    expect(items.filter(({ kind }) => kind === 'service-requests').map(({ recipient }) => recipient)).toEqual([
      'staff',
      'administrators',
    ])
    expect(items.map(({ date }) => date)).toEqual(items.map(({ date }) => date).toSorted())
  })

  it('shows staff what they may see: others’ folders not, bookkeepers only money, assistants no money', async () => {
    expect(await kindsFor(testApp.alice)).toEqual([...scheduledKinds].toSorted())
    expect(await kindsFor(testApp.sam)).toEqual([...scheduledKinds].toSorted())
    expect(await kindsFor(testApp.sue)).toEqual(['service-requests'])
    const money = ['contracts', 'invoices', 'proposals', 'signatures']
    await withAccess('bookkeeper', money)
    await withAccess(
      'assistant',
      // The handbook is a document to sign.
      scheduledKinds.filter((kind) => kind === 'signatures' || !money.includes(kind)),
    )
  })

  it('lets no bookkeeper pause a client', async () => {
    await testApp.db.run(sql`update users set staff_access = 'bookkeeper' where id = ${testApp.people.sue.id}`)
    const items = await listed(testApp.sue)
    expect(items.length).toBeGreaterThan(0)
    expect(items.flatMap(({ allowed }) => allowed)).toEqual([])
    await testApp.db.run(sql`update users set staff_access = 'consultant' where id = ${testApp.people.sue.id}`)
  })

  it('can be limited to a kind, and refuses unknown kinds, clients, and visitors', async () => {
    const items = await listed(testApp.alice, '&kind=invoices')
    expect(items.map(({ kind }) => kind)).toEqual(['invoices', 'invoices'])
    expect((await testApp.alice.get('/api/follow-ups?kind=party')).status).toBe(400)
    expect((await testApp.alice.get('/api/follow-ups?paused=maybe')).status).toBe(400)
    expect((await testApp.ann.get('/api/follow-ups')).status).toBe(403)
    expect((await testApp.visitor.get('/api/follow-ups')).status).toBe(401)
  })

  it('come in pages, each reminder once, and refuse a cursor of another list', async () => {
    const all = listedIn(await listed(testApp.sam))
    const pages: typeof all = []
    let next: string | undefined = '/api/follow-ups?limit=3'
    while (next !== undefined) {
      const answer = await testApp.sam.get(next)
      expect(answer.body.length).toBeLessThanOrEqual(3)
      pages.push(...listedIn(answer.body))
      next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1]
    }
    expect(pages).toEqual(all)
    expect((await testApp.sam.get('/api/follow-ups?cursor=x')).status).toBe(400)
  })

  it('lists apart what is paused, and leaves out archived folders', async () => {
    const before = await listed(testApp.sam)
    const [item] = before.filter(({ allowed }) => allowed.includes('pause'))
    const change = (body: object) =>
      testApp.sam.patch(acme(testApp), body, { 'if-match': `"${item?.folderVersion ?? 0}"` })
    const answer = await change({ remindersPaused: true })
    expect(answer.status, answer.text).toBe(200)
    const paused = await listed(testApp.sam, '&paused=true')
    expect(paused.every(({ allowed }) => allowed.includes('resume'))).toBe(true)
    expect(listedIn(paused)).toEqual(listedIn(before.filter(({ allowed }) => allowed.length > 0)))
    const forTeam = ['contracts', 'messages', 'proposals', 'service-requests']
    expect(await kindsFor(testApp.sam)).toEqual(forTeam)
    await testApp.alice.patch(acme(testApp), { remindersPaused: false, status: 'archived' })
    expect(await kindsFor(testApp.alice)).toEqual(['service-requests'])
    await testApp.alice.patch(acme(testApp), { status: 'active' })
    expect(listedIn(await listed(testApp.sam))).toEqual(listedIn(before))
  })

  it('begins on the next office day after office hours, and is what the jobs then send', async () => {
    testApp.pass({ hours: 9 })
    await signInAgain(testApp)
    const planned = listedIn(await listed(testApp.alice))
    expect(planned[0]?.[0]).toBe(dayIn(testApp, 1))
    const holiday = dayIn(testApp, 3)
    const last = dayIn(testApp, 7)
    testApp.pass({ hours: 13 })
    const sent: typeof planned = []
    // At 8:00, 11:00, and 17:00: a reply is due after 20 and after 24 hours.
    const waits = [3, 6, 15]
    for (let run = 0, today = dayIn(testApp, 0); today <= last; run++, today = dayIn(testApp, 0)) {
      await sendReminders(testApp.db)
      const all = await remindersOf(testApp)
      sent.push(...all.slice(sent.length).map(([kind, id]): (typeof planned)[number] => [today, kind, id]))
      testApp.pass({ hours: waits[run % 3] ?? 0 })
    }
    const inWords = (all: typeof planned) => all.map((each) => each.join(' ')).toSorted()
    expect(inWords(sent)).toEqual(inWords(planned))
    expect(new Set(sent.map(([, kind]) => kind))).toEqual(new Set(scheduledKinds))
    const closed = sent.filter(([date]) => date === holiday || weekdayOf(date) > 4)
    expect(closed).toEqual([])
  })
})
