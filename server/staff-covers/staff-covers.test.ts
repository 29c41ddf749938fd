import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { openBooking } from '../../tests/bookings.ts'
import { company, documentIn, emailsTo, sentInvoiceIn } from '../../tests/contacts.ts'
import { openTab } from '../../tests/event-stream.ts'
import { staffMember } from '../../tests/staff.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { folderStaff, staffOfFolder } from '../client-folders/folder-staff.ts'
import { visibleFolders } from '../client-folders/queries.ts'
import { IdRow, typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 9 })))
afterAll(() => testApp.close())

const folderOf = (id: string, rest = '') => `/api/client-folders/${id}${rest}`
const today = () => officeDate(testApp.db.now)
const day = (days: number) => daysAfter(today(), days)
const parts = ['', '/messages', '/documents', '/assignments', '/contacts', '/members', '/staff-notes', '/access']
const reads = (who: Caller, id: string) =>
  Promise.all(parts.map(async (part) => (await who.get(folderOf(id, part))).status))
const seen = parts.map(() => 200)
const hidden = parts.map(() => 404)
const cover = (who: Caller, colleagueId: string, from = 0, to = from, more: object = {}) =>
  who.post('/api/staff-covers', { colleagueId, startsOn: day(from), endsOn: day(to), ...more })

/** A lead with a folder of their own, and a colleague who sees none. */
async function leadAndColleague() {
  const [lead, colleague] = [await staffMember(testApp, 'Lee'), await staffMember(testApp, 'Cole')]
  const id = await company(testApp)
  expect((await testApp.alice.patch(folderOf(id), { assignedStaffId: lead.id })).status).toBe(200)
  return { lead, colleague, id }
}

describe('a colleague who covers for someone', () => {
  it('sees their folders and works in them like a member, from the first day on', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    const asMember = await company(testApp)
    await testApp.sam.post(folderOf(asMember, '/members'), { userId: lead.id })
    const elsewhere = await company(testApp)
    expect(await reads(colleague.caller, id)).toEqual(hidden)
    const { status, body } = await cover(lead.caller, colleague.id, 0, 6)
    expect([status, body.status, body.userName, body.colleagueName, body.allowed]).toEqual([
      201,
      'active',
      'Lee Ortiz',
      'Cole Ortiz',
      ['end'],
    ])
    for (const each of [id, asMember]) expect(await reads(colleague.caller, each)).toEqual(seen)
    expect(await reads(colleague.caller, elsewhere)).toEqual(hidden)
    expect((await colleague.caller.post(folderOf(id, '/messages'), { content: 'Hello' })).status).toBe(201)
    expect((await colleague.caller.patch(folderOf(id), { services: 'Payroll' })).status).toBe(200)
    const listed = (await colleague.caller.get('/api/client-folders')).body.map((each: { id: string }) => each.id)
    expect(listed.toSorted()).toEqual([id, asMember].toSorted())
    const { people } = (await testApp.alice.get(folderOf(id, '/access'))).body
    expect(people).toContainEqual(expect.objectContaining({ role: 'cover', name: 'Cole Ortiz', coversUntil: day(6) }))
    expect((await emailsTo(testApp, colleague.email)).at(-1)?.subject).toBe(
      'ProHR portal: you cover a colleague’s client folders',
    )
    expect((await testApp.auditLog()).find(({ action }) => action === 'staff-cover.created')).toMatchObject({
      entityId: body.id,
      details: { userId: lead.id, colleagueId: colleague.id, startsOn: today(), endsOn: day(6) },
    })
  })

  it('is notified like a member, once', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    // Overlapping covers are fine.
    for (const to of [2, 5]) expect((await cover(lead.caller, colleague.id, 0, to)).status).toBe(201)
    const counts = async () =>
      Promise.all([lead.email, colleague.email].map(async (to) => (await emailsTo(testApp, to)).length))
    const before = await counts()
    await testApp.ann.post(folderOf(id, '/messages'), { content: 'To all of you' })
    expect((await counts()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1])
  })

  it('can’t let a third person cover those folders, and can’t change the team', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    const third = await staffMember(testApp)
    await cover(lead.caller, colleague.id, 0, 5)
    expect((await cover(colleague.caller, third.id, 0, 5)).status, 'for the colleague’s own folders').toBe(201)
    expect(await reads(third.caller, id)).toEqual(hidden)
    const forTheLead = await cover(colleague.caller, third.id, 0, 5, { userId: lead.id })
    expect([forTheLead.status, forTheLead.body.issues[0].path]).toEqual([400, 'userId'])
    expect((await colleague.caller.post(folderOf(id, '/members'), { userId: third.id })).status).toBe(403)
    expect((await colleague.caller.patch(folderOf(id), { assignedStaffId: third.id })).status).toBe(403)
  })

  it('can’t be booked by the client, because an appointment can be after their last day', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    await openBooking(testApp)
    for (const each of [lead, colleague])
      await testApp.alice.put(`/api/booking-hours/${each.id}`, { isBookable: true, days: null })
    await cover(lead.caller, colleague.id, 0, 5)
    const { body } = await testApp.ann.get(folderOf(id, '/booking-times'))
    expect(body.consultants.map((each: { id: string }) => each.id)).toEqual([lead.id])
    const startsAt = body.days[0].times[1]
    const booked = await testApp.ann.post(folderOf(id, '/bookings'), {
      topic: 'x',
      consultantId: colleague.id,
      startsAt,
    })
    expect(booked.status).toBe(400)
    expect((await testApp.ann.post(folderOf(id, '/bookings'), { topic: 'Leave policy', startsAt })).status).toBe(201)
    expect((await colleague.caller.get('/api/bookings')).text).toContain('Leave policy')
  })

  it('loses access right away when it is ended early, and receives no more live events', async () => {
    await testApp.goLive()
    const { lead, colleague, id } = await leadAndColleague()
    const { body } = await cover(lead.caller, colleague.id, 0, 5)
    await testApp.db.run(sql`delete from live_events`)
    const address = await testApp.address()
    const [tab, other] = [await openTab(address, colleague.caller), await openTab(address, lead.caller)]
    const say = async () => (await testApp.ann.post(folderOf(id, '/messages'), { content: 'Hear me' })).body.id
    const before = await say()
    await expect.poll(() => tab.received.map((each) => each.id)).toContain(before)
    expect((await colleague.caller.delete(`/api/staff-covers/${body.id}`)).status).toBe(403)
    const ended = await lead.caller.delete(`/api/staff-covers/${body.id}`)
    expect([ended.status, ended.body.status, ended.body.allowed]).toEqual([200, 'ended', []])
    expect(await reads(colleague.caller, id)).toEqual(hidden)
    const after = await say()
    await expect.poll(() => other.received.map((each) => each.id)).toContain(after)
    expect(tab.text()).not.toContain(after)
    expect((await lead.caller.delete(`/api/staff-covers/${body.id}`)).status, 'a second time').toBe(409)
    const entries = (await testApp.auditLog()).filter(({ entityId }) => entityId === body.id)
    expect(entries.map(({ action }) => action)).toContain('staff-cover.ended')
    for (const each of [tab, other]) each.close()
  })

  it('can be assigned tasks of the folder while they cover', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    const assign = () =>
      lead.caller.post('/api/tasks', { title: 'Call them', clientFolderId: id, assigneeId: colleague.id })
    expect((await assign()).status).toBe(400)
    const { body } = await cover(lead.caller, colleague.id, 0, 5)
    expect((await assign()).body.assigneeId).toBe(colleague.id)
    await lead.caller.delete(`/api/staff-covers/${body.id}`)
    expect((await assign()).status).toBe(400)
  })
})

describe('cover', () => {
  it('can be planned and ended by an administrator, who notifies both', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    const { status, body } = await cover(testApp.alice, colleague.id, 0, 3, { userId: lead.id })
    expect([status, body.createdByName]).toEqual([201, 'Alice Moore'])
    expect(await reads(colleague.caller, id)).toEqual(seen)
    expect((await testApp.alice.delete(`/api/staff-covers/${body.id}`)).status).toBe(200)
    const subjects = (await emailsTo(testApp, lead.email)).map(({ subject }) => subject)
    expect(subjects.slice(-2)).toEqual([
      'ProHR portal: a colleague covers your client folders',
      'ProHR portal: a colleague no longer covers for you',
    ])
  })

  it('ends when either leaves the team, and doesn’t return with them', async () => {
    for (const which of ['lead', 'colleague'] as const) {
      const made = await leadAndColleague()
      await cover(made.lead.caller, made.colleague.id, 0, 5)
      const { id, email } = made[which]
      expect((await testApp.alice.delete(`/api/users/${id}`)).status).toBe(200)
      const back = { role: 'staff', email, firstName: 'Back', lastName: 'Again', isActive: true }
      expect((await testApp.alice.put(`/api/users/${id}`, back)).status).toBe(200)
      const caller = await testApp.signIn(made.colleague.id, 'staff')
      expect(await reads(caller, made.id), which).toEqual(hidden)
    }
  })

  it.each<[string, number, number, string]>([
    ['a first day in the past', -1, 3, 'startsOn'],
    ['a last day before the first', 3, 2, 'endsOn'],
    ['more than 90 days', 0, 90, 'endsOn'],
    ['a first day more than a year ahead', 366, 367, 'startsOn'],
  ])('refuses %s', async (_what, from, to, path) => {
    const { lead, colleague } = await leadAndColleague()
    const { status, body } = await cover(lead.caller, colleague.id, from, to)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  it('refuses anyone but active staff on either side, and oneself, with a sentence', async () => {
    const { lead } = await leadAndColleague()
    const { ann, ivan, alice } = testApp.people
    for (const colleagueId of [ann.id, ivan.id, alice.id, testApp.folders.acme.id, lead.id, 'sue', '']) {
      const { status, body } = await cover(lead.caller, colleagueId, 0, 1)
      expect([status, body.issues[0].path], colleagueId).toEqual([400, 'colleagueId'])
    }
    for (const userId of [ann.id, alice.id, '']) {
      const { status, body } = await cover(testApp.alice, lead.id, 0, 1, { userId })
      expect([status, body.issues[0].path], userId).toEqual([400, 'userId'])
    }
    expect((await lead.caller.post('/api/staff-covers', { startsOn: today(), endsOn: today() })).status).toBe(400)
    expect((await cover(lead.caller, testApp.people.sue.id, 0, 0, { status: 'active' })).status).toBe(400)
  })

  it('is visible to the two and administrators only, and not to clients and visitors', async () => {
    const { lead, colleague } = await leadAndColleague()
    const { id } = (await cover(lead.caller, colleague.id, 5, 6)).body
    const lists = async (who: Caller) => (await who.get('/api/staff-covers')).text.includes(id)
    for (const who of [lead.caller, colleague.caller, testApp.alice]) expect(await lists(who)).toBe(true)
    expect(await lists(testApp.sue)).toBe(false)
    expect((await testApp.sue.delete(`/api/staff-covers/${id}`)).status).toBe(404)
    for (const who of [testApp.ann, testApp.eve]) {
      expect((await who.get('/api/staff-covers')).status).toBe(403)
      expect((await cover(who, colleague.id, 0, 1)).status).toBe(403)
      expect((await who.delete(`/api/staff-covers/${id}`)).status).toBe(404)
    }
    expect((await testApp.visitor.get('/api/staff-covers')).status).toBe(401)
  })

  it('is limited to 20 that haven’t ended, even for concurrent requests', async () => {
    const { lead, colleague } = await leadAndColleague()
    for (let n = 0; n < 18; n++) expect((await cover(lead.caller, colleague.id, n + 1)).status).toBe(201)
    const answers = await Promise.all([20, 21, 22, 23].map((n) => cover(lead.caller, colleague.id, n)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
  })
})

it('the list of a folder’s team and the list of a person’s folders agree on cover', async () => {
  const { lead, colleague, id } = await leadAndColleague()
  await cover(lead.caller, colleague.id, 0, 5)
  const actor = {
    id: colleague.id,
    role: 'staff' as const,
    firstName: null,
    lastName: null,
    staffAccess: 'consultant' as const,
    covers: [lead.id],
  }
  const byList = await testApp.db.rows(
    typed(IdRow)`select f.id from client_folders f where ${visibleFolders(actor)} order by f.id`,
  )
  const byTeam = await testApp.db.rows(typed(IdRow)`
    select distinct s.client_folder_id as id from ${folderStaff(testApp.db.now)} s where s.user_id = ${colleague.id} order by id`)
  const byFolder = await testApp.db.rows(typed(IdRow)`
    select distinct f.id from client_folders f, ${staffOfFolder(testApp.db.now)} s where s.user_id = ${colleague.id} order by id`)
  expect(byList).toEqual(byTeam)
  expect(byFolder).toEqual(byTeam)
  expect(byList.map((each) => each.id)).toContain(id)
})

describe('the dates of a cover', () => {
  // The clock moves, which ends the sessions of the others.
  beforeAll(async () => {
    await testApp.close()
    testApp = await createTestApp({}, { atHour: 9 })
  })

  it('open the folders from the first day through the last, in every part and to every item', async () => {
    const { lead, colleague, id } = await leadAndColleague()
    await testApp.alice.post(folderOf(id, '/members'), { userId: testApp.people.sam.id })
    const documentId = await documentIn(testApp, id)
    const invoiceId = await sentInvoiceIn(testApp, id)
    const items = [`/api/documents/${documentId}`, `/api/documents/${documentId}/file`, `/api/invoices/${invoiceId}`]
    const statuses = (who: Caller) => Promise.all(items.map(async (path) => (await who.get(path)).status))
    expect((await cover(lead.caller, colleague.id, 1, 2)).body.status).toBe('planned')
    expect(await reads(colleague.caller, id)).toEqual(hidden)
    const passed = async (days: number) => {
      testApp.pass({ days })
      return testApp.signIn(colleague.id, 'staff')
    }
    const onFirst = await passed(1)
    expect(await reads(onFirst, id)).toEqual(seen)
    expect(await statuses(onFirst)).toEqual([200, 200, 200])
    expect(await reads(await passed(1), id)).toEqual(seen)
    const after = await passed(1)
    expect(await reads(after, id)).toEqual(hidden)
    expect(await statuses(after)).toEqual([404, 404, 404])
    for (const list of ['/api/client-folders', '/api/invoices', '/api/work-queue', '/api/notifications'])
      expect((await after.get(list)).text, list).not.toContain(id)
    expect((await after.get('/api/search?q=Company')).text).not.toContain(id)
    expect((await after.get('/api/staff-covers')).body[0]).toMatchObject({
      status: 'ended',
      endedAt: null,
      allowed: [],
    })
  })
})
