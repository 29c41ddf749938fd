import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chase, ChaseKind } from '../../domain/dashboard.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { insert, type Office, openOffice, trailOf } from '../../tests/office.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'
import { newId } from '../kit/id.ts'

let world: World
let office: Office
beforeAll(async () => {
  world = await createWorld()
  office = await openOffice(world, 20_261_121)
})
afterAll(() => world.close())

type Seat = 'alice' | 'sam' | 'sue'
const seats = ['alice', 'sam', 'sue'] as const

/** The folders that a seat may see, by the plain rule. */
function foldersOf(seat: Seat) {
  const { id } = world.people[seat]
  const own = (each: Office['folders'][number]) => each.assigned_staff_id === id || each.created_by_id === id
  return new Map(office.folders.filter((each) => seat === 'alice' || own(each)).map((each) => [each.id, each]))
}

const sum = (numbers: unknown[]) => (numbers as number[]).reduce((all, each) => all + each, 0)
const officeDay = (at: unknown) => officeDate(at as Date)
const get = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get(`/api/dashboard${path}`)
  expect(status).toBe(200)
  return body
}

describe.each(seats)('%s sees', (seat) => {
  it('money by month as it is when it is counted one by one', async () => {
    const mine = foldersOf(seat)
    const invoices = office.invoices.filter((each) => mine.has(each.client_folder_id as string))
    const payments = office.payments.filter((each) => mine.has(each.client_folder_id as string))
    const { months } = await get(world[seat], '/money-by-month')
    expect(months).toHaveLength(12)
    const today = officeDate(world.db.now)
    expect(months.at(-1).month).toBe(`${today.slice(0, 7)}-01`)
    for (const { month, ...told } of months) {
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
      expect(told, month).toEqual({
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

  it('requests by week as they are when they are counted one by one', async () => {
    const { id } = world.people[seat]
    const { weeks } = await get(world[seat], '/requests-by-week')
    expect(weeks).toHaveLength(12)
    const visible = office.requests.filter(
      ({ status, assigned_staff_id: holder }) => seat === 'alice' || status === 'pending' || holder === id,
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

  it('what to chase as it is when it is looked for one by one, page by page', async () => {
    const { groups } = (await get(world[seat], '/chase')) as Chase
    const expected = chasedBy(seat)
    expect(Object.fromEntries(groups.map(({ kind, count }) => [kind, count]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([kind, ids]) => [kind, ids.length])),
    )
    for (const { kind, items } of groups) {
      expect(
        items.map(({ id }) => id),
        kind,
      ).toEqual(expected[kind].slice(0, 3))
      expect(await allOf(world[seat], kind), kind).toEqual(expected[kind])
      expect(expected[kind].length, `${kind} that could be missed`).toBeGreaterThan(3)
    }
  })
})

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)

/** Ids of what a seat should chase, the longest waiting first. */
function chasedBy(seat: Seat): Record<ChaseKind, string[]> {
  const today = officeDate(world.db.now)
  const now = world.db.now.getTime()
  const open = [...foldersOf(seat)].filter(([, { status }]) => status !== 'archived').map(([id]) => id)
  const inOpen = (rows: Office['invoices']) => rows.filter((each) => open.includes(each.client_folder_id as string))
  const isOld = (at: unknown) => officeDay(at) < daysAfter(today, -7)
  const soon = daysAfter(today, 3)
  const sorted = (rows: Office['invoices'], key: string) => {
    const place = (row: (typeof rows)[number]) => {
      const value = row[key]
      return `${value instanceof Date ? value.toISOString() : String(value)} ${row.id}`
    }
    return rows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id)
  }
  const late = office.requests.filter(
    ({ status, created_at: at }) => status === 'pending' && now - (at as Date).getTime() > 24 * 3_600_000,
  )
  const overdue = inOpen(office.invoices).filter(
    ({ status, due_date: due }) => ['sent', 'overdue'].includes(status as string) && (due as string) < today,
  )
  const unsigned = inOpen(office.contracts).filter(({ status, created_at: at }) => status === 'draft' && isOld(at))
  const toSign = inOpen(office.documents).filter(
    ({ requires_signature: wanted, is_signed: signed, refused_at: refused }) => wanted && !signed && refused === null,
  )
  const unanswered = inOpen(office.proposals).filter(({ status, sent_at: sent, valid_until: until }) => {
    const isOpen = status === 'sent' && (until === null || (until as string) >= today)
    return isOpen && (isOld(sent) || (until !== null && (until as string) <= soon))
  })
  const undone = inOpen(office.assignments).filter(
    ({ status, due_date: due }) => status !== 'completed' && due !== null && (due as string) < today,
  )
  return {
    'service-requests': sorted(late, 'created_at'),
    invoices: sorted(overdue, 'due_date'),
    contracts: sorted(unsigned, 'created_at'),
    documents: sorted(toSign, 'created_at'),
    proposals: sorted(unanswered, 'sent_at'),
    assignments: sorted(undone, 'due_date'),
  }
}

async function allOf(caller: Caller, kind: ChaseKind): Promise<string[]> {
  const ids: string[] = []
  for (let path: string | undefined = `/api/dashboard/chase/${kind}?limit=7`; path !== undefined;) {
    const { status, body, headers } = await caller.get(path)
    expect([status, body.length <= 7]).toEqual([200, true])
    ids.push(...body.map(({ id }: { id: string }) => id))
    path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  return ids
}

describe('a line of what to chase', () => {
  it('says who, what, how much is open, and since when', async () => {
    const mine = foldersOf('alice')
    for (const item of (await world.alice.get('/api/dashboard/chase/invoices?limit=200')).body) {
      const invoice = office.invoices.find(({ id }) => id === item.id)
      expect(item).toEqual({
        id: invoice?.id,
        kind: 'invoices',
        clientFolderId: invoice?.client_folder_id,
        who: mine.get(String(invoice?.client_folder_id))?.name,
        contact: mine.get(String(invoice?.client_folder_id))?.client_id === null ? null : 'Ann Keller',
        what: invoice?.invoice_number,
        amount: (invoice?.total as number) - (invoice?.amount_paid as number),
        since: (invoice?.sent_at as Date).toISOString(),
        due: invoice?.due_date,
      })
    }
  })

  it('is never of a folder that is somebody else’s', async () => {
    const ofSam = foldersOf('sam')
    const others = office.folders.filter(({ id }) => !ofSam.has(id))
    expect(others.length).toBeGreaterThan(3)
    for (const kind of ['invoices', 'contracts', 'documents', 'proposals', 'assignments']) {
      const { body } = await world.sam.get(`/api/dashboard/chase/${kind}?limit=200`)
      expect(
        body.every(({ clientFolderId }: { clientFolderId: string }) => ofSam.has(clientFolderId)),
        kind,
      ).toBe(true)
    }
  })

  it('is not shown from the place of somebody else’s on', async () => {
    const [first] = (await world.alice.get('/api/dashboard/chase/invoices?limit=1')).body
    const { body } = await world.sam.get(`/api/dashboard/chase/invoices?limit=200&cursor=${first.id}`)
    const ofSam = foldersOf('sam')
    expect(body.every(({ clientFolderId }: { clientFolderId: string }) => ofSam.has(clientFolderId))).toBe(true)
  })
})

describe('the dashboard refuses', () => {
  const paths = ['/chase', '/requests-by-week', '/money-by-month']

  it.each(paths)('%s to visitors and clients', async (path) => {
    expect((await world.visitor.get(`/api/dashboard${path}`)).status).toBe(401)
    for (const client of [world.ann, world.eve]) {
      const answer = await client.get(`/api/dashboard${path}`)
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
  })

  it('to tell a client of money or staff', async () => {
    expect(await get(world.ann, '')).toMatchObject({ pendingRequests: 0, staffMembers: null, thisMonth: null })
  })

  it('a kind that is none, to whoever asks, and any kind to a client', async () => {
    for (const caller of [world.alice, world.sam])
      for (const kind of ['messages', 'Invoices', 'invoices%20', '1', 'toString'])
        expect((await caller.get(`/api/dashboard/chase/${kind}`)).status, kind).toBe(404)
    expect((await world.ann.get('/api/dashboard/chase/invoices')).status).toBe(404)
    expect((await world.visitor.get('/api/dashboard/chase/invoices')).status).toBe(401)
  })

  it.each(['limit=0', 'limit=x', 'cursor=last', 'kind=invoices', `cursor=${'9'.repeat(40)}`])(
    'a page asked for with %s',
    async (query) => expect((await world.alice.get(`/api/dashboard/chase/invoices?${query}`)).status).toBe(400),
  )

  it('what a chart is asked beyond itself', async () => {
    for (const path of paths) expect((await world.alice.get(`/api/dashboard${path}?weeks=52`)).status).toBe(400)
  })
})

describe('time passes', () => {
  /** A world of its own at an instant to come, with the people signed in then. */
  async function at(instant: string) {
    const then = await createWorld()
    const go = async (to: string) => {
      then.pass({ minutes: (Date.parse(to) - then.db.now.getTime()) / 60_000 })
      return {
        alice: await then.signIn(then.people.alice.id, 'admin'),
        sam: await then.signIn(then.people.sam.id, 'staff'),
        sue: await then.signIn(then.people.sue.id, 'staff'),
      }
    }
    return { then, go, people: await go(instant) }
  }

  it('a payment at 23:30 Eastern on the last day belongs to the month that ends', async () => {
    // In Greenwich it is February already.
    const { then, go, people } = await at('2027-02-01T04:30:00Z')
    try {
      const { body: invoice } = await people.alice.post('/api/invoices', {
        clientFolderId: then.folders.acme.id,
        lineItems: [{ description: 'Consulting', quantity: 1, rate: 100_000 }],
        dueDate: '2027-01-31',
      })
      await people.alice.patch(`/api/invoices/${invoice.id}/status`, { status: 'sent' })
      const paid = await people.alice.post(`/api/invoices/${invoice.id}/payments`, { amount: 40_000, method: 'check' })
      expect([paid.status, paid.body.date]).toEqual([201, '2027-01-31'])
      const told = async (caller: Caller) => (await get(caller, '/money-by-month')).months.slice(-2)
      const january = { month: '2027-01-01', billed: 105_750, collected: 40_000, overdue: 0 }
      expect(await told(people.alice)).toEqual([{ month: '2026-12-01', billed: 0, collected: 0, overdue: 0 }, january])
      expect((await get(people.sam, '')).thisMonth).toEqual({ billed: 105_750, collected: 40_000 })
      expect((await get(people.sue, '')).thisMonth).toEqual({ billed: 0, collected: 0 })
      // An hour later it is February: due the day before, the rest is overdue; January stays as it was.
      const later = await go('2027-02-01T05:30:00Z')
      expect(await told(later.alice)).toEqual([
        january,
        { month: '2027-02-01', billed: 0, collected: 0, overdue: 65_750 },
      ])
      expect((await get(later.sam, '')).thisMonth).toEqual({ billed: 0, collected: 0 })
      expect(await get(later.sam, '/chase/invoices')).toMatchObject([{ id: invoice.id, amount: 65_750 }])
      expect(await get(later.sue, '/chase/invoices')).toEqual([])
      // Made void, an invoice was never billed.
      const { body: wrong } = await later.alice.post('/api/invoices', {
        clientFolderId: then.folders.acme.id,
        lineItems: [{ description: 'Twice', quantity: 1, rate: 900 }],
        dueDate: '2027-01-01',
      })
      await later.alice.patch(`/api/invoices/${wrong.id}/status`, { status: 'sent' })
      expect((await told(later.alice)).at(-1)).toMatchObject({ billed: 952, overdue: 66_702 })
      await later.alice.patch(`/api/invoices/${wrong.id}/status`, { status: 'void', reason: 'Billed twice' })
      expect((await told(later.alice)).at(-1)).toMatchObject({ billed: 0, overdue: 65_750 })
    } finally {
      await then.close()
    }
  })

  it('a week begins on Monday at midnight in the office, also when the clocks change, and 24 hours are 24 hours', async () => {
    // Monday. The clocks went forward on Sunday the 14th, back on November 7th of the year before.
    const { then, people } = await at('2027-03-15T16:00:00Z')
    try {
      const requests = [
        ['2027-03-08T04:59:59.999Z', 24], // Sunday, a moment before midnight in winter time
        ['2027-03-08T05:00:00.000Z', 24],
        ['2027-03-15T03:59:59.999Z', 24.001], // Sunday, the same in summer time
        ['2027-03-15T04:00:00.000Z', null],
      ] as const
      for (const [created, hours] of requests) {
        const id = newId()
        const more = { services: ['hr-consulting'], needs_description: 'x', business_goals: 'x' }
        const who = { business_name: created, first_name: 'A', last_name: 'B', email: 'a@example.com', phone: '1' }
        const status = hours === null ? 'pending' : 'completed'
        await insert(then, 'service_requests', [
          { id, ...who, ...more, status, created_at: created, updated_at: created },
        ])
        if (hours === null) continue
        await insert(then, 'audit_entries', [trailOf(id, new Date(Date.parse(created) + hours * 3_600_000))])
      }
      const { weeks } = await get(people.alice, '/requests-by-week')
      expect(weeks.slice(-3)).toEqual([
        { week: '2027-03-01', received: 1, answeredInTime: 1 },
        { week: '2027-03-08', received: 2, answeredInTime: 1 },
        { week: '2027-03-15', received: 1, answeredInTime: 0 },
      ])
      // What nobody holds any more is the administrators'.
      expect((await get(people.sam, '/requests-by-week')).weeks.at(-2)).toMatchObject({ received: 0 })
    } finally {
      await then.close()
    }
  })

  it('a request becomes one to chase after 24 hours, and the answer tells when the next one will', async () => {
    const { then, go } = await at('2027-03-15T16:00:00Z')
    try {
      const created = '2027-03-15T16:00:00.000Z'
      const who = { business_name: 'Oysters', first_name: 'A', last_name: 'B', email: 'a@example.com', phone: '1' }
      const more = { services: ['hr-consulting'], needs_description: 'x', business_goals: 'x' }
      const row = { id: newId(), ...who, ...more, created_at: created, updated_at: created, status: 'pending' }
      await insert(then, 'service_requests', [row])
      const before = await go('2027-03-16T15:59:00Z')
      const early: Chase = await get(before.sam, '/chase')
      expect([early.groups[0]?.count, early.nextAt]).toEqual([0, '2027-03-16T16:00:00.000Z'])
      const after = await go('2027-03-16T16:01:00Z')
      const late: Chase = await get(after.sam, '/chase')
      expect([late.groups[0]?.items, late.nextAt]).toMatchObject([[{ id: row.id, who: 'Oysters' }], null])
      await after.sam.patch(`/api/service-requests/${row.id}/status`, { status: 'in-progress' })
      expect(((await get(after.sam, '/chase')) as Chase).groups[0]?.count).toBe(0)
    } finally {
      await then.close()
    }
  })
})
