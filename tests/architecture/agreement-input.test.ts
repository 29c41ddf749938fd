// Invalid amounts, dates, lines, and texts in every document: each is refused with a sentence and the field's name, on
// creation and on editing, and nothing is stored. The maximum values are accepted.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput, proposalIn } from '../contracts.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
/** Addresses of agreements to edit, by noun. */
const created: Record<string, string> = {}
let foreignProposal: string
beforeAll(async () => {
  testApp = await createTestApp()
  for (const [noun, { path, body }] of Object.entries(agreements)) {
    if (noun === 'payments') continue
    const answer = await testApp.alice.post(path(), body())
    expect(answer.status, answer.text).toBe(201)
    created[noun] = `${path()}/${answer.body.id}`
  }
  const { body } = await testApp.alice.post('/api/invoices', agreements.invoices?.body())
  await testApp.alice.patch(`/api/invoices/${body.id}/status`, { status: 'sent' })
  created.payments = `/api/invoices/${body.id}`
  foreignProposal = await proposalIn(testApp, 'approved', { clientFolderId: testApp.folders.elmwood.id })
})
afterAll(() => testApp.close())

type Body = Record<string, unknown>
interface Agreement {
  path: () => string
  body: () => Body
  /** Paths of amounts in the body. */
  amounts: string[]
  /** Totals that the portal computes. */
  totals: string[]
  dates: string[]
  lines: string | null
  /** Paths of texts, and their maximum length. */
  texts: [path: string, maxLength: number][]
}

const service = { customName: 'Handbook', description: 'Rewritten', estimatedHours: 2, hourlyRate: 12_550 }
const agreements: Record<string, Agreement> = {
  proposals: {
    path: () => '/api/proposals',
    body: () => ({
      clientFolderId: testApp.folders.acme.id,
      title: 'Handbook',
      description: 'Rewritten',
      services: [service],
      timeline: [{ phase: 'Reading', duration: '1 week' }],
      validUntil: '2099-12-31',
    }),
    amounts: ['services.0.hourlyRate', 'services.0.totalCost', 'totalCost'],
    totals: ['services.0.totalCost', 'totalCost'],
    dates: ['validUntil'],
    lines: 'services',
    texts: [
      ['description', 10_000],
      ['services.0.description', 10_000],
    ],
  },
  contracts: {
    path: () => '/api/contracts',
    body: () => ({ ...contractInput(testApp), services: [service], totalValue: undefined, endDate: '2027-12-01' }),
    amounts: ['services.0.hourlyRate', 'services.0.totalCost', 'totalValue'],
    totals: ['services.0.totalCost', 'totalValue'],
    dates: ['startDate', 'endDate'],
    lines: 'services',
    texts: [
      ['terms', 10_000],
      ['services.0.description', 10_000],
    ],
  },
  invoices: {
    path: () => '/api/invoices',
    body: () => ({
      clientFolderId: testApp.folders.acme.id,
      description: 'May',
      lineItems: [{ description: 'Consulting', quantity: 2, rate: 12_550 }],
      dueDate: '2099-12-31',
    }),
    amounts: ['lineItems.0.rate', 'lineItems.0.total', 'subtotal', 'tax', 'total'],
    totals: ['lineItems.0.total', 'subtotal', 'tax', 'total'],
    dates: ['dueDate'],
    lines: 'lineItems',
    texts: [
      ['description', 10_000],
      ['lineItems.0.description', 10_000],
    ],
  },
  payments: {
    path: () => `${created.payments}/payments`,
    body: () => ({ amount: 100 }),
    amounts: ['amount'],
    totals: [],
    dates: ['date'],
    lines: null,
    texts: [['reference', 200]],
  },
}

/** The body with another value at a path. */
function withAt(body: Body, path: string, value: unknown): Body {
  const copy = structuredClone(body)
  const keys = path.split('.')
  const last = keys.pop() as string
  const place = keys.reduce<Body>((at, key) => at[key] as Body, copy)
  place[last] = value
  return copy
}

const invalidAmounts: [what: string, value: unknown][] = [
  ['below all bounds', -10_000_000_000],
  ['of half a cent', 0.5],
  ['past all bounds', 10_000_000_000],
  ['in words', 'twelve'],
  ['as text', '1200'],
  ['of true', true],
  ['of many', [1]],
]
const invalidDates = [
  '2026-02-30',
  '2026-13-01',
  'tomorrow',
  '12/31/2026',
  '2026-12-31T00:00:00Z',
  '0000-01-01',
  20_261_231,
  [],
]

const rowCounts = () =>
  testApp.db.one(typed(z.record(z.string(), z.number()))`
    select (select count(*)::int from proposals) as proposals, (select count(*)::int from contracts) as contracts,
      (select count(*)::int from invoices) as invoices, (select count(*)::int from payments) as payments,
      (select count(*)::int from emails) as emails`)

describe.each(Object.keys(agreements))('G5: %s', (noun) => {
  const kind = agreements[noun] as Agreement

  /** On creation, and on editing if possible. */
  async function isRefused(body: Body, field: string) {
    const url = created[noun] as string
    const [before, entity] = [await rowCounts(), (await testApp.alice.get(url)).body]
    const answers = [await testApp.alice.post(kind.path(), body)]
    if (noun !== 'payments') answers.push(await testApp.alice.put(url, body))
    for (const answer of answers) {
      expect([answer.status, answer.body.issues?.[0]?.path], answer.text).toEqual([400, field])
      expect(answer.body.message).toMatch(/^[A-Z].*[.?!a-z]$/)
    }
    expect(await rowCounts()).toEqual(before)
    expect((await testApp.alice.get(url)).body).toEqual(entity)
  }

  it.each(kind.amounts.flatMap((path) => invalidAmounts.map(([what, value]) => [path, what, value] as const)))(
    'refuses %s %s',
    async (path, _what, value) => isRefused(withAt(kind.body(), path, value), path),
  )

  it.each(kind.totals)('refuses a %s that does not match', async (path) =>
    isRefused(withAt(kind.body(), path, 1), path),
  )

  it.each(kind.dates.flatMap((path) => invalidDates.map((value) => [path, value] as const)))(
    'refuses %s %j',
    async (path, value) => isRefused(withAt(kind.body(), path, value), path),
  )

  it.each(kind.texts)('refuses one character too many in %s', async (path, maxLength) => {
    await isRefused(withAt(kind.body(), path, 'x'.repeat(maxLength + 1)), path)
    const body = withAt(kind.body(), path, 'x'.repeat(maxLength))
    const answer = await testApp.alice.post(kind.path(), body)
    expect(answer.status, answer.text).toBe(201)
  })

  it.each(kind.lines === null ? [] : [kind.lines])('refuses no line in %s, or one too many', async (lines) => {
    const [line] = kind.body()[lines] as object[]
    await isRefused({ ...kind.body(), [lines]: [] }, lines)
    await isRefused({ ...kind.body(), [lines]: Array.from({ length: 501 }, () => line) }, lines)
    const full = { ...kind.body(), [lines]: Array.from({ length: 500 }, () => line) }
    const answer = await testApp.alice.post(kind.path(), full)
    expect([answer.status, answer.body[lines]?.length], answer.body.message).toEqual([201, 500])
  })

  it.each(noun === 'contracts' ? ['its start'] : [])(
    'refuses one that ends before %s, or uses another folder’s proposal',
    async () => {
      await isRefused({ ...kind.body(), endDate: '2026-11-30' }, 'endDate')
      await isRefused({ ...kind.body(), proposalId: foreignProposal }, 'proposalId')
    },
  )
})
