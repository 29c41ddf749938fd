// Trust I1: each write, download, and refusal adds exactly one audit entry, and a read adds none. Every endpoint is
// called as in the rights table, and the entries with the request's id are counted. Actions that change several items
// list their entries here.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { type Answer, type Caller, createTestApp, type TestApp } from '../test-app.ts'
import { rights } from './rights.ts'
import { type FolderRole, folderRoles, inRole, type Row } from './folder-roles.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({ DEMO: 'on' })))
afterAll(() => testApp.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Entries of actions with more or fewer than one: several items changed together, or none. */
const otherwise: Record<string, readonly string[]> = {
  'POST /api/contracts/:id/installments': ['invoice.created', 'invoice.created'],
  // One on the new contract, one on the earlier one.
  'POST /api/contracts/:id/renewal': ['contract.created', 'contract.renewal-created'],
  'POST /api/contracts/:id/amendment': ['contract.created', 'contract.amendment-created'],
  'POST /api/time-entries/invoice': ['invoice.created', 'time-entries.invoiced'],
  // A task, a document request, and an assignment are created together.
  'POST /api/client-folders/:id/jobs': [
    'task.created',
    'document-request.created',
    'assignment.created',
    'job-template.started',
  ],
  // One on the closed request, one on the request that continues.
  'POST /api/service-requests/:id/merge': ['service-request.merged', 'service-request.continued'],
  // One on the duplicate, one on the folder that remains.
  'POST /api/client-folders/:id/merge': ['client-folder.merged', 'client-folder.continued'],
  // Two documents are requested together, each a separate item.
  'POST /api/client-folders/:id/document-request-sets': ['document-request.created', 'document-request.created'],
  // The question reaches the team as a message in the folder.
  'POST /api/hr-assistant/conversations/:id/handover': ['message.sent', 'hr-assistant.handed-over'],
  // One on the invoice, one on the credit note.
  'POST /api/credit-notes/:id/applications': ['invoice.credited', 'credit-note.applied'],
  // One on the invoice, one on the online payment; the retainer is billed first.
  'POST /api/online-payments/:id/applications': ['invoice.payment-recorded', 'online-payment.applied'],
  'POST /api/online-payments/:id/retainer': [
    'invoice.created',
    'invoice.sent',
    'invoice.payment-recorded',
    'online-payment.added-to-retainer',
  ],
  // A new user, or one with a new address, gets an invitation.
  'POST /api/client-folders/:id/contacts': ['user.created', 'user.invited', 'folder-contact.added'],
  'POST /api/staff': ['user.created', 'user.invited'],
  'POST /api/users': ['user.created', 'user.invited'],
  'PUT /api/users/:id': ['user.changed', 'user.invited'],
  // Its PDF becomes a document of the folder, like an upload.
  'POST /api/handbooks/:id/versions': ['upload.started', 'upload.stored', 'document.added', 'handbook.sent'],
  // The new version is a document of its own.
  'POST /api/documents/:id/versions': ['document.added', 'document.replaced'],
  // Part of an upload, whose start and end are audited.
  'PUT /api/objects/upload/:id/parts/:number': [],
  // Unsent drafts and read receipts of one's own, which no one else sees.
  'PATCH /api/drafts/:folder': [],
  'PUT /api/notifications/:id/reading': [],
  'PUT /api/notifications/reading': [],
  // Reads that use POST only to keep a token out of the address.
  'POST /api/one-time-links/look': [],
  'POST /api/request-status': [],
  'POST /api/employee-handbook': [],
  // A check before an import, with a list that is too long for an address.
  'POST /api/client-folders/:id/employee-imports/preview': [],
  'POST /api/booking-link': [],
  'POST /api/booking-link/times': [],
  // A challenge, which alone grants nothing.
  'POST /api/passkeys/challenge': [],
  'POST /api/passkeys/creation': [],
  // Starts an upload with a GET, as Uppy's protocol requires.
  'GET /api/companion/s3/params': ['upload.started'],
}

/** Streams, pages, redirects, and public files. */
const noDownloads = new Set([
  'GET /api/events',
  'GET /api/docs',
  'GET /api/login',
  'GET /api/login/provider',
  'GET /api/login/provider/callback',
  'GET /api/logout',
  'GET /api/sessions/proof/provider',
])

async function entriesOf(answer: Answer): Promise<string[]> {
  const requestId = String(answer.headers['x-request-id'])
  const rows = await testApp.db.rows(
    typed(
      z.object({ action: z.string() }),
    )`select action from audit_entries where request_id = ${requestId} order by id`,
  )
  return rows.map(({ action }) => action)
}

async function ask(endpoint: Endpoint, role: FolderRole): Promise<Answer> {
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  const { aim, endsSession } = rights[nameOf(endpoint)] as Row
  const { url = endpoint.path, body } = (await aim?.(testApp, role)) ?? {}
  return (await callerIn(role, endsSession === true)).send({
    method: endpoint.method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}

async function callerIn(role: FolderRole, endsSession: boolean): Promise<Caller> {
  if (role === 'visitor') return testApp.visitor
  const name = inRole[role]
  return endsSession ? testApp.signIn(testApp.people[name].id, testApp.people[name].role) : testApp[name]
}

/** The first role that succeeds, administrators before the others. */
const order: FolderRole[] = ['admin', 'owner', 'holder', 'colleague', 'stranger', 'master', 'visitor']
const roleWith = (endpoint: Endpoint, fits: (status: number) => boolean, among = order) =>
  among.find((role) => fits(rights[nameOf(endpoint)]?.answers[folderRoles.indexOf(role)] ?? 0))

const aimed = (
  fits: (status: number) => boolean,
  those: (endpoint: Endpoint) => boolean,
  among: (index: number) => FolderRole[] = () => order,
) =>
  endpoints
    .filter((endpoint) => those(endpoint) && rights[nameOf(endpoint)]?.streams !== true)
    .flatMap((endpoint, index) => {
      const role = roleWith(endpoint, fits, among(index))
      return role === undefined ? [] : [[nameOf(endpoint), role, endpoint] as const]
    })

const isSuccess = (status: number) => status === 200 || status === 201
const isFile = (endpoint: Endpoint) => endpoint.method === 'GET' && endpoint.reply === null

describe('I1: a write adds one audit entry:', () => {
  it.each(aimed(isSuccess, ({ method }) => method !== 'GET'))('%s by the %s', async (name, role, endpoint) => {
    const answer = await ask(endpoint, role)
    expect(isSuccess(answer.status), answer.text).toBe(true)
    const entries = await entriesOf(answer)
    if (name in otherwise) expect(entries).toEqual(otherwise[name])
    else expect(entries).toHaveLength(1)
  })
})

describe('I1: a download adds one audit entry:', () => {
  const files = aimed(isSuccess, (endpoint) => isFile(endpoint) && endpoint.who !== 'anyone')
  it.each(files.filter(([name]) => !noDownloads.has(name)))('%s by the %s', async (_name, role, endpoint) => {
    const answer = await ask(endpoint, role)
    expect(answer.status, answer.text.slice(0, 200)).toBe(200)
    expect(answer.headers['content-disposition']).toBeDefined()
    expect(await entriesOf(answer)).toHaveLength(1)
  })
})

describe('I1: a read adds no audit entry:', () => {
  it.each(aimed(isSuccess, (endpoint) => endpoint.method === 'GET' && !isFile(endpoint)))(
    '%s by the %s',
    async (name, role, endpoint) => {
      expect(await entriesOf(await ask(endpoint, role))).toEqual(otherwise[name] ?? [])
    },
  )
})

describe('I1: a refusal adds one audit entry:', () => {
  it.each(
    aimed(
      (status) => status === 403,
      () => true,
      // At most 120 refusals of one person are recorded in a minute.
      (index) => (index % 2 === 0 ? order : order.toReversed()),
    ),
  )('%s to the %s', async (_name, role, endpoint) => {
    const answer = await ask(endpoint, role)
    expect(answer.status).toBe(403)
    expect(await entriesOf(answer)).toEqual(['call.refused'])
  })
})
