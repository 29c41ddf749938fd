import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { castPassword, createWorld, type Answer, type Caller, type Name, type World } from '../../tests/world.ts'
import { codeAt } from './totp.ts'

let world: World
let now: () => number
beforeAll(async () => {
  world = await createWorld()
  now = () => world.db.now.getTime()
})
afterAll(() => world.close())

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const bytesOf = (base32: string) => {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
/** What the app shows now, or some steps from now. */
const shown = (secret: string, steps = 0) => codeAt(bytesOf(secret), Math.floor(now() / 30_000) + steps)

let people = 0
const email = () => `factor-${++people}@example.com`

interface Someone {
  id: string
  email: string
  caller: Caller
}

/** Somebody new with the password of the cast, signed in. */
async function someone(role: 'admin' | 'staff' | 'client' = 'staff'): Promise<Someone> {
  const alice = await world.signIn(world.people.alice.id, 'admin')
  const person = { email: email(), firstName: 'Noor', lastName: 'Haddad', role }
  const { id } = (await alice.post('/api/users', person)).body
  await world.db.run(
    sql`update users set password = (select password from users where id = ${world.people.alice.id}) where id = ${id}`,
  )
  return { id, email: person.email, caller: await world.signIn(id, role) }
}

interface Protected extends Someone {
  secret: string
  recoveryCodes: string[]
}

async function turnOn(person: Someone): Promise<Protected> {
  const { secret } = (await person.caller.post('/api/second-factor')).body
  const answer = await person.caller.post('/api/second-factor/confirmation', { code: shown(secret) })
  expect(answer.status, answer.text).toBe(200)
  // The code that confirmed it is used up; the next one is to come.
  world.pass({ minutes: 1 })
  return { ...person, secret, recoveryCodes: answer.body.recoveryCodes }
}

const protectedSomeone = async (role?: 'admin' | 'staff' | 'client') => turnOn(await someone(role))

let lastAddress = 0
const signIn = (username: string, code?: string, more: { password?: string; cookie?: string } = {}): Promise<Answer> =>
  world.visitor.send({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/json', ...(more.cookie ? { cookie: more.cookie } : {}) },
    payload: JSON.stringify({ username, password: more.password ?? castPassword, ...(code ? { code } : {}) }),
    remoteAddress: `10.7.${++lastAddress >> 8}.${lastAddress & 255}`,
  })

const letterTo = async (to: string) => (await world.mail()).filter((each) => each.to === to).at(-1)?.subject

describe('setting up an authenticator app', () => {
  it('takes a code of the app, gives ten recovery codes, ends other sessions, and tells the owner', async () => {
    const person = await someone()
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
    const done = await person.caller.post('/api/second-factor/confirmation', { code: shown(begun.body.secret) })
    expect(new Set(done.body.recoveryCodes).size).toBe(10)
    expect(done.body.recoveryCodes[0]).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect((await person.caller.get('/api/second-factor')).body).toMatchObject({ isOn: true, recoveryCodesLeft: 10 })
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await world.trail()).some((line) => line.action === 'second-factor.turned-on')).toBe(true)
    expect(await letterTo(person.email)).toBe('Two-step sign-in is on')
  })

  it('keeps neither secret nor codes in the clear, in tables, trail or letters', async () => {
    const { id, secret, recoveryCodes } = await protectedSomeone()
    const rows = await world.db.rows<{ row: string }>(sql`
      select f::text as row from second_factors f where user_id = ${id}
      union all select c::text from recovery_codes c where user_id = ${id}
      union all select a::text from audit_entries a union all select e::text from emails e`)
    const all = rows.map(({ row }) => row).join('\n')
    for (const hidden of [secret, bytesOf(secret).toString('hex'), recoveryCodes[0] as string])
      expect(all).not.toContain(hidden)
  })

  it('is refused a wrong code, five times, and then any', async () => {
    const { caller } = await someone()
    const { secret } = (await caller.post('/api/second-factor')).body
    for (const code of ['000000', 'recovery', shown(secret, 5), shown(secret, -5), '12345']) {
      const answer = await caller.post('/api/second-factor/confirmation', { code })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'code'])
    }
    const answer = await caller.post('/api/second-factor/confirmation', { code: shown(secret) })
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    world.pass({ minutes: 16 })
    expect((await caller.post('/api/second-factor/confirmation', { code: shown(secret) })).body.code).toBe('step-up')
    await caller.post('/api/sessions/proof', { password: castPassword })
  })

  it('without a beginning is a 409, for a visitor a 401', async () => {
    const { caller } = await someone()
    expect((await caller.post('/api/second-factor/confirmation', { code: '123456' })).status).toBe(409)
    expect((await caller.post('/api/second-factor/recovery-codes')).status).toBe(409)
    expect((await caller.delete('/api/second-factor')).status).toBe(409)
    expect((await world.visitor.post('/api/second-factor')).status).toBe(401)
    expect((await world.ivan.post('/api/second-factor')).status).toBe(401)
  })

  it('anew leaves the earlier app good until the new one has shown a code', async () => {
    const person = await protectedSomeone()
    const next = (await person.caller.post('/api/second-factor')).body.secret
    expect((await signIn(person.email, shown(next))).status).toBe(401)
    expect((await signIn(person.email, shown(person.secret))).status).toBe(200)
    expect((await person.caller.post('/api/second-factor/confirmation', { code: shown(next) })).status).toBe(200)
    world.pass({ minutes: 1 })
    expect((await signIn(person.email, shown(person.secret))).status).toBe(401)
    expect((await signIn(person.email, shown(next))).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  it('asks for the code after a right password, and says nothing of it after a wrong one', async () => {
    const { email, secret, id } = await protectedSomeone()
    const asked = await signIn(email)
    expect([asked.status, asked.body.code, asked.body.issues]).toEqual([401, 'second-factor', []])
    expect(asked.headers['set-cookie']).toBeUndefined()
    const wrong = await signIn(email, shown(secret), { password: 'not the pass phrase' })
    const unknown = await signIn('nobody at all', '123456')
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body])
    expect((await signIn(email, `${shown(secret).slice(0, 3)} ${shown(secret).slice(3)}`)).body.user.id).toBe(id)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.started', details: { by: 'app' } })
  })

  it('takes a code once, also of ten at the same time', async () => {
    const { email, secret } = await protectedSomeone()
    const code = shown(secret)
    const browser = await knownBrowser(email, secret)
    expect((await signIn(email, code, browser)).status).toBe(401)
    world.pass({ minutes: 1 })
    const next = shown(secret)
    const tries = await Promise.all(Array.from({ length: 4 }, () => signIn(email, next, browser)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  /** Signs in with the code of now, so that the browser is known. */
  async function knownBrowser(email: string, secret: string) {
    const answer = await signIn(email, shown(secret))
    expect(answer.status).toBe(200)
    const cookie = [answer.headers['set-cookie']].flat().map((line) => String(line).split(';')[0])
    return { cookie: cookie.filter((each) => each?.startsWith('portal-browser=')).join('; ') }
  }

  it('takes the code before and the one after, no other', async () => {
    const { email, secret } = await protectedSomeone()
    expect((await signIn(email, shown(secret, -2))).status).toBe(401)
    expect((await signIn(email, shown(secret, 2))).status).toBe(401)
    expect((await signIn(email, shown(secret, -1))).status).toBe(200)
    expect((await signIn(email, shown(secret, 1))).status).toBe(200)
    expect((await signIn(email, shown(secret, 0))).status).toBe(401)
  })

  it('ends after five wrong codes from anywhere, tells the owner, and leaves their own browser alone', async () => {
    const { email, secret } = await protectedSomeone()
    const browser = await knownBrowser(email, secret)
    world.pass({ minutes: 1 })
    for (let i = 0; i < 5; i++) expect((await signIn(email, '000000')).body.code).toBe('second-factor')
    expect(await letterTo(email)).toBe('Somebody knows your password')
    const braked = await signIn(email, shown(secret))
    expect([braked.status, braked.body.code]).toEqual([429, 'too-many'])
    expect((await signIn(email, shown(secret), browser)).status).toBe(200)
    world.pass({ minutes: 16 })
    expect((await signIn(email, shown(secret))).status).toBe(200)
  })

  it('takes each recovery code once, however it is written, and tells the owner', async () => {
    const { email, recoveryCodes, caller } = await protectedSomeone()
    const [first, second] = recoveryCodes as [string, string]
    expect((await signIn(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await letterTo(email)).toBe('A recovery code was used')
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
    const { email, secret } = await protectedSomeone()
    await world.visitor.post('/api/password/forgot', { email })
    await world.runJobs()
    const link = (await world.mail()).filter((each) => each.to === email).at(-1)?.text ?? ''
    const token = /password-reset\/([\w-]+)/.exec(link)?.[1]
    const password = 'marble nine tin'
    expect((await world.visitor.post('/api/password/reset', { token, password })).status).toBe(200)
    expect((await signIn(email, undefined, { password })).body.code).toBe('second-factor')
    expect((await signIn(email, shown(secret), { password })).status).toBe(200)
  })

  it('upgrades a password that was hashed in an older way', async () => {
    const { id, email } = await someone()
    const { hash } = await import('@node-rs/argon2')
    const older = await hash(castPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await world.db.run(sql`update users set password = ${older} where id = ${id}`)
    expect((await signIn(email)).status).toBe(200)
    const { password } = await world.db.one<{ password: string }>(sql`select password from users where id = ${id}`)
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email)).status).toBe(200)
    const after = await world.db.one<{ password: string }>(sql`select password from users where id = ${id}`)
    expect(after.password).toBe(password)
  })
})

describe('a short password', () => {
  const short = 'nine tin cups'

  it('does beside a second factor only, which then stays', async () => {
    const person = await someone()
    const change = (current: string, password: string) => person.caller.put('/api/password', { current, password })
    expect((await change(castPassword, short)).status).toBe(400)
    const { caller } = await turnOn(person)
    const changed = await caller.put('/api/password', { current: castPassword, password: short })
    expect(changed.status, changed.text).toBe(200)
    const cookie = String([changed.headers['set-cookie']].flat()[0]).split(';')[0] as string
    const again = world.caller(cookie)
    const refused = await again.delete('/api/second-factor')
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('shorter than 15')])
    expect((await again.put('/api/password', { current: short, password: 'seven!!' })).status).toBe(400)
  })

  it('does not stay alone when an administrator takes the factor off', async () => {
    const person = await protectedSomeone()
    await world.db.run(sql`update users set password_is_short = true where id = ${person.id}`)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${person.id}/second-factor`)).status).toBe(200)
    expect((await signIn(person.email)).status).toBe(401)
    expect(await letterTo(person.email)).toBe('Two-step sign-in was taken off your account')
  })
})

describe('turning it off', () => {
  it('works for oneself, is told, and twice says so', async () => {
    const { caller, email } = await protectedSomeone('client')
    expect((await caller.delete('/api/second-factor')).body.isOn).toBe(false)
    expect(await letterTo(email)).toBe('Two-step sign-in is off')
    expect((await caller.delete('/api/second-factor')).status).toBe(409)
    expect((await signIn(email)).status).toBe(200)
  })

  it('for somebody who lost it is an administrator’s, who is told on', async () => {
    const person = await protectedSomeone()
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

  it('is not an administrator’s for a master-admin, nor for themselves', async () => {
    const [alice, mona] = [
      await world.signIn(world.people.alice.id, 'admin'),
      await world.signIn(world.people.mona.id, 'master-admin'),
    ]
    expect((await alice.delete(`/api/users/${world.people.mona.id}/second-factor`)).status).toBe(403)
    expect((await mona.delete(`/api/users/${world.people.mona.id}/second-factor`)).status).toBe(409)
  })
})

describe('a second factor required of the team', () => {
  const fresh = (name: Name) => world.signIn(world.people[name].id, world.people[name].role)

  it('is an administrator’s to ask for, who has one', async () => {
    const alice = await fresh('alice')
    const answer = await alice.put('/api/second-factor/requirement', { isRequired: true })
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('your own account first')])
    expect((await (await fresh('sam')).put('/api/second-factor/requirement', { isRequired: true })).status).toBe(403)
    expect((await alice.get('/api/second-factor/requirement')).body.isRequired).toBe(false)
  })

  it('goes before anything else, for the team and not for clients, and ends again', async () => {
    const admin = await protectedSomeone('admin')
    const [staff, client, sam] = [await someone('staff'), await someone('client'), await fresh('sam')]
    const required = await admin.caller.put('/api/second-factor/requirement', { isRequired: true })
    expect(required.body).toEqual({ isRequired: true, without: expect.any(Number) })
    expect((await world.trail()).at(-1)?.action).toBe('second-factor.required')

    for (const path of [
      '/api/client-folders',
      '/api/staff',
      '/api/events',
      `/api/client-folders/${world.folders.acme.id}`,
    ])
      expect((await sam.get(path)).body?.code, path).toBe('second-factor-required')
    expect((await sam.post('/api/client-folders', {})).body.code).toBe('second-factor-required')
    expect((await sam.get('/api/user')).body.needsSecondFactor).toBe(true)
    expect((await client.caller.get('/api/client-folders')).status).toBe(200)
    expect((await admin.caller.get('/api/client-folders')).status).toBe(200)

    const ready = await turnOn(staff)
    expect((await ready.caller.get('/api/client-folders')).status).toBe(200)
    expect((await ready.caller.get('/api/user')).body.needsSecondFactor).toBe(false)
    expect((await ready.caller.delete('/api/second-factor')).body.message).toContain('required for the team')

    const ended = await admin.caller.put('/api/second-factor/requirement', { isRequired: false })
    expect(ended.body.isRequired).toBe(false)
    expect((await sam.get('/api/client-folders')).status).toBe(200)
  })
})

describe('what asks for the password once more', () => {
  const cookieOf = (answer: Answer) => String([answer.headers['set-cookie']].flat()[0]).split(';')[0] as string

  it('goes through for ten minutes after signing in, then asks, and goes through again', async () => {
    const { caller } = await someone()
    world.pass({ minutes: 9 })
    expect((await caller.post('/api/second-factor')).status).toBe(201)
    world.pass({ minutes: 2 })
    const asked = await caller.post('/api/second-factor')
    expect([asked.status, asked.body.code]).toEqual([403, 'step-up'])
    expect(asked.body.message).toContain('enter your password')
    expect((await caller.get('/api/client-folders')).status).toBe(200)
    const wrong = await caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'password'])
    expect((await caller.post('/api/sessions/proof', {})).status).toBe(400)
    const proof = await caller.post('/api/sessions/proof', { password: castPassword })
    expect(proof.status).toBe(200)
    // The session goes on under another secret, and the one before opens nothing.
    expect((await caller.get('/api/user')).status).toBe(401)
    const after = world.caller(cookieOf(proof))
    expect((await after.post('/api/second-factor')).status).toBe(201)
    expect((await world.trail()).some(({ action }) => action === 'session.proved')).toBe(true)
  })

  it('takes a code as well, once', async () => {
    const { caller, secret } = await protectedSomeone()
    world.pass({ minutes: 11 })
    const code = shown(secret)
    const proof = await caller.post('/api/sessions/proof', { code })
    const after = world.caller(cookieOf(proof))
    expect((await after.post('/api/second-factor/recovery-codes')).status).toBe(200)
    expect((await after.post('/api/sessions/proof', { code })).status).toBe(400)
  })

  it('is guessed ten times, not more', async () => {
    const { caller } = await someone()
    for (let i = 0; i < 10; i++) await caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
    expect((await caller.post('/api/sessions/proof', { password: castPassword })).status).toBe(429)
    expect((await world.visitor.post('/api/sessions/proof', { password: castPassword })).status).toBe(401)
  })

  it('is the role and the address of a user, and a new administrator; other edits go through', async () => {
    const { id, email: address } = await someone('staff')
    const alice = await world.signIn(world.people.alice.id, 'admin')
    world.pass({ minutes: 11 })
    const edit = (more: object) =>
      alice.put(`/api/users/${id}`, { email: address, firstName: 'Noor', lastName: 'Haddad', role: 'staff', ...more })
    expect((await edit({ phone: '(540) 555-0142' })).status).toBe(200)
    expect((await edit({ role: 'admin' })).body.code).toBe('step-up')
    expect((await edit({ email: email() })).body.code).toBe('step-up')
    const newcomer = { email: email(), firstName: 'Kim', lastName: 'Lee' }
    expect((await alice.post('/api/users', { ...newcomer, role: 'admin' })).body.code).toBe('step-up')
    expect((await alice.post('/api/users', { ...newcomer, role: 'staff' })).status).toBe(201)
    expect((await alice.get(`/api/users/${id}`)).body).toMatchObject({ role: 'staff', email: address })
    const proved = world.caller(cookieOf(await alice.post('/api/sessions/proof', { password: castPassword })))
    const role = { email: address, firstName: 'Noor', lastName: 'Haddad', role: 'client' }
    expect((await proved.put(`/api/users/${id}`, role)).body.role).toBe('client')
  })
})
