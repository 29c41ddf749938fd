// Lists taken along and lists in another order: the same rights, the same filters, nothing lost between pages.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceOf } from '../../tests/guards/rights-invoices.ts'
import { openOffice } from '../../tests/office.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await openOffice(world, 7)
})
afterAll(() => world.close())

const linesOf = (text: string) => text.replace('\ufeff', '').split('\r\n').slice(0, -1)

async function all(caller: Caller, path: string): Promise<{ id: string }[]> {
  const found = []
  for (let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=37`; next !== undefined;) {
    const { status, body, headers } = await caller.get(next)
    expect(status).toBe(200)
    found.push(...body)
    next = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  return found
}

const exported = [
  ['/api/invoices', '/api/invoices/list/csv', 'invoices'],
  ['/api/proposals', '/api/proposals/csv', 'proposals'],
  ['/api/contracts', '/api/contracts/csv', 'contracts'],
  ['/api/client-folders', '/api/client-folders/csv', 'client-folders'],
  ['/api/service-requests', '/api/service-requests/csv', 'service-requests'],
] as const

describe('a list as CSV', () => {
  it.each(exported)('%s holds what the list holds, for each of the team', async (list, csv, type) => {
    for (const caller of [world.alice, world.sam, world.sue]) {
      const items = await all(caller, list)
      const answer = await caller.get(csv)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
      expect(linesOf(answer.text)).toHaveLength(items.length + 1)
    }
    expect((await all(world.sam, list)).length).toBeLessThan((await all(world.alice, list)).length)
    expect((await world.trail()).at(-1)).toMatchObject({ action: `${type}.exported`, actorId: world.people.sue.id })
  })

  it('keeps to the filters, and the trail to their names', async () => {
    const path = `?status=draft&q=${encodeURIComponent('canary words')}&order=amount`
    expect(linesOf((await world.alice.get(`/api/invoices/list/csv${path}`)).text)).toHaveLength(1)
    expect((await world.trail()).at(-1)?.details).toEqual({ status: 'draft', order: 'amount', searched: true })
    const drafts = linesOf((await world.alice.get('/api/invoices/list/csv?status=draft')).text).slice(1)
    expect(drafts.length).toBeGreaterThan(3)
    expect(drafts.every((line) => line.includes(',draft,'))).toBe(true)
  })

  it('E6: lets no text run as a formula, and says sums in dollars', async () => {
    const body = { ...invoiceOf(world.folders.acme.id), description: '=HYPERLINK("http://x")' }
    await world.alice.post('/api/invoices', body)
    const line = linesOf((await world.sam.get('/api/invoices/list/csv?q=HYPERLINK')).text)[1]
    expect(line).toContain(`"'=HYPERLINK(""http://x"")",312.50,`)
  })

  it('tells of users what their list tells, to administrators only', async () => {
    const lines = linesOf((await world.alice.get('/api/users/csv?role=staff&order=name')).text)
    expect(lines).toEqual([
      'First name,Last name,Username,E-mail,Role,Active,Phone,Company,Added (UTC)',
      expect.stringMatching(/^Sam,Carter,/),
      expect.stringMatching(/^Sue,Bennett,/),
    ])
    for (const caller of [world.sam, world.ann]) expect((await caller.get('/api/users/csv')).status).toBe(403)
  })

  it('is refused to visitors and to clients where the list is the team’s to take along', async () => {
    for (const [, csv] of exported) {
      expect((await world.visitor.get(csv)).status, csv).toBe(401)
      expect((await world.ann.get(csv)).status, csv).toBe(403)
    }
    expect((await world.alice.get('/api/invoices/list/csv?limit=5')).status).toBe(400)
    expect((await world.alice.get('/api/invoices/list/csv?order=balance')).status).toBe(400)
  })
})

describe('a list in another order', () => {
  const orders: [string, string, string][] = [
    ['/api/invoices', 'due', 'dueDate'],
    ['/api/invoices', 'amount', 'total'],
    ['/api/proposals', 'valid', 'validUntil'],
    ['/api/proposals', 'amount', 'totalCost'],
    ['/api/contracts', 'ends', 'endDate'],
    ['/api/contracts', 'amount', 'totalValue'],
    ['/api/client-folders', 'name', 'name'],
  ]
  it.each(orders)('%s by %s has each once, page after page', async (path, order, key) => {
    for (const caller of [world.alice, world.sam]) {
      const newest = await all(caller, path)
      const items = (await all(caller, `${path}?order=${order}`)) as (Record<string, string | number | null> & {
        id: string
      })[]
      expect(items.map(({ id }) => id).toSorted()).toEqual(newest.map(({ id }) => id).toSorted())
      const values = items.map((item) => {
        const value = item[key] ?? null
        return typeof value === 'string' ? value.toLowerCase() : value === null ? '~' : -value
      })
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(items.length).toBeGreaterThan(10)
    }
  })

  it('goes on where it was, also when its last item is gone from what one may see', async () => {
    const { body, headers } = await world.sue.get('/api/invoices?order=due&limit=3')
    const next = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1] as string
    const folder = body[2].clientFolderId
    await world.db.run(sql`
      update client_folders set assigned_staff_id = ${world.people.sam.id}, created_by_id = ${world.people.alice.id} where id = ${folder}`)
    const after = (await world.sue.get(next)).body
    expect(after.length).toBeGreaterThan(0)
    expect(after.every((each: { dueDate: string }) => each.dueDate >= body[2].dueDate)).toBe(true)
    expect(after.some((each: { clientFolderId: string }) => each.clientFolderId === folder)).toBe(false)
  })
})
