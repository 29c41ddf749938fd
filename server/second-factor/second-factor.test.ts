import { Secret } from 'otpauth'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, setUpApp, shown } from '../../tests/authenticator-apps.ts'
import { emailTo, newcomer, postFromElsewhere } from '../../tests/newcomers.ts'
import { type Answer, fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const signIn = (username: string, code?: string, more: { password?: string; cookie?: string } = {}): Promise<Answer> =>
  postFromElsewhere(
    testApp,
    '/api/login',
    { username, password: more.password ?? fixturePassword, ...(code ? { code } : {}) },
    more.cookie,
  )

describe('A9: setting up an authenticator app', () => {
  it('accepts a code, creates ten recovery codes, ends other sessions, and notifies the owner', async () => {
    const person = await newcomer(testApp)
    const elsewhere = await testApp.signIn(person.id, 'staff')
    expect((await person.caller.get('/api/second-factor')).body).toEqual({
      isOn: false,
      hasApp: false,
      since: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isRequired: false,
      passwordIsShort: false,
    })
    const setup = await person.caller.post('/api/second-factor')
    expect(setup.status).toBe(201)
    expect(setup.body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(setup.body.uri).toContain(`secret=${setup.body.secret}`)
    expect((await person.caller.get('/api/second-factor')).body.isOn).toBe(false)
    const done = await person.caller.post('/api/second-factor/confirmation', {
      code: shown(testApp, setup.body.secret),
    })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    expect(done.body.recoveryCodes[0]).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect((await person.caller.get('/api/second-factor')).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await testApp.auditLog()).some((line) => line.action === 'second-factor.turned-on')).toBe(true)
    expect(await emailTo(testApp, person.email)).toBe('Two-factor authentication is on for your ProHR account')
  })

  it('stores neither secret nor codes as plain text in tables, audit log, or emails', async () => {
    const { id, secret, recoveryCodes } = await appHolder(testApp)
    const rows = await testApp.db.rows(typed(z.object({ row: z.string() }))`
      select f::text as row from second_factors f where user_id = ${id}
      union all select c::text from recovery_codes c where user_id = ${id}
      union all select a::text from audit_entries a union all select e::text from emails e`)
    const all = rows.map(({ row }) => row).join('\n')
    for (const hidden of [secret, Secret.fromBase32(secret).hex, recoveryCodes[0] as string])
      expect(all).not.toContain(hidden)
  })

  it('refuses wrong codes, and after five of them every code', async () => {
    const { caller } = await newcomer(testApp)
    const { secret } = (await caller.post('/api/second-factor')).body
    for (const code of ['000000', 'recovery', shown(testApp, secret, 5), shown(testApp, secret, -5), '12345']) {
      const answer = await caller.post('/api/second-factor/confirmation', { code })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'code'])
    }
    const answer = await caller.post('/api/second-factor/confirmation', { code: shown(testApp, secret) })
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    testApp.pass({ minutes: 16 })
    expect((await caller.post('/api/second-factor/confirmation', { code: shown(testApp, secret) })).body.code).toBe(
      'step-up',
    )
    await caller.post('/api/sessions/proof', { password: fixturePassword })
  })

  it('refuses a confirmation without a pending secret (409), and visitors (401)', async () => {
    const { caller } = await newcomer(testApp)
    expect((await caller.post('/api/second-factor/confirmation', { code: '123456' })).status).toBe(409)
    expect((await caller.post('/api/second-factor/recovery-codes')).status).toBe(409)
    expect((await caller.delete('/api/second-factor')).status).toBe(409)
    expect((await testApp.visitor.post('/api/second-factor')).status).toBe(401)
    expect((await testApp.ivan.post('/api/second-factor')).status).toBe(401)
  })

  it('leaves the earlier app active until the new one is confirmed', async () => {
    const person = await appHolder(testApp)
    const next = (await person.caller.post('/api/second-factor')).body.secret
    expect((await signIn(person.email, shown(testApp, next))).status).toBe(401)
    expect((await signIn(person.email, shown(testApp, person.secret))).status).toBe(200)
    expect((await person.caller.post('/api/second-factor/confirmation', { code: shown(testApp, next) })).status).toBe(
      200,
    )
    testApp.pass({ minutes: 1 })
    expect((await signIn(person.email, shown(testApp, person.secret))).status).toBe(401)
    expect((await signIn(person.email, shown(testApp, next))).status).toBe(200)
  })
})

describe('A9: signing in with a second factor', () => {
  it('requires the code after a correct password, and reveals nothing of it after a wrong one', async () => {
    const { email, secret, id } = await appHolder(testApp)
    const asked = await signIn(email)
    expect([asked.status, asked.body.code, asked.body.issues]).toEqual([401, 'second-factor', []])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const wrong = await signIn(email, shown(testApp, secret), { password: 'not the pass phrase' })
    const unknown = await signIn('nobody at all', '123456')
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
    expect(
      (await signIn(email, `${shown(testApp, secret).slice(0, 3)} ${shown(testApp, secret).slice(3)}`)).body.user.id,
    ).toBe(id)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'session.started', details: { by: 'app' } })
  })

  it('accepts a code once, even from ten concurrent requests', async () => {
    const { email, secret } = await appHolder(testApp)
    const code = shown(testApp, secret)
    const browser = await knownBrowser(email, secret)
    expect((await signIn(email, code, browser)).status).toBe(401)
    testApp.pass({ minutes: 1 })
    const next = shown(testApp, secret)
    const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(email, next, browser)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  /** Signs in with a current code, so that the browser is known. */
  async function knownBrowser(email: string, secret: string) {
    const answer = await signIn(email, shown(testApp, secret))
    expect(answer.status).toBe(200)
    const cookie = [answer.headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
    return { cookie: cookie.filter((each) => each?.startsWith('portal-browser=')).join('; ') }
  }

  it('accepts the previous and the next code, but no other', async () => {
    const { email, secret } = await appHolder(testApp)
    expect((await signIn(email, shown(testApp, secret, -2))).status).toBe(401)
    expect((await signIn(email, shown(testApp, secret, 2))).status).toBe(401)
    expect((await signIn(email, shown(testApp, secret, -1))).status).toBe(200)
    expect((await signIn(email, shown(testApp, secret, 1))).status).toBe(200)
    expect((await signIn(email, shown(testApp, secret, 0))).status).toBe(401)
  })

  it('is blocked after five wrong codes from any address, which notifies the owner but does not block their known browser', async () => {
    const { email, secret } = await appHolder(testApp)
    const browser = await knownBrowser(email, secret)
    testApp.pass({ minutes: 1 })
    for (let i = 0; i < 5; i++) expect((await signIn(email, '000000')).body.code).toBe('second-factor')
    expect(await emailTo(testApp, email)).toBe('Security alert: someone may have your ProHR password')
    const rateLimited = await signIn(email, shown(testApp, secret))
    expect([rateLimited.status, rateLimited.body.code]).toEqual([429, 'too-many'])
    expect((await signIn(email, shown(testApp, secret), browser)).status).toBe(200)
    testApp.pass({ minutes: 16 })
    expect((await signIn(email, shown(testApp, secret))).status).toBe(200)
  })

  it('accepts each recovery code once, in any notation, and notifies the owner', async () => {
    const { email, recoveryCodes, caller } = await appHolder(testApp)
    const [first, second] = recoveryCodes as [string, string]
    expect((await signIn(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await emailTo(testApp, email)).toBe('A recovery code was used on your ProHR account')
    expect((await signIn(email, first)).status).toBe(401)
    expect((await caller.get('/api/second-factor')).body.recoveryCodesLeft).toBe(9)
    const tries = await Promise.all([second, second, second].map((code) => signIn(email, code)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    const renewed = (await caller.post('/api/second-factor/recovery-codes')).body.recoveryCodes
    testApp.pass({ minutes: 16 })
    expect((await signIn(email, recoveryCodes[2])).status).toBe(401)
    expect((await signIn(email, renewed[2])).status).toBe(200)
  })

  it('is not skipped by a password reset', async () => {
    const { email, secret } = await appHolder(testApp)
    await testApp.visitor.post('/api/password/forgot', { email })
    await testApp.runJobs()
    const link = (await testApp.mail()).filter((each) => each.to === email).at(-1)?.text ?? ''
    const token = /password-reset\/([\w-]+)/.exec(link)?.[1]
    const password = 'marble nine tin'
    expect((await testApp.visitor.post('/api/password/reset', { token, password })).status).toBe(200)
    expect((await signIn(email, undefined, { password })).body.code).toBe('second-factor')
    expect((await signIn(email, shown(testApp, secret), { password })).status).toBe(200)
  })

  it('A8: upgrades an outdated password hash', async () => {
    const { id, email } = await newcomer(testApp)
    const { hash } = await import('@node-rs/argon2')
    const older = await hash(fixturePassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await testApp.db.run(sql`update users set password = ${older} where id = ${id}`)
    expect((await signIn(email)).status).toBe(200)
    const { password } = await testApp.db.one(
      typed(z.object({ password: z.string() }))`select password from users where id = ${id}`,
    )
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email)).status).toBe(200)
    const after = await testApp.db.one(
      typed(z.object({ password: z.string() }))`select password from users where id = ${id}`,
    )
    expect(after.password).toBe(password)
  })
})

describe('a short password', () => {
  const short = 'nine tin cups'

  it('is accepted only with a second factor, which then cannot be removed', async () => {
    const person = await newcomer(testApp)
    const change = (current: string, password: string) => person.caller.put('/api/password', { current, password })
    expect((await change(fixturePassword, short)).status).toBe(400)
    const { caller } = await setUpApp(testApp, person)
    const changed = await caller.put('/api/password', { current: fixturePassword, password: short })
    expect(changed.status, changed.text).toBe(200)
    const cookie = String([changed.headers['set-cookie']].flat()[0]).split(';')[0] as string
    const again = testApp.caller(cookie)
    const refused = await again.delete('/api/second-factor')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('shorter than 15')])
    expect((await again.put('/api/password', { current: short, password: 'seven!!' })).status).toBe(400)
  })

  it('is removed when an administrator removes the factor', async () => {
    const person = await appHolder(testApp)
    await testApp.db.run(sql`update users set password_is_short = true where id = ${person.id}`)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${person.id}/second-factor`)).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(401)
    expect(await emailTo(testApp, person.email)).toBe('Two-factor authentication was reset on your ProHR account')
  })
})

describe('turning off two-factor authentication', () => {
  it('works for your own account, notifies you, and is harmless twice', async () => {
    const { caller, email } = await appHolder(testApp, 'client')
    expect((await caller.delete('/api/second-factor')).body.isOn).toBe(false)
    expect(await emailTo(testApp, email)).toBe('Two-factor authentication is off for your ProHR account')
    expect((await caller.delete('/api/second-factor')).status).toBe(409)
    expect((await signIn(email)).status).toBe(200)
  })

  it('is limited to administrators for a user who lost it, and notifies the user', async () => {
    const person = await appHolder(testApp)
    const path = `/api/users/${person.id}/second-factor`
    for (const who of ['sam', 'ann'] as const) {
      const caller = await testApp.signIn(testApp.people[who].id, testApp.people[who].role)
      expect((await caller.delete(path)).status).toBe(404)
    }
    expect((await testApp.visitor.delete(path)).status).toBe(401)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.delete(path)).body.id).toBe(person.id)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'second-factor.reset', entityId: person.id })
    expect((await person.caller.get('/api/user')).status).toBe(401)
    expect((await signIn(person.email)).status).toBe(200)
    expect((await alice.delete(path)).status).toBe(409)
  })

  it('B5: is refused to an administrator for a master administrator, and for themselves', async () => {
    const [alice, mona] = [
      await testApp.signIn(testApp.people.alice.id, 'admin'),
      await testApp.signIn(testApp.people.mona.id, 'master-admin'),
    ]
    expect((await alice.delete(`/api/users/${testApp.people.mona.id}/second-factor`)).status).toBe(403)
    expect((await mona.delete(`/api/users/${testApp.people.mona.id}/second-factor`)).status).toBe(409)
  })
})
