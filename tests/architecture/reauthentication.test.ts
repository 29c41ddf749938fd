// A10 of the trust page: actions that open accounts, export a folder, or delete data require reauthentication if the
// last one is older than ten minutes (docs/decisions/0091). Each call is made as in the rights table.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { newcomerInput } from '../newcomers.ts'
import { type Caller, fixturePassword, createTestApp, type TestApp } from '../test-app.ts'
import { rights } from './rights.ts'
import { typed } from '../../server/kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const asking = [
  'DELETE /api/passkeys/:id',
  'DELETE /api/second-factor',
  'DELETE /api/users/:id/second-factor',
  'GET /api/audit/csv',
  'GET /api/outbox/:id',
  'GET /api/sessions/proof',
  'GET /api/users/csv',
  'POST /api/api-keys',
  'POST /api/books/closed-months/:id/reopening',
  'POST /api/calendar',
  'POST /api/client-folders/:id/erasure',
  'POST /api/client-folders/:id/exports',
  'POST /api/client-folders/:id/merge',
  'POST /api/impersonation',
  'POST /api/legal-holds/:id/release',
  'POST /api/passkeys',
  'POST /api/passkeys/creation',
  'POST /api/profile/email',
  'POST /api/second-factor',
  'POST /api/second-factor/confirmation',
  'POST /api/second-factor/recovery-codes',
  'POST /api/users/:id/hand-over',
  'POST /api/webhooks',
  'PUT /api/retention-rules/:class',
  'PUT /api/second-factor/requirement',
  'PUT /api/webhooks/:id',
]

const newcomer = { email: 'step-up@example.com', firstName: 'Rae', lastName: 'Fox' }

/** Endpoints that require it only for some bodies: one of those. */
const someBodies: [
  string,
  (testApp: TestApp) => Promise<{ method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body?: object }>,
][] = [
  ['a new administrator', async () => ({ method: 'POST', url: '/api/users', body: { ...newcomer, role: 'admin' } })],
  ['a new staff member', async () => ({ method: 'POST', url: '/api/staff', body: newcomer })],
  [
    'a new staff member as a user',
    async () => ({ method: 'POST', url: '/api/users', body: { ...newcomer, role: 'staff' } }),
  ],
  [
    'a new client, whose invitation link is answered',
    async () => ({ method: 'POST', url: '/api/users', body: { ...newcomer, role: 'client' } }),
  ],
  [
    'a new invitation',
    async () => ({ method: 'POST', url: `/api/users/${(await added('staff')).id}/invitation`, body: {} }),
  ],
  [
    'a re-activated client',
    async ({ people }) => ({
      method: 'PUT',
      url: `/api/users/${people.ivan.id}`,
      body: { ...newcomer, email: await addressOf(people.ivan.id), role: 'client', isActive: true },
    }),
  ],
  [
    'a deactivation that transfers the work',
    async ({ people }) => ({ method: 'DELETE', url: `/api/users/${people.sue.id}?handOverTo=${people.sam.id}` }),
  ],
  [
    'a folder that is reassigned',
    async ({ people, folders }) => ({
      method: 'PATCH',
      url: `/api/client-folders/${folders.acme.id}`,
      body: { assignedStaffId: people.sue.id },
    }),
  ],
  [
    'another role',
    async ({ people }) => ({
      method: 'PUT',
      url: `/api/users/${people.sue.id}`,
      body: { ...newcomer, email: await addressOf(people.sue.id), role: 'admin' },
    }),
  ],
  ['another client of a folder with content', otherClient],
  [
    'another address',
    async ({ people }) => ({ method: 'PUT', url: `/api/users/${people.sue.id}`, body: { ...newcomer, role: 'staff' } }),
  ],
]

const added = async (role: 'staff' | 'client'): Promise<{ id: string }> => {
  const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
  return (await alice.post('/api/users', newcomerInput({ role }))).body
}

/** Ann's folder with content, to Eve. */
async function otherClient(testApp: TestApp) {
  const { folders, people } = testApp
  const url = `/api/client-folders/${folders.acme.id}`
  const sam = await testApp.signIn(people.sam.id, 'staff')
  expect((await sam.post(`${url}/messages`, { content: 'For Ann' })).status).toBe(201)
  return { method: 'PATCH' as const, url, body: { clientId: people.eve.id, reason: 'Ann left.' } }
}

const addressOf = async (id: string) =>
  (await testApp.db.one(typed(z.object({ email: z.string() }))`select email from users where id = ${id}`)).email

/** Signed in too long ago to count as reauthenticated, but not idle. */
async function later(): Promise<Caller> {
  const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
  testApp.pass({ minutes: 11 })
  return alice
}

const send = (caller: Caller, method: Endpoint['method'], url: string, body?: unknown) =>
  caller.send({
    method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

it('lists every call that requires reauthentication', () => {
  expect(
    endpoints
      .filter(({ reauthenticate }) => reauthenticate === true)
      .map(nameOf)
      .toSorted(),
  ).toEqual(asking)
})

describe('A10: ten minutes after the password', () => {
  it.each(
    endpoints
      .filter(({ reauthenticate }) => reauthenticate === true)
      .map((endpoint) => [nameOf(endpoint), endpoint] as const),
  )('%s requires reauthentication, and does nothing before', async (name, endpoint) => {
    const { url = endpoint.path, body } = (await rights[name]?.aim?.(testApp, 'admin')) ?? {}
    const alice = await later()
    const answer = await send(alice, endpoint.method, url, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
    expect(answer.body.message).toContain('enter your password again')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'call.refused', details: { code: 'step-up' } })
  })

  it.each(someBodies)('%s requires reauthentication, and does nothing before', async (_what, aim) => {
    const { method, url, body } = await aim(testApp)
    const alice = await later()
    const state = () =>
      testApp.db.rows(sql`
        select id, email, role, is_active, (select count(*) from one_time_links) as links,
          (select assigned_staff_id from client_folders where id = ${testApp.folders.acme.id}) as lead
        from users order by id`)
    const before = await state()
    const answer = await send(alice, method, url, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
    expect(await state()).toEqual(before)
  })

  it('editing a folder and deactivating staff require no reauthentication', async () => {
    const { id } = await added('staff')
    const alice = await later()
    const folder = `/api/client-folders/${testApp.folders.acme.id}`
    expect((await alice.patch(folder, { name: 'Acme', assignedStaffId: testApp.people.sam.id })).status).toBe(200)
    expect((await alice.delete(`/api/users/${id}`)).status).toBe(200)
  })

  it('a folder export is created once the password was entered', async () => {
    const ann = await testApp.signIn(testApp.people.ann.id, 'client')
    testApp.pass({ minutes: 11 })
    const url = `/api/client-folders/${testApp.folders.acme.id}/exports`
    expect((await ann.post(url)).body.code).toBe('step-up')
    const proof = await ann.post('/api/sessions/proof', { password: fixturePassword })
    const after = testApp.caller(String([proof.headers['set-cookie']].flat()[0]).split(';')[0] as string)
    expect((await after.post(url)).status).toBe(201)
  })
})
