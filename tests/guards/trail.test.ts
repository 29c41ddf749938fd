// Trust I1: each write, download and refusal leaves exactly one entry, a read none. Every endpoint is aimed as in the rights table,
// and the entries are counted that carry the request's own number. Where one act changes several things, its row says which entries.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { type Answer, type Caller, createWorld, type World } from '../world.ts'
import { rights } from './rights.ts'
import { type Row, type Seat, seated, seats } from './seats.ts'
import { typed } from '../../server/kit/row-types.ts'

let world: World
beforeAll(async () => void (world = await createWorld({ DEMO: 'on' })))
afterAll(() => world.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** What an act leaves where it is not one entry: several things changed at once, or nothing at all. */
const otherwise: Record<string, readonly string[]> = {
  // Two documents are asked for at once, each a thing of its own.
  'POST /api/client-folders/:id/document-request-sets': ['document-request.created', 'document-request.created'],
  // The question reaches the team as a message in the folder.
  'POST /api/hr-assistant/conversations/:id/handover': ['message.sent', 'hr-assistant.handed-over'],
  // Somebody new, or with a new address, is sent an invitation.
  'POST /api/client-folders/:id/contacts': ['user.created', 'user.invited', 'folder-contact.added'],
  'POST /api/staff': ['user.created', 'user.invited'],
  'POST /api/users': ['user.created', 'user.invited'],
  'PUT /api/users/:id': ['user.changed', 'user.invited'],
  // Part of an upload, which began and will end with an entry.
  'PUT /api/objects/upload/:id/parts/:number': [],
  // What one typed but has not sent, and what one has read: one's own, and seen by nobody else.
  'PATCH /api/drafts/:folder': [],
  'PUT /api/notices/:id/reading': [],
  'PUT /api/notices/reading': [],
  // Questions, by POST only to keep a token out of the address.
  'POST /api/one-time-links/look': [],
  'POST /api/request-status': [],
  // Something to sign, which opens nothing by itself.
  'POST /api/passkeys/challenge': [],
  'POST /api/passkeys/creation': [],
  // Begins an upload, by a protocol that has it so.
  'GET /api/companion/s3/params': ['upload.started'],
}

/** Answers with no end, pages, redirects, and what anybody may fetch. */
const noDownloads = new Set(['GET /api/events', 'GET /api/docs', 'GET /api/login', 'GET /api/logout'])

async function entriesOf(answer: Answer): Promise<string[]> {
  const requestId = String(answer.headers['x-request-id'])
  const rows = await world.db.rows(
    typed(
      z.object({ action: z.string() }),
    )`select action from audit_entries where request_id = ${requestId} order by id`,
  )
  return rows.map(({ action }) => action)
}

async function ask(endpoint: Endpoint, seat: Seat): Promise<Answer> {
  await world.db.run(sql`delete from rate_limits`)
  await world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  const { aim, endsSession } = rights[nameOf(endpoint)] as Row
  const { url = endpoint.path, body } = (await aim?.(world, seat)) ?? {}
  return (await callerIn(seat, endsSession === true)).send({
    method: endpoint.method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
}

async function callerIn(seat: Seat, endsSession: boolean): Promise<Caller> {
  if (seat === 'visitor') return world.visitor
  const name = seated[seat]
  return endsSession ? world.signIn(world.people[name].id, world.people[name].role) : world[name]
}

/** The first seat that gets such an answer; the administrator's before the others'. */
const order: Seat[] = ['admin', 'owner', 'holder', 'colleague', 'stranger', 'master', 'visitor']
const seatWith = (endpoint: Endpoint, fits: (status: number) => boolean) =>
  order.find((seat) => fits(rights[nameOf(endpoint)]?.answers[seats.indexOf(seat)] ?? 0))

const aimed = (fits: (status: number) => boolean, those: (endpoint: Endpoint) => boolean) =>
  endpoints
    .filter((endpoint) => those(endpoint) && rights[nameOf(endpoint)]?.streams !== true)
    .flatMap((endpoint) => {
      const seat = seatWith(endpoint, fits)
      return seat === undefined ? [] : [[nameOf(endpoint), seat, endpoint] as const]
    })

const isSuccess = (status: number) => status === 200 || status === 201
const isFile = (endpoint: Endpoint) => endpoint.method === 'GET' && endpoint.reply === null

describe('I1: a write leaves one entry:', () => {
  it.each(aimed(isSuccess, ({ method }) => method !== 'GET'))('%s by the %s', async (name, seat, endpoint) => {
    const answer = await ask(endpoint, seat)
    expect(isSuccess(answer.status), answer.text).toBe(true)
    const entries = await entriesOf(answer)
    if (name in otherwise) expect(entries).toEqual(otherwise[name])
    else expect(entries).toHaveLength(1)
  })
})

describe('I1: a file that leaves is one entry:', () => {
  const files = aimed(isSuccess, (endpoint) => isFile(endpoint) && endpoint.who !== 'anyone')
  it.each(files.filter(([name]) => !noDownloads.has(name)))('%s by the %s', async (_name, seat, endpoint) => {
    const answer = await ask(endpoint, seat)
    expect(answer.status, answer.text.slice(0, 200)).toBe(200)
    expect(answer.headers['content-disposition']).toBeDefined()
    expect(await entriesOf(answer)).toHaveLength(1)
  })
})

describe('I1: a read leaves none:', () => {
  it.each(aimed(isSuccess, (endpoint) => endpoint.method === 'GET' && !isFile(endpoint)))(
    '%s by the %s',
    async (name, seat, endpoint) => {
      expect(await entriesOf(await ask(endpoint, seat))).toEqual(otherwise[name] ?? [])
    },
  )
})

describe('I1: a refusal is one entry:', () => {
  it.each(
    aimed(
      (status) => status === 403,
      () => true,
    ),
  )('%s to the %s', async (_name, seat, endpoint) => {
    const answer = await ask(endpoint, seat)
    expect(answer.status).toBe(403)
    expect(await entriesOf(answer)).toEqual(['call.refused'])
  })
})
