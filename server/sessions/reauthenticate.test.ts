import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, shown } from '../../tests/authenticator-apps.ts'
import { cookiesOf, newcomer } from '../../tests/newcomers.ts'
import { fixturePassword, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

describe('A10: actions that require reauthentication', () => {
  it('succeed for ten minutes after sign-in, then require the password, and succeed again', async () => {
    const { caller } = await newcomer(testApp)
    testApp.pass({ minutes: 9 })
    expect((await caller.post('/api/second-factor')).status).toBe(201)
    testApp.pass({ minutes: 2 })
    const asked = await caller.post('/api/second-factor')
    expect([asked.status, asked.body.code]).toEqual([403, 'step-up'])
    expect(asked.body.message).toContain('enter your password')
    expect((await caller.get('/api/client-folders')).status).toBe(200)
    const wrong = await caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
    expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'password'])
    expect((await caller.post('/api/sessions/proof', {})).status).toBe(400)
    const proof = await caller.post('/api/sessions/proof', { password: fixturePassword })
    expect(proof.status).toBe(200)
    // The session continues with another secret, and the previous one is invalid.
    expect((await caller.get('/api/user')).status).toBe(401)
    const after = testApp.caller(cookiesOf(proof))
    expect((await after.post('/api/second-factor')).status).toBe(201)
    expect((await testApp.auditLog()).some(({ action }) => action === 'session.proved')).toBe(true)
  })

  it('accept a code as well, once', async () => {
    const { caller, secret } = await appHolder(testApp)
    testApp.pass({ minutes: 11 })
    const code = shown(testApp, secret)
    const proof = await caller.post('/api/sessions/proof', { code })
    const after = testApp.caller(cookiesOf(proof))
    expect((await after.post('/api/second-factor/recovery-codes')).status).toBe(200)
    expect((await after.post('/api/sessions/proof', { code })).status).toBe(400)
  })

  it('allow ten wrong passwords', async () => {
    const { caller } = await newcomer(testApp)
    for (let i = 0; i < 10; i++) await caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
    expect((await caller.post('/api/sessions/proof', { password: fixturePassword })).status).toBe(429)
    expect((await testApp.visitor.post('/api/sessions/proof', { password: fixturePassword })).status).toBe(401)
  })

  it('are changing a user’s role or address and adding a team member; other edits succeed', async () => {
    const { id, email: address } = await newcomer(testApp, 'staff')
    const alice = await testApp.signIn(testApp.people.alice.id, 'admin')
    testApp.pass({ minutes: 11 })
    const edit = (more: object) =>
      alice.put(`/api/users/${id}`, { email: address, firstName: 'Noor', lastName: 'Haddad', role: 'staff', ...more })
    expect((await edit({ phone: '(540) 555-0142' })).status).toBe(200)
    expect((await edit({ role: 'admin' })).body.code).toBe('step-up')
    expect((await edit({ email: `other-${id}@example.com` })).body.code).toBe('step-up')
    const kim = { email: `other-${id}@example.com`, firstName: 'Kim', lastName: 'Lee' }
    expect((await alice.post('/api/users', { ...kim, role: 'admin' })).body.code).toBe('step-up')
    expect((await alice.post('/api/users', { ...kim, role: 'staff' })).body.code).toBe('step-up')
    expect((await alice.get(`/api/users/${id}`)).body).toMatchObject({ role: 'staff', email: address })
    const proved = testApp.caller(cookiesOf(await alice.post('/api/sessions/proof', { password: fixturePassword })))
    const role = { email: address, firstName: 'Noor', lastName: 'Haddad', role: 'client' }
    expect((await proved.put(`/api/users/${id}`, role)).body.role).toBe('client')
  })
})

it('count their wrong passwords toward the hundred in a row, and a correct one resets the count', async () => {
  const person = await newcomer(testApp, 'staff')
  const failures = async () =>
    (
      await testApp.db.maybe(
        typed(
          z.object({ n: z.number() }),
        )`select consecutive_failures as n from sign_in_failures where subject = ${person.id}`,
      )
    )?.n ?? 0
  await person.caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
  await person.caller.put('/api/password', { current: 'not the pass phrase', password: 'seven kettles near a window' })
  expect(await failures()).toBe(2)
  const proved = await person.caller.post('/api/sessions/proof', { password: fixturePassword })
  expect([proved.status, await failures()]).toEqual([200, 0])
  const caller = testApp.caller(cookiesOf(proved))
  await testApp.db.run(sql`insert into sign_in_failures (subject, consecutive_failures) values (${person.id}, 99)`)
  await caller.put('/api/password', { current: 'not the pass phrase', password: 'seven kettles near a window' })
  expect(
    (await testApp.mail()).filter(
      ({ to, subject }) => to === person.email && subject.startsWith('Repeated sign-in attempts'),
    ),
  ).toHaveLength(1)
})
