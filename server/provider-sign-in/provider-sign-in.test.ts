// Sign-in at an OpenID Connect provider, with a real provider on this machine (oidc-provider).
import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, shown } from '../../tests/authenticator-apps.ts'
import { cookiesOf, elsewhere, invited, newcomer, tokenOf } from '../../tests/newcomers.ts'
import {
  atProvider,
  clientId,
  clientSecret,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../tests/openid-provider.ts'
import { passkeyHolder, enterWithPasskey } from '../../tests/passkeys.ts'
import { signIn } from '../../tests/sign-ins.ts'
import { type Answer, createTestApp, fixturePassword, type TestApp } from '../../tests/test-app.ts'

let provider: OpenIdProvider
let testApp: TestApp
beforeAll(async () => {
  provider = await startOpenIdProvider()
  testApp = await createTestApp(settings())
})
afterEach(() => {
  provider.alter = null
  provider.forged = false
})
afterAll(async () => {
  await testApp.close()
  await provider.close()
})

const settings = (more: NodeJS.ProcessEnv = {}) => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'Example ID',
  ...more,
})

const open = (url: string, cookie = '', app = testApp): Promise<Answer> =>
  app.visitor.send({ method: 'GET', url, headers: cookie === '' ? {} : { cookie }, remoteAddress: elsewhere() })

/** Starts a sign-in, signs in at the provider as this person, and returns what brings the browser back. */
async function sentBack(
  email: string,
  { isVerified = true, start = '/api/login/provider', cookie = '', app = testApp } = {},
) {
  provider.person = { email, isVerified }
  const started = await open(start, cookie, app)
  expect(started.status, started.text).toBe(302)
  const { pathname, search } = await atProvider(String(started.headers.location))
  return { url: pathname + search, cookie: cookiesOf(started) }
}

async function signInAtProvider(email: string, more: Parameters<typeof sentBack>[1] = {}): Promise<Answer> {
  const { url, cookie } = await sentBack(email, more)
  return open(url, cookie, more.app)
}

const outcomeOf = ({ status, headers }: Answer) => [status, headers.location]
const refused = [302, '/?signin&provider=refused']
const emailOf = (name: string) => `${name}@example.com`

const sessionsOf = async (userId: string) =>
  (await testApp.db.rows(sql`select from sessions where user_id = ${userId}`)).length

describe('signing in', () => {
  it('opens a new session for a known, active member of the team, and opens the requested page', async () => {
    const answer = await signInAtProvider(emailOf('sam'), { start: '/api/login/provider?next=%2Finvoices' })
    expect(outcomeOf(answer)).toEqual([302, '/invoices'])
    const user = (await testApp.caller(cookiesOf(answer)).get('/api/user')).body
    expect(user).toMatchObject({ id: testApp.people.sam.id, needsSecondFactor: false })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'session.started',
      actorId: testApp.people.sam.id,
      details: { by: 'provider' },
    })
  })

  it('ignores the case of the email address', async () =>
    expect(outcomeOf(await signInAtProvider('Sam@Example.com'))).toEqual([302, '/']))

  it('never leads to another site', async () =>
    expect(
      outcomeOf(await signInAtProvider(emailOf('sam'), { start: '/api/login/provider?next=//evil.example' })),
    ).toEqual([302, '/']))

  it('replaces the session of the browser', async () => {
    const { id, email, caller } = await newcomer(testApp)
    const { url, cookie } = await sentBack(email)
    const answer = await open(url, `${cookie}; ${caller.cookie}`)
    expect((await testApp.caller(cookiesOf(answer)).get('/api/user')).body.id).toBe(id)
    expect((await caller.get('/api/user')).status).toBe(401)
  })

  it('asks for the portal’s own second factor, and opens one session with it', async () => {
    const { id, email, secret } = await appHolder(testApp)
    const answer = await signInAtProvider(email)
    expect(outcomeOf(answer)).toEqual([302, '/?signin&provider=code'])
    const cookie = cookiesOf(answer)
    const enter = (body: object) =>
      testApp.caller(cookie).send({
        method: 'POST',
        url: '/api/login/provider/code',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    expect((await testApp.caller(cookie).get('/api/user')).status).toBe(401)
    expect((await enter({})).body.code).toBe('second-factor')
    expect((await enter({ code: '000000' })).status).toBe(401)
    const code = shown(testApp, secret, 1)
    const answers = await Promise.all([enter({ code }), enter({ code })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect(answers.find(({ status }) => status === 200)?.body.user.id).toBe(id)
    expect((await enter({ code: shown(testApp, secret, 2) })).body.code).toBe('signed-out')
  })

  it('limits wrong codes to five', async () => {
    const { email } = await appHolder(testApp)
    const caller = testApp.caller(cookiesOf(await signInAtProvider(email)))
    const statuses = []
    for (let count = 0; count < 6; count++)
      statuses.push((await caller.post('/api/login/provider/code', { code: '000000' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  it('needs no other second factor if the provider checked one', async () => {
    provider.alter = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] })
    const { email } = await appHolder(testApp)
    const without = await newcomer(testApp)
    expect(outcomeOf(await signInAtProvider(email))).toEqual([302, '/'])
    await testApp.db.run(
      sql`insert into portal_facts (name, value) values ('second-factor-required', '{}') on conflict do nothing`,
    )
    const needed = async (answer: Answer) =>
      (await testApp.caller(cookiesOf(answer)).get('/api/user')).body.needsSecondFactor
    expect(await needed(await signInAtProvider(without.email))).toBe(false)
    provider.alter = (claims) => ({ ...claims, amr: ['pwd'] })
    expect(await needed(await signInAtProvider(without.email))).toBe(true)
    await testApp.db.run(sql`delete from portal_facts where name = 'second-factor-required'`)
  })
})

describe('refusals, which all look the same', () => {
  it.each<[string, Partial<OpenIdProvider>]>([
    ['from another issuer', { alter: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['for another client', { alter: (claims) => ({ ...claims, aud: 'someone-else' }) }],
    ['with another nonce', { alter: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['that has expired', { alter: (claims) => ({ ...claims, exp: 1_700_000_000 }) }],
    ['signed with another key', { forged: true }],
  ])('refuses a token %s', async (_which, change) => {
    Object.assign(provider, change)
    const answer = await signInAtProvider(emailOf('sam'))
    expect(outcomeOf(answer)).toEqual(refused)
    expect(cookiesOf(answer)).not.toMatch(/portal=[\w-]{20}/)
  })

  it('refuses an address that the provider has not verified', async () =>
    expect(outcomeOf(await signInAtProvider(emailOf('sam'), { isVerified: false }))).toEqual(refused))

  it('refuses an unknown, a deactivated, and a client’s account, and opens none', async () => {
    const gone = await newcomer(testApp)
    await testApp.alice.delete(`/api/users/${gone.id}`)
    for (const email of ['stranger@example.com', gone.email, emailOf('ann')])
      expect(outcomeOf(await signInAtProvider(email))).toEqual(refused)
    const known = await testApp.db.maybe(sql`select from users where email = 'stranger@example.com'`)
    expect(known).toBeNull()
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'session.refused' })
  })

  it('refuses another state, another browser, and a second use', async () => {
    const changed = await sentBack(emailOf('sam'))
    expect(outcomeOf(await open(changed.url.replace(/state=[^&]+/, 'state=another'), changed.cookie))).toEqual(refused)
    const stolen = await sentBack(emailOf('sam'))
    expect(outcomeOf(await open(stolen.url))).toEqual(refused)
    const other = await sentBack(emailOf('sam'))
    expect(outcomeOf(await open(stolen.url, other.cookie))).toEqual(refused)
    expect(outcomeOf(await open(stolen.url, stolen.cookie))).toEqual([302, '/'])
    expect(outcomeOf(await open(stolen.url, stolen.cookie))).toEqual(refused)
  })

  it('refuses the second of two concurrent returns, which open one session', async () => {
    const { id, email } = await newcomer(testApp)
    const { url, cookie } = await sentBack(email)
    const before = await sessionsOf(id)
    const answers = await Promise.all([open(url, cookie), open(url, cookie)])
    expect(answers.map(outcomeOf)).toEqual(expect.arrayContaining([[302, '/'], refused]))
    expect(await sessionsOf(id)).toBe(before + 1)
  })

  it('refuses a sign-in that was canceled at the provider, also when it is continued, and one without an answer', async () => {
    const { url, cookie } = await sentBack(emailOf('sam'))
    const callback = '/api/login/provider/callback'
    expect(outcomeOf(await open(`${callback}?error=access_denied`, cookie))).toEqual(refused)
    expect(outcomeOf(await open(url, cookie))).toEqual(refused)
    for (const query of ['', '?code=', '?state=x&code=y'])
      expect(outcomeOf(await open(`${callback}${query}`))).toEqual(refused)
  })

  it('refuses a sign-in that took longer than ten minutes', async () => {
    const { url, cookie } = await sentBack(emailOf('sam'))
    testApp.pass({ minutes: 11 })
    expect(outcomeOf(await open(url, cookie))).toEqual(refused)
  })

  it('limits refusals of an address like wrong passwords', async () => {
    await testApp.db.run(sql`
      insert into rate_limits (key, points, expire) values ('sign-in address:10.9.9.9', 50, ${Date.now() + 60_000})`)
    const { url, cookie } = await sentBack(emailOf('sam'))
    const answer = await testApp.visitor.send({ method: 'GET', url, headers: { cookie }, remoteAddress: '10.9.9.9' })
    expect(outcomeOf(answer)).toEqual([302, '/?signin&provider=too-many'])
  })
})

describe('confirming that it’s you', () => {
  const start = '/api/sessions/proof/provider'

  it('allows what requires recent authentication, in the same session with a new cookie', async () => {
    const { id, email, caller } = await newcomer(testApp)
    await testApp.db.run(
      sql`update sessions set reauthenticated_at = reauthenticated_at - interval '1 hour' where user_id = ${id}`,
    )
    expect((await caller.get('/api/sessions/proof')).status).toBe(403)
    // The test app's clock may be ahead of the provider's.
    provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(testApp.db.now.getTime() / 1000) })
    const { url, cookie } = await sentBack(email, { start, cookie: caller.cookie ?? '' })
    const answer = await open(url, `${cookie}; ${caller.cookie}`)
    expect(outcomeOf(answer)).toEqual([302, '/account?provider=confirmed'])
    expect((await testApp.caller(cookiesOf(answer)).get('/api/sessions/proof')).status).toBe(200)
    expect((await caller.get('/api/user')).status).toBe(401)
  })

  it('refuses another person, an earlier sign-in at the provider, and another session', async () => {
    const [one, two] = [await newcomer(testApp), await newcomer(testApp)]
    const failed = [302, '/account?provider=refused']
    const other = await sentBack(two.email, { start, cookie: one.caller.cookie ?? '' })
    expect(outcomeOf(await open(other.url, `${other.cookie}; ${one.caller.cookie}`))).toEqual(failed)
    const foreign = await sentBack(one.email, { start, cookie: one.caller.cookie ?? '' })
    expect(outcomeOf(await open(foreign.url, `${foreign.cookie}; ${two.caller.cookie}`))).toEqual(failed)
    provider.alter = (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 3600 })
    const old = await sentBack(one.email, { start, cookie: one.caller.cookie ?? '' })
    expect(outcomeOf(await open(old.url, `${old.cookie}; ${one.caller.cookie}`))).toEqual(failed)
  })

  it('is not started from another site', async () => {
    const { caller } = await newcomer(testApp)
    expect(outcomeOf(await caller.get(start, { 'sec-fetch-site': 'cross-site' }))).toEqual([302, '/'])
  })
})

describe('settings', () => {
  it('does not exist without a provider', async () => {
    const without = await createTestApp()
    for (const path of ['/api/login/provider', '/api/login/provider/callback?code=a&state=b'])
      expect((await without.visitor.get(path)).status).toBe(404)
    expect((await without.visitor.post('/api/login/provider/code', { code: '123456' })).status).toBe(404)
    await without.close()
  })

  it('says that a provider can’t be reached, and everything else works', async () => {
    const apart = await createTestApp(settings({ OIDC_ISSUER: 'http://127.0.0.1:9' }))
    const answer = await open('/api/login/provider?next=%2Finvoices', '', apart)
    expect(outcomeOf(answer)).toEqual([302, '/?signin&provider=unavailable&next=%2Finvoices'])
    expect((await signIn(apart, 'sam', fixturePassword)).status).toBe(200)
    await apart.close()
  })

  it('turns off the team’s passwords and passkeys if required, but not those of clients and master administrators', async () => {
    const strict = await createTestApp(settings({ OIDC_REQUIRED: 'on' }))
    const statusOf = async (name: string) => (await signIn(strict, name, fixturePassword)).status
    expect(await Promise.all(['sam', 'alice', 'ann'].map(statusOf))).toEqual([401, 401, 200])
    await strict.db.run(sql`update users set role = 'master-admin' where id = ${strict.people.alice.id}`)
    expect(await statusOf('alice')).toBe(200)
    expect(outcomeOf(await signInAtProvider(emailOf('sam'), { app: strict }))).toEqual([302, '/'])
    const { key } = await passkeyHolder(strict)
    expect((await enterWithPasskey(strict, key)).status).toBe(401)
    const { invitationUrl } = await invited(strict, { role: 'staff' })
    const body = { token: tokenOf(invitationUrl), password: 'another fine long phrase' }
    expect((await strict.visitor.post('/api/invitations/accept', body)).body).toMatchObject({
      code: 'conflict',
      message: 'Our team doesn’t use passwords. Open the portal and sign in with Example ID.',
    })
    await strict.close()
  })
})
