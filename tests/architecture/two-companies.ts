// What people do who work for two companies, each with a marker word that the other must never see: see leaks.test.ts.
import sql from 'sql-template-tag'
import { endpoints } from '../../api/index.ts'
import { firstBilling } from '../../domain/firm-settings.ts'
import { deliveriesStored } from '../../server/signatures/deliveries.ts'
import { openBooking } from '../bookings.ts'
import { handbook, handbooksOf, ownPolicy } from '../handbooks.ts'
import type { randomFrom } from '../random.ts'
import { pdf } from '../samples.ts'
import { deliver, type StripeServer } from '../stripe-server.ts'
import { addDocument } from '../uploads.ts'
import { fixturePassword, type Answer, type Caller, type TestApp } from '../test-app.ts'
import { acknowledgment } from './rights-forms.ts'
import { requestInput } from './rights.ts'

export interface Side {
  word: string
  folder: string
  /** The client; administrators see both companies. */
  client: 'ann' | 'eve'
  staff: 'sam' | 'sue'
  /** Items created in it, by the noun of their address. */
  created: Record<string, string[]>
}

/** The marker in staff-only notes and team-only documents, which no client may see. */
export const hush = 'whisperwort'

/** Everything readable, except streams and what ends the session. */
const reads = endpoints.filter(
  ({ method, path }) => method === 'GET' && !/^\/api\/(events$|logout$|companion)/.test(path),
)

/** More uploads are made than a person may in a day. */
const forgetUploads = sql`update uploads set created_at = created_at - interval '2 days'`

/** Handbooks are of a side; a policy of the firm is for the team alone until a handbook quotes it. */
export const handbookFor = ({ word }: Side, ownPolicyId: string) => ({
  ...handbook,
  title: `Handbook of ${word}`,
  items: [
    { source: 'model', id: 'code-of-conduct' },
    { source: 'own', id: ownPolicyId },
  ],
  fields: { ...handbook.fields, employer: `${word} Inc.` },
})

export const employeeOf = ({ word }: Side) => ({
  name: `Nora ${word}`,
  jobTitle: `Maker of ${word}`,
  workType: 'full-time',
  startDate: '2026-11-02',
})

const signature = ({ word }: Side) => ({
  consent: true,
  kind: 'typed',
  name: `Signed ${word}`,
  password: fixturePassword,
})

const creditOf = ({ word, folder }: Side, invoiceId: string | null) => ({
  clientFolderId: folder,
  invoiceId,
  amount: 100,
  reason: `Credit for ${word}`,
})

/** Completes the payment, also by bank. Refunds half of it if `isRefunded`. */
async function payAtStripe(testApp: TestApp, stripe: StripeServer, { isRefunded = false } = {}) {
  const [sessionId = '', session] = [...stripe.sessions].at(-1) ?? []
  if (session === undefined || session.status !== 'open') return
  const isCard = session.allowed_payment_method_types.includes('card')
  const intent = stripe.pay(sessionId, isCard ? 'card' : 'us_bank_account')
  stripe.settle(sessionId, true)
  const refund = isRefunded ? stripe.refund(intent, Math.floor(session.amount_total / 2)) : null
  await deliver(testApp, stripe.signed('checkout.session.completed', session))
  if (refund !== null) await deliver(testApp, stripe.signed('refund.created', refund))
}

/** Payment instructions are specific to the kind of client: Elmwood is a public body, Acme is not. */
export async function writeFirmSettings(testApp: TestApp, acme: Side, elmwood: Side) {
  const billing = {
    ...firstBilling,
    paymentInstructions: `Pay into the account ${acme.word}.`,
    publicBodyInstructions: `Pay into the account ${elmwood.word}.`,
  }
  await bodyOf(testApp.alice.patch('/api/firm-settings', { billing }), 200)
  await openBooking(testApp)
  await bodyOf(testApp.alice.patch(`/api/client-folders/${elmwood.folder}`, { sector: 'public-school' }), 200)
}

async function bodyOf(answer: Promise<Answer>, status = 201) {
  const { status: got, body, text } = await answer
  if (got !== status) throw new Error(`It was answered with ${got}: ${text}`)
  return body
}

/** A policy of the firm: published, and with an edit that is for the team alone. */
export async function publishPolicy({ alice }: TestApp): Promise<string> {
  const { id } = await bodyOf(alice.post('/api/own-policies', ownPolicy))
  await bodyOf(alice.post(`/api/own-policies/${id}/versions`))
  await bodyOf(alice.put(`/api/own-policies/${id}`, { ...ownPolicy, content: `## Purpose\n\nAbout ${hush}.\n` }), 200)
  return id
}

/** One record of each kind for a side, regardless of the random steps: payments, its handbook, employees, and deadlines. */
export async function furnish(testApp: TestApp, stripe: StripeServer, side: Side, ownPolicyId: string) {
  const { alice } = testApp
  const [staff, client] = [testApp[side.staff], testApp[side.client]]
  const within = `/api/client-folders/${side.folder}`
  const remember = (noun: string, id: string) => void (side.created[noun] ??= []).push(id)

  const { id: handbookId } = await bodyOf(staff.post(handbooksOf(side.folder), handbookFor(side, ownPolicyId)))
  remember('handbooks', handbookId)
  const { versions } = await bodyOf(staff.post(`/api/handbooks/${handbookId}/versions`))
  const documentId = versions[0].documentId
  remember('documents', documentId)
  const { objectPath } = await bodyOf(client.get(`/api/documents/${documentId}`), 200)
  await client.get(objectPath)
  await deliveriesStored(testApp.people[side.client].id)
  await bodyOf(client.post(`/api/documents/${documentId}/signature`, signature(side)))
  const { version } = await bodyOf(client.get('/api/hr-policies/wage-hour'), 200)
  await bodyOf(client.post('/api/hr-policies/wage-hour/acknowledgement', { version }))

  const teamOnly = { name: `About ${hush}.pdf`, bytes: pdf(`About ${hush}`), visibility: 'team-only' }
  remember('documents', (await bodyOf(addDocument(staff, side.folder, teamOnly))).id)
  const employee = await bodyOf(staff.post(`${within}/employees`, employeeOf(side)))
  remember('employees', employee.id)
  const about = { title: `License of ${side.word}`, kind: 'license', dueDate: '2027-03-01', employeeId: employee.id }
  remember('deadlines', (await bodyOf(client.post(`${within}/deadlines`, about))).id)

  const lineItems = [{ description: `Hours for ${side.word}`, quantity: 1, rate: 10_000 }]
  for (const isOnline of [false, true]) {
    const body = { clientFolderId: side.folder, lineItems, dueDate: '2099-12-31' }
    const { id } = await bodyOf(alice.post('/api/invoices', body))
    remember('invoices', id)
    await bodyOf(alice.patch(`/api/invoices/${id}/status`, { status: 'sent' }), 200)
    if (isOnline) {
      remember('online-payments', (await bodyOf(client.post(`/api/invoices/${id}/online-payments`, {}))).id)
      await payAtStripe(testApp, stripe, { isRefunded: true })
      const entries = await bodyOf(client.get(`/api/invoices/${id}/payments`), 200)
      if (entries.length !== 2) throw new Error('The online payment and its refund were not recorded')
      for (const entry of entries) remember('payments', entry.id)
      continue
    }
    const payment = await bodyOf(alice.post(`/api/invoices/${id}/payments`, { amount: 500, reference: side.word }))
    remember('payments', payment.id)
    await bodyOf(alice.post(`/api/payments/${payment.id}/refund`, { amount: 50, reason: `To ${side.word}` }))
    remember('credit-notes', (await bodyOf(alice.post('/api/credit-notes', creditOf(side, id)))).id)
  }
}

/** The name of an action, and its reply. */
type Act = (caller: Caller, side: Side) => Promise<[what: string, answer: Answer]>

export function actsIn(
  testApp: TestApp,
  stripe: StripeServer,
  random: ReturnType<typeof randomFrom>,
  sides: [Side, Side],
  ownPolicyId: string,
): Act[] {
  let count = 0
  const remember = (side: Side, noun: string, { status, body }: Answer) => {
    if (status === 201) (side.created[noun] ??= []).push(body.id)
  }
  /** An item of the side, by its noun, or its folder. */
  const oneOf = (side: Side, noun: string): string => random.anyOf(side.created[noun] ?? []) ?? side.folder

  const otherOf = (side: Side): Side => (sides[0] === side ? sides[1] : sides[0])

  const readsAnything = async (caller: Caller, side: Side): Promise<[string, Answer]> => {
    const { path } = random.oneOf(reads)
    const url = path.replace(/:\w+/g, () => oneOf(side, path.split('/')[2] as string))
    return [path, await caller.get(url)]
  }

  // Everyone tries to write each side's word to that side; only its own people succeed.
  return [
    async (caller, side) => {
      const body = { content: `Dear ${side.word}` }
      const answer = await caller.post(`/api/client-folders/${side.folder}/messages`, body)
      remember(side, 'messages', answer)
      return ['sends', answer]
    },
    async (caller, side) => {
      const body = { title: `Task ${side.word}`, description: `Do ${side.word}`, requiredAction: 'upload' }
      const answer = await caller.post(`/api/client-folders/${side.folder}/assignments`, body)
      remember(side, 'assignments', answer)
      return ['gives', answer]
    },
    async (caller, side) => {
      const id = oneOf(side, 'assignments')
      const answer = await caller.post(`/api/assignments/${id}/comments`, { content: `About ${side.word}` })
      return ['comments', random.below(2) === 1 ? answer : await caller.get(`/api/assignments/${id}/comments`)]
    },
    async (caller, side) => {
      const id = oneOf(side, 'assignments')
      const status = random.oneOf(['pending', 'in-progress', 'completed'])
      return ['moves', await caller.patch(`/api/assignments/${id}/status`, { status })]
    },
    async (caller, side) => {
      const assignmentId = random.oneOf([null, random.anyOf(side.created.assignments ?? []) ?? null])
      const more = { name: `${side.word}.pdf`, bytes: pdf(), assignmentId }
      if (caller.cookie === null) return ['uploads', await caller.post('/api/objects/upload')]
      await testApp.db.run(forgetUploads)
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
      const answer = await caller.post(`/api/invoices/${id}/payments`, body)
      remember(side, 'payments', answer)
      return ['pays', answer]
    },
    async (caller, side) => {
      const [payment, other] = [oneOf(side, 'payments'), otherOf(side)]
      const url = `/api/payments/${random.oneOf([payment, payment, oneOf(other, 'payments')])}`
      const reason = `Back to ${side.word}`
      return random.oneOf([
        async () => [
          'refunds',
          await caller.post(`${url}/refund`, { amount: 10, reason, creditNote: random.below(2) === 1 }),
        ],
        async () => ['reverses', await caller.post(`${url}/reversal`, { reason })],
        async () => ['reads a receipt', await caller.get(`${url}/pdf`)],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    async (caller, side) => {
      const invoiceId = random.oneOf([null, oneOf(side, 'invoices')])
      const answer = await caller.post('/api/credit-notes', creditOf(side, invoiceId))
      remember(side, 'credit-notes', answer)
      return ['credits', answer]
    },
    // A credit of one side for an invoice of the other is refused.
    async (caller, side) => {
      const url = `/api/credit-notes/${oneOf(side, 'credit-notes')}`
      const invoiceId = oneOf(random.oneOf([side, otherOf(side)]), 'invoices')
      return random.oneOf([
        async () => ['applies', await caller.post(`${url}/applications`, { invoiceId, amount: 10 })],
        async () => ['voids', await caller.post(`${url}/void`, { reason: `As ${side.word} wants` })],
        async () => ['reads a credit', await caller.get(url)],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    async (caller, side) => {
      const queries = ['', `?clientFolderId=${side.folder}`, `?invoiceId=${oneOf(side, 'invoices')}`, '?limit=2']
      const url = `/api/credit-notes${random.oneOf(queries)}`
      return [url, await caller.get(url)]
    },
    // A retainer of one side for an invoice of the other is refused.
    async (caller, side) => {
      const url = `/api/client-folders/${side.folder}/retainer`
      const invoiceId = oneOf(random.oneOf([side, otherOf(side)]), 'invoices')
      const bill = { amount: 500, description: `Retainer of ${side.word}`, dueDate: '2099-12-31' }
      return random.oneOf([
        async () => {
          const answer = await caller.post(`${url}/invoices`, bill)
          remember(side, 'invoices', answer)
          return ['bills a retainer', answer]
        },
        async () => ['applies a retainer', await caller.post(`${url}/applications`, { invoiceId, amount: 10 })],
        async () => ['reads a retainer', await caller.get(`${url}${random.oneOf(['', '/entries'])}`)],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    async (caller, side) => {
      const id = oneOf(side, 'invoices')
      const answer = await caller.post(`/api/invoices/${id}/online-payments`, {})
      remember(side, 'online-payments', answer)
      if (answer.status === 201) await payAtStripe(testApp, stripe, { isRefunded: random.below(2) === 1 })
      return ['pays online', answer]
    },
    async (caller, side) => {
      const url = `/api/invoices/${oneOf(side, 'invoices')}/payment-options`
      return [url, await caller.get(url)]
    },
    async (caller) => {
      const url = `/api/firm-settings${random.oneOf(['/billing', '/billing', ''])}`
      if (caller === testApp.alice || caller === testApp.mona) return [url, await caller.get(url)]
      return random.below(2) === 1
        ? [url, await caller.get(url)]
        : [
            'changes the firm',
            await caller.patch('/api/firm-settings', { emails: { signature: null, showLogo: false } }),
          ]
    },
    async (caller) => {
      const url = `/api/own-policies${random.oneOf(['', '?status=retired', `/${ownPolicyId}`])}`
      return [url, await caller.get(url)]
    },
    async (caller) => {
      const draft = { ...ownPolicy, title: `Policy of ${hush}` }
      return ['drafts a policy', await caller.post('/api/own-policies', draft)]
    },
    async (caller, side) => {
      const url = `/api/handbooks/${oneOf(side, 'handbooks')}`
      await testApp.db.run(forgetUploads)
      return random.oneOf([
        async () => ['edits a handbook', await caller.put(url, handbookFor(side, ownPolicyId))],
        async () => {
          const answer = await caller.post(`${url}/versions`)
          for (const { documentId } of answer.body?.versions ?? []) {
            const isNew = documentId !== null && !side.created.documents?.includes(documentId)
            if (isNew) (side.created.documents ??= []).push(documentId)
          }
          return ['sends a handbook', answer]
        },
        async () => [
          'signs a document',
          await caller.post(`/api/documents/${oneOf(side, 'documents')}/signature`, signature(side)),
        ],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    async (caller, side) => {
      const own = `/api/handbooks/${oneOf(side, 'handbooks')}`
      const url = random.oneOf([
        own,
        handbooksOf(side.folder),
        `${own}/download?format=docx`,
        `${own}/download?version=1`,
      ])
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const acknowledged = `/api/client-folders/${side.folder}/policy-acknowledgements`
      const url = random.oneOf([acknowledged, '/api/hr-policies/wage-hour/acknowledgements'])
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const answer = await caller.post(`/api/client-folders/${side.folder}/employees`, employeeOf(side))
      remember(side, 'employees', answer)
      return ['hires', answer]
    },
    async (caller, side) => {
      const url = `/api/employees/${oneOf(side, 'employees')}`
      const change = { ...employeeOf(side), endDate: random.oneOf([null, '2026-11-30']) }
      return random.oneOf([
        async () => ['edits an employee', await caller.patch(url, change)],
        async () => [url, await caller.get(url)],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    // A deadline for an employee of the other side is refused.
    async (caller, side) => {
      const employeeId = random.oneOf([null, oneOf(random.oneOf([side, otherOf(side)]), 'employees')])
      const body = { title: `License of ${side.word}`, kind: 'license', dueDate: '2027-03-01', employeeId }
      const answer = await caller.post(`/api/client-folders/${side.folder}/deadlines`, body)
      remember(side, 'deadlines', answer)
      return ['sets a deadline', answer]
    },
    async (caller, side) => {
      const url = `/api/deadlines/${oneOf(side, 'deadlines')}`
      return random.oneOf([
        async () => ['completes', await caller.patch(`${url}/status`, { status: random.oneOf(['open', 'completed']) })],
        async () => [
          'adds the standard ones',
          await caller.post(`/api/client-folders/${side.folder}/standard-deadlines`),
        ],
        async () => [url, await caller.get(url)],
      ] as (() => Promise<[string, Answer]>)[])()
    },
    async (caller, side) => {
      const lists = ['/api/deadlines', '/api/deadlines/csv', `/api/client-folders/${side.folder}/deadlines`]
      const path = random.oneOf([...lists, `/api/client-folders/${side.folder}/employees`])
      const url = `${path}${random.oneOf(['', `?q=${side.word}`])}`
      return [url, await caller.get(url)]
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
      const proposalId = random.oneOf([null, null, random.anyOf(side.created.proposals ?? []) ?? null])
      const body = { clientFolderId: side.folder, ...who, services, proposalId, startDate: '2026-12-01' }
      const answer = await caller.post('/api/contracts', body)
      remember(side, 'contracts', answer)
      return ['contracts', answer]
    },
    async (caller, side) => {
      const url = `/api/contracts/${oneOf(side, 'contracts')}`
      const status = random.oneOf(['cancelled', 'declined', 'completed', 'terminated'])
      const signature = { consent: true, kind: 'typed', name: `Signed ${side.word}`, password: fixturePassword }
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
    // A form belongs to its sender, so each client sends only their own side's.
    async (caller, side) => {
      const employeeName = `Employee ${side.word}`
      const formData = { ...acknowledgment, employeeName, signature: employeeName }
      if (caller === testApp[side.client])
        await caller.post('/api/hr-forms', { formType: 'handbook-acknowledgment', formData })
      const url = `/api/hr-form-submissions${random.oneOf(['', `?q=${side.word}`, '?limit=2'])}`
      return [url, await caller.get(url)]
    },
    async (caller, side) => {
      const url = `/api/search?q=${random.oneOf([side.word, side.word.slice(0, 2), 'INV', 'all', 'Client', 'a'])}`
      return [url, await caller.get(url)]
    },
    // An item of one side named in a call about the other.
    async (caller, side) => {
      const other = otherOf(side)
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
    // Staff add the other side's people, above all their clients, to folders of their own.
    async (caller, side) => {
      const other = otherOf(side)
      const stranger = testApp.people[other.client]
      const named = random.oneOf([{ clientEmail: `${stranger.username}@example.com` }, { clientId: stranger.id }])
      // Named for the caller's own side, because the caller may read it.
      const body = { name: `Own ${side.word}`, services: `For ${side.word}`, ...named }
      const answer =
        caller === testApp[side.staff]
          ? await caller.post('/api/client-folders', body)
          : await caller.get('/api/client-folders')
      return ['makes a stranger the client', answer]
    },
    async (caller, side) => {
      const other = otherOf(side)
      const email = `${testApp.people[other.client].username}@example.com`
      const body = { name: `Stranger ${side.word}`, email, money: false, documents: false, messages: false }
      // Administrators may, which shares the folder.
      if (caller === testApp.alice || caller === testApp.mona) return ['lists', await caller.get('/api/client-folders')]
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
      if (caller === testApp[side.client]) await caller.post('/api/hr-assistant', { query })
      return ['asks the assistant', await caller.get('/api/hr-assistant/queue')]
    },
    async (caller, side) => {
      const body = { content: `${hush}: ${side.word} pays late` }
      return ['notes', await caller.post(`/api/client-folders/${side.folder}/staff-notes`, body)]
    },
    async (caller, side) => {
      const body = { title: `${hush}: call ${side.word}`, clientFolderId: side.folder, notes: side.word }
      return ['plans a task', await caller.post('/api/tasks', body)]
    },
    async (caller, side) => {
      const within = `/api/client-folders/${side.folder}`
      const { body: free } = await caller.get(`${within}/booking-times`)
      const startsAt: unknown = free.days?.[0]?.times[0] ?? '2030-01-01T15:00:00.000Z'
      const answer = await caller.post(`${within}/bookings`, { topic: side.word, startsAt })
      remember(side, 'bookings', answer)
      return ['books an appointment', answer]
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
    async () => ['wishes', await testApp.visitor.post('/api/service-requests', requestInput)],
  ]
}
