import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Money, MoneyEntry, Pipeline, ReplyTimes } from '../../domain/report.ts'
import { officeDate } from '../../domain/time.ts'
import { requestInput } from '../../tests/architecture/rights.ts'
import { folderApart, sentInvoice } from '../../tests/invoices.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const thisMonth = () => `${officeDate(testApp.db.now).slice(0, 7)}-01`
const present = <M extends { month: string }>(months: M[]) => months.find(({ month }) => month === thisMonth()) as M

async function report<R>(name: string, who: 'alice' | 'sam' | 'sue' = 'alice', query = ''): Promise<R> {
  const answer = await testApp[who].get(`/api/reports/${name}${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function request(created: string, by: 'sam' | 'sue' | null = null) {
  const { id } = (await testApp.visitor.post('/api/service-requests', requestInput)).body
  await testApp.db.run(sql`update service_requests set created_at = ${created}::timestamptz where id = ${id}`)
  if (by !== null) await testApp[by].patch(`/api/service-requests/${id}/status`, { status: 'in-progress' })
  return id as string
}

const hoursAgo = (hours: number) => new Date(testApp.db.now.getTime() - hours * 3_600_000).toISOString()

describe('the reply times report', () => {
  it('counts requests accepted within 24 hours, later, and not at all, by month and person', async () => {
    const before = await report<ReplyTimes>('reply-times')
    await request(hoursAgo(0.01), 'sam')
    await request(hoursAgo(0.01), 'sam')
    const late = await request(hoursAgo(0.01))
    await testApp.db.run(sql`update service_requests set created_at = ${hoursAgo(25)}::timestamptz where id = ${late}`)
    await testApp.alice.patch(`/api/service-requests/${late}/status`, {
      status: 'in-progress',
      assignedStaffId: testApp.people.sue.id,
    })
    await request(hoursAgo(0.01))
    const { months, people } = await report<ReplyTimes>('reply-times')
    const sum = (all: ReplyTimes, key: 'received' | 'inTime' | 'late' | 'notTakenUp') =>
      all.months.reduce((total, month) => total + month[key], 0)
    const grown = (key: 'received' | 'inTime' | 'late' | 'notTakenUp') =>
      sum({ months, people }, key) - sum(before, key)
    expect([grown('received'), grown('inTime'), grown('late'), grown('notTakenUp')]).toEqual([4, 2, 1, 1])
    expect(people.map(({ name, inTime, late: later }) => [name, inTime, later])).toEqual([
      ['Sam Carter', 2, 0],
      ['Sue Bennett', 0, 1],
    ])
    expect(people[0]?.months).toHaveLength(12)
    expect(people[0]?.months.at(-1)).toEqual({ inTime: 2, late: 0 })
  })

  it('counts a reassigned request for the first assignee', async () => {
    const id = await request(hoursAgo(0.01), 'sue')
    const of = async () => (await report<ReplyTimes>('reply-times')).people.find(({ name }) => name === 'Sue Bennett')
    const first = await of()
    await testApp.alice.patch(`/api/service-requests/${id}/assignee`, { assignedStaffId: testApp.people.sam.id })
    expect(await of()).toEqual(first)
  })

  it('uses the office’s months: the last evening in Virginia belongs to its own month', async () => {
    await request('2025-02-01T04:30:00Z')
    const { months } = await report<ReplyTimes>('reply-times', 'alice', '?from=2025-01&to=2025-02')
    expect(months.map(({ month, received }) => [month, received])).toEqual([
      ['2025-01-01', 1],
      ['2025-02-01', 0],
    ])
  })

  it('counts for staff only what they may see', async () => {
    const { people, months } = await report<ReplyTimes>('reply-times', 'sue')
    expect(people.map(({ name }) => name)).not.toContain('Sam Carter')
    expect(present(months).inTime).toBeLessThan(present((await report<ReplyTimes>('reply-times')).months).inTime)
  })
})

describe('the pipeline report', () => {
  async function proposal(value: number, ...moves: ('sent' | 'approved' | 'rejected' | 'withdrawn')[]) {
    const { id } = (
      await testApp.sam.post('/api/proposals', {
        clientFolderId: testApp.folders.acme.id,
        title: 'A proposal',
        description: 'x',
        services: [{ customName: 'HR', description: '', estimatedHours: 1, hourlyRate: value }],
        timeline: [],
        validUntil: '2999-01-01',
      })
    ).body
    for (const status of moves) {
      const who = status === 'approved' || status === 'rejected' ? testApp.ann : testApp.sam
      expect((await who.patch(`/api/proposals/${id}/status`, { status })).status).toBe(200)
    }
    return id as string
  }

  it('counts sent, won, and lost proposals with their value, without drafts and withdrawn ones', async () => {
    await proposal(1)
    await proposal(10, 'sent')
    await proposal(100, 'sent', 'approved')
    await proposal(1000, 'sent', 'rejected')
    await proposal(10_000, 'sent', 'withdrawn')
    expect(present((await report<Pipeline>('pipeline')).months)).toEqual({
      month: thisMonth(),
      sent: 3,
      sentValue: 1110,
      won: 1,
      wonValue: 100,
      lost: 1,
      lostValue: 1000,
    })
    expect(present((await report<Pipeline>('pipeline', 'sam')).months).sent).toBe(3)
    expect(present((await report<Pipeline>('pipeline', 'sue')).months)).toMatchObject({
      sent: 0,
      sentValue: 0,
      lost: 0,
    })
  })

  it('counts an expired proposal as lost the day after its last day', async () => {
    const id = await proposal(7, 'sent')
    await testApp.db.run(
      sql`update proposals set valid_until = '2025-05-31', sent_at = '2025-05-02T12:00Z' where id = ${id}`,
    )
    const { months } = await report<Pipeline>('pipeline', 'alice', '?from=2025-05&to=2025-06')
    expect(months.map(({ sent, lost, lostValue }) => [sent, lost, lostValue])).toEqual([
      [1, 0, 0],
      [0, 1, 7],
    ])
  })
})

describe('the revenue report', () => {
  it('counts billed and collected amounts without void invoices, and for staff only their own folders', async () => {
    const invoice = async (rate: number) => {
      const body = {
        clientFolderId: testApp.folders.acme.id,
        dueDate: '2999-01-01',
        lineItems: [{ description: 'x', quantity: 1, rate }],
      }
      const { id, total } = (await testApp.alice.post('/api/invoices', body)).body
      expect((await testApp.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })).status).toBe(200)
      return { id, total } as { id: string; total: number }
    }
    const first = await invoice(10_000)
    const gone = await invoice(50_000)
    await testApp.alice.patch(`/api/invoices/${gone.id}/status`, { status: 'void', reason: 'Sent by mistake.' })
    const paid = { amount: 4000, date: officeDate(testApp.db.now), method: 'check', reference: '1' }
    expect((await testApp.alice.post(`/api/invoices/${first.id}/payments`, paid)).status).toBe(201)
    const expected = {
      month: thisMonth(),
      billed: first.total,
      collected: 4000,
      credited: 0,
      salesTax: 575,
      billedYearBefore: 0,
      collectedYearBefore: 0,
    }
    expect(present((await report<Money>('money')).months)).toEqual(expected)
    expect(present((await report<Money>('money', 'sam')).months)).toEqual(expected)
    expect(present((await report<Money>('money', 'sue')).months)).toEqual({
      ...expected,
      billed: 0,
      collected: 0,
      salesTax: 0,
    })
  })

  it('compares each month with the same month a year earlier', async () => {
    const id = await sentInvoice(testApp, { lineItems: [{ description: 'x', quantity: 1, rate: 70_000 }] })
    await testApp.db.run(sql`update invoices set sent_at = '2025-03-31T23:30:00-04:00' where id = ${id}`)
    const paid = { amount: 2500, date: '2025-04-01', method: 'check' }
    expect((await testApp.alice.post(`/api/invoices/${id}/payments`, paid)).status).toBe(201)
    const { months } = await report<Money>('money', 'alice', '?from=2026-03&to=2026-04')
    const { total } = (await testApp.alice.get(`/api/invoices/${id}`)).body
    const nothing = { billed: 0, collected: 0, credited: 0, salesTax: 0 }
    expect(months).toEqual([
      { month: '2026-03-01', ...nothing, billedYearBefore: total, collectedYearBefore: 0 },
      { month: '2026-04-01', ...nothing, billedYearBefore: 0, collectedYearBefore: 2500 },
    ])
    expect((await report<Money>('money', 'alice', '?from=2025-03&to=2025-03')).months[0]?.billed).toBe(total)
  })

  it('lists the entries of each figure, for staff only in their own folders', async () => {
    const { months } = await report<Money>('money')
    const { billed, collected } = present(months)
    const month = thisMonth().slice(0, 7)
    const entries = (figure: string, who: 'alice' | 'sam' | 'sue' = 'alice') =>
      report<MoneyEntry[]>('money/entries', who, `?month=${month}&figure=${figure}&limit=200`)
    const sum = (all: MoneyEntry[]) => all.reduce((total, { amount }) => total + amount, 0)
    expect([sum(await entries('billed')), sum(await entries('collected'))]).toEqual([billed, collected])
    expect(billed).toBeGreaterThan(0)
    expect((await entries('billed', 'sam')).length).toBeGreaterThan(0)
    expect([await entries('billed', 'sue'), await entries('collected', 'sue')]).toEqual([[], []])
  })

  it('counts refunds and reversals as less collected, and credits not at all', async () => {
    const clientFolderId = await folderApart(testApp)
    const before = present((await report<Money>('money')).months)
    const id = await sentInvoice(testApp, { clientFolderId })
    const reason = 'Entered by mistake'
    const record = async (path: string, body: object) => {
      const answer = await testApp.alice.post(`/api${path}`, body)
      expect(answer.status, answer.text).toBe(201)
      return answer.body.id
    }
    const wrong = await record(`/invoices/${id}/payments`, { amount: 900, method: 'check' })
    await record(`/payments/${wrong}/reversal`, { reason })
    const paid = await record(`/invoices/${id}/payments`, { amount: 5_000, method: 'check' })
    await record(`/payments/${paid}/refund`, { amount: 300, reason })
    await record('/credit-notes', { clientFolderId, invoiceId: id, amount: 1_000, reason })
    await record('/credit-notes', { clientFolderId, amount: 400, reason })
    const voided = await record('/credit-notes', { clientFolderId, amount: 200, reason })
    expect((await testApp.alice.post(`/api/credit-notes/${voided}/void`, { reason })).status).toBe(200)
    const { billed, collected, credited, salesTax } = present((await report<Money>('money')).months)
    expect([billed - before.billed, collected - before.collected]).toEqual([10_575, 4_700])
    // $0.54 of the $5.75 tax is in the $10.00 that were credited; a credit without an invoice has none.
    expect([credited - before.credited, salesTax - before.salesTax]).toEqual([1_400, 575 - 54])
    const month = thisMonth().slice(0, 7)
    const entries = await report<MoneyEntry[]>('money/entries', 'alice', `?month=${month}&figure=collected&limit=200`)
    expect(entries.filter(({ invoiceId }) => invoiceId === id).map(({ amount }) => amount)).toEqual([
      -300, 5_000, -900, 900,
    ])
  })

  it('refuses a list without a month or figure, and refuses clients', async () => {
    const get = async (query: string, who: 'alice' | 'ann' = 'alice') =>
      (await testApp[who].get(`/api/reports/money/entries?${query}`)).status
    expect(await get('month=2026-13&figure=billed')).toBe(400)
    expect(await get('month=2026-01')).toBe(400)
    expect(await get('month=2026-01&figure=due')).toBe(400)
    expect(await get('month=2026-01&figure=billed', 'ann')).toBe(403)
  })
})

describe('the reports', () => {
  it.each(['reply-times', 'pipeline', 'money'])('export %s as a file, which is audited', async (name) => {
    const file = await testApp.sam.get(`/api/reports/${name}/csv?from=2026-01&to=2026-02`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    const lines = file.text.trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^\ufeff?Month,/)
    expect(lines[1]).toMatch(/^2026-01,/)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'report.exported',
      actorId: testApp.people.sam.id,
      details: { report: name, from: '2026-01', to: '2026-02' },
    })
  })

  it('refuse more than three years, reversed periods, and invalid months', async () => {
    const get = async (query: string) => (await testApp.alice.get(`/api/reports/money?${query}`)).body.message
    expect(await get('from=2026-02&to=2026-01')).toBe('The end month is before the start month.')
    expect(await get('from=2020-01&to=2026-01')).toBe('Choose at most 36 months.')
    expect(await get('from=January')).toBe('Choose a month.')
    expect(await get('months=3')).toContain('months')
  })

  it('refuse everyone but the team, and unknown reports', async () => {
    for (const name of ['reply-times', 'pipeline', 'money']) {
      expect((await testApp.ann.get(`/api/reports/${name}`)).status).toBe(403)
      expect((await testApp.visitor.get(`/api/reports/${name}`)).status).toBe(401)
      expect((await testApp.ann.get(`/api/reports/${name}/csv`)).status).toBe(404)
    }
    const before = (await testApp.auditLog()).length
    expect((await testApp.alice.get('/api/reports/salaries/csv')).status).toBe(404)
    expect(await testApp.auditLog()).toHaveLength(before)
  })
})
