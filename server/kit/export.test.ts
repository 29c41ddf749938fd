// Exports and sorted lists: same rights, same filters, and nothing lost between pages.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoiceOf } from '../../tests/architecture/rights-invoices.ts'
import { openOffice } from '../../tests/office.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await openOffice(testApp, 7)
})
afterAll(() => testApp.close())

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

describe('a list exported as CSV', () => {
  it.each(exported)('%s contains the same rows as the list, for each team member', async (list, csv, type) => {
    for (const caller of [testApp.alice, testApp.sam, testApp.sue]) {
      const items = await all(caller, list)
      const answer = await caller.get(csv)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
      expect(linesOf(answer.text)).toHaveLength(items.length + 1)
    }
    expect((await all(testApp.sam, list)).length).toBeLessThan((await all(testApp.alice, list)).length)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: `${type}.exported`,
      actorId: testApp.people.sue.id,
    })
  })

  it('applies the filters, and audits only their names', async () => {
    const path = `?status=draft&q=${encodeURIComponent('canary words')}&order=amount`
    expect(linesOf((await testApp.alice.get(`/api/invoices/list/csv${path}`)).text)).toHaveLength(1)
    expect((await testApp.auditLog()).at(-1)?.details).toEqual({ status: 'draft', order: 'amount', searched: true })
    const drafts = linesOf((await testApp.alice.get('/api/invoices/list/csv?status=draft')).text).slice(1)
    expect(drafts.length).toBeGreaterThan(3)
    expect(drafts.every((line) => line.includes(',draft,'))).toBe(true)
  })

  it('E6: contains no formulas, and amounts in dollars', async () => {
    const body = { ...invoiceOf(testApp.folders.acme.id), description: '=HYPERLINK("http://x")' }
    await testApp.alice.post('/api/invoices', body)
    const line = linesOf((await testApp.sam.get('/api/invoices/list/csv?q=HYPERLINK')).text)[1]
    expect(line).toContain(`"'=HYPERLINK(""http://x"")",312.50,`)
  })

  it('contains the same users as the list, for administrators only', async () => {
    const lines = linesOf((await testApp.alice.get('/api/users/csv?role=staff&order=name')).text)
    expect(lines).toEqual([
      'First name,Last name,Username,Email,Role,Access,Active,Phone,Company,Added (UTC)',
      expect.stringMatching(/^Sam,Carter,/),
      expect.stringMatching(/^Sue,Bennett,/),
    ])
    for (const caller of [testApp.sam, testApp.ann]) expect((await caller.get('/api/users/csv')).status).toBe(403)
  })

  it('refuses signed-out visitors, and clients where the export is for the team only', async () => {
    for (const [, csv] of exported) {
      expect((await testApp.visitor.get(csv)).status, csv).toBe(401)
      expect((await testApp.ann.get(csv)).status, csv).toBe(403)
    }
    expect((await testApp.alice.get('/api/invoices/list/csv?limit=5')).status).toBe(400)
    expect((await testApp.alice.get('/api/invoices/list/csv?order=balance')).status).toBe(400)
  })
})

describe('a sorted list', () => {
  const orders: [string, string, string][] = [
    ['/api/invoices', 'due', 'dueDate'],
    ['/api/invoices', 'amount', 'total'],
    ['/api/proposals', 'valid', 'validUntil'],
    ['/api/proposals', 'amount', 'totalCost'],
    ['/api/contracts', 'ends', 'endDate'],
    ['/api/contracts', 'amount', 'totalValue'],
    ['/api/client-folders', 'name', 'name'],
  ]
  it.each(orders)('%s by %s contains each item once, page after page', async (path, order, key) => {
    for (const caller of [testApp.alice, testApp.sam]) {
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

  it('continues at the same place, even if its last item is no longer visible', async () => {
    const { body, headers } = await testApp.sue.get('/api/invoices?order=due&limit=3')
    const next = /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1] as string
    const folder = body[2].clientFolderId
    await testApp.db.run(sql`
      update client_folders set assigned_staff_id = ${testApp.people.sam.id}, created_by_id = ${testApp.people.alice.id} where id = ${folder}`)
    const after = (await testApp.sue.get(next)).body
    expect(after.length).toBeGreaterThan(0)
    expect(after.every((each: { dueDate: string }) => each.dueDate >= body[2].dueDate)).toBe(true)
    expect(after.some((each: { clientFolderId: string }) => each.clientFolderId === folder)).toBe(false)
  })
})
