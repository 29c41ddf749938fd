// Employees who started long before they are added: a client enters its whole staff at the beginning.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employee } from '../../tests/architecture/rights-deadlines.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import type { DeadlineView } from '../../domain/deadline.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
afterAll(() => testApp.close())

const daysAgo = (days: number) => daysAfter(officeDate(testApp.db.now), -days)
const school = async (): Promise<string> => {
  const { id } = (await testApp.sam.post('/api/client-folders', { name: 'Quarry School', services: 'x' })).body
  await testApp.sam.patch(`/api/client-folders/${id}`, { sector: 'public-school', headCount: 45 })
  return `/api/client-folders/${id}`
}
const add = (folder: string, change: Record<string, unknown>) =>
  testApp.sam.post(`${folder}/employees`, { ...employee, ...change })
const titlesIn = async (folder: string): Promise<string[]> =>
  ((await testApp.sam.get(`${folder}/deadlines?limit=200`)).body as DeadlineView[]).map(({ title }) => title)

describe('an employee who started', () => {
  it.each([
    [90, 8],
    [91, 0],
  ])('%i days ago gets %i deadlines that count from the first day, and no more with an edit', async (days, count) => {
    const folder = await school()
    const startDate = daysAgo(days)
    const { id } = (await add(folder, { startDate })).body
    expect(await titlesIn(folder)).toHaveLength(count)
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate, jobTitle: 'Controller' })
    expect(await titlesIn(folder)).toHaveLength(count)
  })

  it('long ago gets the deadlines that count from the last day, and the others once the first day is corrected', async () => {
    const folder = await school()
    const { id } = (await add(folder, { startDate: daysAgo(900), endDate: daysAgo(1) })).body
    const titles = await titlesIn(folder)
    expect(titles).toHaveLength(2)
    expect(titles.join()).toMatch(/VEC-B-29.*may be destroyed/)
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate: daysAgo(10) })
    expect(await titlesIn(folder)).toHaveLength(8)
  })

  it('recently has open deadlines that still move when the first day turns out to be long ago', async () => {
    const folder = await school()
    const { id } = (await add(folder, { startDate: daysAgo(10) })).body
    await testApp.sam.patch(`/api/employees/${id}`, { ...employee, startDate: daysAgo(400) })
    const listed = (await testApp.sam.get(`${folder}/deadlines?limit=200`)).body as DeadlineView[]
    expect(listed).toHaveLength(8)
    expect(listed.find(({ title }) => title.includes('section 1'))?.dueDate).toBe(daysAgo(400))
  })
})
