// Pagination: an edit between two pages skips no other row, and a cursor reveals nothing that its reader has not seen.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { contractInput } from '../../tests/contracts.ts'
import { draftedInvoice, folderApart } from '../../tests/invoices.ts'
import { proposalInput } from '../../tests/proposals.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { newId } from './id.ts'
import { pageFrom } from './page.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await fillLists()
})
afterAll(() => testApp.close())

const nextOf = ({ headers }: Answer) => /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]

/** The ids of all pages; `between` runs once, after the first. */
async function walked(caller: Caller, path: string, between: () => Promise<unknown> = async () => {}) {
  const ids: string[] = []
  let isFirst = true
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await caller.get(next)
    expect(answer.status, answer.text).toBe(200)
    ids.push(...answer.body.map(({ id }: { id: string }) => id))
    next = nextOf(answer)
    if (isFirst) await between()
    isFirst = false
  }
  return ids
}

const proposal = async (clientFolderId: string, cents: number, more: object = {}) => {
  const answer = await testApp.alice.post(
    '/api/proposals',
    proposalInput(testApp, {
      clientFolderId,
      services: [{ customName: 'Advice', estimatedHours: 1, hourlyRate: cents }],
      ...more,
    }),
  )
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

/** A few rows in each list, some with equal sort values. */
async function fillLists() {
  for (const [days, cents] of [
    [30, 10_000],
    [30, 20_000],
    [10, 20_000],
    [50, 5_000],
  ] as const) {
    const rate = { serviceName: 'Advice', serviceType: 'hr-operations', description: 'By phone', hourlyRate: cents }
    expect((await testApp.alice.post('/api/service-rates', rate)).status).toBe(201)
    const dueDate = daysAfter(officeDate(testApp.db.now), days)
    await draftedInvoice(testApp, { dueDate, lineItems: [{ description: 'Advice', quantity: 1, rate: cents }] })
    await proposal(testApp.folders.acme.id, cents, { validUntil: dueDate })
    const contract = await testApp.alice.post('/api/contracts', contractInput(testApp, { totalValue: cents * 10 }))
    expect(contract.status, contract.text).toBe(201)
  }
}

describe('a list with a sort order', () => {
  it('shows every other row when the last row of a page is edited', async () => {
    const folder = await folderApart(testApp)
    const ids: string[] = []
    for (const dollars of [600, 500, 400, 300, 200, 100]) ids.push(await proposal(folder, dollars * 100))
    const path = `/api/proposals?clientFolderId=${folder}&order=amount&limit=2`
    const seen = await walked(testApp.alice, path, () =>
      testApp.db.run(sql`update proposals set total_cost = 1 where id = ${ids[1]}`),
    )
    expect(new Set(seen)).toEqual(new Set(ids))
    expect(seen.slice(0, 5)).toEqual([ids[0], ids[1], ids[2], ids[3], ids[4]])
  })

  it('continues after a row that was deleted', async () => {
    const folder = await folderApart(testApp)
    const ids: string[] = []
    for (const dollars of [30, 20, 10]) ids.push(await proposal(folder, dollars * 100))
    const path = `/api/proposals?clientFolderId=${folder}&order=amount&limit=1`
    const seen = await walked(testApp.alice, path, () =>
      testApp.db.run(sql`delete from proposals where id = ${ids[0]}`),
    )
    expect(seen).toEqual(ids)
  })

  it.each([
    ['/api/client-folders?order=name', sql`update client_folders set name = 'zz' || name`],
    ['/api/invoices?order=due', sql`update invoices set due_date = due_date + 400`],
    ['/api/invoices?order=due-desc', sql`update invoices set due_date = due_date - 400`],
    ['/api/invoices?order=amount', null],
    ['/api/invoices?order=unpaid', null],
    ['/api/invoices?order=amount-asc', null],
    ['/api/contracts?order=ends', null],
    ['/api/contracts?order=ends-desc', null],
    ['/api/contracts?order=amount', null],
    ['/api/contracts?order=amount-asc', null],
    ['/api/proposals?order=valid', null],
    ['/api/proposals?order=valid-desc', null],
    ['/api/users?order=name', sql`update users set first_name = 'Zz' || first_name where role = 'client'`],
    ['/api/users?order=name-desc', sql`update users set first_name = 'Aa' || first_name where role = 'client'`],
    ['/api/users?order=email', null],
    ['/api/users?order=email-desc', null],
    ['/api/users?order=oldest', null],
    ['/api/dashboard/chase/service-requests?', null],
    ['/api/dashboard/chase/invoices?', null],
    ['/api/dashboard/chase/documents?', null],
  ] as const)('%s lists each row once, page by page', async (path, edit) => {
    const whole = (await testApp.alice.get(`${path}&limit=200`)).body.map(({ id }: { id: string }) => id)
    expect(await walked(testApp.alice, `${path}&limit=1`)).toEqual(whole)
    if (edit === null) return
    const [first] = whole
    const edited = sql`${edit} ${path.includes('users') ? sql`and` : sql`where`} id = ${first}`
    const seen = await walked(testApp.alice, `${path}&limit=1`, () => testApp.db.run(edited))
    expect(new Set(seen)).toEqual(new Set(whole))
  })

  it.each([
    ['/api/invoices', 'due', 'due-desc'],
    ['/api/invoices', 'amount', 'amount-asc'],
    ['/api/contracts', 'ends', 'ends-desc'],
    ['/api/contracts', 'amount', 'amount-asc'],
    ['/api/proposals', 'valid', 'valid-desc'],
    ['/api/proposals', 'amount', 'amount-asc'],
    ['/api/service-rates', 'name', 'name-desc'],
    ['/api/service-rates', 'hourly', 'hourly-asc'],
    ['/api/service-rates', 'newest', 'oldest'],
    ['/api/users', 'newest', 'oldest'],
    ['/api/users', 'name', 'name-desc'],
    ['/api/users', 'email', 'email-desc'],
  ])('%s lists the same rows by %s and, reversed, by %s', async (path, order, other) => {
    const one = await walked(testApp.alice, `${path}?order=${order}&limit=2`)
    const reverse = await walked(testApp.alice, `${path}?order=${other}&limit=2`)
    expect(one.length).toBeGreaterThan(2)
    expect(reverse).toEqual(one.toReversed())
  })

  it.each([
    '/api/invoices',
    '/api/contracts',
    '/api/proposals',
    '/api/users',
    '/api/client-folders',
    '/api/service-rates',
  ])('%s refuses an unknown order', async (path) => {
    for (const order of ['status', 'amount-desc', 'newest; drop table users', ''])
      expect((await testApp.alice.get(`${path}?order=${encodeURIComponent(order)}`)).status).toBe(400)
  })

  it('shows a client only their own rows in either order', async () => {
    for (const order of ['due', 'due-desc', 'amount', 'amount-asc']) {
      const { status, body } = await testApp.ann.get(`/api/invoices?order=${order}`)
      expect(status).toBe(200)
      expect(
        body.filter((each: { clientFolderId: string }) => each.clientFolderId !== testApp.folders.acme.id),
      ).toEqual([])
    }
  })
})

describe('a cursor', () => {
  const refusal = 'This cursor doesn’t belong to this list. Start again from the first page.'
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  it('reveals nothing about a foreign row', async () => {
    const own = await folderApart(testApp)
    for (const cents of [100, 1_000, 10_000]) await proposal(own, cents)
    const foreign = await proposal(testApp.folders.elmwood.id, 500)
    const list = `/api/proposals?clientFolderId=${own}&order=amount`
    const unknown = '01890a5d-ac96-774b-bcce-b302099a8057'
    for (const id of [foreign, unknown]) {
      expect((await testApp.sam.get(`${list}&cursor=${id}`)).status).toBe(400)
      expect((await testApp.sam.get(`${list}&cursor=${encoded([id])}`)).status).toBe(400)
      expect((await testApp.sam.get(`${list}&cursor=${encoded([id, '-999'])}`)).body).toHaveLength(1)
    }
  })

  it.each([
    ['text', 'nowhere'],
    ['a bare id', '01890a5d-ac96-774b-bcce-b302099a8057'],
    ['another order’s value', encoded(['01890a5d-ac96-774b-bcce-b302099a8057', 'Acme'])],
    ['a day that does not exist', encoded(['01890a5d-ac96-774b-bcce-b302099a8057', '2026-02-31'])],
    ['SQL', encoded(["01890a5d-ac96-774b-bcce-b302099a8057' or 1=1", '2026-02-01'])],
    ['more than it should hold', encoded(['01890a5d-ac96-774b-bcce-b302099a8057', '2026-02-01', 'x'])],
    ['an object', encoded({ id: '01890a5d-ac96-774b-bcce-b302099a8057' })],
  ])('is refused when it is %s', async (_what, cursor) => {
    const answer = await testApp.alice.get(`/api/invoices?order=due&cursor=${cursor}`)
    expect([answer.status, answer.body.message]).toEqual([400, refusal])
  })

  it('is refused for another sort order', async () => {
    const byAmount = nextOf(await testApp.alice.get('/api/invoices?order=amount&limit=1'))
    expect(byAmount).toBeDefined()
    expect((await testApp.alice.get(byAmount!.replace('order=amount', 'order=due'))).status).toBe(400)
    expect((await testApp.alice.get(byAmount!.replace('order=amount', 'order=newest'))).status).toBe(400)
  })
})

describe('a page limit', () => {
  it.each(['0x10', '1e1', '%205', '%2B5', '5.0', '-1', '0', '', '5,6'])('is refused as %s', async (limit) => {
    const answer = await testApp.alice.get(`/api/invoices?limit=${limit}`)
    expect([answer.status, answer.body.message]).toEqual([400, 'The limit is a whole number from 1.'])
  })

  it.each([1, 2, 9, 10, 11, 49, 50, 51, 199, 200, 1000])('is an upper bound at %d', async (limit) => {
    const all = (await testApp.alice.get('/api/audit?limit=200')).body.length
    expect((await testApp.alice.get(`/api/audit?limit=${limit}`)).body).toHaveLength(Math.min(limit, 200, all))
  })
})

describe('an edit with several versions in If-Match', () => {
  it('is accepted if one of them is the current one, and refused otherwise', async () => {
    const id = await folderApart(testApp)
    const { version } = (await testApp.alice.get(`/api/client-folders/${id}`)).body
    const edit = (ifMatch: string) =>
      testApp.alice.patch(`/api/client-folders/${id}`, { name: 'Renamed' }, { 'if-match': ifMatch })
    expect((await edit(`"${version + 5}", "${version + 6}"`)).status).toBe(412)
    expect((await edit(`"x${version}"`)).status).toBe(412)
    expect((await edit('nonsense')).status).toBe(412)
    expect((await edit(`"${version + 5}", "${version}"`)).status).toBe(200)
    expect((await edit(`"${version}",W/"${version + 1}"`)).status).toBe(200)
    expect((await edit('*')).status).toBe(200)
  })
})

describe('a list in memory', () => {
  const ids = Array.from({ length: 6 }, () => newId())
  const page = (all: string[], cursor?: string) => pageFrom(all, (id) => id, { limit: 2, cursor })
  const after = (all: string[], cursor: string | null) => page(all, cursor ?? '')

  it('has every item once', () => {
    const first = page(ids)
    const second = after(ids, first.next)
    const third = after(ids, second.next)
    expect([first.items, second.items, third.items].flat()).toEqual(ids)
    expect(third.next).toBeNull()
  })

  it('continues after the place of an item that has left the list', () => {
    const { next } = page(ids)
    const without = ids.toSpliced(1, 1)
    expect(after(without, next).items).toEqual(ids.slice(2, 4))
    expect(after(ids.slice(0, 1), next)).toEqual({ items: [], next: null })
  })

  it('refuses a cursor without a place', () => {
    const cursor = Buffer.from(JSON.stringify([ids[0]])).toString('base64url')
    expect(() => page(ids, cursor)).toThrow('This cursor doesn’t belong to this list.')
  })
})
