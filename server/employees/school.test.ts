// A public school with 45 employees in its first weeks with the portal, day by day on a simulated clock.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeadlineView } from '../../domain/deadline.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { fields } from '../../tests/handbooks.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { sendDeadlineReminders } from '../deadlines/jobs.ts'
import { sendAcknowledgmentReminders } from '../employee-acknowledgments/jobs.ts'

const timeoutMs = 180_000

let testApp: TestApp
let twin: TestApp['db']
beforeEach(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  await openEveryDay(testApp)
  twin = (await testApp.twin()).db
})
afterEach(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const school = (rest: string) => `/api/client-folders/${testApp.folders.elmwood.id}/${rest}`

/** Sessions end within a day, so each day begins with a sign-in. */
const sue = () => testApp.signIn(testApp.people.sue.id, 'staff')
const eve = () => testApp.signIn(testApp.people.eve.id, 'client')

interface Person {
  id: string
  email: string
}

/** Adds 40 employees of the last school year, and 5 who start in 40 days. */
async function enroll(by: Caller): Promise<{ staff: Person[]; newcomers: Person[]; startDate: string }> {
  const startDate = daysAfter(today(), 40)
  await by.patch(`/api/client-folders/${testApp.folders.elmwood.id}`, { sector: 'public-school', headCount: 45 })
  const people: Person[] = []
  for (let n = 1; n <= 45; n++) {
    const answer = await by.post(school('employees'), {
      name: `Toni Vance ${n}`,
      email: `teacher${n}@elmwood.example`,
      jobTitle: n % 9 === 0 ? 'Office manager' : 'Teacher',
      workType: 'full-time',
      startDate: n <= 40 ? '2025-08-11' : startDate,
    })
    expect(answer.status, answer.text).toBe(201)
    people.push(answer.body)
  }
  return { staff: people.slice(0, 40), newcomers: people.slice(40), startDate }
}

async function all<T>(by: Caller, url: string): Promise<T[]> {
  const items: T[] = []
  for (let next: string | undefined = `${url}${url.includes('?') ? '&' : '?'}limit=200`; next !== undefined;) {
    const { body, headers }: Awaited<ReturnType<Caller['get']>> = await by.get(next)
    items.push(...body)
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  }
  return items
}

/** Runs a job on two instances at the same time, and again afterward. @returns the emails that it sent */
async function emailsOf(job: (db: TestApp['db']) => Promise<void>) {
  const before = (await testApp.mail()).length
  await Promise.all([job(testApp.db), job(twin)])
  await job(testApp.db)
  return (await testApp.mail()).slice(before)
}

describe('a school of 45 employees', () => {
  it(
    'assembles its handbook, and all 45 acknowledge it by their own links, after one reminder on each day that is due',
    { timeout: timeoutMs },
    async () => {
      const consultant = await sue()
      const { staff, newcomers } = await enroll(consultant)
      const people = [...staff, ...newcomers]
      const models = await all<{ slug: string }>(consultant, '/api/model-policies')
      expect(models).toHaveLength(15)
      const handbook = await consultant.post(school('handbooks'), {
        title: 'Elmwood Employee Handbook',
        items: models.map(({ slug }) => ({ source: 'model', id: slug })),
        fields: { ...fields, employer: 'Elmwood Day School' },
        headCount: null,
        sector: null,
      })
      expect(handbook.status, handbook.text).toBe(201)
      expect((await consultant.post(`/api/handbooks/${handbook.body.id}/versions`)).status).toBe(201)
      const asked = await consultant.post(`/api/handbooks/${handbook.body.id}/acknowledgments`, {
        employeeIds: people.map(({ id }) => id),
      })
      expect(asked.body).toEqual({ sent: 45, skipped: 0 })

      const tokenOf = async ({ email }: Person) => {
        const text = (await testApp.mail()).findLast(({ to }) => to === email)?.text ?? ''
        return /\/employee-handbook\/([\w-]{43})/.exec(text)?.[1] ?? ''
      }
      const acknowledge = async (some: Person[]) => {
        for (const each of some) {
          const answer = await testApp.visitor.post('/api/employee-handbook/acknowledgment', {
            token: await tokenOf(each),
            name: 'Toni Vance',
          })
          expect(answer.status, answer.text).toBe(200)
        }
      }
      expect(new Set(await Promise.all(people.map(tokenOf))).size).toBe(45)

      await acknowledge(people.slice(0, 30))
      const reminded: Record<number, string[]> = {}
      for (let day = 1; day <= 20; day++) {
        testApp.pass({ days: 1 })
        const emails = await emailsOf(sendAcknowledgmentReminders)
        if (emails.length > 0) reminded[day] = emails.map(({ to }) => to).toSorted()
        if (day === 5) await acknowledge(people.slice(30, 40))
        if (day === 9) await acknowledge(people.slice(40, 44))
        if (day === 17) await acknowledge(people.slice(44))
      }
      const emailsFrom = (first: number) =>
        people
          .slice(first)
          .map(({ email }) => email)
          .toSorted()
      expect(reminded).toEqual({ 3: emailsFrom(30), 7: emailsFrom(40), 14: emailsFrom(44) })
      const listed = await all<{ state: string }>(await eve(), `/api/handbooks/${handbook.body.id}/acknowledgments`)
      expect(listed.map(({ state }) => state)).toEqual(Array.from({ length: 45 }, () => 'acknowledged'))
    },
  )

  it(
    'meets and misses the deadlines of five new employees, and is reminded of each once, with one email a day for each side',
    { timeout: timeoutMs },
    async () => {
      const consultant = await sue()
      const addedOn = today()
      const { newcomers, startDate } = await enroll(consultant)
      expect((await consultant.post(school('standard-deadlines'))).status).toBe(200)
      const deadlines = await all<DeadlineView>(consultant, school('deadlines'))
      const ofNewcomers = deadlines.filter(({ employeeId }) => newcomers.some(({ id }) => id === employeeId))
      for (const words of ['section 1', 'section 2', 'Fingerprints', 'registry search'])
        expect(ofNewcomers.filter(({ title }) => title.includes(words))).toHaveLength(5)
      const late = new Set(
        newcomers
          .slice(3)
          .flatMap(({ id }) =>
            ofNewcomers
              .filter(({ employeeId, title }) => employeeId === id && /section 2|Fingerprints/.test(title))
              .map((each) => each.id),
          ),
      )
      expect(late.size).toBe(4)

      // Computes independently of the job which deadlines a day's email must list.
      const completed = new Map<string, string>()
      const dueOn = (day: string) =>
        deadlines.filter(
          ({ id, dueDate }) =>
            day > addedOn &&
            [-30, -7, 1].some((days) => daysAfter(dueDate, days) === day) &&
            day <= (completed.get(id) ?? '9999-12-31'),
        )
      const seen: Record<string, string[]> = {}
      const expected: Record<string, string[]> = {}
      for (let n = 1; n <= 60; n++) {
        testApp.pass({ days: 1 })
        const day = today()
        const emails = (await emailsOf(sendDeadlineReminders)).map(({ to }) => to).toSorted()
        if (emails.length > 0) seen[day] = emails
        if (dueOn(day).length > 0) expected[day] = ['eve@example.com', 'sue@example.com']
        if (day !== startDate) continue
        const client = await eve()
        for (const { id } of ofNewcomers.filter(({ id: each }) => !late.has(each))) {
          const answer = await client.patch(`/api/deadlines/${id}/status`, { status: 'completed', completedOn: null })
          expect(answer.status, answer.text).toBe(200)
          completed.set(id, day)
        }
      }
      expect(seen).toEqual(expected)
      expect(Object.keys(seen).length).toBeGreaterThanOrEqual(3)
      const open = await all<DeadlineView>(await eve(), school(`deadlines?status=open&until=${today()}`))
      expect(open.filter(({ id }) => late.has(id))).toHaveLength(4)
      expect(open.filter(({ id }) => completed.has(id))).toEqual([])
    },
  )
})
