// The life of proposals, contracts, and invoices through their endpoints, for every pair of states and actions: an
// unlisted transition is refused with a sentence and changes nothing, two concurrent actions end as one of their two
// orders would, and sent or signed content never changes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { ContractStatus } from '../../domain/contract.ts'
import { InvoiceStatus } from '../../domain/invoice.ts'
import { ProposalStatus } from '../../domain/proposal.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { contractInput, proposalIn, proposalLines, signContract } from '../contracts.ts'
import { fixturePassword, type Answer, type Caller, createTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let elsewhere: TestApp['caller']
beforeAll(async () => {
  testApp = await createTestApp()
  elsewhere = (await testApp.twin()).caller
})
afterAll(() => testApp.close())

interface Life {
  statuses: readonly string[]
  /** Statuses set by the client; all others are set by the team. */
  byClient: readonly string[]
  /** Allowed transitions. */
  listed: Record<string, readonly string[]>
  make: (status: string) => Promise<string>
  /** The fields visible to its recipient. */
  says: readonly string[]
  /** A body that would edit it. */
  edit: () => object
}

const day = (days: number) => daysAfter(officeDate(testApp.db.now), days)
const at = (noun: string, id: string) => `/api/${noun}/${id}`
const statusOf = async (url: string): Promise<string> => (await testApp.alice.get(url)).body.status

const lives: Record<string, Life> = {
  proposals: {
    statuses: ProposalStatus.options,
    byClient: ['approved', 'rejected'],
    listed: { draft: ['sent', 'withdrawn'], sent: ['approved', 'rejected', 'withdrawn'], expired: ['withdrawn'] },
    make: async (status) => {
      const isExpired = status === 'expired'
      const stored = (isExpired ? 'sent' : status) as 'sent'
      return at('proposals', await proposalIn(testApp, stored, isExpired ? { validUntil: day(-1) } : {}))
    },
    says: ['title', 'description', 'services', 'timeline', 'totalCost', 'validUntil', 'clientFolderId'],
    edit: () => ({
      clientFolderId: testApp.folders.acme.id,
      title: 'Something else',
      description: 'Something else',
      services: proposalLines.slice(1),
      validUntil: day(9),
    }),
  },
  contracts: {
    statuses: ContractStatus.options,
    byClient: ['active', 'declined'],
    listed: { draft: ['active', 'declined', 'cancelled'], active: ['completed', 'terminated'] },
    make: async (status) => {
      const { id } = (await testApp.alice.post('/api/contracts', contractInput(testApp))).body
      // A signature requires that the document was opened.
      await testApp.ann.get(`${at('contracts', id)}/pdf`)
      if (['active', 'completed', 'terminated'].includes(status)) await signContract(testApp, id)
      if (status !== 'draft' && status !== 'active') await move('contracts', at('contracts', id), status)
      return at('contracts', id)
    },
    says: ['contractNumber', 'terms', 'services', 'totalValue', 'startDate', 'endDate', 'clientName', 'clientEmail'],
    edit: () => ({ terms: 'Something else', totalValue: 1 }),
  },
  invoices: {
    statuses: InvoiceStatus.options,
    byClient: [],
    listed: { draft: ['sent', 'void'], sent: ['paid', 'void'], overdue: ['paid', 'void'] },
    make: async (status) => {
      const lineItems = [{ description: 'Consulting', quantity: 2, rate: 12_550 }]
      const dueDate = day(status === 'overdue' ? -1 : 30)
      const given = { clientFolderId: testApp.folders.acme.id, description: 'May', lineItems, dueDate }
      const { id } = (await testApp.alice.post('/api/invoices', given)).body
      for (const to of { draft: [], sent: ['sent'], overdue: ['sent'], paid: ['sent', 'paid'] }[status] ?? [status])
        await move('invoices', at('invoices', id), to)
      return at('invoices', id)
    },
    says: ['invoiceNumber', 'description', 'lineItems', 'subtotal', 'tax', 'total', 'dueDate', 'purchaseOrderNumber'],
    edit: () => ({ description: 'Something else', lineItems: [{ description: 'Else', quantity: 1, rate: 1 }] }),
  },
}
const nouns = Object.keys(lives)
const lifeOf = (noun: string) => lives[noun] as Life

/** Called by the side that makes the transition. A contract becomes active by a signature. */
function move(noun: string, url: string, to: string, via: (caller: Caller) => Caller = (caller) => caller) {
  const mover = via(lifeOf(noun).byClient.includes(to) ? testApp.ann : testApp.alice)
  if (noun === 'contracts' && to === 'active')
    return mover.post(`${url}/signature`, {
      consent: true,
      kind: 'typed',
      name: 'Ann Keller',
      password: fixturePassword,
    })
  return mover.patch(`${url}/status`, { status: to, ...(to === 'declined' ? { reason: 'Too expensive' } : {}) })
}

/** The visible fields, and the number of audited actions, without openings and refused calls. */
async function seen(url: string) {
  const id = url.split('/').at(-1)
  const auditLog = (await testApp.auditLog()).filter(
    ({ entityId, action }) => entityId === id && !/\.(opened|delivered|refused)$/.test(action),
  )
  return { body: (await testApp.alice.get(url)).body, auditEntries: auditLog.length }
}

const isListed = (noun: string, from: string, to: string) => lifeOf(noun).listed[from]?.includes(to) ?? false

describe.each(nouns)('G4: the statuses of %s', (noun) => {
  const { statuses, listed, make } = lifeOf(noun)

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'change from %s to %s as in the table',
    async (from, to) => {
      const url = await make(from)
      const before = await seen(url)
      expect(before.body.status).toBe(from)
      const answer = await move(noun, url, to)
      if (isListed(noun, from, to)) {
        expect(answer.status, answer.text).toBeLessThan(300)
        expect(await statusOf(url)).toBe(to)
        return
      }
      // Derived statuses such as overdue are not accepted by this call. A client cannot see a draft.
      const comesByItself = ['expired', 'overdue'].includes(to) && answer.status === 400
      const isUnseen = from === 'draft' && noun === 'proposals' && answer.status === 404
      expect(comesByItself || isUnseen || answer.status === 409, `${answer.status} ${answer.text}`).toBe(true)
      expect(answer.body.message).toMatch(/^[A-Z].*\.$/)
      expect(await seen(url)).toEqual(before)
    },
  )

  const pairs = Object.entries(listed).flatMap(([from, to]) =>
    to.flatMap((one, i) => to.slice(i).map((other) => [from, one, other] as const)),
  )
  it.each(pairs)('change once when requested concurrently from %s to %s and to %s', async (from, one, other) => {
    for (let round = 0; round < 3; round++) {
      const url = await make(from)
      const twin = (caller: Caller) => elsewhere(caller.cookie)
      const asked = [() => move(noun, url, one), () => move(noun, url, other, twin)]
      const turned = round % 2 === 0 ? asked : asked.toReversed()
      const answers: Answer[] = await Promise.all(turned.map((ask) => ask()))
      const went = answers.filter(({ status }) => status < 300)
      for (const { status, body } of answers.filter((each) => !went.includes(each))) {
        expect([404, 409]).toContain(status)
        expect(body.message).toMatch(/^[A-Z].*\.$/)
      }
      const end = await statusOf(url)
      // Both succeed only if one may follow the other, as a void follows a sending.
      const follows = (first: string, second: string) => isListed(noun, first, second) && end === second
      if (went.length === 2) expect(follows(one, other) || follows(other, one), end).toBe(true)
      else expect([went.length, [one, other].includes(end)]).toEqual([1, true])
    }
  })

  const sentStatuses = statuses.filter((status) => status !== 'draft')
  it.each(sentStatuses)('one that is %s never changes its content, whatever is called', async (status) => {
    const { says, edit } = lifeOf(noun)
    const url = await make(status)
    const words = async () => {
      const { body } = await testApp.alice.get(url)
      return says.map((key) => [key, body[key]])
    }
    const before = await words()
    expect(before.every(([, value]) => value !== undefined)).toBe(true)
    const calls = endpoints.filter(({ method, path }) => method !== 'GET' && path.startsWith(`/api/${noun}/:id`))
    expect(calls.length).toBeGreaterThan(1)
    for (const { method, path } of calls)
      for (const caller of [testApp.alice, testApp.ann, testApp.sam])
        for (const json of [edit(), {}]) {
          await caller.send({ method, url: path.replace(`/api/${noun}/:id`, url), payload: json })
          expect(await words(), `${method} ${path}`).toEqual(before)
        }
    expect((await testApp.alice.put(url, edit())).status).toBe(409)
    // Its sources may change without affecting it.
    const folder = at('client-folders', testApp.folders.acme.id)
    await testApp.alice.patch(folder, { taxExempt: true, purchaseOrderNumber: `PO ${status}`, name: `Acme ${status}` })
    expect(await words()).toEqual(before)
    await testApp.alice.patch(folder, { taxExempt: false, purchaseOrderNumber: null, name: 'Acme Tooling' })
  })
})
