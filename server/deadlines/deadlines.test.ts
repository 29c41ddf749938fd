import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPolicySections } from '../../tests/policy-sections.ts'
import { deadline, employee } from '../../tests/architecture/rights-deadlines.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import type { DeadlineView } from '../../domain/deadline.ts'
import { officeDate } from '../../domain/time.ts'
import { daysAfter } from '../../domain/time.ts'
import { typed } from '../kit/row-types.ts'
import { sendDeadlineReminders } from './jobs.ts'
import { bundledObligations } from './obligations.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
afterAll(() => testApp.close())

const folderOf = async (change: Record<string, unknown> = {}): Promise<string> => {
  const { id } = (await testApp.sam.post('/api/client-folders', { name: 'Quarry Mill', services: 'x' })).body
  await testApp.sam.patch(`/api/client-folders/${id}`, change)
  return id
}
const at = (folder: string, rest: string) => `/api/client-folders/${folder}/${rest}`
const add = (folder: string, change: Record<string, unknown> = {}) =>
  testApp.sam.post(at(folder, 'employees'), { ...employee, startDate: '2099-12-01', ...change })
const deadlinesOf = async (folder: string, query = ''): Promise<DeadlineView[]> =>
  (await testApp.sam.get(at(folder, `deadlines?limit=200${query}`))).body
const titled = (list: DeadlineView[], words: string) => list.find(({ title }) => title.includes(words))
const complete = (id: string, body: Record<string, unknown> = {}, who = testApp.sam) =>
  who.patch(`/api/deadlines/${id}/status`, { status: 'completed', ...body })

describe('a standard obligation', () => {
  it('links to an existing section of a guide, and each id is unique', () => {
    const slugs = bundledObligations().map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
    const sections = readPolicySections()
    const missing = bundledObligations().filter(({ guide }) => !sections.has(`${guide.slug}#${guide.anchor}`))
    expect(missing.map(({ guide }) => guide)).toEqual([])
  })
})

describe('a new employee', () => {
  it('gets the Form I-9 deadlines, with the third business day counted over a weekend', async () => {
    const folder = await folderOf()
    // A Thursday.
    expect((await add(folder, { startDate: '2099-12-03' })).status).toBe(201)
    const list = await deadlinesOf(folder)
    expect(titled(list, 'section 1')?.dueDate).toBe('2099-12-03')
    expect(titled(list, 'section 2')).toMatchObject({
      dueDate: '2099-12-08',
      employeeName: 'Nora Quist',
      status: 'open',
    })
    expect(titled(list, 'New-hire report')?.dueDate).toBe('2099-12-23')
    expect(list.map(({ dueDate }) => dueDate)).toEqual(list.map(({ dueDate }) => dueDate).toSorted())
  })

  it('gets the background checks of a public school only there', async () => {
    const school = await folderOf({ sector: 'public-school', headCount: 45 })
    const shop = await folderOf({ sector: 'private', headCount: 4 })
    await add(school)
    await add(shop)
    expect(titled(await deadlinesOf(school), 'Fingerprints')?.kind).toBe('background-check')
    expect(titled(await deadlinesOf(shop), 'Fingerprints')).toBeUndefined()
    expect(titled(await deadlinesOf(shop), 'Disability')).toBeUndefined()
    expect(titled(await deadlinesOf(school), 'Disability')).toBeDefined()
  })

  it('has open deadlines that move with the first day, and completed ones that do not', async () => {
    const folder = await folderOf()
    const { id } = (await add(folder, { startDate: '2099-12-03' })).body
    const first = titled(await deadlinesOf(folder), 'section 1') as DeadlineView
    await complete(first.id, { completedOn: officeDate(testApp.db.now) })
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate: '2100-01-04' })
    const list = await deadlinesOf(folder)
    expect(titled(list, 'section 1')?.dueDate).toBe('2099-12-03')
    expect(titled(list, 'section 2')?.dueDate).toBe('2100-01-07')
  })

  it('has a Form I-9 retention date after leaving, which is removed with the last day', async () => {
    const folder = await folderOf()
    const { id } = (await add(folder, { startDate: '2024-01-08' })).body
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate: '2024-01-08', endDate: '2026-11-30' })
    expect(titled(await deadlinesOf(folder), 'may be destroyed')?.dueDate).toBe('2027-11-30')
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate: '2024-01-08', endDate: '2024-06-28' })
    expect(titled(await deadlinesOf(folder), 'may be destroyed')?.dueDate).toBe('2027-01-08')
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate: '2024-01-08' })
    expect(titled(await deadlinesOf(folder), 'may be destroyed')).toBeUndefined()
  })

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a Social Security number in the name', { name: 'Nora Quist 219-09-9999' }, 'name'],
    ['a Social Security number in the job title', { jobTitle: 'Clerk 219099999' }, 'jobTitle'],
    ['a field for it', { ssn: '219-09-9999' }, ''],
    ['an unknown work type', { workType: 'volunteer' }, 'workType'],
    ['no first day', { startDate: '' }, 'startDate'],
    ['an end before the start', { startDate: '2026-12-01', endDate: '2026-11-30' }, 'endDate'],
    ['an email that is none', { email: 'nora at example' }, 'email'],
  ])('is refused with %s', async (_what, change, path) => {
    const answer = await add(testApp.folders.acme.id, change)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(path)
    expect(answer.text).not.toContain('219')
  })

  it('is refused in an archived folder, and not found by others', async () => {
    const folder = await folderOf()
    const { id } = (await add(folder)).body
    expect((await testApp.eve.patch(`/api/employees/${id}`, employee)).status).toBe(404)
    expect((await testApp.sue.get(at(folder, 'employees'))).status).toBe(404)
    await testApp.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await add(folder)).status).toBe(409)
    expect((await testApp.sam.patch(`/api/employees/${id}`, employee)).status).toBe(409)
    expect((await testApp.sam.get(at(folder, 'employees'))).body).toMatchObject([{ id, allowed: [] }])
  })

  it('is refused at an outdated version', async () => {
    const folder = await folderOf()
    const { id, version } = (await add(folder)).body
    const change = (jobTitle: string) =>
      testApp.sam.patch(`/api/employees/${id}`, { ...employee, jobTitle }, { 'if-match': `"${version}"` })
    const answers = await Promise.all([change('Controller'), change('Clerk')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
  })
})

describe('the standard deadlines', () => {
  it('depend on size and sector, include upcoming law updates, and are added once', async () => {
    const folder = await folderOf({ sector: 'private', headCount: 60 })
    const first = (await testApp.sam.post(at(folder, 'standard-deadlines'))).body
    expect(first.created).toBeGreaterThan(6)
    const list = await deadlinesOf(folder)
    expect(titled(list, 'OSHA 300A')).toMatchObject({ kind: 'poster', repeatMonths: 12 })
    expect(list.filter(({ kind }) => kind === 'law-update').length).toBeGreaterThan(0)
    expect(titled(list, 'every building')).toBeUndefined()
    expect((await testApp.sam.post(at(folder, 'standard-deadlines'))).body).toEqual({ created: 0 })
  })

  it('are added once by two concurrent calls', async () => {
    const folder = await folderOf({ sector: 'private', headCount: 60 })
    const answers = await Promise.all([1, 2, 3].map(() => testApp.sam.post(at(folder, 'standard-deadlines'))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const list = await deadlinesOf(folder)
    expect(new Set(list.map(({ title, dueDate }) => `${title} ${dueDate}`)).size).toBe(list.length)
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(list.length)
  })
})

describe('a deadline', () => {
  const created = async (folder: string, change: Record<string, unknown> = {}) =>
    (await testApp.sam.post(at(folder, 'deadlines'), { ...deadline, ...change })).body as DeadlineView

  it('is completed once by two concurrent calls', async () => {
    const folder = await folderOf()
    const { id } = await created(folder, { repeatMonths: 12 })
    const answers = await Promise.all([complete(id), complete(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await deadlinesOf(folder)).toHaveLength(2)
  })

  it.each([
    ['completed on a future day', { status: 'completed', completedOn: '2099-01-01' }, 409],
    ['reopened while it is open', { status: 'open' }, 409],
    ['given another status', { status: 'late' }, 400],
    ['given a day that is none', { status: 'completed', completedOn: '2027-02-30' }, 400],
  ])('refuses to be %s', async (_what, body, status) => {
    const { id } = await created(await folderOf())
    expect((await testApp.sam.patch(`/api/deadlines/${id}/status`, body)).status).toBe(status)
  })

  it.each([
    ['no title', { title: '' }],
    ['a Social Security number', { title: 'Check 219-09-9999' }],
    ['an unknown kind', { kind: 'party' }],
    ['no date', { dueDate: 'soon' }],
    ['months below 1', { repeatMonths: 0 }],
    ['an employee who does not exist', { employeeId: unknownId }],
  ])('is refused with %s', async (_what, change) => {
    const folder = await folderOf()
    expect((await testApp.sam.post(at(folder, 'deadlines'), { ...deadline, ...change })).status).toBe(400)
  })

  it('is refused for an employee of another folder', async () => {
    const { id: employeeId } = (await add(await folderOf())).body
    const answer = await testApp.sam.post(at(await folderOf(), 'deadlines'), { ...deadline, employeeId })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Choose an employee of this folder.')
  })

  it('is hidden from other clients and other consultants, and unchangeable in an archived folder', async () => {
    const folder = await folderOf()
    const { id } = await created(folder)
    for (const who of [testApp.eve, testApp.sue]) expect((await complete(id, {}, who)).status).toBe(404)
    await testApp.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await complete(id)).status).toBe(409)
    expect((await deadlinesOf(folder))[0]?.allowed).toEqual([])
  })
})

describe('the deadline board of all clients', () => {
  it('shows each person the deadlines of their own folders, by due date, and exports the same', async () => {
    const folder = await folderOf()
    const { id } = (await testApp.sam.post(at(folder, 'deadlines'), { ...deadline, title: 'Only for Sam, please' }))
      .body
    const ids = async (who: typeof testApp.sam) =>
      ((await who.get('/api/deadlines?limit=200')).body as DeadlineView[]).map((each) => each.id)
    expect(await ids(testApp.sam)).toContain(id)
    expect(await ids(testApp.alice)).toContain(id)
    for (const who of [testApp.ann, testApp.eve, testApp.sue]) expect(await ids(who)).not.toContain(id)
    const csv = await testApp.sam.get('/api/deadlines/csv?kind=license')
    expect(csv.headers['content-type']).toMatch(/text\/csv/)
    expect(csv.text).toContain('"Only for Sam, please"')
    expect((await testApp.eve.get('/api/deadlines/csv')).text).not.toContain('Only for Sam')
  })

  it('can be filtered by status, kind, and day, and comes page by page', async () => {
    const folder = await folderOf()
    for (const month of ['02', '03', '04'])
      await testApp.sam.post(at(folder, 'deadlines'), { ...deadline, dueDate: `2027-${month}-01` })
    const of = (query: string) => testApp.sam.get(`/api/deadlines?clientFolderId=${folder}${query}`)
    expect((await of('&until=2027-03-01')).body).toHaveLength(2)
    expect((await of('&kind=training')).body).toEqual([])
    expect((await of('&status=completed')).body).toEqual([])
    const first = await of('&limit=2')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string
    expect((await testApp.sam.get(next)).body).toMatchObject([{ dueDate: '2027-04-01' }])
    for (const bad of ['&status=late', '&kind=party', '&until=soon']) expect((await of(bad)).status).toBe(400)
  })
})

describe('deadline reminders', () => {
  it('are sent 30 and 7 days before and the day after, once each, however often the job runs', async () => {
    const app = await createTestApp({}, { atHour: 10 })
    await openEveryDay(app)
    try {
      const folder = app.folders.acme.id
      const today = officeDate(app.db.now)
      const { id } = (await app.sam.post(at(folder, 'deadlines'), { ...deadline, dueDate: daysAfter(today, 40) })).body
      const sent = async () =>
        (
          await app.db.rows(
            typed(z.object({ kind: z.string() }))`
              select kind from deadline_reminders where deadline_id = ${id} and sent order by at`,
          )
        ).map(({ kind }) => kind)
      const run = async () => {
        const twin = (await app.twin()).db
        await Promise.all([sendDeadlineReminders(app.db), sendDeadlineReminders(twin), sendDeadlineReminders(app.db)])
      }
      await run()
      expect(await sent()).toEqual([])
      app.pass({ days: 10 })
      await run()
      await run()
      expect(await sent()).toEqual(['before-30'])
      const emails = (await app.mail()).filter(({ subject }) => /HR deadline/.test(subject))
      expect(emails.map(({ to }) => to).toSorted()).toHaveLength(2)
      expect(emails.some(({ text }) => text.includes('forklift'))).toBe(false)
      app.pass({ days: 23 })
      await run()
      app.pass({ days: 8 })
      await run()
      await run()
      expect(await sent()).toEqual(['before-30', 'before-7', 'after-1'])
    } finally {
      await app.close()
    }
  })

  it('are not sent for completed deadlines or for a folder with paused reminders', async () => {
    const app = await createTestApp({}, { atHour: 10 })
    await openEveryDay(app)
    try {
      const folder = app.folders.acme.id
      const dueDate = daysAfter(officeDate(app.db.now), 31)
      const { id } = (await app.sam.post(at(folder, 'deadlines'), { ...deadline, dueDate })).body
      await app.sam.patch(`/api/deadlines/${id}/status`, { status: 'completed' })
      const elmwood = app.folders.elmwood.id
      await app.alice.post(at(elmwood, 'deadlines'), { ...deadline, dueDate })
      await app.alice.patch(`/api/client-folders/${elmwood}`, { remindersPaused: true })
      app.pass({ days: 2 })
      await sendDeadlineReminders(app.db)
      expect(await app.db.rows(sql`select kind from deadline_reminders`)).toEqual([])
    } finally {
      await app.close()
    }
  })
})
