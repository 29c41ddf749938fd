import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FollowUps, FollowUpKind } from '../../domain/dashboard.ts'
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
type Username = (typeof usernames)[number]

const officeDay = (at: unknown) => officeDate(at as Date)
const get = async (caller: Caller, path: string) => {
  const { status, body } = await caller.get(`/api/dashboard${path}`)
  expect(status).toBe(200)
  return body
}

describe.each(usernames)('%s', (username) => {
  it('sees the same follow-ups as an independent check finds, page by page', async () => {
    const { groups } = (await get(testApp[username], '/chase')) as FollowUps
    const expected = chasedBy(username)
    expect(Object.fromEntries(groups.map(({ kind, count }) => [kind, count]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([kind, ids]) => [kind, ids.length])),
    )
    for (const { kind, items } of groups) {
      expect(
        items.map(({ id }) => id),
        kind,
      ).toEqual(expected[kind].slice(0, 3))
      expect(await allOf(testApp[username], kind), kind).toEqual(expected[kind])
      expect(expected[kind].length, `${kind} that could be missed`).toBeGreaterThan(3)
    }
  })
})

/** Ids of the items that a role should follow up on, longest waiting first. */
function chasedBy(username: Username): Record<FollowUpKind, string[]> {
  const today = officeDate(testApp.db.now)
  const now = testApp.db.now.getTime()
  const open = [...foldersOf(testApp, office, username)]
    .filter(([, { status }]) => status !== 'archived')
    .map(([id]) => id)
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
    ({ requires_signature: wanted, is_signed: signed, declined_at: refused }) => wanted && !signed && refused === null,
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

async function allOf(caller: Caller, kind: FollowUpKind): Promise<string[]> {
  const ids: string[] = []
  for (let path: string | undefined = `/api/dashboard/chase/${kind}?limit=7`; path !== undefined;) {
    const { status, body, headers } = await caller.get(path)
    expect([status, body.length <= 7]).toEqual([200, true])
    ids.push(...body.map(({ id }: { id: string }) => id))
    path = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  return ids
}

describe('an item that needs follow-up', () => {
  it('says who, what, how much is outstanding, and since when', async () => {
    const mine = foldersOf(testApp, office, 'alice')
    for (const item of (await testApp.alice.get('/api/dashboard/chase/invoices?limit=200')).body) {
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

  it('is only shown with access to its folder', async () => {
    const ofSam = foldersOf(testApp, office, 'sam')
    const others = office.folders.filter(({ id }) => !ofSam.has(id))
    expect(others.length).toBeGreaterThan(3)
    for (const kind of ['invoices', 'contracts', 'documents', 'proposals', 'document-requests', 'assignments']) {
      const { body } = await testApp.sam.get(`/api/dashboard/chase/${kind}?limit=200`)
      expect(
        body.every(({ clientFolderId }: { clientFolderId: string }) => ofSam.has(clientFolderId)),
        kind,
      ).toBe(true)
    }
  })

  it('is not shown through another user’s page cursor', async () => {
    const first = await testApp.alice.get('/api/dashboard/chase/invoices?limit=1')
    const cursor = /cursor=([\w-]+)/.exec(String(first.headers.link))?.[1]
    const { body } = await testApp.sam.get(`/api/dashboard/chase/invoices?limit=200&cursor=${cursor}`)
    const ofSam = foldersOf(testApp, office, 'sam')
    expect(body.every(({ clientFolderId }: { clientFolderId: string }) => ofSam.has(clientFolderId))).toBe(true)
  })
})

describe('the dashboard', () => {
  const paths = ['/chase', '/requests-by-week', '/money-by-month']

  it.each(paths)('refuses %s to signed-out visitors and clients', async (path) => {
    expect((await testApp.visitor.get(`/api/dashboard${path}`)).status).toBe(401)
    for (const client of [testApp.ann, testApp.eve]) {
      const answer = await client.get(`/api/dashboard${path}`)
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
  })

  it('shows clients neither revenue nor staff data', async () => {
    expect(await get(testApp.ann, '')).toMatchObject({ pendingRequests: 0, staffMembers: null, thisMonth: null })
  })

  it('refuses an unknown kind to everyone, and any kind to a client', async () => {
    for (const caller of [testApp.alice, testApp.sam])
      for (const kind of ['messages', 'Invoices', 'invoices%20', '1', 'toString'])
        expect((await caller.get(`/api/dashboard/chase/${kind}`)).status, kind).toBe(404)
    expect((await testApp.ann.get('/api/dashboard/chase/invoices')).status).toBe(404)
    expect((await testApp.visitor.get('/api/dashboard/chase/invoices')).status).toBe(401)
  })

  it.each(['limit=0', 'limit=x', 'cursor=last', 'kind=invoices', `cursor=${'9'.repeat(40)}`])(
    'refuses a page requested with %s',
    async (query) => expect((await testApp.alice.get(`/api/dashboard/chase/invoices?${query}`)).status).toBe(400),
  )

  it('refuses unknown chart parameters', async () => {
    for (const path of paths) expect((await testApp.alice.get(`/api/dashboard${path}?weeks=52`)).status).toBe(400)
  })
})

describe('follow-ups over time', () => {
  it('lists a request after 24 hours, and the reply says when the next one will be listed', async () => {
    const { future, go } = await futureTestApp('2027-03-15T16:00:00Z')
    try {
      const row = requestOn('2027-03-15T16:00:00.000Z', 'pending')
      await insert(future, 'service_requests', [row])
      const before = await go('2027-03-16T15:59:00Z')
      const early: FollowUps = await get(before.sam, '/chase')
      expect([early.groups[0]?.count, early.nextAt]).toEqual([0, '2027-03-16T16:00:00.000Z'])
      const after = await go('2027-03-16T16:01:00Z')
      const late: FollowUps = await get(after.sam, '/chase')
      expect([late.groups[0]?.items, late.nextAt]).toMatchObject([[{ id: row.id, who: 'Oysters' }], null])
      await after.sam.patch(`/api/service-requests/${row.id}/status`, { status: 'in-progress' })
      expect(((await get(after.sam, '/chase')) as FollowUps).groups[0]?.count).toBe(0)
    } finally {
      await future.close()
    }
  })

  it('lists a requested document once its last day is over in the office, until it arrives', async () => {
    const { future, go } = await futureTestApp('2027-03-01T16:00:00Z')
    try {
      const path = `/api/client-folders/${future.folders.acme.id}/document-requests`
      const asked = { title: 'Signed I-9s', documentType: 'other', dueDate: '2027-03-08' }
      const { body: request } = await (await go('2027-03-01T16:00:00Z')).sam.post(path, asked)
      const listAt = async (to: string) => {
        const { sam, sue } = await go(to)
        expect((await get(sue, '/chase/document-requests')) as unknown[]).toEqual([])
        return get(sam, '/chase/document-requests')
      }
      expect(await listAt('2027-03-09T04:59:00Z')).toEqual([])
      expect(await listAt('2027-03-09T05:01:00Z')).toMatchObject([
        { id: request.id, who: 'Acme Tooling', what: 'Signed I-9s', due: '2027-03-08', amount: null },
      ])
      await future.db.run(sql`update document_requests set status = 'submitted' where id = ${request.id}`)
      expect(await listAt('2027-03-09T05:02:00Z')).toEqual([])
    } finally {
      await future.close()
    }
  })

  it('lists a sent proposal after seven days, and again three days before it expires', async () => {
    const { future, go, people } = await futureTestApp('2027-03-01T16:00:00Z')
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
      const listAt = async (to: string) => {
        const { sam, sue } = await go(to)
        const [, , contracts, , proposals] = ((await get(sam, '/chase')) as FollowUps).groups
        expect(((await get(sue, '/chase')) as FollowUps).groups.map(({ count }) => count)).toEqual([
          0, 0, 0, 0, 0, 0, 0,
        ])
        return [contracts?.count, proposals?.items.map(({ what }) => what)]
      }
      expect(await listAt('2027-03-08T21:00:00Z')).toEqual([0, []])
      await send((await go('2027-03-08T22:00:00Z')).sam, 'Soon over', '2027-03-12')
      expect(await listAt('2027-03-09T04:59:00Z')).toEqual([0, []])
      expect(await listAt('2027-03-09T05:01:00Z')).toEqual([1, ['Long valid', 'Soon over']])
      expect(await listAt('2027-03-13T04:59:00Z')).toEqual([1, ['Long valid', 'Soon over']])
      // After its last day the proposal has expired, and there is nothing to follow up on.
      expect(await listAt('2027-03-13T05:01:00Z')).toEqual([1, ['Long valid']])
    } finally {
      await future.close()
    }
  })
})
