// Invalid amounts, dates, lines, and texts in every document: each is refused with a sentence and the field's name, on
// creation and on editing, and nothing is stored. The maximum values are accepted.
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractInput, proposalIn } from '../contracts.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
/** Documents to edit, by noun. */
const made: Record<string, string> = {}
let foreignProposal: string
beforeAll(async () => {
  testApp = await createTestApp()
  for (const [noun, { path, body }] of Object.entries(papers)) {
    if (noun === 'payments') continue
    const answer = await testApp.alice.post(path(), body())
    expect(answer.status, answer.text).toBe(201)
    made[noun] = `${path()}/${answer.body.id}`
  }
  const { body } = await testApp.alice.post('/api/invoices', papers.invoices?.body())
  await testApp.alice.patch(`/api/invoices/${body.id}/status`, { status: 'sent' })
  made.payments = `/api/invoices/${body.id}`
  foreignProposal = await proposalIn(testApp, 'approved', { clientFolderId: testApp.folders.elmwood.id })
})
afterAll(() => testApp.close())

type Body = Record<string, unknown>
interface Paper {
  path: () => string
  body: () => Body
  /** Paths of amounts in the body. */
  sums: string[]
  /** Totals that the portal computes. */
  totals: string[]
  days: string[]
  lines: string | null
  /** Paths of texts, and their maximum length. */
  words: [path: string, most: number][]
}

const service = { customName: 'Handbook', description: 'Anew', estimatedHours: 2, hourlyRate: 12_550 }
const papers: Record<string, Paper> = {
  proposals: {
    path: () => '/api/proposals',
    body: () => ({
      clientFolderId: testApp.folders.acme.id,
      title: 'Handbook',
      description: 'Anew',
      services: [service],
      timeline: [{ phase: 'Reading', duration: '1 week' }],
      validUntil: '2099-12-31',
    }),
    sums: ['services.0.hourlyRate', 'services.0.totalCost', 'totalCost'],
    totals: ['services.0.totalCost', 'totalCost'],
    days: ['validUntil'],
    lines: 'services',
    words: [
      ['description', 10_000],
      ['services.0.description', 10_000],
    ],
  },
  contracts: {
    path: () => '/api/contracts',
    body: () => ({ ...contractInput(testApp), services: [service], totalValue: undefined, endDate: '2027-12-01' }),
    sums: ['services.0.hourlyRate', 'services.0.totalCost', 'totalValue'],
    totals: ['services.0.totalCost', 'totalValue'],
    days: ['startDate', 'endDate'],
    lines: 'services',
    words: [
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
    sums: ['lineItems.0.rate', 'lineItems.0.total', 'subtotal', 'tax', 'total'],
    totals: ['lineItems.0.total', 'subtotal', 'tax', 'total'],
    days: ['dueDate'],
    lines: 'lineItems',
    words: [
      ['description', 10_000],
      ['lineItems.0.description', 10_000],
    ],
  },
  payments: {
    path: () => `${made.payments}/payments`,
    body: () => ({ amount: 100 }),
    sums: ['amount'],
    totals: [],
    days: ['date'],
    lines: null,
    words: [['reference', 200]],
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

const noSums: [what: string, value: unknown][] = [
  ['below all bounds', -10_000_000_000],
  ['of half a cent', 0.5],
  ['past all bounds', 10_000_000_000],
  ['in words', 'twelve'],
  ['as text', '1200'],
  ['of true', true],
  ['of many', [1]],
]
const noDays = [
  '2026-02-30',
  '2026-13-01',
  'tomorrow',
  '12/31/2026',
  '2026-12-31T00:00:00Z',
  '0000-01-01',
  20_261_231,
  [],
]

const kept = () =>
  testApp.db.one(typed(z.record(z.string(), z.number()))`
    select (select count(*)::int from proposals) as proposals, (select count(*)::int from contracts) as contracts,
      (select count(*)::int from invoices) as invoices, (select count(*)::int from payments) as payments,
      (select count(*)::int from emails) as letters`)

describe.each(Object.keys(papers))('G5: %s', (noun) => {
  const kind = papers[noun] as Paper

  /** On creation, and on editing if possible. */
  async function isRefused(body: Body, field: string) {
    const url = made[noun] as string
    const [before, entity] = [await kept(), (await testApp.alice.get(url)).body]
    const answers = [await testApp.alice.post(kind.path(), body)]
    if (noun !== 'payments') answers.push(await testApp.alice.put(url, body))
    for (const answer of answers) {
      expect([answer.status, answer.body.issues?.[0]?.path], answer.text).toEqual([400, field])
      expect(answer.body.message).toMatch(/^[A-Z].*[.?!a-z]$/)
    }
    expect(await kept()).toEqual(before)
    expect((await testApp.alice.get(url)).body).toEqual(entity)
  }

  it.each(kind.sums.flatMap((path) => noSums.map(([what, value]) => [path, what, value] as const)))(
    'with %s %s',
    async (path, _what, value) => isRefused(withAt(kind.body(), path, value), path),
  )

  it.each(kind.totals)('refuses a %s that does not match', async (path) =>
    isRefused(withAt(kind.body(), path, 1), path),
  )

  it.each(kind.days.flatMap((path) => noDays.map((value) => [path, value] as const)))(
    'with %s %j',
    async (path, value) => isRefused(withAt(kind.body(), path, value), path),
  )

  it.each(kind.words)('refuses one character too many in %s', async (path, most) => {
    await isRefused(withAt(kind.body(), path, 'x'.repeat(most + 1)), path)
    const body = withAt(kind.body(), path, 'x'.repeat(most))
    const answer = await testApp.alice.post(kind.path(), body)
    expect(answer.status, answer.text).toBe(201)
  })

  it.each(kind.lines === null ? [] : [kind.lines])('refuses no line in %s, or one too many', async (lines) => {
    const [line] = kind.body()[lines] as object[]
    await isRefused({ ...kind.body(), [lines]: [] }, lines)
    await isRefused({ ...kind.body(), [lines]: Array.from({ length: 501 }, () => line) }, lines)
    const most = { ...kind.body(), [lines]: Array.from({ length: 500 }, () => line) }
    const answer = await testApp.alice.post(kind.path(), most)
    expect([answer.status, answer.body[lines]?.length], answer.body.message).toEqual([201, 500])
  })

  it.each(noun === 'contracts' ? ['its start'] : [])(
    'that ends before %s, or uses another folder’s proposal',
    async () => {
      await isRefused({ ...kind.body(), endDate: '2026-11-30' }, 'endDate')
      await isRefused({ ...kind.body(), proposalId: foreignProposal }, 'proposalId')
    },
  )
})
