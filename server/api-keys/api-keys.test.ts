import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areaOf } from '../../api/areas.ts'
import { endpoints } from '../../api/index.ts'
import { maxApiKeys } from '../../domain/api-key.ts'
import { emailTo, newcomer } from '../../tests/newcomers.ts'
import { type Answer, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const keyInput = (scopes: string[], more: object = {}) => ({ name: 'Zapier', scopes, days: 90, ...more })

const createKey = async (scopes: string[], caller = testApp.alice): Promise<{ id: string; key: string }> => {
  const answer = await caller.post('/api/api-keys', keyInput(scopes))
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** A call by another program: without a cookie. */
const withKey = (key: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<Answer> =>
  testApp.visitor.send({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

describe('an API key', () => {
  it('is shown once, stored as a hash, and its owner is notified', async () => {
    const owner = await newcomer(testApp, 'admin')
    const { id, key } = await createKey(['clients:read'], owner.caller)
    expect(key).toMatch(/^hrp_[\w-]{43}$/)
    const listed = (await testApp.alice.get('/api/api-keys')).body.find((each: { id: string }) => each.id === id)
    expect(listed).toMatchObject({ name: 'Zapier', ending: key.slice(-4), scopes: ['clients:read'], usedAt: null })
    const rows = JSON.stringify(await testApp.db.rows(sql`select * from api_keys`))
    expect(rows + JSON.stringify(listed) + JSON.stringify(await testApp.auditLog())).not.toContain(key)
    expect(await emailTo(testApp, owner.email)).toBe('An API key was created for your ProHR account')
  })

  it('reads and changes what its scopes allow, as its owner, and says in the audit log that a key did', async () => {
    const { id, key } = await createKey(['clients:read', 'messages:write'])
    const { acme } = testApp.folders
    const own = await testApp.alice.get(`/api/client-folders/${acme.id}`)
    expect((await withKey(key, 'GET', `/api/client-folders/${acme.id}`)).body).toEqual(own.body)
    const sent = await withKey(key, 'POST', `/api/client-folders/${acme.id}/messages`, { content: 'From a script.' })
    expect(sent.status, sent.text).toBe(201)
    const entries = await testApp.db.rows(sql`
      select actor_id as "actorId", address from audit_entries where action = 'message.sent' and entity_id = ${sent.body.id}`)
    expect(entries).toEqual([
      { actorId: testApp.people.alice.id, address: expect.stringMatching(/^[\d.]+, API key “Zapier”$/) },
    ])
    const used = (await testApp.alice.get('/api/api-keys')).body.find((each: { id: string }) => each.id === id)
    expect(used.usedAt).not.toBeNull()
  })

  it('is created once for a repeated Idempotency-Key', async () => {
    const { key } = await createKey(['messages:write'])
    const post = () =>
      testApp.visitor.send({
        method: 'POST',
        url: `/api/client-folders/${testApp.folders.acme.id}/messages`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'one' },
        payload: JSON.stringify({ content: 'Only once.' }),
      })
    const [first, second] = [await post(), await post()]
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
  })

  it.each([
    ['an area without a scope', 'GET', '/api/invoices', 'This API key doesn’t have the scope billing:read.'],
    [
      'a change with a scope for reading',
      'POST',
      '/api/client-folders',
      'This API key doesn’t have the scope clients:write.',
    ],
    ['accounts', 'GET', '/api/users', 'API keys can’t be used for this. Sign in to the portal.'],
    ['its owner’s session', 'POST', '/api/sessions/proof', 'API keys can’t be used for this. Sign in to the portal.'],
    ['a sign-in', 'POST', '/api/login', 'API keys can’t be used for this. Sign in to the portal.'],
    ['other keys', 'POST', '/api/api-keys', 'API keys can’t be used for this. Sign in to the portal.'],
    ['the audit log', 'GET', '/api/audit', 'API keys can’t be used for this. Sign in to the portal.'],
    ['firm settings', 'GET', '/api/firm-settings', 'API keys can’t be used for this. Sign in to the portal.'],
  ] as const)('is refused with 403 for %s', async (_what, method, url, message) => {
    const { key } = await createKey(['clients:read'])
    const answer = await withKey(key, method, url, method === 'GET' ? undefined : {})
    expect([answer.status, answer.body.message]).toEqual([403, message])
  })

  it('is refused for calls that require the password', async () => {
    const { key } = await createKey(['agreements:write', 'billing:write', 'clients:write'])
    for (const endpoint of endpoints.filter(({ reauthenticate }) => reauthenticate === true)) {
      const url = endpoint.path.replaceAll(/:\w+/g, testApp.folders.acme.id)
      const answer = await withKey(key, endpoint.method as 'POST', url, endpoint.method === 'GET' ? undefined : {})
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 403])
    }
  })

  it('is refused with 401 if it is unknown, deleted, or expired', async () => {
    const { id, key } = await createKey(['clients:read'])
    const get = (given: string) => withKey(given, 'GET', '/api/client-folders')
    expect((await testApp.alice.delete(`/api/api-keys/${id}`)).status).toBe(200)
    for (const wrong of [key, '', 'hrp_', `hrp_${'A'.repeat(43)}`, 'x'.repeat(5000), key.toUpperCase()])
      expect([wrong.slice(0, 50), (await get(wrong)).status]).toEqual([wrong.slice(0, 50), 401])
    const { key: short } = (await testApp.alice.post('/api/api-keys', keyInput(['clients:read'], { days: 30 }))).body
    expect((await get(short)).status).toBe(200)
    await testApp.db.run(
      sql`update api_keys set expires_at = now() - interval '1 second' where ending = ${short.slice(-4)}`,
    )
    expect((await get(short)).status).toBe(401)
  })

  it('is deleted by any administrator, once', async () => {
    const { id, key } = await createKey(['clients:read'])
    for (const caller of [testApp.sam, testApp.ann])
      expect((await caller.delete(`/api/api-keys/${id}`)).status).toBe(404)
    const answers = await Promise.all([testApp.alice, testApp.mona].map((by) => by.delete(`/api/api-keys/${id}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await withKey(key, 'GET', '/api/client-folders')).status).toBe(401)
  })

  it('ends with its owner’s account and with their role', async () => {
    const owner = await newcomer(testApp, 'admin')
    const { key } = await createKey(['clients:read'], owner.caller)
    const status = async () => (await withKey(key, 'GET', '/api/client-folders')).status
    expect(await status()).toBe(200)
    await testApp.db.run(sql`update users set role = 'staff' where id = ${owner.id}`)
    expect(await status()).toBe(401)
    await testApp.db.run(sql`update users set role = 'admin', is_active = false where id = ${owner.id}`)
    expect(await status()).toBe(401)
  })

  it('overrides a cookie that is sent with it', async () => {
    const { key } = await createKey(['clients:read'])
    const answer = await testApp.alice.send({
      method: 'GET',
      url: '/api/invoices',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(403)
  })

  it.each([
    ['no scopes', { scopes: [] }],
    ['an unknown scope', { scopes: ['users:write'] }],
    ['two scopes for one area', { scopes: ['billing:read', 'billing:write'] }],
    ['another lifetime', { days: 3650 }],
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['an unknown field', { userId: '01890000-0000-7000-8000-000000000005' }],
  ])('is not created with %s', async (_what, more) => {
    expect((await testApp.alice.post('/api/api-keys', keyInput(['clients:read'], more))).status).toBe(400)
  })

  it(`is limited to ${maxApiKeys}, even for concurrent requests`, async () => {
    const create = () => testApp.alice.post('/api/api-keys', keyInput(['clients:read']))
    const { body } = await testApp.alice.get('/api/api-keys?limit=200')
    for (let count = body.length; count < maxApiKeys - 2; count++) expect((await create()).status).toBe(201)
    const statuses = (await Promise.all([create(), create(), create(), create()])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
  })
})

it('every area has endpoints, and none of them is about accounts or settings', () => {
  const reachable = endpoints.filter((endpoint) => areaOf(endpoint) !== null).map(({ path }) => path)
  expect(reachable.length).toBeGreaterThan(150)
  expect(
    reachable.filter((path) =>
      /^\/api\/(users|sessions|login|password|passkeys|second-factor|api-keys|audit|firm-settings|retention|drafts|hr-assistant)\b/.test(
        path,
      ),
    ),
  ).toEqual([])
})
