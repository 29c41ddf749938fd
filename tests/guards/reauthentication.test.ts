// A10 of the trust page: what opens ways into accounts, takes a folder along or erases asks for the password, a code or a passkey
// once more when the last one is older than ten minutes (docs/decisions/0091). Each call is aimed as in the rights table.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { newcomerInput } from '../newcomers.ts'
import { type Caller, castPassword, createWorld, type World } from '../world.ts'
import { rights } from './rights.ts'
import { typed } from '../../server/kit/row-types.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const asking = [
  'DELETE /api/passkeys/:id',
  'DELETE /api/second-factor',
  'DELETE /api/users/:id/second-factor',
  'GET /api/audit/csv',
  'GET /api/outbox/:id',
  'GET /api/sessions/proof',
  'GET /api/users/csv',
  'POST /api/calendar',
  'POST /api/client-folders/:id/erasure',
  'POST /api/client-folders/:id/exports',
  'POST /api/legal-holds/:id/release',
  'POST /api/passkeys',
  'POST /api/passkeys/creation',
  'POST /api/profile/email',
  'POST /api/second-factor',
  'POST /api/second-factor/confirmation',
  'POST /api/second-factor/recovery-codes',
  'POST /api/users/:id/hand-over',
  'POST /api/viewing',
  'PUT /api/retention-rules/:class',
  'PUT /api/second-factor/requirement',
]

const newcomer = { email: 'step-up@example.com', firstName: 'Rae', lastName: 'Fox' }

/** Where only some bodies ask for it: one that does. */
const someBodies: [
  string,
  (world: World) => Promise<{ method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string; body?: object }>,
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
  const alice = await world.signIn(world.people.alice.id, 'admin')
  return (await alice.post('/api/users', newcomerInput({ role }))).body
}

/** Ann's folder, with something in it, to Eve. */
async function otherClient(world: World) {
  const { folders, people } = world
  const url = `/api/client-folders/${folders.acme.id}`
  const sam = await world.signIn(people.sam.id, 'staff')
  expect((await sam.post(`${url}/messages`, { content: 'For Ann' })).status).toBe(201)
  return { method: 'PATCH' as const, url, body: { clientId: people.eve.id, reason: 'Ann left.' } }
}

const addressOf = async (id: string) =>
  (await world.db.one(typed(z.object({ email: z.string() }))`select email from users where id = ${id}`)).email

/** Signed in so long ago that it does not count any more, and not idle. */
async function later(): Promise<Caller> {
  const alice = await world.signIn(world.people.alice.id, 'admin')
  world.pass({ minutes: 11 })
  return alice
}

const send = (caller: Caller, method: Endpoint['method'], url: string, body?: unknown) =>
  caller.send({
    method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })

it('names every call that asks', () => {
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
  )('%s asks once more, and does nothing before', async (name, endpoint) => {
    const { url = endpoint.path, body } = (await rights[name]?.aim?.(world, 'admin')) ?? {}
    const alice = await later()
    const answer = await send(alice, endpoint.method, url, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
    expect(answer.body.message).toContain('enter your password once more')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'call.refused', details: { code: 'step-up' } })
  })

  it.each(someBodies)('%s asks once more, and does nothing before', async (_what, aim) => {
    const { method, url, body } = await aim(world)
    const alice = await later()
    const state = () =>
      world.db.rows(sql`
        select id, email, role, is_active, (select count(*) from one_time_links) as links,
          (select assigned_staff_id from client_folders where id = ${world.folders.acme.id}) as lead
        from users order by id`)
    const before = await state()
    const answer = await send(alice, method, url, body)
    expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
    expect(await state()).toEqual(before)
  })

  it('a folder is edited, and staff deactivated, without asking', async () => {
    const { id } = await added('staff')
    const alice = await later()
    const folder = `/api/client-folders/${world.folders.acme.id}`
    expect((await alice.patch(folder, { name: 'Acme', assignedStaffId: world.people.sam.id })).status).toBe(200)
    expect((await alice.delete(`/api/users/${id}`)).status).toBe(200)
  })

  it('a copy of a folder is made once the password was entered', async () => {
    const ann = await world.signIn(world.people.ann.id, 'client')
    world.pass({ minutes: 11 })
    const url = `/api/client-folders/${world.folders.acme.id}/exports`
    expect((await ann.post(url)).body.code).toBe('step-up')
    const proof = await ann.post('/api/sessions/proof', { password: castPassword })
    const after = world.caller(String([proof.headers['set-cookie']].flat()[0]).split(';')[0] as string)
    expect((await after.post(url)).status).toBe(201)
  })
})
