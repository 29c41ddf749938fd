// The lives of proposals, contracts and invoices through their endpoints, every pair of states and of moves: what is not listed is
// refused with a sentence and leaves nothing behind, of two moves at once the end is one that either order could have had, and
// what was sent or signed says the same whatever is called afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import { ContractStatus } from '../../domain/contract.ts'
import { InvoiceStatus } from '../../domain/invoice.ts'
import { ProposalStatus } from '../../domain/proposal.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { contractInput, proposalIn, proposalLines, signContract } from '../contracts.ts'
import { castPassword, type Answer, type Caller, createWorld, type World } from '../world.ts'

let world: World
let elsewhere: World['caller']
beforeAll(async () => {
  world = await createWorld()
  elsewhere = (await world.twin()).caller
})
afterAll(() => world.close())

interface Life {
  statuses: readonly string[]
  /** By whom each is moved to; all else is the team's. */
  byClient: readonly string[]
  /** From each to which. */
  listed: Record<string, readonly string[]>
  make: (status: string) => Promise<string>
  /** What it says to whoever it was sent to. */
  says: readonly string[]
  /** A body that would edit it. */
  edit: () => object
}

const day = (days: number) => daysAfter(officeDate(world.db.now), days)
const at = (noun: string, id: string) => `/api/${noun}/${id}`
const statusOf = async (url: string): Promise<string> => (await world.alice.get(url)).body.status

const lives: Record<string, Life> = {
  proposals: {
    statuses: ProposalStatus.options,
    byClient: ['approved', 'rejected'],
    listed: { draft: ['sent', 'withdrawn'], sent: ['approved', 'rejected', 'withdrawn'], expired: ['withdrawn'] },
    make: async (status) => {
      const isExpired = status === 'expired'
      const stored = (isExpired ? 'sent' : status) as 'sent'
      return at('proposals', await proposalIn(world, stored, isExpired ? { validUntil: day(-1) } : {}))
    },
    says: ['title', 'description', 'services', 'timeline', 'totalCost', 'validUntil', 'clientFolderId'],
    edit: () => ({
      clientFolderId: world.folders.acme.id,
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
      const { id } = (await world.alice.post('/api/contracts', contractInput(world))).body
      // To have opened it is what a signature needs.
      await world.ann.get(`${at('contracts', id)}/pdf`)
      if (['active', 'completed', 'terminated'].includes(status)) await signContract(world, id)
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
      const given = { clientFolderId: world.folders.acme.id, description: 'May', lineItems, dueDate }
      const { id } = (await world.alice.post('/api/invoices', given)).body
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

/** By whoever's move it is. A contract becomes active by a signature. */
function move(noun: string, url: string, to: string, via: (caller: Caller) => Caller = (caller) => caller) {
  const mover = via(lifeOf(noun).byClient.includes(to) ? world.ann : world.alice)
  if (noun === 'contracts' && to === 'active')
    return mover.post(`${url}/signature`, { consent: true, kind: 'typed', name: 'Ann Keller', password: castPassword })
  return mover.patch(`${url}/status`, { status: to, ...(to === 'declined' ? { reason: 'Too dear' } : {}) })
}

/** All that a reader is told, and how much was done to it by the trail; that it was opened and that calls were refused is besides. */
async function seen(url: string) {
  const id = url.split('/').at(-1)
  const trail = (await world.trail()).filter(
    ({ entityId, action }) => entityId === id && !/\.(opened|delivered|refused)$/.test(action),
  )
  return { body: (await world.alice.get(url)).body, trail: trail.length }
}

const isListed = (noun: string, from: string, to: string) => lifeOf(noun).listed[from]?.includes(to) ?? false

describe.each(nouns)('G4: of %s', (noun) => {
  const { statuses, listed, make } = lifeOf(noun)

  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))('from %s to %s', async (from, to) => {
    const url = await make(from)
    const before = await seen(url)
    expect(before.body.status).toBe(from)
    const answer = await move(noun, url, to)
    if (isListed(noun, from, to)) {
      expect(answer.status, answer.text).toBeLessThan(300)
      expect(await statusOf(url)).toBe(to)
      return
    }
    // What nobody moves anything to, such as overdue, is no word of this call. A draft is not there for its client.
    const comesByItself = ['expired', 'overdue'].includes(to) && answer.status === 400
    const isUnseen = from === 'draft' && noun === 'proposals' && answer.status === 404
    expect(comesByItself || isUnseen || answer.status === 409, `${answer.status} ${answer.text}`).toBe(true)
    expect(answer.body.message).toMatch(/^[A-Z].*\.$/)
    expect(await seen(url)).toEqual(before)
  })

  const pairs = Object.entries(listed).flatMap(([from, to]) =>
    to.flatMap((one, i) => to.slice(i).map((other) => [from, one, other] as const)),
  )
  it.each(pairs)('from %s at once to %s and to %s', async (from, one, other) => {
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
      // Both only where one of them may follow the other, as a void follows a sending.
      const follows = (first: string, second: string) => isListed(noun, first, second) && end === second
      if (went.length === 2) expect(follows(one, other) || follows(other, one), end).toBe(true)
      else expect([went.length, [one, other].includes(end)]).toEqual([1, true])
    }
  })

  const kept = statuses.filter((status) => status !== 'draft')
  it.each(kept)('one that is %s says the same whatever is called', async (status) => {
    const { says, edit } = lifeOf(noun)
    const url = await make(status)
    const words = async () => {
      const { body } = await world.alice.get(url)
      return says.map((key) => [key, body[key]])
    }
    const before = await words()
    expect(before.every(([, value]) => value !== undefined)).toBe(true)
    const calls = endpoints.filter(({ method, path }) => method !== 'GET' && path.startsWith(`/api/${noun}/:id`))
    expect(calls.length).toBeGreaterThan(1)
    for (const { method, path } of calls)
      for (const caller of [world.alice, world.ann, world.sam])
        for (const json of [edit(), {}]) {
          await caller.send({ method, url: path.replace(`/api/${noun}/:id`, url), payload: json })
          expect(await words(), `${method} ${path}`).toEqual(before)
        }
    expect((await world.alice.put(url, edit())).status).toBe(409)
    // What it was made from may change; it does not.
    const folder = at('client-folders', world.folders.acme.id)
    await world.alice.patch(folder, { taxExempt: true, purchaseOrderNumber: `PO ${status}`, name: `Acme ${status}` })
    expect(await words()).toEqual(before)
    await world.alice.patch(folder, { taxExempt: false, purchaseOrderNumber: null, name: 'Acme Tooling' })
  })
})
