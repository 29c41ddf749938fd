// Rules for every endpoint: its methods, its status, its entity, and what a repeated POST does.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../api/index.ts'
import type { Endpoint } from '../../api/kit/endpoint.ts'
import { createTestApp, type TestApp, unknownId } from '../test-app.ts'
import { rights } from './rights.ts'
import type { Row } from './folder-roles.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ DEMO: 'on' })
})
afterAll(() => testApp.close())

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const named = (chosen: Endpoint[]) => chosen.map((endpoint) => [nameOf(endpoint), endpoint] as const)

const rowOf = (endpoint: Endpoint) => rights[nameOf(endpoint)] as Row

/** Called as in the rights table, by the person who started it where only they may continue. */
async function aimed(endpoint: Endpoint) {
  await testApp.db.run(sql`delete from rate_limits`)
  await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
  const row = rowOf(endpoint)
  const { url = endpoint.path, body } = (await row.aim?.(testApp, 'admin')) ?? {}
  const own: Record<string, 'sam' | 'ann'> = {
    '/api/staff-notes/:id': 'sam',
    '/api/sessions/:id': 'ann',
    '/api/passkeys/:id': 'ann',
    '/api/push-subscriptions/:id': 'ann',
  }
  const isClients =
    /:id\/(signature|refusal|delegation)$|:policy\/acknowledgement$|hr-assistant\/conversations\/:id|client-folders\/:id\/service-requests$/.test(
      endpoint.path,
    )
  const who = /multipart\/:id/.test(endpoint.path) ? 'sam' : isClients ? 'ann' : (own[endpoint.path] ?? 'alice')
  return { url, body, caller: row.endsSession === true ? testApp.visitor : testApp[who] }
}

describe('J4: an address', () => {
  it.each([...new Set(endpoints.map(({ path }) => path))])(
    '%s lists its methods in the reply to any other',
    async (path) => {
      const offered = endpoints.filter((each) => each.path === path).map(({ method }) => method as string)
      const url = path.replace(/:[a-z]+/g, '1')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (offered.includes(method)) continue
        const answer = await testApp.alice.send({ method, url })
        expect([answer.status, answer.body?.code], `${method} ${path}`).toEqual([405, 'method-not-allowed'])
        expect(String(answer.headers.allow).split(', ')).toEqual(expect.arrayContaining(offered))
      }
    },
  )

  it('replies 404 in JSON to everyone if it does not exist', async () => {
    for (const caller of [testApp.visitor, testApp.alice])
      for (const url of ['/api/nothing', '/api/users/figures/x', '/api/', '/api/userss'])
        expect((await caller.get(url)).body, url).toMatchObject({ code: 'not-found', issues: [] })
  })
})

describe('a creation', () => {
  // File uploads are covered in the tests of their folders, online payments and their refunds in theirs: they require the keys of Stripe.
  const elsewhere = [
    '/api/documents/:id/versions',
    '/api/invoices/:id/online-payments',
    '/api/payments/:id/online-refund',
  ]
  const creating = endpoints.filter(
    ({ method, status, takes, path }) => method === 'POST' && status === 201 && !takes && !elsewhere.includes(path),
  )

  it.each(named(creating.filter(({ storesNoReply }) => !storesNoReply)))(
    'G1: %s with one key happens once; with another body the key is refused',
    async (_name, endpoint) => {
      const { url, body, caller } = await aimed(endpoint)
      const key = { 'idempotency-key': crypto.randomUUID() }
      const first = await caller.post(url, body, key)
      expect(first.status, first.text).toBe(201)
      const auditLog = (await testApp.auditLog()).length
      const again = await caller.post(url, body, key)
      expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag])
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await testApp.auditLog()).toHaveLength(auditLog)
      if (endpoint.body === null) return
      const other = { ...(body as object), ...differing(body as Record<string, unknown>) }
      expect((await caller.post(url, other, key)).status).toBe(422)
      const elsewhere = await testApp.mona.post(url, body, key)
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
      'fileName',
      'filename',
      'query',
      'question',
      'reason',
      'releaseReason',
      'serviceName',
      'needsDescription',
      'description',
      'reference',
      'riskAssessment',
      'topic',
      'training',
    ].find((each) => typeof body[each] === 'string')
    if (typeof body.formData === 'object') return { formData: { ...body.formData, employeeName: 'Another' } }
    if (Array.isArray(body.installments)) return { installments: body.installments.toReversed() as unknown[] }
    if (key === undefined && typeof body.month === 'string') return { month: '2019-06' }
    if (key === undefined && typeof body.grouping === 'string') return { grouping: 'entry' }
    if (key === undefined && typeof body.invoiceId === 'string') return { invoiceId: unknownId }
    if (key === undefined && typeof body.invites === 'boolean') return { invites: !body.invites }
    if (key === undefined && typeof body.hourlyRate === 'number') return { hourlyRate: body.hourlyRate + 1 }
    if (key === undefined && typeof body.userId === 'string') return { userId: unknownId }
    if (key === undefined && typeof body.startsOn === 'string') return { startsOn: '2031-01-01' }
    if (key === undefined && typeof body.endpoint === 'string') return { endpoint: `${body.endpoint}/2` }
    if (key === undefined && typeof body.version === 'number') return { version: body.version + 1 }
    return { [key as string]: key === 'filename' ? 'b.pdf' : 'Another' }
  }

  it.each(named(creating))('%s replies 201, and its entity has the same fields as elsewhere', async (_n, endpoint) => {
    const { url, body, caller } = await aimed(endpoint)
    const answer = await caller.post(url, body)
    if (endpoint.path === '/api/set-up') return expect(answer.status).toBe(404)
    // Needs an authenticator; covered in server/passkeys/passkeys.test.ts.
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

  it('G1: a repeated creation is refused while the first is running, and the key is free again when that one fails', async () => {
    const key = { 'idempotency-key': 'under-way' }
    const path = '/api/companion/s3/multipart'
    await testApp.db.run(sql`update uploads set created_at = created_at - interval '2 days'`)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => testApp.sue.post(path, { filename: 'a.pdf' }, key)),
    )
    const good = answers.filter(({ status }) => status === 201)
    expect(new Set(good.map(({ body }) => body.uploadId)).size).toBe(1)
    expect(answers.every(({ status, body }) => status === 201 || (status === 409 && body.code === 'running'))).toBe(
      true,
    )
    const failing = { 'idempotency-key': 'fails' }
    const address = { email: 'forgetful@example.com' }
    for (let i = 0; i < 3; i++) await testApp.visitor.post('/api/password/forgot', address)
    expect((await testApp.visitor.post('/api/password/forgot', address, failing)).status).toBe(429)
    await testApp.db.run(sql`delete from rate_limits`)
    expect((await testApp.visitor.post('/api/password/forgot', address, failing)).status).toBe(200)
  })
})

describe('F2: a list', () => {
  const lists = endpoints.filter(({ list, path }) => list && path !== '/api/audit')

  it.each(named(lists))('%s is an array, accepts a limit, and links to the next page', async (_name, endpoint) => {
    const isForClients = Array.isArray(endpoint.who) && !endpoint.who.includes('admin')
    const caller = isForClients ? testApp.ann : await testApp.signIn(testApp.people.alice.id, 'admin')
    const { url } = await aimed(endpoint)
    const asked = `${url}${url.includes('?') ? '&' : '?'}`
    const whole = await caller.get(url)
    expect(whole.body, whole.text).toBeInstanceOf(Array)
    for (const odd of ['0', '-1', '1.5', 'many', '', '1&limit=2'])
      expect((await caller.get(`${asked}limit=${odd}`)).status, odd).toBe(400)
    expect((await caller.get(`${asked}limit=100000`)).status).toBe(200)
    expect((await caller.get(`${asked}cursor=nowhere`)).status).toBe(400)
    if (whole.body.length < 2 || whole.headers.link !== undefined) return
    const one = await caller.get(`${asked}limit=1`)
    expect(one.body).toEqual([whole.body[0]])
    const next = /^<(.+)>; rel="next"$/.exec(String(one.headers.link))?.[1] as string
    expect((await caller.get(next)).body).toEqual([whole.body[1]])
    const last = await caller.get(`${asked}limit=${whole.body.length}`)
    expect(last.headers.link).toBeUndefined()
  })
})

describe('G2: an edit', () => {
  const editing = endpoints.filter(
    ({ method, path }) =>
      (method === 'PUT' || method === 'PATCH') &&
      path.includes('/:id') &&
      // Renames several documents, which have no version in common.
      path !== '/api/client-folders/:id/subfolders' &&
      // The same visibility again is a conflict.
      path !== '/api/documents/:id/visibility',
  )

  it.each(named(editing.filter(({ body }) => body !== null)))(
    '%s of an outdated version is 412, of the current one succeeds, and without one is audited as such',
    async (_name, endpoint) => {
      const method = endpoint.method as 'PUT'
      const send = async (headers: Record<string, string>) => {
        const { url, body, caller } = await aimed(endpoint)
        const bare = url.replace(/\/(status|assignee|subfolder|tags|expiration|signers|checklist)$/, '')
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
      expect((await testApp.auditLog()).at(-1)?.details.withoutVersion).toBeUndefined()
      const bare = await send({})
      expect(bare.status, bare.text).toBe(200)
      expect((await testApp.auditLog()).at(-1)?.details.withoutVersion).toBe(true)
    },
  )
})

describe('I1: the audit log', () => {
  const writing = endpoints.filter(
    ({ method, path }) => method !== 'GET' && path !== '/api/objects/upload/:id/parts/:number',
  )
  const leavesNothing = [
    'POST /api/hr-forms/:form/filled',
    'POST /api/one-time-links/look',
    'POST /api/passkeys/challenge',
    'POST /api/passkeys/creation',
    'POST /api/request-status',
    'POST /api/employee-handbook',
    'POST /api/client-folders/:id/employee-imports/preview',
    'POST /api/booking-link',
    'POST /api/booking-link/times',
    // Without a provider there is no such address.
    'POST /api/login/provider/code',
    // An image, which is tested in its area.
    'PUT /api/firm-settings/logo',
    'POST /api/client-imports',
    // Without keys of Stripe there is no such address.
    'POST /api/stripe-events',
    'POST /api/set-up',
    'POST /api/password/reset',
    'POST /api/login/link',
    // Reading and typing are not audited; an entry for each line of a draft would flood the audit log.
    'PUT /api/notifications/:id/reading',
    'PUT /api/notifications/reading',
    'PATCH /api/drafts/:folder',
  ]

  it.each(named(writing).filter(([name]) => !leavesNothing.includes(name)))(
    '%s adds an entry to it',
    async (name, endpoint) => {
      const { url, body, caller } = await aimed(endpoint)
      const asked = name === 'POST /api/logout' ? await testApp.signIn(testApp.people.ann.id, 'client') : caller
      const before = (await testApp.auditLog()).length
      const answer = await asked.send({
        method: endpoint.method as 'POST',
        url,
        ...(body === undefined
          ? {}
          : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      expect(answer.status, `${answer.text}`).toBeLessThan(500)
      expect((await testApp.auditLog()).length).toBeGreaterThan(before)
    },
  )

  it('records refusals of signed-in people with address and code, without the data that was sent', async () => {
    const acme = testApp.folders.acme.id
    const ann = await testApp.signIn(testApp.people.ann.id, 'client')
    const sent = { title: 'canary-title', description: 'canary-description' }
    expect((await ann.post(`/api/client-folders/${acme}/assignments`, sent)).status).toBe(403)
    expect((await testApp.auditLog()).at(-1)).toEqual({
      action: 'call.refused',
      actorId: testApp.people.ann.id,
      entityId: acme,
      details: { method: 'POST', path: '/api/client-folders/:id/assignments', code: 'forbidden' },
    })
    expect((await ann.get('/api/users')).status).toBe(403)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'call.refused', entityId: null })
    const known = { email: 'sam@example.com', firstName: 'A', lastName: 'B', role: 'staff' }
    const admin = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await admin.post('/api/users', known)).status).toBe(409)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'call.refused', details: { code: 'conflict' } })
    const before = (await testApp.auditLog()).length
    expect((await testApp.visitor.get('/api/users')).status).toBe(401)
    expect((await ann.get(`/api/client-folders/${testApp.folders.elmwood.id}`)).status).toBe(404)
    expect(await testApp.auditLog()).toHaveLength(before)
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('canary-')
  })
})
