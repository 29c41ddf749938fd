import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Key, type Lies, signWith } from '../../tests/authenticator.ts'
import { cookiesOf, letterTo, newcomer, postFromElsewhere } from '../../tests/newcomers.ts'
import { addPasskey, enterWithPasskey, originOf, passkeyHolder } from '../../tests/passkeys.ts'
import { type Answer, type Caller, castPassword, createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('A9: signing in with a passkey', () => {
  it('needs neither password nor code, keeps the counter, and is in the trail', async () => {
    const person = await passkeyHolder(world)
    const answer = await enterWithPasskey(world, person.key)
    expect([answer.status, answer.body.user?.id]).toEqual([200, person.id])
    expect((await world.caller(cookiesOf(answer)).get('/api/user')).body.id).toBe(person.id)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.started', details: { by: 'passkey' } })
    const { counter, used } = await world.db.one(
      typed(
        z.object({ counter: z.number(), used: z.boolean() }),
      )`select counter, used_at is not null as used from passkeys where id = ${person.passkeyId}`,
    )
    expect([counter, used]).toEqual([1, true])
    // A copy that has signed less often than the one we know.
    expect((await enterWithPasskey(world, person.key, { counter: 1 })).status).toBe(401)
  })

  it.each<[string, Lies]>([
    ['on another site', { origin: 'http://localhost.example' }],
    ['for another site', { rpId: 'example.com' }],
    ['without a look at the person', { unverified: true }],
    ['for another challenge', { challenge: 'B'.repeat(43) }],
    ['in making another', { type: 'webauthn.create' }],
    ['under another person’s handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('signed %s is refused, in one sentence', async (_how, lies) => {
    const person = await passkeyHolder(world)
    const answer = await enterWithPasskey(world, person.key, lies)
    expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([401, 'signed-out', undefined])
    expect((await enterWithPasskey(world, { ...person.key, id: 'unknown' })).body).toEqual(answer.body)
    expect((await enterWithPasskey(world, person.key)).status).toBe(200)
  })

  it('takes a signature once, in the browser that asked, within five minutes', async () => {
    const { key } = await passkeyHolder(world)
    const asked = await world.visitor.post('/api/passkeys/challenge')
    const body = { passkey: signWith(key, asked.body, originOf(world)) }
    expect((await postFromElsewhere(world, '/api/login/passkey', body)).status).toBe(401)
    const other = cookiesOf(await world.visitor.post('/api/passkeys/challenge'))
    expect((await postFromElsewhere(world, '/api/login/passkey', body, other)).status).toBe(401)
    const answers = await Promise.all(
      [1, 2, 3].map(() => postFromElsewhere(world, '/api/login/passkey', body, cookiesOf(asked))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    const late = await world.visitor.post('/api/passkeys/challenge')
    world.pass({ minutes: 6 })
    const tooLate = { passkey: signWith(key, late.body, originOf(world)) }
    expect((await postFromElsewhere(world, '/api/login/passkey', tooLate, cookiesOf(late))).status).toBe(401)
  })

  it('is refused after the passkey was removed, the person was deactivated, or the signature was changed', async () => {
    const [removed, gone, forged] = [await passkeyHolder(world), await passkeyHolder(world), await passkeyHolder(world)]
    await removed.caller.delete(`/api/passkeys/${removed.passkeyId}`)
    expect((await enterWithPasskey(world, removed.key)).status).toBe(401)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${gone.id}`)).status).toBe(200)
    expect((await enterWithPasskey(world, gone.key)).status).toBe(401)
    const left = sql`select count(*) from passkeys where user_id = ${gone.id}`
    expect(await world.db.one(typed(z.object({ count: z.number() }))`${left}`)).toEqual({ count: 0 })
    const asked = await world.visitor.post('/api/passkeys/challenge')
    const passkey = { ...signWith(forged.key, asked.body, originOf(world)), signature: 'MEUCIQ' }
    expect((await postFromElsewhere(world, '/api/login/passkey', { passkey }, cookiesOf(asked))).status).toBe(401)
  })

  it('is limited for an address like wrong passwords are', async () => {
    const { key } = await passkeyHolder(world)
    const wrong = async () => {
      const asked = await world.visitor.post('/api/passkeys/challenge')
      return world.visitor.post('/api/login/passkey', {
        passkey: signWith(key, asked.body, originOf(world), { unverified: true }),
      })
    }
    await world.db.run(sql`
      insert into rate_limits (key, points, expire) values ('sign-in address:127.0.0.1', 49, ${Date.now() + 60_000})
      on conflict (key) do update set points = 49, expire = excluded.expire`)
    expect((await wrong()).status).toBe(401)
    const answer = await wrong()
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    await world.db.run(sql`delete from rate_limits`)
  })
})

describe('A9: a passkey as the second factor', () => {
  /** The second step of a sign-in: the password once more, and what the passkey signed. */
  async function enterAfterPassword(email: string, key: Key, lies: Lies = {}): Promise<Answer> {
    const asked = await world.visitor.post('/api/passkeys/challenge')
    const passkey = signWith(key, asked.body, originOf(world), lies)
    const body = { username: email, password: castPassword, passkey }
    return postFromElsewhere(world, '/api/login', body, cookiesOf(asked))
  }

  it('is asked for after a right password, and a recovery code stands in for it', async () => {
    const { email, recoveryCodes } = await passkeyHolder(world)
    const asked = await postFromElsewhere(world, '/api/login', { username: email, password: castPassword })
    expect([asked.status, asked.body.code, asked.body.message]).toEqual([
      401,
      'second-factor',
      'Sign in with your passkey, or enter a recovery code.',
    ])
    expect(
      (await postFromElsewhere(world, '/api/login', { username: email, password: castPassword, code: '123456' }))
        .status,
    ).toBe(401)
    const entered = await postFromElsewhere(world, '/api/login', {
      username: email,
      password: castPassword,
      code: recoveryCodes[0],
    })
    expect(entered.status, entered.text).toBe(200)
  })

  it('is taken beside the password of its own person, in one call, and is in the trail', async () => {
    const { id, email, key } = await passkeyHolder(world)
    const answer = await enterAfterPassword(email, key)
    expect([answer.status, answer.body.user?.id]).toEqual([200, id])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'session.started',
      entityId: id,
      details: { by: 'passkey' },
    })
  })

  it('opens nothing beside somebody else’s password, and nothing tells whose it is', async () => {
    const [noor, other] = [await passkeyHolder(world), await passkeyHolder(world)]
    const answer = await enterAfterPassword(noor.email, other.key)
    expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([401, 'second-factor', undefined])
    const wrong: [Key, Lies][] = [
      [{ ...noor.key, id: 'unknown' }, {}],
      [noor.key, { unverified: true }],
      [noor.key, { challenge: 'B'.repeat(43) }],
    ]
    for (const [key, lies] of wrong) expect((await enterAfterPassword(noor.email, key, lies)).body).toEqual(answer.body)
    expect((await world.trail()).at(-1)).toMatchObject({ action: 'session.refused', entityId: noor.id })
    expect(
      (await world.trail()).some(({ entityId, action }) => entityId === other.id && action === 'session.refused'),
    ).toBe(false)
    expect((await enterAfterPassword(noor.email, noor.key)).status).toBe(200)
    expect((await enterWithPasskey(world, other.key)).status).toBe(200)
  })

  it('beside a wrong password is not even looked at', async () => {
    const { email, key } = await passkeyHolder(world)
    const asked = await world.visitor.post('/api/passkeys/challenge')
    const passkey = signWith(key, asked.body, originOf(world))
    const enter = (password: string) =>
      postFromElsewhere(world, '/api/login', { username: email, password, passkey }, cookiesOf(asked))
    const refused = await enter('not the pass phrase')
    expect([refused.status, refused.body.message]).toEqual([401, 'Invalid username or password.'])
    expect((await enter(castPassword)).status).toBe(200)
    expect((await enter(castPassword)).body.code).toBe('second-factor')
  })

  it('is braked with the codes after five wrong ones from anywhere, and the owner is told', async () => {
    const [noor, other] = [await passkeyHolder(world), await passkeyHolder(world)]
    for (let i = 0; i < 5; i++) expect((await enterAfterPassword(noor.email, other.key)).status).toBe(401)
    const answer = await enterAfterPassword(noor.email, noor.key)
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await letterTo(world, noor.email)).toBe('Somebody knows your password')
    expect((await enterAfterPassword(other.email, other.key)).status).toBe(200)
  })

  it('does where the office requires one, and stays there', async () => {
    const boss = await passkeyHolder(world, 'admin')
    const staff = await newcomer(world)
    expect((await boss.caller.put('/api/second-factor/requirement', { isRequired: true })).status).toBe(200)
    expect((await staff.caller.get('/api/client-folders')).body.code).toBe('second-factor-required')
    const { answer } = await addPasskey(world, staff.caller)
    expect((await staff.caller.get('/api/client-folders')).status).toBe(200)
    const refused = await staff.caller.delete(`/api/passkeys/${answer.body.id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('required for the team')])
    const second = await addPasskey(world, staff.caller)
    expect((await staff.caller.delete(`/api/passkeys/${answer.body.id}`)).status).toBe(200)
    expect((await staff.caller.delete(`/api/passkeys/${second.answer.body.id}`)).status).toBe(409)
    expect((await boss.caller.put('/api/second-factor/requirement', { isRequired: false })).status).toBe(200)
  })

  it('goes with the recovery codes, unless a short password rests on it', async () => {
    const { caller, id, email, passkeyId } = await passkeyHolder(world, 'client')
    await world.db.run(sql`update users set password_is_short = true where id = ${id}`)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).body.message).toContain('shorter than 15')
    await world.db.run(sql`update users set password_is_short = false where id = ${id}`)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).body.id).toBe(passkeyId)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    expect((await caller.get('/api/second-factor')).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect(await letterTo(world, email)).toBe('A passkey was removed from your account')
    expect((await postFromElsewhere(world, '/api/login', { username: email, password: castPassword })).status).toBe(200)
  })

  it('is taken off by an administrator, with the sessions', async () => {
    const { id, caller, key } = await passkeyHolder(world)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    expect((await alice.get(`/api/users/${id}`)).body.allowed).toContain('reset-second-factor')
    expect((await alice.delete(`/api/users/${id}/second-factor`)).status).toBe(200)
    expect((await caller.get('/api/user')).status).toBe(401)
    expect((await enterWithPasskey(world, key)).status).toBe(401)
  })

  it('whose owner leaves with a short password leaves no way in when they come back', async () => {
    const { id, email } = await passkeyHolder(world)
    await world.db.run(sql`update users set password_is_short = true where id = ${id}`)
    const alice = await world.signIn(world.people.alice.id, 'admin')
    await alice.delete(`/api/users/${id}`)
    const back = { email, firstName: 'Noor', lastName: 'Haddad', role: 'staff', isActive: true }
    const again = (await alice.put(`/api/users/${id}`, back)).body
    expect(again.allowed).toContain('invite')
    expect((await postFromElsewhere(world, '/api/login', { username: email, password: castPassword })).status).toBe(401)
  })
})

describe('proving with a passkey who one is', () => {
  const proof = async (caller: Caller, key: Key, lies: Lies = {}) => {
    const asked = (await caller.post('/api/passkeys/challenge')).body
    return {
      asked,
      answer: await caller.post('/api/sessions/proof', { passkey: signWith(key, asked, originOf(world), lies) }),
    }
  }

  it('goes on under a new cookie, for ten minutes', async () => {
    const { caller, key, passkeyId } = await passkeyHolder(world)
    world.pass({ minutes: 11 })
    const { asked, answer } = await proof(caller, key)
    expect([answer.status, asked.known]).toEqual([200, [key.id]])
    expect((await caller.get('/api/user')).status).toBe(401)
    const after = world.caller(cookiesOf(answer))
    expect((await after.delete(`/api/passkeys/${passkeyId}`)).status).toBe(200)
  })

  it('is refused somebody else’s passkey, an old signature, and one that a visitor was asked for', async () => {
    const [noor, other] = [await passkeyHolder(world), await passkeyHolder(world)]
    const { answer } = await proof(noor.caller, other.key)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'passkey'])
    const asked = (await noor.caller.post('/api/passkeys/challenge')).body
    const passkey = signWith(noor.key, asked, originOf(world))
    const good = await noor.caller.post('/api/sessions/proof', { passkey })
    expect(good.status).toBe(200)
    const after = world.caller(cookiesOf(good))
    expect((await after.post('/api/sessions/proof', { passkey })).status).toBe(400)
    const elsewhere = (await world.visitor.post('/api/passkeys/challenge')).body
    expect(
      (await after.post('/api/sessions/proof', { passkey: signWith(noor.key, elsewhere, originOf(world)) })).status,
    ).toBe(400)
    expect((await postFromElsewhere(world, '/api/sessions/proof', { passkey })).status).toBe(401)
  })
})
