// What holds for every call, whatever it is about: its methods, its status, its entity, and what a repeated POST does.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { createWorld, type World } from '../world.ts'
import { rights } from './rights.ts'
import type { Row } from './seats.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ DEMO: 'on' })
})
afterAll(() => world.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const named = (chosen: Endpoint[]) => chosen.map((endpoint) => [nameOf(endpoint), endpoint] as const)

const rowOf = (endpoint: Endpoint) => rights[nameOf(endpoint)] as Row

/** Aimed as in the rights table, by the person who began it where only they may go on. */
async function aimed(endpoint: Endpoint) {
  await world.db.run(sql`delete from rate_limits`)
  await world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  const row = rowOf(endpoint)
  const { url = endpoint.path, body } = (await row.aim?.(world, 'admin')) ?? {}
  const own: Record<string, 'sam' | 'ann'> = { '/api/sessions/:id': 'ann', '/api/passkeys/:id': 'ann' }
  const isClients = /:id\/(signature|refusal)$|:policy\/acknowledgement$|hr-assistant\/conversations\/:id/.test(
    endpoint.path,
  )
  const who = /multipart\/:id/.test(endpoint.path) ? 'sam' : isClients ? 'ann' : (own[endpoint.path] ?? 'alice')
  return { url, body, caller: row.endsSession === true ? world.visitor : world[who] }
}

describe('J4: an address', () => {
  it.each([...new Set(endpoints.map(({ path }) => path))])('%s names its methods to any other', async (path) => {
    const offered = endpoints.filter((each) => each.path === path).map(({ method }) => method as string)
    const url = path.replace(/:[a-z]+/g, '1')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      if (offered.includes(method)) continue
      const answer = await world.alice.send({ method, url })
      expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual([405, 'method-not-allowed'])
      expect(String(answer.headers.allow).split(', ')).toEqual(expect.arrayContaining(offered))
    }
  })

  it('that is none answers 404 in JSON, whoever asks', async () => {
    for (const caller of [world.visitor, world.alice])
      for (const url of ['/api/nothing', '/api/users/figures/x', '/api/', '/api/userss'])
        expect((await caller.get(url)).body, url).toMatchObject({ code: 'not-found', issues: [] })
  })
})

describe('a creation', () => {
  // What takes a file is told of in the stories of its area.
  const creating = endpoints.filter(({ method, status, takes }) => method === 'POST' && status === 201 && !takes)

  it.each(named(creating.filter(({ keepsNoAnswer }) => !keepsNoAnswer)))(
    'G1: %s with one key happens once; with another body the key is refused',
    async (_name, endpoint) => {
      const { url, body, caller } = await aimed(endpoint)
      const key = { 'idempotency-key': crypto.randomUUID() }
      const first = await caller.post(url, body, key)
      expect(first.status, first.text).toBe(201)
      const trail = (await world.trail()).length
      const again = await caller.post(url, body, key)
      expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag])
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await world.trail()).toHaveLength(trail)
      if (endpoint.body === null) return
      const other = { ...(body as object), ...differing(body as Record<string, unknown>) }
      expect((await caller.post(url, other, key)).status).toBe(422)
      const elsewhere = await world.mona.post(url, body, key)
      expect(elsewhere.headers['idempotent-replayed'], 'the key is the session’s own').toBeUndefined()
    },
  )

  /** The body with its first plain text changed. */
  function differing(body: Record<string, unknown>) {
    const key = [
      'content',
      'confirmation',
      'title',
      'name',
      'firstName',
      'clientName',
      'filename',
      'query',
      'question',
      'reason',
      'releaseReason',
      'serviceName',
      'description',
      'reference',
      'riskAssessment',
    ].find((each) => typeof body[each] === 'string')
    if (typeof body.formData === 'object') return { formData: { ...body.formData, employeeName: 'Another' } }
    if (key === undefined && typeof body.version === 'number') return { version: body.version + 1 }
    return { [key as string]: key === 'filename' ? 'b.pdf' : 'Another' }
  }

  it.each(named(creating))('%s answers 201, and its entity carries what it carries elsewhere', async (_n, endpoint) => {
    const { url, body, caller } = await aimed(endpoint)
    const answer = await caller.post(url, body)
    if (endpoint.path === '/api/set-up') return expect(answer.status).toBe(404)
    // Takes a device that makes one; server/passkeys/passkeys.test.ts has it.
    if (endpoint.path === '/api/passkeys') return expect(answer.status).toBe(400)
    expect(answer.status, answer.text).toBe(201)
    if (answer.body.id === undefined) return
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      version: expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(answer.headers.etag).toBe(`"${answer.body.version}"`)
  })

  it('G1: while the same one is still running is refused, and the key is free again when that one fails', async () => {
    const key = { 'idempotency-key': 'under-way' }
    const path = '/api/companion/s3/multipart'
    await world.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.sue.post(path, { filename: 'a.pdf' }, key)),
    )
    const good = answers.filter(({ status }) => status === 201)
    expect(new Set(good.map(({ body }) => body.uploadId)).size).toBe(1)
    expect(answers.every(({ status, body }) => status === 201 || (status === 409 && body.code === 'running'))).toBe(
      true,
    )
    const failing = { 'idempotency-key': 'fails' }
    const address = { email: 'forgetful@example.com' }
    for (let i = 0; i < 3; i++) await world.visitor.post('/api/password/forgot', address)
    expect((await world.visitor.post('/api/password/forgot', address, failing)).status).toBe(429)
    await world.db.run(sql`delete from rate_limits`)
    expect((await world.visitor.post('/api/password/forgot', address, failing)).status).toBe(200)
  })
})

describe('F2: a list', () => {
  const lists = endpoints.filter(({ list, path }) => list && path !== '/api/audit')

  it.each(named(lists))('%s is bare, takes a limit, and says where it goes on', async (_name, endpoint) => {
    const caller = await world.signIn(world.people.alice.id, 'admin')
    const { url } = await aimed(endpoint)
    const whole = await caller.get(url)
    expect(whole.body, whole.text).toBeInstanceOf(Array)
    for (const odd of ['0', '-1', '1.5', 'many', '', '1&limit=2'])
      expect((await caller.get(`${url}?limit=${odd}`)).status, odd).toBe(400)
    expect((await caller.get(`${url}?limit=100000`)).status).toBe(200)
    expect((await caller.get(`${url}?cursor=nowhere`)).status).toBe(400)
    if (whole.body.length < 2 || whole.headers.link !== undefined) return
    const one = await caller.get(`${url}?limit=1`)
    expect(one.body).toEqual([whole.body[0]])
    const next = /^<(.+)>; rel="next"$/.exec(String(one.headers.link))?.[1] as string
    expect((await caller.get(next)).body).toEqual([whole.body[1]])
    const last = await caller.get(`${url}?limit=${whole.body.length}`)
    expect(last.headers.link).toBeUndefined()
  })
})

describe('G2: an edit', () => {
  const editing = endpoints.filter(
    ({ method, path }) => (method === 'PUT' || method === 'PATCH') && path.includes('/:id'),
  )

  it.each(named(editing.filter(({ body }) => body !== null)))(
    '%s of an older version is 412, of this one goes through, without one it says so in the trail',
    async (_name, endpoint) => {
      const method = endpoint.method as 'PUT'
      const send = async (headers: Record<string, string>) => {
        const { url, body, caller } = await aimed(endpoint)
        const bare = url.replace(/\/(status|assignee)$/, '')
        const { etag } = (await caller.get(bare)).headers
        const ifMatch = headers['if-match'] === 'this one' ? { 'if-match': String(etag) } : headers
        return caller.send({
          method,
          url,
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...ifMatch },
        })
      }
      for (const stale of ['"999"', 'W/"999"', '"none"', '999'])
        expect((await send({ 'if-match': stale })).body.code, stale).toBe('stale-version')
      expect((await send({ 'if-match': 'this one' })).status).toBe(200)
      expect((await world.trail()).at(-1)?.details.withoutVersion).toBeUndefined()
      const bare = await send({})
      expect(bare.status, bare.text).toBe(200)
      expect((await world.trail()).at(-1)?.details.withoutVersion).toBe(true)
    },
  )
})

describe('I1: the trail', () => {
  const writing = endpoints.filter(
    ({ method, path }) => method !== 'GET' && path !== '/api/objects/upload/:id/parts/:number',
  )
  const leavesNothing = [
    'POST /api/hr-forms/:form/filled',
    'POST /api/one-time-links/look',
    'POST /api/passkeys/challenge',
    'POST /api/passkeys/creation',
    'POST /api/request-status',
    'POST /api/set-up',
    'POST /api/password/reset',
    // Reading and typing are no acts; each line of a draft would fill the trail with nothing.
    'PUT /api/notices/:id/reading',
    'PUT /api/notices/reading',
    'PATCH /api/drafts/:folder',
  ]

  it.each(named(writing).filter(([name]) => !leavesNothing.includes(name)))(
    '%s leaves a line in it',
    async (name, endpoint) => {
      const { url, body, caller } = await aimed(endpoint)
      const asked = name === 'POST /api/logout' ? await world.signIn(world.people.ann.id, 'client') : caller
      const before = (await world.trail()).length
      const answer = await asked.send({
        method: endpoint.method as 'POST',
        url,
        ...(body === undefined
          ? {}
          : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      expect(answer.status, `${answer.text}`).toBeLessThan(500)
      expect((await world.trail()).length).toBeGreaterThan(before)
    },
  )

  it('holds the refusals of signed-in people, by address and code, and nothing that was sent', async () => {
    const acme = world.folders.acme.id
    const ann = await world.signIn(world.people.ann.id, 'client')
    const sent = { title: 'canary-title', description: 'canary-description' }
    expect((await ann.post(`/api/client-folders/${acme}/assignments`, sent)).status).toBe(403)
    expect((await world.trail()).at(-1)).toEqual({
      action: 'call.refused',
      actorId: world.people.ann.id,
      entityId: acme,
      details: { method: 'POST', path: '/api/client-folders/:id/assignments', code: 'forbidden' },
    })
    expect((await ann.get('/api/users')).status).toBe(403)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'call.refused', entityId: null })
    const known = { email: 'sam@example.com', firstName: 'A', lastName: 'B', role: 'staff' }
    const admin = await world.signIn(world.people.alice.id, 'admin')
    expect((await admin.post('/api/users', known)).status).toBe(409)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'call.refused', details: { code: 'conflict' } })
    const before = (await world.trail()).length
    expect((await world.visitor.get('/api/users')).status).toBe(401)
    expect((await ann.get(`/api/client-folders/${world.folders.elmwood.id}`)).status).toBe(404)
    expect(await world.trail()).toHaveLength(before)
    expect(JSON.stringify(await world.trail())).not.toContain('canary-')
  })
})
