import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appHolder, shown } from '../../tests/authenticator-apps.ts'
import { cookiesOf, newcomer } from '../../tests/newcomers.ts'
import { castPassword, createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('A10: what asks for the password once more', () => {
  it('goes through for ten minutes after signing in, then asks, and goes through again', async () => {
    const { caller } = await newcomer(world)
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
    const after = world.caller(cookiesOf(proof))
    expect((await after.post('/api/second-factor')).status).toBe(201)
    expect((await world.trail()).some(({ action }) => action === 'session.proved')).toBe(true)
  })

  it('takes a code as well, once', async () => {
    const { caller, secret } = await appHolder(world)
    world.pass({ minutes: 11 })
    const code = shown(world, secret)
    const proof = await caller.post('/api/sessions/proof', { code })
    const after = world.caller(cookiesOf(proof))
    expect((await after.post('/api/second-factor/recovery-codes')).status).toBe(200)
    expect((await after.post('/api/sessions/proof', { code })).status).toBe(400)
  })

  it('is guessed ten times, not more', async () => {
    const { caller } = await newcomer(world)
    for (let i = 0; i < 10; i++) await caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
    expect((await caller.post('/api/sessions/proof', { password: castPassword })).status).toBe(429)
    expect((await world.visitor.post('/api/sessions/proof', { password: castPassword })).status).toBe(401)
  })

  it('is the role and the address of a user, and a new member of the team; other edits go through', async () => {
    const { id, email: address } = await newcomer(world, 'staff')
    const alice = await world.signIn(world.people.alice.id, 'admin')
    world.pass({ minutes: 11 })
    const edit = (more: object) =>
      alice.put(`/api/users/${id}`, { email: address, firstName: 'Noor', lastName: 'Haddad', role: 'staff', ...more })
    expect((await edit({ phone: '(540) 555-0142' })).status).toBe(200)
    expect((await edit({ role: 'admin' })).body.code).toBe('step-up')
    expect((await edit({ email: `other-${id}@example.com` })).body.code).toBe('step-up')
    const kim = { email: `other-${id}@example.com`, firstName: 'Kim', lastName: 'Lee' }
    expect((await alice.post('/api/users', { ...kim, role: 'admin' })).body.code).toBe('step-up')
    expect((await alice.post('/api/users', { ...kim, role: 'staff' })).body.code).toBe('step-up')
    expect((await alice.get(`/api/users/${id}`)).body).toMatchObject({ role: 'staff', email: address })
    const proved = world.caller(cookiesOf(await alice.post('/api/sessions/proof', { password: castPassword })))
    const role = { email: address, firstName: 'Noor', lastName: 'Haddad', role: 'client' }
    expect((await proved.put(`/api/users/${id}`, role)).body.role).toBe('client')
  })
})

it('wrong passwords of a session count towards the hundred in a row, and the right one ends the row', async () => {
  const person = await newcomer(world, 'staff')
  const inARow = async () =>
    (
      await world.db.maybe(
        typed(z.object({ n: z.number() }))`select in_a_row as n from sign_in_failures where subject = ${person.id}`,
      )
    )?.n ?? 0
  await person.caller.post('/api/sessions/proof', { password: 'not the pass phrase' })
  await person.caller.put('/api/password', { current: 'not the pass phrase', password: 'seven kettles near a window' })
  expect(await inARow()).toBe(2)
  const proved = await person.caller.post('/api/sessions/proof', { password: castPassword })
  expect([proved.status, await inARow()]).toEqual([200, 0])
  const caller = world.caller(cookiesOf(proved))
  await world.db.run(sql`insert into sign_in_failures (subject, in_a_row) values (${person.id}, 99)`)
  await caller.put('/api/password', { current: 'not the pass phrase', password: 'seven kettles near a window' })
  expect(
    (await world.mail()).filter(({ to, subject }) => to === person.email && subject.startsWith('Someone is trying')),
  ).toHaveLength(1)
})
