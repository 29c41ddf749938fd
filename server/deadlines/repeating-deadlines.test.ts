// Deadlines that repeat: the next one is created once, and is after today.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deadline } from '../../tests/architecture/rights-deadlines.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { type DeadlineView, monthsAfter, repeatedAfter } from '../../domain/deadline.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const folderOf = async (): Promise<string> =>
  (await testApp.sam.post('/api/client-folders', { name: 'Quarry Mill', services: 'x' })).body.id
const pathOf = (folder: string) => `/api/client-folders/${folder}/deadlines`
const created = async (folder: string, change: object): Promise<string> =>
  (await testApp.sam.post(pathOf(folder), { ...deadline, ...change })).body.id
const setStatus = (id: string, body: object, who = testApp.sam) => who.patch(`/api/deadlines/${id}/status`, body)
const complete = (id: string, more: object = {}) => setStatus(id, { status: 'completed', ...more })
const stateOf = async (folder: string) =>
  ((await testApp.sam.get(`${pathOf(folder)}?limit=200`)).body as DeadlineView[]).map(({ dueDate, status }) => [
    dueDate,
    status,
  ])

describe('a deadline that repeats', () => {
  it('creates its next occurrence once, even when it is reopened and completed again', async () => {
    const folder = await folderOf()
    const dueDate = monthsAfter(`${today().slice(0, 4)}-01-31`, 12)
    const id = await created(folder, { dueDate, repeatMonths: 1 })
    expect((await complete(id)).body).toMatchObject({ status: 'completed', allowed: ['reopen'] })
    await setStatus(id, { status: 'open' })
    await complete(id)
    expect(await stateOf(folder)).toEqual([
      [dueDate, 'completed'],
      [monthsAfter(dueDate, 1), 'open'],
    ])
  })

  it('is due again after today if it is completed late, whatever day it was completed on', async () => {
    const dueDate = `${Number(today().slice(0, 4)) - 2}-01-31`
    const next = repeatedAfter(dueDate, 1, today())
    expect([next > today(), next <= daysAfter(today(), 31)]).toEqual([true, true])
    for (const more of [{}, { completedOn: dueDate }, { completedOn: daysAfter(today(), -40) }]) {
      const folder = await folderOf()
      expect((await complete(await created(folder, { dueDate, repeatMonths: 1 }), more)).status).toBe(200)
      expect(await stateOf(folder)).toEqual([
        [dueDate, 'completed'],
        [next, 'open'],
      ])
    }
  })

  it('is not due today again', async () => {
    const folder = await folderOf()
    const dueDate = monthsAfter(`${today().slice(0, 8)}15`, -6)
    await complete(await created(folder, { dueDate, repeatMonths: 6 }))
    const [, next] = await stateOf(folder)
    expect((next?.[0] ?? '') > today()).toBe(true)
    expect((next?.[0] ?? '').slice(8)).toBe('15')
  })

  it('has no second next occurrence if it is completed again after months', async () => {
    const folder = await folderOf()
    const dueDate = daysAfter(today(), -200)
    const id = await created(folder, { dueDate, repeatMonths: 1 })
    await complete(id)
    await setStatus(id, { status: 'open' })
    const earlier = repeatedAfter(dueDate, 1, daysAfter(today(), -70))
    await testApp.db.run(sql`
      update deadlines set due_date = ${earlier}::date where client_folder_id = ${folder} and due_date > ${today()}::date`)
    expect((await complete(id)).status).toBe(200)
    expect(await stateOf(folder)).toEqual([
      [dueDate, 'completed'],
      [earlier, 'open'],
    ])
  })

  it('is one of several with the same title, each of which is repeated', async () => {
    const folder = await folderOf()
    const quarters = [-11, -8, -5, -2].map((months) => monthsAfter(`${today().slice(0, 8)}15`, months))
    const ids: string[] = []
    for (const dueDate of quarters) ids.push(await created(folder, { dueDate, repeatMonths: 12 }))
    for (const id of ids) await complete(id)
    expect((await stateOf(folder)).toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ...quarters.map((dueDate) => [dueDate, 'completed']),
      ...quarters.map((dueDate) => [monthsAfter(dueDate, 12), 'open']),
    ])
  })

  it('creates none when it is refused: in the future, twice, or by someone else', async () => {
    const folder = await folderOf()
    const dueDate = daysAfter(today(), -200)
    const id = await created(folder, { dueDate, repeatMonths: 1 })
    expect((await complete(id, { completedOn: daysAfter(today(), 1) })).status).toBe(409)
    expect((await setStatus(id, { status: 'completed' }, testApp.eve)).status).toBe(404)
    expect(await stateOf(folder)).toEqual([[dueDate, 'open']])
    const answers = await Promise.all([complete(id), complete(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await stateOf(folder)).toHaveLength(2)
  })
})
