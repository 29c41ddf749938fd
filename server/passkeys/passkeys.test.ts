import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Key, type Lies, makePasskey, signWith } from '../../tests/authenticator.ts'
import { type Answer, type Caller, castPassword, createWorld, type World } from '../../tests/world.ts'

let world: World
let origin: string
beforeAll(async () => {
  world = await createWorld()
  origin = new URL(world.config.publicUrl).origin
})
afterAll(() => world.close())

let people = 0

interface Someone {
  id: string
  email: string
  role: 'admin' | 'staff' | 'client'
  caller: Caller
}

/** Somebody new with the password of the cast, signed in. */
async function someone(role: Someone['role'] = 'staff'): Promise<Someone> {
  const alice = await world.signIn(world.people.alice.id, 'admin')
  const email = `passkey-${++people}@example.com`
  const { id } = (await alice.post('/api/users', { email, firstName: 'Noor', lastName: 'Haddad', role })).body
  await world.db.run(
    sql`update users set password = (select password from users where id = ${world.people.alice.id}) where id = ${id}`,
  )
  return { id, email, role, caller: await world.signIn(id, role) }
}

async function add(caller: Caller, lies: Lies = {}, name = 'Laptop'): Promise<{ answer: Answer; key: Key }> {
  const begun = await caller.post('/api/passkeys/creation')
  expect(begun.status, begun.text).toBe(200)
  const { key, credential } = makePasskey(begun.body, origin, lies)
  return { answer: await caller.post('/api/passkeys', { name, credential }), key }
}

interface WithPasskey extends Someone {
  key: Key
  passkeyId: string
  recoveryCodes: string[]
}

async function withPasskey(role?: Someone['role']): Promise<WithPasskey> {
  const person = await someone(role)
  const { answer, key } = await add(person.caller)
  expect(answer.status, answer.text).toBe(201)
  return { ...person, key, passkeyId: answer.body.id, recoveryCodes: answer.body.recoveryCodes }
}

const cookiesOf = (answer: Answer) =>
  [answer.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')

let lastAddress = 0
const post = (url: string, body: unknown, cookie = ''): Promise<Answer> =>
  world.visitor.send({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', cookie },
    payload: JSON.stringify(body),
    remoteAddress: `10.8.${++lastAddress >> 8}.${lastAddress & 255}`,
  })

/** A browser that is signed out: asks, and answers with what it was given. */
async function enter(key: Key, lies: Lies = {}): Promise<Answer> {
  const asked = await world.visitor.post('/api/passkeys/challenge')
  return post('/api/login/passkey', { passkey: signWith(key, asked.body, origin, lies) }, cookiesOf(asked))
}

const letterTo = async (to: string) => (await world.mail()).filter((each) => each.to === to).at(-1)?.subject

describe('a passkey', () => {
  it('is added with recovery codes, ends other sessions, is listed, and its owner is told', async () => {
    const person = await someone('client')
    const elsewhere = await world.signIn(person.id, 'client')
    const { answer } = await add(person.caller, {}, 'My “phone” 📱 <b>')
    expect([answer.status, answer.body.name]).toEqual([201, 'My “phone” 📱 <b>'])
    expect(new Set(answer.body.recoveryCodes).size).toBe(10)
    const [listed] = (await person.caller.get('/api/passkeys')).body
    expect(listed).toEqual({
      id: answer.body.id,
      name: 'My “phone” 📱 <b>',
      isSynced: false,
      createdAt: expect.any(String),
      usedAt: null,
      version: 1,
    })
    expect((await elsewhere.get('/api/user')).status).toBe(401)
    expect((await person.caller.get('/api/second-factor')).body).toMatchObject({
      isOn: true,
      hasApp: false,
      passkeys: 1,
      recoveryCodesLeft: 10,
    })
    expect(await letterTo(person.email)).toBe('A passkey was added to your account')
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'passkey.added', actorId: person.id })
  })

  it('beside another factor brings no new codes, and no session ends', async () => {
    const { id, caller } = await withPasskey()
    const elsewhere = await world.signIn(id, 'staff')
    const { answer } = await add(caller)
    expect([answer.status, answer.body.recoveryCodes]).toEqual([201, null])
    expect((await elsewhere.get('/api/user')).status).toBe(200)
  })

  it.each<[string, Lies]>([
    ['made on another site', { origin: 'https://portal.example' }],
    ['made for another site', { rpId: 'portal.example' }],
    ['made for another challenge', { challenge: 'A'.repeat(43) }],
    ['made without a look at the person', { unverified: true }],
    ['that was signed with, not made', { type: 'webauthn.get' }],
  ])('%s is refused', async (_how, lies) => {
    const { caller } = await someone()
    const { answer } = await add(caller, lies)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'credential'])
    expect((await world.trail()).at(-1)?.action).toBe('passkey.refused')
    expect((await caller.get('/api/passkeys')).body).toEqual([])
  })

  it('answers one challenge, once, within five minutes, in the session that asked', async () => {
    const [noor, other] = [await someone(), await someone()]
    const begun = (await noor.caller.post('/api/passkeys/creation')).body
    const body = { name: 'Laptop', credential: makePasskey(begun, origin).credential }
    expect((await other.caller.post('/api/passkeys', body)).status).toBe(400)
    const both = await Promise.all([noor.caller.post('/api/passkeys', body), noor.caller.post('/api/passkeys', body)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect((await noor.caller.post('/api/passkeys', body)).status).toBe(400)
    const late = (await noor.caller.post('/api/passkeys/creation')).body
    world.pass({ minutes: 6 })
    const made = makePasskey(late, origin)
    expect((await noor.caller.post('/api/passkeys', { name: 'Late', credential: made.credential })).status).toBe(400)
    expect((await noor.caller.get('/api/passkeys')).body).toHaveLength(1)
  })

  it('is nobody else’s: the same one is refused for another person', async () => {
    const [noor, other] = [await someone(), await someone()]
    const asked = (await noor.caller.post('/api/passkeys/creation')).body
    const made = makePasskey(asked, origin)
    await noor.caller.post('/api/passkeys', { name: 'Laptop', credential: made.credential })
    await other.caller.post('/api/passkeys/creation')
    await world.db.run(sql`
      update passkey_challenges set challenge = ${asked.challenge} where holder = (
        select 'session ' || id from sessions where user_id = ${other.id} order by id desc limit 1)`)
    const answer = await other.caller.post('/api/passkeys', { name: 'Laptop', credential: made.credential })
    expect([answer.status, answer.body.message]).toEqual([409, 'This passkey was added already.'])
  })

  it('is one of ten at most, also when two are added at once', async () => {
    const { id, caller } = await withPasskey()
    await world.db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
      select gen_random_uuid(), ${id}, 'made-up-' || n || ${id}::text, '\\x00', 0, 'More', false, now() from generate_series(1, 8) n`)
    const twin = await world.signIn(id, 'staff')
    const answers = await Promise.all([add(caller), add(twin)])
    expect(answers.map(({ answer }) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const full = await caller.post('/api/passkeys/creation')
    expect([full.status, full.body.message]).toEqual([409, expect.stringContaining('10 passkeys')])
  })

  it('asks for a password or code that is at most ten minutes old', async () => {
    const { caller, passkeyId } = await withPasskey()
    world.pass({ minutes: 11 })
    for (const answer of [
      await caller.post('/api/passkeys/creation'),
      await caller.post('/api/passkeys', { name: 'x', credential: {} }),
      await caller.delete(`/api/passkeys/${passkeyId}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
  })

  it('is not seen or taken by a stranger, and not made by a visitor or by whoever only looks', async () => {
    const { passkeyId, id } = await withPasskey('client')
    const eve = await world.signIn(world.people.eve.id, 'client')
    expect((await eve.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    expect((await eve.get('/api/passkeys')).body).toEqual([])
    expect((await world.visitor.get('/api/passkeys')).status).toBe(401)
    expect((await world.visitor.post('/api/passkeys/creation')).status).toBe(401)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    await alice.post('/api/viewing', { userId: id })
    expect((await alice.post('/api/passkeys/creation')).status).toBe(403)
    expect((await alice.delete(`/api/passkeys/${passkeyId}`)).status).toBe(403)
    expect((await alice.post('/api/passkeys/challenge')).body.known).toEqual([])
  })

  it('has a name of at most 200 characters', async () => {
    const { caller } = await someone()
    for (const name of ['', '  ', 'x'.repeat(10_000), 'a\u0000b']) {
      const { answer } = await add(caller, {}, name)
      expect([answer.status, answer.body.issues[0].path], name.slice(0, 5)).toEqual([400, 'name'])
    }
  })
})

describe('signing in with a passkey', () => {
  it('needs neither password nor code, keeps the counter, and is in the trail', async () => {
    const person = await withPasskey()
    const answer = await enter(person.key)
    expect([answer.status, answer.body.user?.id]).toEqual([200, person.id])
    expect((await world.caller(cookiesOf(answer)).get('/api/user')).body.id).toBe(person.id)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.started', details: { by: 'passkey' } })
    const { counter, used } = await world.db.one<{ counter: number; used: boolean }>(
      sql`select counter, used_at is not null as used from passkeys where id = ${person.passkeyId}`,
    )
    expect([counter, used]).toEqual([1, true])
    // A copy that has signed less often than the one we know.
    expect((await enter(person.key, { counter: 1 })).status).toBe(401)
  })

  it.each<[string, Lies]>([
    ['on another site', { origin: 'http://localhost.example' }],
    ['for another site', { rpId: 'example.com' }],
    ['without a look at the person', { unverified: true }],
    ['for another challenge', { challenge: 'B'.repeat(43) }],
    ['in making another', { type: 'webauthn.create' }],
    ['under another person’s handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('signed %s is refused, in one sentence', async (_how, lies) => {
    const person = await withPasskey()
    const answer = await enter(person.key, lies)
    expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([401, 'signed-out', undefined])
    expect((await enter({ ...person.key, id: 'unknown' })).body).toEqual(answer.body)
    expect((await enter(person.key)).status).toBe(200)
  })

  it('takes a signature once, in the browser that asked, within five minutes', async () => {
    const { key } = await withPasskey()
    const asked = await world.visitor.post('/api/passkeys/challenge')
    const body = { passkey: signWith(key, asked.body, origin) }
    expect((await post('/api/login/passkey', body)).status).toBe(401)
    const other = cookiesOf(await world.visitor.post('/api/passkeys/challenge'))
    expect((await post('/api/login/passkey', body, other)).status).toBe(401)
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/login/passkey', body, cookiesOf(asked))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    const late = await world.visitor.post('/api/passkeys/challenge')
    world.pass({ minutes: 6 })
    const tooLate = { passkey: signWith(key, late.body, origin) }
    expect((await post('/api/login/passkey', tooLate, cookiesOf(late))).status).toBe(401)
  })

  it('is refused after the passkey was removed, the person was deactivated, or the signature was changed', async () => {
    const [removed, gone, forged] = [await withPasskey(), await withPasskey(), await withPasskey()]
    await removed.caller.delete(`/api/passkeys/${removed.passkeyId}`)
    expect((await enter(removed.key)).status).toBe(401)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${gone.id}`)).status).toBe(200)
    expect((await enter(gone.key)).status).toBe(401)
    const left = sql`select count(*) from passkeys where user_id = ${gone.id}`
    expect(await world.db.one<{ count: number }>(left)).toEqual({ count: 0 })
    const asked = await world.visitor.post('/api/passkeys/challenge')
    const passkey = { ...signWith(forged.key, asked.body, origin), signature: 'MEUCIQ' }
    expect((await post('/api/login/passkey', { passkey }, cookiesOf(asked))).status).toBe(401)
  })

  it('is braked for an address like wrong passwords are', async () => {
    const { key } = await withPasskey()
    const wrong = async () => {
      const asked = await world.visitor.post('/api/passkeys/challenge')
      return world.visitor.post('/api/login/passkey', {
        passkey: signWith(key, asked.body, origin, { unverified: true }),
      })
    }
    await world.db.run(sql`
      insert into brakes (name, subject, window_start, tries) values ('sign-in address', '127.0.0.1', ${world.db.now}, 49)
      on conflict (name, subject) do update set tries = 49, window_start = excluded.window_start`)
    expect((await wrong()).status).toBe(401)
    const answer = await wrong()
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    await world.db.run(sql`delete from brakes`)
  })
})

describe('a passkey as the second factor', () => {
  it('is asked for after a right password, and a recovery code stands in for it', async () => {
    const { email, recoveryCodes } = await withPasskey()
    const asked = await post('/api/login', { username: email, password: castPassword })
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      401,
      'second-factor',
      'Sign in with your passkey, or enter a recovery code.',
    ])
    expect((await post('/api/login', { username: email, password: castPassword, code: '123456' })).status).toBe(401)
    const entered = await post('/api/login', { username: email, password: castPassword, code: recoveryCodes[0] })
    expect(entered.status, entered.text).toBe(200)
  })

  it('does where the office requires one, and stays there', async () => {
    const boss = await withPasskey('admin')
    const staff = await someone()
    expect((await boss.caller.put('/api/second-factor/requirement', { isRequired: true })).status).toBe(200)
    expect((await staff.caller.get('/api/client-folders')).body.code).toBe('second-factor-required')
    const { answer } = await add(staff.caller)
    expect((await staff.caller.get('/api/client-folders')).status).toBe(200)
    const refused = await staff.caller.delete(`/api/passkeys/${answer.body.id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('required for the team')])
    const second = await add(staff.caller)
    expect((await staff.caller.delete(`/api/passkeys/${answer.body.id}`)).status).toBe(200)
    expect((await staff.caller.delete(`/api/passkeys/${second.answer.body.id}`)).status).toBe(409)
    expect((await boss.caller.put('/api/second-factor/requirement', { isRequired: false })).status).toBe(200)
  })

  it('goes with the recovery codes, unless a short password rests on it', async () => {
    const { caller, id, email, passkeyId } = await withPasskey('client')
    await world.db.run(sql`update users set password_is_short = true where id = ${id}`)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).body.message).toContain('shorter than 15')
    await world.db.run(sql`update users set password_is_short = false where id = ${id}`)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).body.id).toBe(passkeyId)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    expect((await caller.get('/api/second-factor')).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect(await letterTo(email)).toBe('A passkey was removed from your account')
    expect((await post('/api/login', { username: email, password: castPassword })).status).toBe(200)
  })

  it('is taken off by an administrator, with the sessions', async () => {
    const { id, caller, key } = await withPasskey()
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.get(`/api/users/${id}`)).body.allowed).toContain('reset-second-factor')
    expect((await alice.delete(`/api/users/${id}/second-factor`)).status).toBe(200)
    expect((await caller.get('/api/user')).status).toBe(401)
    expect((await enter(key)).status).toBe(401)
  })

  it('whose owner leaves with a short password leaves no way in when they come back', async () => {
    const { id, email } = await withPasskey()
    await world.db.run(sql`update users set password_is_short = true where id = ${id}`)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    await alice.delete(`/api/users/${id}`)
    const back = { email, firstName: 'Noor', lastName: 'Haddad', role: 'staff', isActive: true }
    const again = (await alice.put(`/api/users/${id}`, back)).body
    expect(again.allowed).toContain('invite')
    expect((await post('/api/login', { username: email, password: castPassword })).status).toBe(401)
  })
})

describe('proving with a passkey who one is', () => {
  const proof = async (caller: Caller, key: Key, lies: Lies = {}) => {
    const asked = (await caller.post('/api/passkeys/challenge')).body
    return { asked, answer: await caller.post('/api/sessions/proof', { passkey: signWith(key, asked, origin, lies) }) }
  }

  it('goes on under a new cookie, for ten minutes', async () => {
    const { caller, key, passkeyId } = await withPasskey()
    world.pass({ minutes: 11 })
    const { asked, answer } = await proof(caller, key)
    expect([answer.status, asked.known]).toEqual([200, [key.id]])
    expect((await caller.get('/api/user')).status).toBe(401)
    const after = world.caller(cookiesOf(answer))
    expect((await after.delete(`/api/passkeys/${passkeyId}`)).status).toBe(200)
  })

  it('is refused somebody else’s passkey, an old signature, and one that a visitor was asked for', async () => {
    const [noor, other] = [await withPasskey(), await withPasskey()]
    const { answer } = await proof(noor.caller, other.key)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'passkey'])
    const asked = (await noor.caller.post('/api/passkeys/challenge')).body
    const passkey = signWith(noor.key, asked, origin)
    const good = await noor.caller.post('/api/sessions/proof', { passkey })
    expect(good.status).toBe(200)
    const after = world.caller(cookiesOf(good))
    expect((await after.post('/api/sessions/proof', { passkey })).status).toBe(400)
    const elsewhere = (await world.visitor.post('/api/passkeys/challenge')).body
    expect((await after.post('/api/sessions/proof', { passkey: signWith(noor.key, elsewhere, origin) })).status).toBe(
      400,
    )
    expect((await post('/api/sessions/proof', { passkey })).status).toBe(401)
  })
})

it('challenges that nobody answered are swept', async () => {
  await world.visitor.post('/api/passkeys/challenge')
  world.pass({ minutes: 6 })
  await world.db.rows(sql`select graphile_worker.add_job('sweep-machinery')`)
  await world.runJobs()
  expect(await world.db.one(sql`select count(*) from passkey_challenges`)).toEqual({ count: 0 })
})
