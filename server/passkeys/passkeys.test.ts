import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Overrides, makePasskey } from '../../tests/authenticator.ts'
import { emailTo, newcomer } from '../../tests/newcomers.ts'
import { addPasskey, beginPasskey, originOf, passkeyHolder } from '../../tests/passkeys.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('a passkey', () => {
  it('is added with recovery codes, ends other sessions, is listed, and its owner is notified', async () => {
    const person = await newcomer(testApp, 'client')
    const elsewhere = await testApp.signIn(person.id, 'client')
    const { answer } = await addPasskey(testApp, person.caller, {}, 'My “phone” 📱 <b>')
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
    expect(await emailTo(testApp, person.email)).toBe('A passkey was added to your ProHR account')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'passkey.added', actorId: person.id })
  })

  it('creates no new codes and ends no session if another factor exists', async () => {
    const { id, caller } = await passkeyHolder(testApp)
    const elsewhere = await testApp.signIn(id, 'staff')
    const { answer } = await addPasskey(testApp, caller)
    expect([answer.status, answer.body.recoveryCodes]).toEqual([201, null])
    expect((await elsewhere.get('/api/user')).status).toBe(200)
  })

  it.each<[string, Overrides]>([
    ['made on another site', { origin: 'https://portal.example' }],
    ['made for another site', { rpId: 'portal.example' }],
    ['made for another challenge', { challenge: 'A'.repeat(43) }],
    ['made without a look at the person', { unverified: true }],
    ['that was signed with, not made', { type: 'webauthn.get' }],
  ])('refuses one %s', async (_how, overrides) => {
    const { caller } = await newcomer(testApp)
    const { answer } = await addPasskey(testApp, caller, overrides)
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'credential'])
    expect((await testApp.auditLog()).at(-1)?.action).toBe('passkey.refused')
    expect((await caller.get('/api/passkeys')).body).toEqual([])
  })

  it('responds to one challenge, once, within five minutes, in the session that requested it', async () => {
    const [noor, other] = [await newcomer(testApp), await newcomer(testApp)]
    const creation = (await noor.caller.post('/api/passkeys/creation')).body
    const body = { name: 'Laptop', credential: makePasskey(creation, originOf(testApp)).credential }
    expect((await other.caller.post('/api/passkeys', body)).status).toBe(400)
    const both = await Promise.all([noor.caller.post('/api/passkeys', body), noor.caller.post('/api/passkeys', body)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400])
    expect((await noor.caller.post('/api/passkeys', body)).status).toBe(400)
    const late = (await noor.caller.post('/api/passkeys/creation')).body
    testApp.pass({ minutes: 6 })
    const passkey = makePasskey(late, originOf(testApp))
    expect((await noor.caller.post('/api/passkeys', { name: 'Late', credential: passkey.credential })).status).toBe(400)
    expect((await noor.caller.get('/api/passkeys')).body).toHaveLength(1)
  })

  it('belongs to one user: registering it for another is refused', async () => {
    const [noor, other] = [await newcomer(testApp), await newcomer(testApp)]
    const creation = (await noor.caller.post('/api/passkeys/creation')).body
    const passkey = makePasskey(creation, originOf(testApp))
    await noor.caller.post('/api/passkeys', { name: 'Laptop', credential: passkey.credential })
    await other.caller.post('/api/passkeys/creation')
    await testApp.db.run(sql`
      update passkey_challenges set challenge = ${creation.challenge} where owner = (
        select 'session ' || id from sessions where user_id = ${other.id} order by id desc limit 1)`)
    const answer = await other.caller.post('/api/passkeys', { name: 'Laptop', credential: passkey.credential })
    expect([answer.status, answer.body.message]).toEqual([409, 'This passkey was already added.'])
  })

  it('is limited to ten per user, even when two are added at the same time', async () => {
    const { id, caller } = await passkeyHolder(testApp)
    await testApp.db.run(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced, created_at)
      select gen_random_uuid(), ${id}, 'made-up-' || n || ${id}::text, '\\x00', 0, 'More', false, now() from generate_series(1, 8) n`)
    const twin = await testApp.signIn(id, 'staff')
    const [one, two] = [await beginPasskey(testApp, caller), await beginPasskey(testApp, twin)]
    const answers = await Promise.all([
      caller.post('/api/passkeys', { name: 'One', credential: one.credential }),
      twin.post('/api/passkeys', { name: 'Two', credential: two.credential }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const full = await caller.post('/api/passkeys/creation')
    expect([full.status, full.body.message]).toEqual([409, expect.stringContaining('10 passkeys')])
  })

  it('requires reauthentication within the last ten minutes', async () => {
    const { caller, passkeyId } = await passkeyHolder(testApp)
    testApp.pass({ minutes: 11 })
    for (const answer of [
      await caller.post('/api/passkeys/creation'),
      await caller.post('/api/passkeys', { name: 'x', credential: {} }),
      await caller.delete(`/api/passkeys/${passkeyId}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'step-up'])
  })

  it('is hidden from strangers, and refused to visitors and during impersonation', async () => {
    const { passkeyId, id } = await passkeyHolder(testApp, 'client')
    const eve = await testApp.signIn(testApp.people.eve.id, 'client')
    expect((await eve.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    expect((await eve.get('/api/passkeys')).body).toEqual([])
    expect((await testApp.visitor.get('/api/passkeys')).status).toBe(401)
    expect((await testApp.visitor.post('/api/passkeys/creation')).status).toBe(401)
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    expect((await alice.delete(`/api/passkeys/${passkeyId}`)).status).toBe(404)
    await alice.post('/api/impersonation', { userId: id })
    expect((await alice.post('/api/passkeys/creation')).status).toBe(403)
    expect((await alice.delete(`/api/passkeys/${passkeyId}`)).status).toBe(403)
    expect((await alice.post('/api/passkeys/challenge')).body.known).toEqual([])
  })

  it('has a name of at most 200 characters', async () => {
    const { caller } = await newcomer(testApp)
    for (const name of ['', '  ', 'x'.repeat(10_000), 'a\u0000b']) {
      const { answer } = await addPasskey(testApp, caller, {}, name)
      expect([answer.status, answer.body.issues[0].path], name.slice(0, 5)).toEqual([400, 'name'])
    }
  })
})

it('deletes expired challenges', async () => {
  await testApp.visitor.post('/api/passkeys/challenge')
  testApp.pass({ minutes: 6 })
  await testApp.db.rows(sql`select graphile_worker.add_job('sweep-machinery')`)
  await testApp.runJobs()
  expect(await testApp.db.one(sql`select count(*) from passkey_challenges`)).toEqual({ count: 0 })
})
