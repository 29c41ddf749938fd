// What people do who work for two companies side by side, each with a word that the other is never to see: see canary.test.ts.
import sql from 'sql-template-tag'
import { endpoints } from '../../api/index.ts'
import { pdf } from '../samples.ts'
import { addDocument } from '../uploads.ts'
import { castPassword, type Answer, type Caller, type World } from '../world.ts'
import { acknowledgment } from './rights-forms.ts'
import { wish } from './rights.ts'

export interface Side {
  word: string
  folder: string
  /** Who may know of it; administrators know of both. */
  client: 'ann' | 'eve'
  staff: 'sam' | 'sue'
  /** What was made in it, by the noun of its address. */
  made: Record<string, string[]>
}

/** In notes for the team, which no client may see. */
export const hush = 'whisperwort'

/** All that can be read: streams, and what ends the session, apart. */
const reads = endpoints.filter(
  ({ method, path }) => method === 'GET' && !/^\/api\/(events$|logout$|companion)/.test(path),
)

/** More uploads are made than a person may in a day. */
const forgetUploads = sql`update uploads set created_at = created_at - interval '2 days'`

/** Mulberry32: small, and the same everywhere. */
export function randomFrom(start: number) {
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

/** What was done, in a word, and what came of it. */
type Act = (caller: Caller, side: Side) => Promise<[what: string, answer: Answer]>

export function actsIn(world: World, random: ReturnType<typeof randomFrom>, sides: [Side, Side]): Act[] {
  let count = 0
  const remember = (side: Side, noun: string, { status, body }: Answer) => {
    if (status === 201) (side.made[noun] ??= []).push(body.id)
  }
  /** Something of the side, by its noun, or its folder. */
  const oneOf = (side: Side, noun: string): string => random.anyOf(side.made[noun] ?? []) ?? side.folder

  const readsAnything = async (caller: Caller, side: Side): Promise<[string, Answer]> => {
    const { path } = random.oneOf(reads)
    const url = path.replace(/:\w+/g, () => oneOf(side, path.split('/')[2] as string))
    return [path, await caller.get(url)]
  }

  // A side is written to with its own word, whoever tries; only those who belong there succeed.
  return [
    async (caller, side) => {
      const body = { content: `Dear ${side.word}` }
      const answer = await caller.post(`/api/client-folders/${side.folder}/messages`, body)
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
      const id = oneOf(side, 'assignments')
      const status = random.oneOf(['pending', 'in-progress', 'completed'])
      return ['moves', await caller.patch(`/api/assignments/${id}/status`, { status })]
    },
    async (caller, side) => {
      const assignmentId = random.oneOf([null, random.anyOf(side.made.assignments ?? []) ?? null])
      const more = { name: `${side.word}.pdf`, bytes: pdf(), assignmentId }
      if (caller.cookie === null) return ['uploads', await caller.post('/api/objects/upload')]
      await world.db.run(forgetUploads)
      const answer = await addDocument(caller, side.folder, more)
      remember(side, 'documents', answer)
      return ['uploads', answer]
    },
    async (caller, side) => {
      const id = oneOf(side, 'documents')
      const path = random.oneOf([`/api/documents/${id}`, `/api/documents/${id}/file`])
      return [path, await caller.get(path)]
    },
    async (caller, side) => {
      const id = oneOf(side, 'documents')
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
      const id = oneOf(side, 'invoices')
      const body = random.oneOf([
        { status: 'sent' },
        { status: 'sent' },
        { status: 'void', reason: `For ${side.word}` },
      ])
      return ['sends a bill', await caller.patch(`/api/invoices/${id}/status`, body)]
    },
    async (caller, side) => {
      const id = oneOf(side, 'invoices')
      const body = { amount: 100, reference: `Check of ${side.word}` }
      return ['pays', await caller.post(`/api/invoices/${id}/payments`, body)]
    },
    async (caller, side) => {
      const id = oneOf(side, 'invoices')
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
      const id = oneOf(side, 'assignments')
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
      const id = oneOf(side, 'proposals')
      const status = random.oneOf(['sent', 'sent', 'approved', 'rejected', 'withdrawn'])
      return ['answers', await caller.patch(`/api/proposals/${id}/status`, { status, comment: null })]
    },
    async (caller, side) => {
      const id = oneOf(side, 'proposals')
      const paths = ['', `?q=${side.word}`, `?clientFolderId=${side.folder}`, `/${id}`, `/${id}`]
      const url = `/api/proposals${random.oneOf(paths)}`
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const who = { clientName: `Client ${side.word}`, clientEmail: `${side.word}@example.com` }
      const services = JSON.stringify([{ name: `Hours for ${side.word}`, total: 12_550 }])
      const proposalId = random.oneOf([null, null, random.anyOf(side.made.proposals ?? []) ?? null])
      const body = { clientFolderId: side.folder, ...who, services, proposalId, startDate: '2026-12-01' }
      const answer = await caller.post('/api/contracts', body)
      remember(side, 'contracts', answer)
      return ['contracts', answer]
    },
    async (caller, side) => {
      const url = `/api/contracts/${oneOf(side, 'contracts')}`
      const status = random.oneOf(['cancelled', 'declined', 'completed', 'terminated'])
      const signature = { consent: true, kind: 'typed', name: `Signed ${side.word}`, password: castPassword }
      return random.oneOf([
        async () => ['rewrites', await caller.put(url, { terms: `Terms for ${side.word}` })],
        async () => ['ends', await caller.patch(`${url}/status`, { status, reason: `As ${side.word} wants` })],
        async () => ['signs', await caller.post(`${url}/signature`, signature)],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    async (caller, side) => {
      const id = oneOf(side, 'contracts')
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
      const other = sides[0] === side ? sides[1] : sides[0]
      const documentId = oneOf(other, 'documents')
      const body = { title: `Task ${side.word}`, description: `Do ${side.word}`, documentId }
      return ['mixes', await caller.post(`/api/client-folders/${side.folder}/assignments`, body)]
    },
    async (caller, side) => {
      const body = { title: `Paper ${side.word}`, description: `As ${side.word} has it`, documentType: 'handbook' }
      const answer = await caller.post(`/api/client-folders/${side.folder}/document-requests`, body)
      remember(side, 'document-requests', answer)
      return ['asks for', answer]
    },
    async (caller, side) => {
      const body = { clientNeeds: [`Needs of ${side.word}`], riskAssessment: `Risks of ${side.word}` }
      const answer = await caller.post(`/api/client-folders/${side.folder}/onboarding-reports`, body)
      remember(side, 'onboarding-reports', answer)
      return ['reports', answer]
    },
    async (caller, side) => {
      const id = oneOf(side, 'onboarding-reports')
      return ['shares', await caller.patch(`/api/onboarding-reports/${id}/status`, { status: 'shared' })]
    },
    async (caller, side) => {
      const email = `${side.word}-${++count}@example.com`
      const body = { name: `A ${side.word}`, email, money: true, documents: true, messages: true }
      const answer = await caller.post(`/api/client-folders/${side.folder}/contacts`, body)
      remember(side, 'folder-contacts', answer)
      return ['names', answer]
    },
    // Staff add the other side's people, their clients above all, to folders of their own.
    async (caller, side) => {
      const other = sides[0] === side ? sides[1] : sides[0]
      const stranger = world.people[other.client]
      const named = random.oneOf([{ clientEmail: `${stranger.username}@example.com` }, { clientId: stranger.id }])
      // Named for the caller's own side: what it tells them is theirs to read.
      const body = { name: `Own ${side.word}`, services: `For ${side.word}`, ...named }
      const answer =
        caller === world[side.staff]
          ? await caller.post('/api/client-folders', body)
          : await caller.get('/api/client-folders')
      return ['makes a stranger the client', answer]
    },
    async (caller, side) => {
      const other = sides[0] === side ? sides[1] : sides[0]
      const email = `${world.people[other.client].username}@example.com`
      const body = { name: `Stranger ${side.word}`, email, money: false, documents: false, messages: false }
      // An administrator may: then they share it.
      if (caller === world.alice || caller === world.mona) return ['lists', await caller.get('/api/client-folders')]
      return ['makes a stranger a contact', await caller.post(`/api/client-folders/${side.folder}/contacts`, body)]
    },
    async (caller, side) => {
      const url = random.oneOf([
        '/api/folder-access-requests',
        '/api/hr-assistant/queue',
        `/api/client-folders/${side.folder}/access`,
      ])
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const query = `Is ${side.word} the capital of Australia?`
      if (caller === world[side.client]) await caller.post('/api/hr-assistant', { query })
      return ['asks the assistant', await caller.get('/api/hr-assistant/queue')]
    },
    async (caller, side) => {
      const body = { content: `${hush}: ${side.word} pays late` }
      return ['notes', await caller.post(`/api/client-folders/${side.folder}/staff-notes`, body)]
    },
    async (caller, side) => {
      const body = { message: `Dear ${side.word}, for now` }
      return ['begins to write', await caller.patch(`/api/drafts/${side.folder}`, body)]
    },
    readsAnything,
    readsAnything,
    readsAnything,
    readsAnything,
    readsAnything,
    async () => ['wishes', await world.visitor.post('/api/service-requests', wish)],
  ]
}
