import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { foldersOf, futureTestApp, insert, type Office, openOffice, requestOn } from '../../tests/office.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let office: Office
beforeAll(async () => {
  testApp = await createTestApp()
  office = await openOffice(testApp, 20_261_121)
})
afterAll(() => testApp.close())

const usernames = ['alice', 'sam', 'sue'] as const

const sum = (numbers: unknown[]) => (numbers as number[]).reduce((all, each) => all + each, 0)
const officeDay = (at: unknown) => officeDate(at as Date)
const get = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get(`/api/dashboard${path}`)
  expect(status).toBe(200)
  return body
}

describe.each(usernames)('%s sees', (username) => {
  it('sees money by month that matches an independent count', async () => {
    const mine = foldersOf(testApp, office, username)
    const invoices = office.invoices.filter((each) => mine.has(each.client_folder_id as string))
    const payments = office.payments.filter((each) => mine.has(each.client_folder_id as string))
    const { months } = await get(testApp[username], '/money-by-month')
    expect(months).toHaveLength(12)
    const today = officeDate(testApp.db.now)
    expect(months.at(-1).month).toBe(`${today.slice(0, 7)}-01`)
    for (const { month, ...figures } of months) {
      const isIn = (date: unknown) => (date as string).startsWith(month.slice(0, 7))
      const end = [lastDayOf(month), today].toSorted()[0] as string
      const owed = invoices.filter(
        ({ status, sent_at: sent, due_date: due }) =>
          !['draft', 'void'].includes(status as string) && officeDay(sent) <= end && (due as string) < end,
      )
      const paidOn = (id: string) =>
        sum(
          payments.filter((each) => each.invoice_id === id && (each.date as string) <= end).map(({ amount }) => amount),
        )
      expect(figures, month).toEqual({
        billed: sum(
          invoices
            .filter(({ status, sent_at: sent }) => sent !== null && status !== 'void' && isIn(officeDay(sent)))
            .map(({ total }) => total),
        ),
        collected: sum(payments.filter(({ date }) => isIn(date)).map(({ amount }) => amount)),
        overdue: sum(owed.map(({ id, total }) => (total as number) - paidOn(id))),
      })
    }
    expect(sum(months.map(({ billed }: { billed: number }) => billed))).toBeGreaterThan(0)
    expect(months.at(-1).overdue).toBeGreaterThan(0)
  })

  it('sees requests by week that match an independent count', async () => {
    const { id } = testApp.people[username]
    const { weeks } = await get(testApp[username], '/requests-by-week')
    expect(weeks).toHaveLength(12)
    const visible = office.requests.filter(
      ({ status, assigned_staff_id: holder }) => username === 'alice' || status === 'pending' || holder === id,
    )
    for (const { week, received, answeredInTime } of weeks) {
      const inWeek = visible.filter(({ created_at: at }) => {
        const day = officeDay(at)
        return day >= week && day < daysAfter(week, 7)
      })
      const inTime = inWeek.filter(({ id: request, created_at: at }) => {
        const taken = office.accepted.get(request)
        return taken !== undefined && taken.getTime() - (at as Date).getTime() <= 24 * 3_600_000
      })
      expect({ received, answeredInTime }, week).toEqual({ received: inWeek.length, answeredInTime: inTime.length })
    }
    expect(sum(weeks.map(({ answeredInTime }: { answeredInTime: number }) => answeredInTime))).toBeGreaterThan(0)
  })
})

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)

describe('charts over time', () => {
  it('counts a payment at 23:30 Eastern on the last day in the month that ends', async () => {
    // Already February in UTC.
    const { future, go, people } = await futureTestApp('2027-02-01T04:30:00Z')
    try {
      const { body: invoice } = await people.alice.post('/api/invoices', {
        clientFolderId: future.folders.acme.id,
        lineItems: [{ description: 'Consulting', quantity: 1, rate: 100_000 }],
        dueDate: '2027-01-31',
      })
      await people.alice.patch(`/api/invoices/${invoice.id}/status`, { status: 'sent' })
      const paid = await people.alice.post(`/api/invoices/${invoice.id}/payments`, { amount: 40_000, method: 'check' })
      expect([paid.status, paid.body.date]).toEqual([201, '2027-01-31'])
      const lastMonths = async (caller: Caller) => (await get(caller, '/money-by-month')).months.slice(-2)
      const january = { month: '2027-01-01', billed: 105_750, collected: 40_000, overdue: 0 }
      expect(await lastMonths(people.alice)).toEqual([
        { month: '2026-12-01', billed: 0, collected: 0, overdue: 0 },
        january,
      ])
      expect((await get(people.sam, '')).thisMonth).toEqual({ billed: 105_750, collected: 40_000 })
      expect((await get(people.sue, '')).thisMonth).toEqual({ billed: 0, collected: 0 })
      // An hour later it is February: what was due the day before is overdue, and January does not change.
      const later = await go('2027-02-01T05:30:00Z')
      expect(await lastMonths(later.alice)).toEqual([
        january,
        { month: '2027-02-01', billed: 0, collected: 0, overdue: 65_750 },
      ])
      expect((await get(later.sam, '')).thisMonth).toEqual({ billed: 0, collected: 0 })
      expect(await get(later.sam, '/chase/invoices')).toMatchObject([{ id: invoice.id, amount: 65_750 }])
      expect(await get(later.sue, '/chase/invoices')).toEqual([])
      // A void invoice does not count as billed.
      const { body: wrong } = await later.alice.post('/api/invoices', {
        clientFolderId: future.folders.acme.id,
        lineItems: [{ description: 'Twice', quantity: 1, rate: 900 }],
        dueDate: '2027-01-01',
      })
      await later.alice.patch(`/api/invoices/${wrong.id}/status`, { status: 'sent' })
      expect((await lastMonths(later.alice)).at(-1)).toMatchObject({ billed: 952, overdue: 66_702 })
      await later.alice.patch(`/api/invoices/${wrong.id}/status`, { status: 'void', reason: 'Billed twice' })
      expect((await lastMonths(later.alice)).at(-1)).toMatchObject({ billed: 0, overdue: 65_750 })
    } finally {
      await future.close()
    }
  })

  it('a week begins on Monday at midnight in the office, even when the clocks change, and 24 hours are 24 hours', async () => {
    // A Monday; the clocks went forward the day before.
    const { future, people } = await futureTestApp('2027-03-15T16:00:00Z')
    try {
      const requests = [
        ['2027-03-08T04:59:59.999Z', 24], // Sunday, just before midnight in winter time
        ['2027-03-08T05:00:00.000Z', 24],
        ['2027-03-15T03:59:59.999Z', 24.001], // Sunday, just before midnight in summer time
        ['2027-03-15T04:00:00.000Z', null],
      ] as const
      for (const [created, hours] of requests) {
        const request = requestOn(created, hours === null ? 'pending' : 'completed')
        const accepted_at = hours === null ? null : new Date(Date.parse(created) + hours * 3_600_000)
        await insert(future, 'service_requests', [{ ...request, accepted_at }])
      }
      const { weeks } = await get(people.alice, '/requests-by-week')
      expect(weeks.slice(-3)).toEqual([
        { week: '2027-03-01', received: 1, answeredInTime: 1 },
        { week: '2027-03-08', received: 2, answeredInTime: 1 },
        { week: '2027-03-15', received: 1, answeredInTime: 0 },
      ])
      // Requests that no one holds anymore belong to the administrators.
      expect((await get(people.sam, '/requests-by-week')).weeks.at(-2)).toMatchObject({ received: 0 })
    } finally {
      await future.close()
    }
  })
})
