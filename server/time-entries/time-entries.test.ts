import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rateCard, serviceRate, timeInput } from '../../tests/architecture/rights-time.ts'
import { folderApart } from '../../tests/invoices.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { amountOfTime } from '../../domain/time-entry.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
let rate: string
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  rate = await serviceRate(testApp)
})
afterAll(() => testApp.close())
beforeEach(() => testApp.db.run(sql`delete from time_entries`))

const path = '/api/time-entries'
const today = () => officeDate(testApp.db.now)
const input = (more: object = {}) => ({
  clientFolderId: testApp.folders.acme.id,
  serviceRateId: rate,
  date: today(),
  minutes: 90,
  description: 'Reviewed the handbook',
  ...more,
})
const record = (more: object = {}, who = testApp.sam) => who.post(path, input(more))
const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const lastEntry = async () => (await testApp.auditLog()).at(-1)
const CountRow = z.object({ n: z.number() })
const count = async () => (await testApp.db.one(typed(CountRow)`select count(*) as n from time_entries`)).n

describe('recorded time', () => {
  it('has the price of its rate card, and is audited without its description', async () => {
    const { status, body } = await record({ minutes: 50 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      userName: 'Sam Carter',
      serviceName: 'HR advice',
      minutes: 50,
      hourlyRate: 12_000,
      amount: 10_000,
      isBillable: true,
      invoiceId: null,
      allowed: ['edit', 'delete'],
    })
    expect(await lastEntry()).toMatchObject({
      action: 'time-entry.created',
      entityId: body.id,
      details: { minutes: 50 },
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('Reviewed the handbook')
    expect((await testApp.sam.get(`${path}/${body.id}`)).body).toEqual(body)
  })

  it('has the hourly rate in force on the day of the work, whatever the rate is later', async () => {
    const card = await serviceRate(testApp)
    const change = (hourlyRate: number, hourlyRateFrom: string | null = null) =>
      testApp.alice.put(`/api/service-rates/${card}`, { ...rateCard, hourlyRate, hourlyRateFrom })
    const before = (await record({ serviceRateId: card, minutes: 60 })).body
    await change(15_000)
    const after = (await record({ serviceRateId: card, minutes: 60 })).body
    const yesterday = (await record({ serviceRateId: card, minutes: 60, date: daysAfter(today(), -1) })).body
    expect([before.amount, after.amount, yesterday.amount]).toEqual([12_000, 15_000, 12_000])
    const edited = await testApp.sam.put(`${path}/${before.id}`, input({ serviceRateId: card, minutes: 30 }))
    expect(edited.body).toMatchObject({ hourlyRate: 12_000, amount: 6000 })
    const moved = { serviceRateId: card, minutes: 60, date: daysAfter(today(), -1) }
    expect((await testApp.sam.put(`${path}/${after.id}`, input(moved))).body.amount).toBe(12_000)
  })

  it('is changed and deleted by the person who recorded it, and the audit log has what was deleted', async () => {
    const { id } = (await record()).body
    const edited = await testApp.sam.put(`${path}/${id}`, input({ minutes: 45, isBillable: false }))
    expect(edited.body).toMatchObject({ minutes: 45, amount: 0, version: 2 })
    expect(await lastEntry()).toMatchObject({
      action: 'time-entry.changed',
      details: { before: { minutes: 90 }, after: { minutes: 45 } },
    })
    expect((await testApp.sam.delete(`${path}/${id}`)).status).toBe(200)
    expect(await lastEntry()).toMatchObject({
      action: 'time-entry.deleted',
      entityId: id,
      details: { minutes: 45, userId: testApp.people.sam.id },
    })
    expect((await testApp.sam.get(`${path}/${id}`)).status).toBe(404)
    expect((await testApp.sam.delete(`${path}/${id}`)).status).toBe(404)
  })

  it('is filtered by day, client, person, and billing, with the same totals', async () => {
    const other = await folderApart(testApp)
    await record({ minutes: 60 })
    await record({ minutes: 30, isBillable: false })
    await record({ minutes: 20, clientFolderId: other, date: daysAfter(today(), -1), description: 'Quarry call' })
    await record({ minutes: 10 }, testApp.alice)
    const minutes = async (query: string) => {
      const list = (await testApp.alice.get(`${path}?${query}`)).body as { minutes: number }[]
      const total = (await testApp.alice.get(`${path}/summary?${query}`)).body
      expect(total.minutes).toBe(list.reduce((sum, each) => sum + each.minutes, 0))
      return list.map((each) => each.minutes)
    }
    expect(await minutes('')).toEqual([10, 30, 60, 20])
    expect(await minutes(`from=${today()}`)).toEqual([10, 30, 60])
    expect(await minutes(`to=${daysAfter(today(), -1)}`)).toEqual([20])
    expect(await minutes(`clientFolderId=${other}`)).toEqual([20])
    expect(await minutes(`userId=${testApp.people.alice.id}`)).toEqual([10])
    expect(await minutes('isBillable=false')).toEqual([30])
    expect(await minutes('isInvoiced=false&isBillable=true')).toEqual([10, 60, 20])
    expect(await minutes('isInvoiced=true')).toEqual([])
    expect(await minutes('q=quarry')).toEqual([20])
    expect((await testApp.sam.get(`${path}/summary`)).body).toEqual({
      minutes: 120,
      billableMinutes: 90,
      amount: 18_000,
      notInvoiced: { minutes: 90, amount: 18_000 },
      days: [
        { date: daysAfter(today(), -1), minutes: 20, billableMinutes: 20, amount: 4000 },
        { date: today(), minutes: 100, billableMinutes: 70, amount: 14_000 },
      ],
    })
    const csv = await testApp.sam.get(`${path}/csv?isBillable=false`)
    expect(csv.text).toContain('30,0.50,no,120.00,0.00')
  })

  it('has the same amount in SQL and in the domain', async () => {
    for (const [minutes, hourlyRate] of [
      [1, 12_345],
      [7, 9999],
      [50, 10_001],
      [59, 1],
      [30, 1],
      [1440, 1_000_001],
    ] as const) {
      const serviceRateId = await serviceRate(testApp, { hourlyRate })
      const { body } = await record({ minutes, serviceRateId, date: daysAfter(today(), -minutes) })
      expect(body.amount, `${minutes} at ${hourlyRate}`).toBe(amountOfTime(minutes, hourlyRate))
    }
  })
})

describe('recording time', () => {
  it.each([
    ['no time', { minutes: 0 }, 'Enter a time from 1 minute to 24 hours.'],
    ['a negative time', { minutes: -5 }, 'Enter a time from 1 minute to 24 hours.'],
    ['more than 24 hours', { minutes: 1441 }, 'Enter a time from 1 minute to 24 hours.'],
    ['a part of a minute', { minutes: 1.5 }, 'Enter a time from 1 minute to 24 hours.'],
    ['no folder', { clientFolderId: '' }, 'Choose a client folder.'],
    ['an unknown folder', { clientFolderId: unknownId }, 'Choose a client folder.'],
    ['an unknown rate card', { serviceRateId: unknownId }, 'Choose an active rate card with an hourly rate.'],
    ['no day', { date: '' }, 'Enter a date.'],
  ])('refuses %s', async (_what, part, sentence) => {
    expect(refusalOf(await record(part))).toEqual([400, sentence])
    const { id } = (await record()).body
    expect(refusalOf(await testApp.sam.put(`${path}/${id}`, input(part)))).toEqual([400, sentence])
    expect(await count()).toBe(1)
  })

  it('refuses a future day, an inactive rate card, and a field of its own', async () => {
    expect(refusalOf(await record({ date: daysAfter(today(), 1) }))).toEqual([
      400,
      'Time can’t be recorded for a future day.',
    ])
    const inactive = await serviceRate(testApp, { isActive: false })
    expect((await record({ serviceRateId: inactive })).status).toBe(400)
    expect((await record({ userId: testApp.people.sue.id })).status).toBe(400)
    expect((await record({ hourlyRate: 1 })).status).toBe(400)
    expect(await count()).toBe(0)
  })

  it('refuses more than 24 hours a day for one person, even in two concurrent requests', async () => {
    await record({ minutes: 1000 })
    expect(refusalOf(await record({ minutes: 441 }))).toEqual([
      400,
      'This day would have more than 24 hours: 16 hr 40 min are already recorded.',
    ])
    const twin = (await testApp.twin()).caller(testApp.sam.cookie)
    const answers = await Promise.all([record({ minutes: 400 }), record({ minutes: 400 }, twin)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect((await record({ minutes: 1440 }, testApp.alice)).status).toBe(201)
    const { id } = (await record({ minutes: 40 })).body
    expect((await testApp.sam.put(`${path}/${id}`, input({ minutes: 41 }))).status).toBe(400)
  })

  it('refuses a colleague’s folder and an archived one', async () => {
    expect(refusalOf(await record({}, testApp.sue))).toEqual([400, 'Choose a client folder.'])
    const archived = await folderApart(testApp)
    const { id } = (await record({ clientFolderId: archived })).body
    await testApp.alice.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    expect((await record({ clientFolderId: archived })).status).toBe(409)
    expect((await testApp.sam.put(`${path}/${id}`, input({ clientFolderId: archived }))).status).toBe(409)
    expect((await testApp.sam.delete(`${path}/${id}`)).status).toBe(409)
    expect((await testApp.sam.get(`${path}/${id}`)).body.allowed).toEqual([])
  })
})

describe('someone else’s time', () => {
  it('is not shown to clients and colleagues', async () => {
    const { id } = (await record()).body
    for (const client of [testApp.ann, testApp.eve]) {
      expect((await client.get(path)).status).toBe(403)
      expect((await client.get(`${path}/summary`)).status).toBe(403)
      expect((await client.get(`${path}/${id}`)).status).toBe(404)
      expect((await client.put(`${path}/${id}`, input())).status).toBe(404)
      expect((await client.delete(`${path}/${id}`)).status).toBe(404)
    }
    expect((await testApp.sue.get(path)).body).toEqual([])
    expect((await testApp.sue.get(`${path}/summary`)).body.minutes).toBe(0)
    expect((await testApp.sue.delete(`${path}/${id}`)).status).toBe(404)
    expect(await count()).toBe(1)
  })

  it('is changed by administrators, but not by the staff of the folder', async () => {
    const { id } = (await record({}, testApp.alice)).body
    expect(refusalOf(await testApp.sam.put(`${path}/${id}`, input()))).toEqual([
      403,
      'You can only change time that you recorded.',
    ])
    expect((await testApp.sam.get(`${path}/${id}`)).body.allowed).toEqual([])
    const own = (await record()).body
    expect((await testApp.mona.put(`${path}/${own.id}`, input({ minutes: 5 }))).body).toMatchObject({
      minutes: 5,
      userName: 'Sam Carter',
    })
  })

  it('is still seen by the person who recorded it after the folder was reassigned, and can’t be changed', async () => {
    const folder = await folderApart(testApp)
    const { id } = (await record({ clientFolderId: folder })).body
    await testApp.alice.patch(`/api/client-folders/${folder}`, { assignedStaffId: testApp.people.sue.id })
    expect((await testApp.sam.get(`${path}/${id}`)).body.allowed).toEqual([])
    expect((await testApp.sam.put(`${path}/${id}`, input())).status).toBe(404)
    expect((await testApp.sue.get(`${path}/${id}`)).status).toBe(200)
  })

  it('is refused by an outdated version', async () => {
    const { id } = (await record()).body
    await testApp.sam.put(`${path}/${id}`, input({ minutes: 5 }))
    expect((await testApp.sam.put(`${path}/${id}`, input(), { 'if-match': '"1"' })).status).toBe(412)
  })
})

describe('a timer', () => {
  const start = async (who = testApp.sam) => {
    const { clientFolderId, serviceRateId } = await timeInput(testApp)
    return who.put('/api/timer', { clientFolderId, serviceRateId, description: 'Call' })
  }
  beforeEach(() => testApp.db.run(sql`delete from timers`))

  it('runs on the server until it is recorded, one for each person', async () => {
    expect((await testApp.sam.get('/api/timer')).body).toEqual({ timer: null })
    expect((await start()).body.timer).toMatchObject({ serviceName: 'HR advice', description: 'Call' })
    expect(refusalOf(await start())).toEqual([
      409,
      'Your timer is already running. Stop it before you start another one.',
    ])
    expect((await start(testApp.alice)).status).toBe(200)
    expect((await testApp.sam.post('/api/timer/entry', input({ minutes: 1441 }))).status).toBe(400)
    expect((await testApp.sam.get('/api/timer')).body.timer).not.toBeNull()
    expect((await testApp.sam.post('/api/timer/entry', input({ minutes: 12 }))).body.minutes).toBe(12)
    expect((await testApp.sam.get('/api/timer')).body).toEqual({ timer: null })
    expect((await testApp.alice.get('/api/timer')).body.timer).not.toBeNull()
  })

  it('is started once and recorded once by two concurrent calls', async () => {
    const twin = (await testApp.twin()).caller(testApp.sam.cookie)
    const started = await Promise.all([start(), start(twin)])
    expect(started.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stopped = await Promise.all([testApp.sam, twin].map((who) => who.post('/api/timer/entry', input())))
    expect(stopped.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await count()).toBe(1)
  })

  it('is discarded without recording time, and refuses a foreign folder', async () => {
    await start()
    expect((await testApp.sam.delete('/api/timer')).body).toEqual({ timer: null })
    expect((await testApp.sam.delete('/api/timer')).status).toBe(409)
    expect((await start(testApp.sue)).status).toBe(400)
    expect((await testApp.ann.get('/api/timer')).status).toBe(403)
    expect(await count()).toBe(0)
  })
})
