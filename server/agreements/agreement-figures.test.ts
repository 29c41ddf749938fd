import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgreementFigures } from '../../domain/agreement-figures.ts'
import { type Office, openOffice } from '../../tests/office.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let office: Office
beforeAll(async () => {
  testApp = await createTestApp({ LOG_LEVEL: 'error' })
  office = await openOffice(testApp, 20_261_124)
})
afterAll(() => testApp.close())

async function figuresFor(who: Caller, query = ''): Promise<AgreementFigures> {
  const { status, body } = await who.get(`/api/agreements/figures${query}`)
  expect(status).toBe(200)
  return body
}

type Listed = { status: string; balance?: number; total?: number; totalCost?: number; totalValue?: number }

/** All pages of a list, one status after another. */
async function allOf(who: Caller, path: string): Promise<Listed[]> {
  const found: Listed[] = []
  for (let next: string | undefined = `${path}?limit=200`; next !== undefined;) {
    const answer = await who.get(next)
    found.push(...answer.body)
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1]
  }
  return found
}

const sumOf = ({ status, balance, total, totalCost, totalValue }: Listed) =>
  (status === 'sent' || status === 'overdue' ? balance : undefined) ?? total ?? totalCost ?? totalValue ?? 0

describe.each(['alice', 'sam', 'ann', 'eve'] as const)('%s', (who) => {
  it.each(['proposals', 'contracts', 'invoices'] as const)(
    'counts and sums the same %s as the list shows',
    async (noun) => {
      const listed = await allOf(testApp[who], `/api/${noun}`)
      const figures = (await figuresFor(testApp[who]))[noun]
      expect(figures.reduce((sum, { count }) => sum + count, 0)).toBe(listed.length)
      for (const { status, count, sum } of figures) {
        const these = listed.filter((each) => each.status === status)
        expect(count, status).toBe(these.length)
        expect(sum, status).toBe(these.reduce((all, each) => all + sumOf(each), 0))
      }
    },
  )
})

it('counts only the given folder, and nothing in a folder the caller cannot see', async () => {
  const { id } = testApp.folders.acme
  const own = await figuresFor(testApp.alice, `?clientFolderId=${id}`)
  const listed = await allOf(testApp.alice, `/api/invoices`)
  expect(own.invoices.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(listed.length)
  const foreign = await figuresFor(testApp.eve, `?clientFolderId=${id}`)
  expect(foreign).toEqual({ proposals: [], contracts: [], invoices: [] })
  expect(office.invoices.length).toBeGreaterThan(0)
})

it('refuses a signed-out visitor and an invalid folder id', async () => {
  expect((await testApp.visitor.get('/api/agreements/figures')).status).toBe(401)
  expect((await testApp.alice.get('/api/agreements/figures?clientFolderId=x')).status).toBe(400)
})
