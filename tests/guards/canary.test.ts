// Two companies whose every record holds a word of its own. After hundreds of steps by everybody, no answer, letter or live
// notice to one side ever holds the other's word or the name of a thing of theirs. The steps follow from the seed.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdf } from '../samples.ts'
import { openTab, type Tab } from '../tab.ts'
import { addDocument } from '../uploads.ts'
import { type Answer, type Caller, createWorld, type Name, type World } from '../world.ts'
import { acknowledgment } from './rights-forms.ts'
import { wish } from './rights.ts'

const seed = Number(process.env.CANARY_SEED ?? 20_260_731)
const steps = 500
const mostSeconds = 20

interface Side {
  word: string
  folder: string
  /** Who may know of it; administrators know of both. */
  client: 'ann' | 'eve'
  staff: 'sam' | 'sue'
  /** What was made in it, by kind. */
  made: {
    assignments: string[]
    documents: string[]
    messages: string[]
    proposals: string[]
    contracts: string[]
    invoices: string[]
  }
}

let world: World
let acme: Side
let elmwood: Side
const tabs: Partial<Record<Name, Tab>> = {}

beforeAll(async () => {
  world = await createWorld()
  await world.goLive()
  const none = () => ({ assignments: [], documents: [], messages: [], proposals: [], contracts: [], invoices: [] })
  const { folders } = world
  acme = { word: 'zebrawood', folder: folders.acme.id, client: 'ann', staff: 'sam', made: none() }
  elmwood = { word: 'quicksilver', folder: folders.elmwood.id, client: 'eve', staff: 'sue', made: none() }
  for (const { word, folder, client, made } of [acme, elmwood]) {
    const { id, email, firstName, role } = (await world[client].get('/api/user')).body
    const person = { email, firstName, role, lastName: word, phone: `call ${word}`, company: `${word} Inc.` }
    expect((await world.alice.put(`/api/users/${id}`, person)).status).toBe(200)
    const change = { name: `${word} works`, services: `all about ${word}`, purchaseOrderNumber: `PO ${word}` }
    expect((await world.alice.patch(`/api/client-folders/${folder}`, change)).status).toBe(200)
    const who = { clientName: `Client ${word}`, clientEmail: `${word}@example.com`, clientAddress: `The ${word} road` }
    const contract = { clientFolderId: folder, ...who, services: [`All about ${word}`], totalValue: 1 }
    made.contracts.push((await world.alice.post('/api/contracts', { ...contract, startDate: '2026-12-01' })).body.id)
  }
  for (const who of ['ann', 'eve', 'sam', 'sue'] as const) tabs[who] = await openTab(await world.address(), world[who])
})
afterAll(() => world.close())

/** More uploads are made than a person may in a day. */
const forgetUploads = sql`update uploads set created_at = created_at - interval '2 days'`

/** Mulberry32: small, and the same everywhere. */
function randomFrom(start: number) {
  let state = start
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    oneOf: <T>(list: readonly T[]) => list[below(list.length)] as T,
    anyOf: <T>(list: readonly T[]): T | undefined => list[below(list.length)],
  }
}

describe('two companies', () => {
  it(`never see a word of one another in ${steps} steps (seed ${seed})`, { timeout: 60_000 }, async () => {
    const random = randomFrom(seed)
    const started = performance.now()
    const saw = { own: 0, refused: 0, done: 0 }

    /** What this person must never be shown; administrators and visitors are asked about separately. */
    const otherOf = (who: Name | 'visitor'): Side[] => {
      if (who === 'ann' || who === 'sam') return [elmwood]
      if (who === 'eve' || who === 'sue') return [acme]
      return who === 'visitor' ? [acme, elmwood] : []
    }

    const check = (who: Name | 'visitor', what: string, { status, text }: Answer) => {
      expect(status, `${what} ${text.slice(0, 200)}`).toBeLessThan(500)
      if (status >= 400) saw.refused++
      for (const other of otherOf(who)) expect(text.includes(other.word), `${who}: ${what}: ${text}`).toBe(false)
      if (who !== 'visitor' && text.includes(who === 'eve' || who === 'sue' ? elmwood.word : acme.word)) saw.own++
    }

    const remember = (side: Side, kind: keyof Side['made'], { status, body }: Answer) => {
      if (status === 201) side.made[kind].push(body.id)
    }

    // A side is written to with its own word, whoever tries; only those who belong there succeed.
    const acts: ((caller: Caller, side: Side) => Promise<[string, Answer]>)[] = [
      async (caller, side) => {
        const answer = await caller.post(`/api/client-folders/${side.folder}/messages`, {
          content: `Dear ${side.word}`,
        })
        remember(side, 'messages', answer)
        return ['sends', answer]
      },
      async (caller, side) => {
        const body = { title: `Task ${side.word}`, description: `Do ${side.word}`, wants: 'upload' }
        const answer = await caller.post(`/api/client-folders/${side.folder}/assignments`, body)
        remember(side, 'assignments', answer)
        return ['gives', answer]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.assignments) ?? side.folder
        const status = random.oneOf(['pending', 'in-progress', 'completed'])
        return ['moves', await caller.patch(`/api/assignments/${id}/status`, { status })]
      },
      async (caller, side) => {
        const assignmentId = random.oneOf([null, random.anyOf(side.made.assignments) ?? null])
        const more = { name: `${side.word}.pdf`, bytes: pdf(), assignmentId }
        if (caller.cookie === null) return ['uploads', await caller.post('/api/objects/upload')]
        await world.db.run(forgetUploads)
        const answer = await addDocument(caller, side.folder, more)
        remember(side, 'documents', answer)
        return ['uploads', answer]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.documents) ?? side.folder
        const path = random.oneOf([`/api/documents/${id}`, `/api/documents/${id}/file`])
        return [path, await caller.get(path)]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.documents) ?? side.folder
        return ['asks', await caller.patch(`/api/documents/${id}`, { requiresSignature: random.below(2) === 1 })]
      },
      async (caller, side) => {
        const lineItems = [{ description: `Hours for ${side.word}`, quantity: 2, rate: 12_550 }]
        const more = { description: `All about ${side.word}`, dueDate: random.oneOf(['2020-01-31', '2099-12-31']) }
        const answer = await caller.post('/api/invoices', { clientFolderId: side.folder, lineItems, ...more })
        remember(side, 'invoices', answer)
        return ['bills', answer]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.invoices) ?? side.folder
        const body = random.oneOf([
          { status: 'sent' },
          { status: 'sent' },
          { status: 'void', reason: `For ${side.word}` },
        ])
        return ['sends a bill', await caller.patch(`/api/invoices/${id}/status`, body)]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.invoices) ?? side.folder
        const body = { amount: 100, reference: `Check of ${side.word}` }
        return ['pays', await caller.post(`/api/invoices/${id}/payments`, body)]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.invoices) ?? side.folder
        const paths = ['', `?q=${side.word}`, '/csv', `/${id}`, `/${id}/payments`].map((path) => `/api/invoices${path}`)
        const url = random.oneOf([...paths, '/api/payments/csv', `/api/client-folders/${side.folder}/statement`])
        return [url, await caller.get(url)]
      },
      async (caller, side) => {
        const path = random.oneOf(['', '/messages', '/documents', '/assignments', '/audit'])
        const query = random.oneOf(['', `?q=${side.word}`, '?limit=2', '?limit=200'])
        const url = `/api/client-folders/${side.folder}${path}${path === '' ? '' : query}`
        return [url, await caller.get(url)]
      },
      async (caller, side) => {
        const lists = ['client-folders', 'users', 'staff', 'audit', 'outbox', 'service-requests', 'sessions']
        const path = random.oneOf([...lists, 'dashboard', 'user', 'openapi.json'])
        const url = `/api/${path}${lists.slice(0, 3).includes(path) ? random.oneOf(['', `?q=${side.word}`]) : ''}`
        return [url, await caller.get(url)]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.assignments) ?? side.folder
        return ['reads', await caller.get(`/api/assignments/${id}`)]
      },
      async (caller, side) => [
        'changes',
        await caller.patch(`/api/client-folders/${side.folder}`, {
          services: `more about ${side.word}`,
          status: random.oneOf(['active', 'active', 'active', 'on-hold', 'archived']),
        }),
      ],
      async (caller, side) => {
        const services = [{ customName: `Hours for ${side.word}`, estimatedHours: 2, hourlyRate: 12_550 }]
        const more = { title: `Offer ${side.word}`, description: `All about ${side.word}`, validUntil: '2099-12-31' }
        const answer = await caller.post('/api/proposals', { clientFolderId: side.folder, services, ...more })
        remember(side, 'proposals', answer)
        return ['offers', answer]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.proposals) ?? side.folder
        const status = random.oneOf(['sent', 'sent', 'approved', 'rejected', 'withdrawn'])
        return ['answers', await caller.patch(`/api/proposals/${id}/status`, { status, comment: null })]
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.proposals) ?? side.folder
        const paths = ['', `?q=${side.word}`, `?clientFolderId=${side.folder}`, `/${id}`, `/${id}`]
        const url = `/api/proposals${random.oneOf(paths)}`
        return [url, await caller.get(url)]
      },
      async (caller, side) => {
        const who = { clientName: `Client ${side.word}`, clientEmail: `${side.word}@example.com` }
        const services = JSON.stringify([{ name: `Hours for ${side.word}`, total: 12_550 }])
        const proposalId = random.oneOf([null, null, random.anyOf(side.made.proposals) ?? null])
        const body = { clientFolderId: side.folder, ...who, services, proposalId, startDate: '2026-12-01' }
        const answer = await caller.post('/api/contracts', body)
        remember(side, 'contracts', answer)
        return ['contracts', answer]
      },
      async (caller, side) => {
        const url = `/api/contracts/${random.anyOf(side.made.contracts) ?? side.folder}`
        const status = random.oneOf(['cancelled', 'declined', 'completed', 'terminated'])
        const signature = { consent: true, kind: 'typed', name: `Signed ${side.word}` }
        return random.oneOf([
          async () => ['rewrites', await caller.put(url, { terms: `Terms for ${side.word}` })],
          async () => ['ends', await caller.patch(`${url}/status`, { status, reason: `As ${side.word} wants` })],
          async () => ['signs', await caller.post(`${url}/signature`, signature)],
        ] as (() => Promise<[string, Answer]>)[])()
      },
      async (caller, side) => {
        const id = random.anyOf(side.made.contracts) ?? side.folder
        const url = `/api/contracts/${id}${random.oneOf(['', '', '/pdf'])}`
        return [url, await caller.get(url)]
      },
      async (caller, side) => {
        const url = `/api/contracts${random.oneOf(['', `?q=${side.word}`, `?clientFolderId=${side.folder}`])}`
        return [url, await caller.get(url)]
      },
      // A form belongs to whoever sends it, so that each client sends their own side's only.
      async (caller, side) => {
        const employeeName = `Employee ${side.word}`
        const formData = { ...acknowledgment, employeeName, signature: employeeName }
        if (caller === world[side.client])
          await caller.post('/api/hr-forms', { formType: 'handbook-acknowledgment', formData })
        const url = `/api/hr-form-submissions${random.oneOf(['', `?q=${side.word}`, '?limit=2'])}`
        return [url, await caller.get(url)]
      },
      async (caller, side) => {
        const url = `/api/search?q=${random.oneOf([side.word, side.word.slice(0, 2), 'INV', 'all', 'Client', 'a'])}`
        return [url, await caller.get(url)]
      },
      // A thing of one side named in a call about the other.
      async (caller, side) => {
        const other = side === acme ? elmwood : acme
        const documentId = random.anyOf(other.made.documents) ?? other.folder
        const body = { title: `Task ${side.word}`, description: `Do ${side.word}`, documentId }
        return ['mixes', await caller.post(`/api/client-folders/${side.folder}/assignments`, body)]
      },
      async () => ['wishes', await world.visitor.post('/api/service-requests', wish)],
    ]

    const everybody = ['ann', 'eve', 'sam', 'sue', 'ann', 'eve', 'sam', 'sue', 'alice', 'mona', 'visitor'] as const
    for (; saw.done < steps && (performance.now() - started) / 1000 < mostSeconds; saw.done++) {
      const who = random.oneOf(everybody)
      const [what, answer] = await random.oneOf(acts)(world[who], random.oneOf([acme, elmwood]))
      check(what === 'wishes' ? 'visitor' : who, `step ${saw.done} ${what}`, answer)
    }

    expect(saw.done, 'the machine was too slow for the steps').toBe(steps)
    expect(saw.own, 'people see their own').toBeGreaterThan(steps / 10)
    expect(saw.refused, 'people are refused what is not theirs').toBeGreaterThan(steps / 10)

    for (const letter of await world.mail())
      for (const [side, other] of [
        [acme, elmwood],
        [elmwood, acme],
      ] as const)
        if ([side.client, side.staff].some((who) => letter.to === `${world.people[who].username}@example.com`))
          expect(JSON.stringify(letter), letter.to).not.toContain(other.word)

    for (const [side, other] of [
      [acme, elmwood],
      [elmwood, acme],
    ] as const) {
      const last = (await world[side.client].patch(`/api/client-folders/${side.folder}`, {})).status
      expect(last).toBe(403)
      await world.alice.patch(`/api/client-folders/${side.folder}`, { status: 'active' })
      for (const who of [side.client, side.staff]) {
        const tab = tabs[who] as Tab
        await expect.poll(() => tab.text()).toContain(side.folder)
        for (const id of [other.folder, ...Object.values(other.made).flat()]) expect(tab.text()).not.toContain(id)
        expect(tab.text()).not.toMatch(/zebrawood|quicksilver/)
      }
    }
    // The trail names what was done, not what was written.
    expect(JSON.stringify(await world.trail())).not.toMatch(/zebrawood|quicksilver/)
  })
})
