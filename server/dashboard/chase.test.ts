import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chase, ChaseKind } from '../../domain/dashboard.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { foldersOf, futureWorld, insert, type Office, openOffice, requestOn } from '../../tests/office.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let office: Office
beforeAll(async () => {
  world = await createWorld()
  office = await openOffice(world, 20_261_121)
})
afterAll(() => world.close())

const seats = ['alice', 'sam', 'sue'] as const
type Seat = (typeof seats)[number]

const officeDay = (at: unknown) => officeDate(at as Date)
const get = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get(`/api/dashboard${path}`)
  expect(status).toBe(200)
  return body
}

describe.each(seats)('%s sees', (seat) => {
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

/** Ids of what a seat should chase, the longest waiting first. */
function chasedBy(seat: Seat): Record<ChaseKind, string[]> {
  const today = officeDate(world.db.now)
  const now = world.db.now.getTime()
  const open = [...foldersOf(world, office, seat)].filter(([, { status }]) => status !== 'archived').map(([id]) => id)
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
  const undecided = inOpen(office.proposals).filter(({ status, sent_at: sent, valid_until: until }) => {
    const isOpen = status === 'sent' && (until === null || (until as string) >= today)
    return isOpen && (isOld(sent) || (until !== null && (until as string) <= soon))
  })
  const unanswered = inOpen(office.documentRequests).filter(
    ({ status, due_date: due }) => status === 'pending' && due !== null && (due as string) < today,
  )
  const undone = inOpen(office.assignments).filter(
    ({ status, due_date: due }) => status !== 'completed' && due !== null && (due as string) < today,
  )
  return {
    'service-requests': sorted(late, 'created_at'),
    invoices: sorted(overdue, 'due_date'),
    contracts: sorted(unsigned, 'created_at'),
    documents: sorted(toSign, 'created_at'),
    proposals: sorted(undecided, 'sent_at'),
    'document-requests': sorted(unanswered, 'due_date'),
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
    const mine = foldersOf(world, office, 'alice')
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
        since: (invoice?.sent_at as Date | undefined)?.toISOString(),
        due: invoice?.due_date,
      })
    }
  })

  it('is never of a folder that is somebody else’s', async () => {
    const ofSam = foldersOf(world, office, 'sam')
    const others = office.folders.filter(({ id }) => !ofSam.has(id))
    expect(others.length).toBeGreaterThan(3)
    for (const kind of ['invoices', 'contracts', 'documents', 'proposals', 'document-requests', 'assignments']) {
      const { body } = await world.sam.get(`/api/dashboard/chase/${kind}?limit=200`)
      expect(
        body.every(({ clientFolderId }: { clientFolderId: string }) => ofSam.has(clientFolderId)),
        kind,
      ).toBe(true)
    }
  })

  it('is not shown from the place of somebody else’s on', async () => {
    const first = await world.alice.get('/api/dashboard/chase/invoices?limit=1')
    const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1]
    const { body } = await world.sam.get(`/api/dashboard/chase/invoices?limit=200&cursor=${cursor}`)
    const ofSam = foldersOf(world, office, 'sam')
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
  it('a request becomes one to chase after 24 hours, and the answer tells when the next one will', async () => {
    const { future, go } = await futureWorld('2027-03-15T16:00:00Z')
    try {
      const row = requestOn('2027-03-15T16:00:00.000Z', 'pending')
      await insert(future, 'service_requests', [row])
      const before = await go('2027-03-16T15:59:00Z')
      const early: Chase = await get(before.sam, '/chase')
      expect([early.groups[0]?.count, early.nextAt]).toEqual([0, '2027-03-16T16:00:00.000Z'])
      const after = await go('2027-03-16T16:01:00Z')
      const late: Chase = await get(after.sam, '/chase')
      expect([late.groups[0]?.items, late.nextAt]).toMatchObject([[{ id: row.id, who: 'Oysters' }], null])
      await after.sam.patch(`/api/service-requests/${row.id}/status`, { status: 'in-progress' })
      expect(((await get(after.sam, '/chase')) as Chase).groups[0]?.count).toBe(0)
    } finally {
      await future.close()
    }
  })

  it('a document asked for becomes one to chase when its last day is over in the office, until it has come', async () => {
    const { future, go } = await futureWorld('2027-03-01T16:00:00Z')
    try {
      const path = `/api/client-folders/${future.folders.acme.id}/document-requests`
      const asked = { title: 'Signed I-9s', documentType: 'other', dueDate: '2027-03-08' }
      const { body: request } = await (await go('2027-03-01T16:00:00Z')).sam.post(path, asked)
      const told = async (to: string) => {
        const { sam, sue } = await go(to)
        expect((await get(sue, '/chase/document-requests')) as unknown[]).toEqual([])
        return get(sam, '/chase/document-requests')
      }
      expect(await told('2027-03-09T04:59:00Z')).toEqual([])
      expect(await told('2027-03-09T05:01:00Z')).toMatchObject([
        { id: request.id, who: 'Acme Tooling', what: 'Signed I-9s', due: '2027-03-08', amount: null },
      ])
      await future.db.run(sql`update document_requests set status = 'submitted' where id = ${request.id}`)
      expect(await told('2027-03-09T05:02:00Z')).toEqual([])
    } finally {
      await future.close()
    }
  })

  it('what was sent is left in peace for seven days, and told of again three days before its last', async () => {
    const { future, go, people } = await futureWorld('2027-03-01T16:00:00Z')
    try {
      const clientFolderId = future.folders.acme.id
      const send = async (sam: Caller, title: string, validUntil: string) => {
        const services = [{ customName: 'Handbook', estimatedHours: 2, hourlyRate: 9_000 }]
        const proposal = { clientFolderId, title, description: 'What we would do', services, validUntil }
        const { body } = await sam.post('/api/proposals', proposal)
        await sam.patch(`/api/proposals/${body.id}/status`, { status: 'sent' })
      }
      await send(people.sam, 'Long valid', '2027-03-31')
      const client = { clientName: 'Ann Keller', clientEmail: 'ann@example.com' }
      const contract = { clientFolderId, ...client, totalValue: 5_000, startDate: '2027-04-01' }
      expect((await people.alice.post('/api/contracts', contract)).status).toBe(201)
      const told = async (to: string) => {
        const { sam, sue } = await go(to)
        const [, , contracts, , proposals] = ((await get(sam, '/chase')) as Chase).groups
        expect(((await get(sue, '/chase')) as Chase).groups.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0])
        return [contracts?.count, proposals?.items.map(({ what }) => what)]
      }
      expect(await told('2027-03-08T21:00:00Z')).toEqual([0, []])
      await send((await go('2027-03-08T22:00:00Z')).sam, 'Soon over', '2027-03-12')
      expect(await told('2027-03-09T04:59:00Z')).toEqual([0, []])
      expect(await told('2027-03-09T05:01:00Z')).toEqual([1, ['Long valid', 'Soon over']])
      expect(await told('2027-03-13T04:59:00Z')).toEqual([1, ['Long valid', 'Soon over']])
      // Past its last day it has expired, and there is nothing to wait for.
      expect(await told('2027-03-13T05:01:00Z')).toEqual([1, ['Long valid']])
    } finally {
      await future.close()
    }
  })
})
