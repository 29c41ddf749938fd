import { Secret } from 'otpauth'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, setUpApp, shown } from '../../tests/authenticator-apps.ts'
import { letterTo, newcomer, postFromElsewhere } from '../../tests/newcomers.ts'
import { type Answer, castPassword, createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const signIn = (username: string, code?: string, more: { password?: string; cookie?: string } = {}): Promise<Answer> =>
  postFromElsewhere(
    world,
    '/api/login',
    { username, password: more.password ?? castPassword, ...(code ? { code } : {}) },
    more.cookie,
  )

describe('A9: setting up an authenticator app', () => {
  it('takes a code of the app, gives ten recovery codes, ends other sessions, and tells the owner', async () => {
    const person = await newcomer(world)
    const elsewhere = await world.signIn(person.id, 'staff')
    expect((await person.caller.get('/api/second-factor')).body).toEqual({
      isOn: false,
      hasApp: false,
      since: null,
      passkeys: 0,
      recoveryCodesLeft: 0,
      isRequired: false,
      passwordIsShort: false,
    })
    const begun = await person.caller.post('/api/second-factor')
    expect(begun.status).toBe(201)
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}`)
    expect((await person.caller.get('/api/second-factor')).body.isOn).toBe(false)
    const done = await person.caller.post('/api/second-factor/confirmation', { code: shown(world, begun.body.secret) })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    expect(done.body.recoveryCodes[0]).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect((await person.caller.get('/api/second-factor')).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await world.trail()).some((line) => line.action === 'second-factor.turned-on')).toBe(true)
    expect(await letterTo(world, person.email)).toBe('Two-step sign-in is on')
  })

  it('keeps neither secret nor codes in the clear, in tables, trail or letters', async () => {
    const { id, secret, recoveryCodes } = await appHolder(world)
    const rows = await world.db.rows(typed(z.object({ row: z.string() }))`
      select f::text as row from second_factors f where user_id = ${id}
      union all select c::text from recovery_codes c where user_id = ${id}
      union all select a::text from audit_entries a union all select e::text from emails e`)
    const all = rows.map(({ row }) => row).join('\n')
    for (const hidden of [secret, Secret.fromBase32(secret).hex, recoveryCodes[0] as string])
      expect(all).not.toContain(hidden)
  })

  it('is refused a wrong code, five times, and then any', async () => {
    const { caller } = await newcomer(world)
    const { secret } = (await caller.post('/api/second-factor')).body
    for (const code of ['000000', 'recovery', shown(world, secret, 5), shown(world, secret, -5), '12345']) {
      const answer = await caller.post('/api/second-factor/confirmation', { code })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'code'])
    }
    const answer = await caller.post('/api/second-factor/confirmation', { code: shown(world, secret) })
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    world.pass({ minutes: 16 })
    expect((await caller.post('/api/second-factor/confirmation', { code: shown(world, secret) })).body.code).toBe(
      'step-up',
    )
    await caller.post('/api/sessions/proof', { password: castPassword })
  })

  it('without a beginning is a 409, for a visitor a 401', async () => {
    const { caller } = await newcomer(world)
    expect((await caller.post('/api/second-factor/confirmation', { code: '123456' })).status).toBe(409)
    expect((await caller.post('/api/second-factor/recovery-codes')).status).toBe(409)
    expect((await caller.delete('/api/second-factor')).status).toBe(409)
    expect((await world.visitor.post('/api/second-factor')).status).toBe(401)
    expect((await world.ivan.post('/api/second-factor')).status).toBe(401)
  })

  it('anew leaves the earlier app good until the new one has shown a code', async () => {
    const person = await appHolder(world)
    const next = (await person.caller.post('/api/second-factor')).body.secret
    expect((await signIn(person.email, shown(world, next))).status).toBe(401)
    expect((await signIn(person.email, shown(world, person.secret))).status).toBe(200)
    expect((await person.caller.post('/api/second-factor/confirmation', { code: shown(world, next) })).status).toBe(200)
    world.pass({ minutes: 1 })
    expect((await signIn(person.email, shown(world, person.secret))).status).toBe(401)
    expect((await signIn(person.email, shown(world, next))).status).toBe(200)
  })
})

describe('A9: signing in with a second factor', () => {
  it('asks for the code after a right password, and says nothing of it after a wrong one', async () => {
    const { email, secret, id } = await appHolder(world)
    const asked = await signIn(email)
    expect([asked.status, asked.body.code, asked.body.issues]).toEqual([401, 'second-factor', []])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const wrong = await signIn(email, shown(world, secret), { password: 'not the pass phrase' })
    const unknown = await signIn('nobody at all', '123456')
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
    expect(
      (await signIn(email, `${shown(world, secret).slice(0, 3)} ${shown(world, secret).slice(3)}`)).body.user.id,
    ).toBe(id)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.started', details: { by: 'app' } })
  })

  it('takes a code once, also of ten at the same time', async () => {
    const { email, secret } = await appHolder(world)
    const code = shown(world, secret)
    const browser = await knownBrowser(email, secret)
    expect((await signIn(email, code, browser)).status).toBe(401)
    world.pass({ minutes: 1 })
    const next = shown(world, secret)
    const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(email, next, browser)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  /** Signs in with the code of now, so that the browser is known. */
  async function knownBrowser(email: string, secret: string) {
    const answer = await signIn(email, shown(world, secret))
    expect(answer.status).toBe(200)
    const cookie = [answer.headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
    return { cookie: cookie.filter((each) => each?.startsWith('portal-browser=')).join('; ') }
  }

  it('takes the code before and the one after, no other', async () => {
    const { email, secret } = await appHolder(world)
    expect((await signIn(email, shown(world, secret, -2))).status).toBe(401)
    expect((await signIn(email, shown(world, secret, 2))).status).toBe(401)
    expect((await signIn(email, shown(world, secret, -1))).status).toBe(200)
    expect((await signIn(email, shown(world, secret, 1))).status).toBe(200)
    expect((await signIn(email, shown(world, secret, 0))).status).toBe(401)
  })

  it('ends after five wrong codes from anywhere, tells the owner, and leaves their own browser alone', async () => {
    const { email, secret } = await appHolder(world)
    const browser = await knownBrowser(email, secret)
    world.pass({ minutes: 1 })
    for (let i = 0; i < 5; i++) expect((await signIn(email, '000000')).body.code).toBe('second-factor')
    expect(await letterTo(world, email)).toBe('Somebody knows your password')
    const braked = await signIn(email, shown(world, secret))
    expect([braked.status, braked.body.code]).toEqual([429, 'too-many'])
    expect((await signIn(email, shown(world, secret), browser)).status).toBe(200)
    world.pass({ minutes: 16 })
    expect((await signIn(email, shown(world, secret))).status).toBe(200)
  })

  it('takes each recovery code once, however it is written, and tells the owner', async () => {
    const { email, recoveryCodes, caller } = await appHolder(world)
    const [first, second] = recoveryCodes as [string, string]
    expect((await signIn(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await letterTo(world, email)).toBe('A recovery code was used')
    expect((await signIn(email, first)).status).toBe(401)
    expect((await caller.get('/api/second-factor')).body.recoveryCodesLeft).toBe(9)
    const tries = await Promise.all([second, second, second].map((code) => signIn(email, code)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    const renewed = (await caller.post('/api/second-factor/recovery-codes')).body.recoveryCodes
    world.pass({ minutes: 16 })
    expect((await signIn(email, recoveryCodes[2])).status).toBe(401)
    expect((await signIn(email, renewed[2])).status).toBe(200)
  })

  it('is not skipped by choosing a new password', async () => {
    const { email, secret } = await appHolder(world)
    await world.visitor.post('/api/password/forgot', { email })
    await world.runJobs()
    const link = (await world.mail()).filter((each) => each.to === email).at(-1)?.text ?? ''
    const token = /password-reset\/([\w-]+)/.exec(link)?.[1]
    const password = 'marble nine tin'
    expect((await world.visitor.post('/api/password/reset', { token, password })).status).toBe(200)
    expect((await signIn(email, undefined, { password })).body.code).toBe('second-factor')
    expect((await signIn(email, shown(world, secret), { password })).status).toBe(200)
  })

  it('A8: upgrades a password that was hashed in an older way', async () => {
    const { id, email } = await newcomer(world)
    const { hash } = await import('@node-rs/argon2')
    const older = await hash(castPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await world.db.run(sql`update users set password = ${older} where id = ${id}`)
    expect((await signIn(email)).status).toBe(200)
    const { password } = await world.db.one(
      typed(z.object({ password: z.string() }))`select password from users where id = ${id}`,
    )
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email)).status).toBe(200)
    const after = await world.db.one(
      typed(z.object({ password: z.string() }))`select password from users where id = ${id}`,
    )
    expect(after.password).toBe(password)
  })
})

describe('a short password', () => {
  const short = 'nine tin cups'

  it('does beside a second factor only, which then stays', async () => {
    const person = await newcomer(world)
    const change = (current: string, password: string) => person.caller.put('/api/password', { current, password })
    expect((await change(castPassword, short)).status).toBe(400)
    const { caller } = await setUpApp(world, person)
    const changed = await caller.put('/api/password', { current: castPassword, password: short })
    expect(changed.status, changed.text).toBe(200)
    const cookie = String([changed.headers['set-cookie']].flat()[0]).split(';')[0] as string
    const again = world.caller(cookie)
    const refused = await again.delete('/api/second-factor')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('shorter than 15')])
    expect((await again.put('/api/password', { current: short, password: 'seven!!' })).status).toBe(400)
  })

  it('does not stay alone when an administrator takes the factor off', async () => {
    const person = await appHolder(world)
    await world.db.run(sql`update users set password_is_short = true where id = ${person.id}`)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${person.id}/second-factor`)).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(401)
    expect(await letterTo(world, person.email)).toBe('Two-step sign-in was taken off your account')
  })
})

describe('turning it off', () => {
  it('works for oneself, is told, and twice says so', async () => {
    const { caller, email } = await appHolder(world, 'client')
    expect((await caller.delete('/api/second-factor')).body.isOn).toBe(false)
    expect(await letterTo(world, email)).toBe('Two-step sign-in is off')
    expect((await caller.delete('/api/second-factor')).status).toBe(409)
    expect((await signIn(email)).status).toBe(200)
  })

  it('for somebody who lost it is an administrator’s, who is told on', async () => {
    const person = await appHolder(world)
    const path = `/api/users/${person.id}/second-factor`
    for (const who of ['sam', 'ann'] as const) {
      const caller = await world.signIn(world.people[who].id, world.people[who].role)
      expect((await caller.delete(path)).status).toBe(404)
    }
    expect((await world.visitor.delete(path)).status).toBe(401)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.delete(path)).body.id).toBe(person.id)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'second-factor.reset', entityId: person.id })
    expect((await person.caller.get('/api/user')).status).toBe(401)
    expect((await signIn(person.email)).status).toBe(200)
    expect((await alice.delete(path)).status).toBe(409)
  })

  it('B5: is not an administrator’s for a master-admin, nor for themselves', async () => {
    const [alice, mona] = [
      await world.signIn(world.people.alice.id, 'admin'),
      await world.signIn(world.people.mona.id, 'master-admin'),
    ]
    expect((await alice.delete(`/api/users/${world.people.mona.id}/second-factor`)).status).toBe(403)
    expect((await mona.delete(`/api/users/${world.people.mona.id}/second-factor`)).status).toBe(409)
  })
})
