import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Key, type Overrides, signWith } from '../../tests/authenticator.ts'
import { cookiesOf, emailTo, newcomer, postFromElsewhere } from '../../tests/newcomers.ts'
import { addPasskey, enterWithPasskey, originOf, passkeyHolder } from '../../tests/passkeys.ts'
import { type Answer, type Caller, fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('A9: signing in with a passkey', () => {
  it('needs neither password nor code, updates the counter, and is audited', async () => {
    const person = await passkeyHolder(testApp)
    const answer = await enterWithPasskey(testApp, person.key)
    expect([answer.status, answer.body.user?.id]).toEqual([200, person.id])
    expect((await testApp.caller(cookiesOf(answer)).get('/api/user')).body.id).toBe(person.id)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'session.started', details: { by: 'passkey' } })
    const { counter, used } = await testApp.db.one(
      typed(
        z.object({ counter: z.number(), used: z.boolean() }),
      )`select counter, used_at is not null as used from passkeys where id = ${person.passkeyId}`,
    )
    expect([counter, used]).toEqual([1, true])
    // A clone whose counter is behind the stored one.
    expect((await enterWithPasskey(testApp, person.key, { counter: 1 })).status).toBe(401)
  })

  it.each<[string, Overrides]>([
    ['on another site', { origin: 'http://localhost.example' }],
    ['for another site', { rpId: 'example.com' }],
    ['without a look at the person', { unverified: true }],
    ['for another challenge', { challenge: 'B'.repeat(43) }],
    ['in making another', { type: 'webauthn.create' }],
    ['under another person’s handle', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('refuses one signed %s, with the same sentence', async (_how, overrides) => {
    const person = await passkeyHolder(testApp)
    const answer = await enterWithPasskey(testApp, person.key, overrides)
    expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([401, 'signed-out', undefined])
    expect((await enterWithPasskey(testApp, { ...person.key, id: 'unknown' })).body).toEqual(answer.body)
    expect((await enterWithPasskey(testApp, person.key)).status).toBe(200)
  })

  it('accepts a signature once, in the browser that requested it, within five minutes', async () => {
    const { key } = await passkeyHolder(testApp)
    const challenge = await testApp.visitor.post('/api/passkeys/challenge')
    const body = { passkey: signWith(key, challenge.body, originOf(testApp)) }
    expect((await postFromElsewhere(testApp, '/api/login/passkey', body)).status).toBe(401)
    const other = cookiesOf(await testApp.visitor.post('/api/passkeys/challenge'))
    expect((await postFromElsewhere(testApp, '/api/login/passkey', body, other)).status).toBe(401)
    const answers = await Promise.all(
      [1, 2, 3].map(() => postFromElsewhere(testApp, '/api/login/passkey', body, cookiesOf(challenge))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    const late = await testApp.visitor.post('/api/passkeys/challenge')
    testApp.pass({ minutes: 6 })
    const tooLate = { passkey: signWith(key, late.body, originOf(testApp)) }
    expect((await postFromElsewhere(testApp, '/api/login/passkey', tooLate, cookiesOf(late))).status).toBe(401)
  })

  it('is refused after the passkey was removed, the user was deactivated, or the signature was changed', async () => {
    const [removed, gone, forged] = [
      await passkeyHolder(testApp),
      await passkeyHolder(testApp),
      await passkeyHolder(testApp),
    ]
    await removed.caller.delete(`/api/passkeys/${removed.passkeyId}`)
    expect((await enterWithPasskey(testApp, removed.key)).status).toBe(401)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.delete(`/api/users/${gone.id}`)).status).toBe(200)
    expect((await enterWithPasskey(testApp, gone.key)).status).toBe(401)
    const left = sql`select count(*) from passkeys where user_id = ${gone.id}`
    expect(await testApp.db.one(typed(z.object({ count: z.number() }))`${left}`)).toEqual({ count: 0 })
    const challenge = await testApp.visitor.post('/api/passkeys/challenge')
    const passkey = { ...signWith(forged.key, challenge.body, originOf(testApp)), signature: 'MEUCIQ' }
    expect((await postFromElsewhere(testApp, '/api/login/passkey', { passkey }, cookiesOf(challenge))).status).toBe(401)
  })

  it('is rate-limited per address like wrong passwords', async () => {
    const { key } = await passkeyHolder(testApp)
    const wrong = async () => {
      const challenge = await testApp.visitor.post('/api/passkeys/challenge')
      return testApp.visitor.post('/api/login/passkey', {
        passkey: signWith(key, challenge.body, originOf(testApp), { unverified: true }),
      })
    }
    await testApp.db.run(sql`
      insert into rate_limits (key, points, expire) values ('sign-in address:127.0.0.1', 49, ${Date.now() + 60_000})
      on conflict (key) do update set points = 49, expire = excluded.expire`)
    expect((await wrong()).status).toBe(401)
    const answer = await wrong()
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    await testApp.db.run(sql`delete from rate_limits`)
  })
})

describe('A9: a passkey as the second factor', () => {
  /** The second step of a sign-in: the password again, and the passkey's signature. */
  async function enterAfterPassword(email: string, key: Key, overrides: Overrides = {}): Promise<Answer> {
    const challenge = await testApp.visitor.post('/api/passkeys/challenge')
    const passkey = signWith(key, challenge.body, originOf(testApp), overrides)
    const body = { username: email, password: fixturePassword, passkey }
    return postFromElsewhere(testApp, '/api/login', body, cookiesOf(challenge))
  }

  it('is required after a correct password, and a recovery code can replace it', async () => {
    const { email, recoveryCodes } = await passkeyHolder(testApp)
    const challenge = await postFromElsewhere(testApp, '/api/login', { username: email, password: fixturePassword })
    expect([challenge.status, challenge.body.code, challenge.body.message]).toEqual([
      401,
      'second-factor',
      'Sign in with your passkey, or enter a recovery code.',
    ])
    expect(
      (await postFromElsewhere(testApp, '/api/login', { username: email, password: fixturePassword, code: '123456' }))
        .status,
    ).toBe(401)
    const entered = await postFromElsewhere(testApp, '/api/login', {
      username: email,
      password: fixturePassword,
      code: recoveryCodes[0],
    })
    expect(entered.status, entered.text).toBe(200)
  })

  it('is accepted together with its owner’s password in one call, and audited', async () => {
    const { id, email, key } = await passkeyHolder(testApp)
    const answer = await enterAfterPassword(email, key)
    expect([answer.status, answer.body.user?.id]).toEqual([200, id])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'session.started',
      entityId: id,
      details: { by: 'passkey' },
    })
  })

  it('is refused with someone else’s password, without revealing its owner', async () => {
    const [noor, other] = [await passkeyHolder(testApp), await passkeyHolder(testApp)]
    const answer = await enterAfterPassword(noor.email, other.key)
    expect([answer.status, answer.body.code, answer.headers['set-cookie']]).toEqual([401, 'second-factor', undefined])
    const wrong: [Key, Overrides][] = [
      [{ ...noor.key, id: 'unknown' }, {}],
      [noor.key, { unverified: true }],
      [noor.key, { challenge: 'B'.repeat(43) }],
    ]
    for (const [key, overrides] of wrong)
      expect((await enterAfterPassword(noor.email, key, overrides)).body).toEqual(answer.body)
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'session.refused', entityId: noor.id })
    expect(
      (await testApp.auditLog()).some(({ entityId, action }) => entityId === other.id && action === 'session.refused'),
    ).toBe(false)
    expect((await enterAfterPassword(noor.email, noor.key)).status).toBe(200)
    expect((await enterWithPasskey(testApp, other.key)).status).toBe(200)
  })

  it('is not checked if the password is wrong', async () => {
    const { email, key } = await passkeyHolder(testApp)
    const challenge = await testApp.visitor.post('/api/passkeys/challenge')
    const passkey = signWith(key, challenge.body, originOf(testApp))
    const enter = (password: string) =>
      postFromElsewhere(testApp, '/api/login', { username: email, password, passkey }, cookiesOf(challenge))
    const refused = await enter('not the pass phrase')
    expect([refused.status, refused.body.message]).toEqual([401, 'Invalid username or password.'])
    expect((await enter(fixturePassword)).status).toBe(200)
    expect((await enter(fixturePassword)).body.code).toBe('second-factor')
  })

  it('is limited together with codes after five failures from any address, and the owner is notified', async () => {
    const [noor, other] = [await passkeyHolder(testApp), await passkeyHolder(testApp)]
    for (let i = 0; i < 5; i++) expect((await enterAfterPassword(noor.email, other.key)).status).toBe(401)
    const answer = await enterAfterPassword(noor.email, noor.key)
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true])
    expect(await emailTo(testApp, noor.email)).toBe('Security alert: someone may have your ProHR password')
    expect((await enterAfterPassword(other.email, other.key)).status).toBe(200)
  })

  it('satisfies the office’s requirement, and cannot be removed then', async () => {
    const boss = await passkeyHolder(testApp, 'admin')
    const staff = await newcomer(testApp)
    expect((await boss.caller.put('/api/second-factor/requirement', { isRequired: true })).status).toBe(200)
    expect((await staff.caller.get('/api/client-folders')).body.code).toBe('second-factor-required')
    const { answer } = await addPasskey(testApp, staff.caller)
    expect((await staff.caller.get('/api/client-folders')).status).toBe(200)
    const refused = await staff.caller.delete(`/api/passkeys/${answer.body.id}`)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('required for the team')])
    const second = await addPasskey(testApp, staff.caller)
    expect((await staff.caller.delete(`/api/passkeys/${answer.body.id}`)).status).toBe(200)
    expect((await staff.caller.delete(`/api/passkeys/${second.answer.body.id}`)).status).toBe(409)
    expect((await boss.caller.put('/api/second-factor/requirement', { isRequired: false })).status).toBe(200)
  })

  it('is removed together with the recovery codes, unless a short password depends on it', async () => {
    const { caller, id, email, passkeyId } = await passkeyHolder(testApp, 'client')
    await testApp.db.run(sql`update users set password_is_short = true where id = ${id}`)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).body.message).toContain('shorter than 15')
    await testApp.db.run(sql`update users set password_is_short = false where id = ${id}`)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).body.id).toBe(passkeyId)
    expect((await caller.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    expect((await caller.get('/api/second-factor')).body).toMatchObject({ isOn: false, recoveryCodesLeft: 0 })
    expect(await emailTo(testApp, email)).toBe('A passkey was removed from your ProHR account')
    expect(
      (await postFromElsewhere(testApp, '/api/login', { username: email, password: fixturePassword })).status,
    ).toBe(200)
  })

  it('can be removed by an administrator, which ends the sessions', async () => {
    const { id, caller, key } = await passkeyHolder(testApp)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.get(`/api/users/${id}`)).body.allowed).toContain('reset-second-factor')
    expect((await alice.delete(`/api/users/${id}/second-factor`)).status).toBe(200)
    expect((await caller.get('/api/user')).status).toBe(401)
    expect((await enterWithPasskey(testApp, key)).status).toBe(401)
  })

  it('leaves no way to sign in when its owner was deactivated with a short password and comes back', async () => {
    const { id, email } = await passkeyHolder(testApp)
    await testApp.db.run(sql`update users set password_is_short = true where id = ${id}`)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    await alice.delete(`/api/users/${id}`)
    const back = { email, firstName: 'Noor', lastName: 'Haddad', role: 'staff', isActive: true }
    const again = (await alice.put(`/api/users/${id}`, back)).body
    expect(again.allowed).toContain('invite')
    expect(
      (await postFromElsewhere(testApp, '/api/login', { username: email, password: fixturePassword })).status,
    ).toBe(401)
  })
})

describe('reauthenticating with a passkey', () => {
  const proof = async (caller: Caller, key: Key, overrides: Overrides = {}) => {
    const challenge = (await caller.post('/api/passkeys/challenge')).body
    return {
      challenge,
      answer: await caller.post('/api/sessions/proof', {
        passkey: signWith(key, challenge, originOf(testApp), overrides),
      }),
    }
  }

  it('continues the session under a new cookie, for ten minutes', async () => {
    const { caller, key, passkeyId } = await passkeyHolder(testApp)
    testApp.pass({ minutes: 11 })
    const { challenge, answer } = await proof(caller, key)
    expect([answer.status, challenge.known]).toEqual([200, [key.id]])
    expect((await caller.get('/api/user')).status).toBe(401)
    const after = testApp.caller(cookiesOf(answer))
    expect((await after.delete(`/api/passkeys/${passkeyId}`)).status).toBe(200)
  })

  it('refuses someone else’s passkey, an old signature, and a visitor’s challenge', async () => {
    const [noor, other] = [await passkeyHolder(testApp), await passkeyHolder(testApp)]
    const { answer } = await proof(noor.caller, other.key)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'passkey'])
    const challenge = (await noor.caller.post('/api/passkeys/challenge')).body
    const passkey = signWith(noor.key, challenge, originOf(testApp))
    const good = await noor.caller.post('/api/sessions/proof', { passkey })
    expect(good.status).toBe(200)
    const after = testApp.caller(cookiesOf(good))
    expect((await after.post('/api/sessions/proof', { passkey })).status).toBe(400)
    const elsewhere = (await testApp.visitor.post('/api/passkeys/challenge')).body
    expect(
      (await after.post('/api/sessions/proof', { passkey: signWith(noor.key, elsewhere, originOf(testApp)) })).status,
    ).toBe(400)
    expect((await postFromElsewhere(testApp, '/api/sessions/proof', { passkey })).status).toBe(401)
  })
})
