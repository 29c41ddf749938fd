// Who may end an account or lower its role, and who stays.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invited, tokenOf } from '../../tests/newcomers.ts'
import { createWorld, type Name, unknownId, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

describe('deactivating', () => {
  it('A5: signs the person out everywhere, and their link opens nothing', async () => {
    const { id, invitationUrl } = await invited(world)
    const [phone, desk] = [await world.signIn(id, 'client'), await world.signIn(id, 'client')]
    const answer = await world.alice.delete(`/api/users/${id}`)
    expect([answer.status, answer.body.isActive, answer.body.version]).toEqual([200, false, 2])
    expect([(await phone.get('/api/user')).status, (await desk.get('/api/user')).status]).toEqual([401, 401])
    const body = { token: tokenOf(invitationUrl), password: 'seven kettles near a window' }
    expect((await world.visitor.post('/api/invitations/accept', body)).status).toBe(404)
    expect((await world.trail()).some((line) => line.action === 'user.deactivated' && line.entityId === id)).toBe(true)
    expect((await world.alice.delete(`/api/users/${id}`)).status).toBe(200)
  })

  it('is for administrators, with the version they saw', async () => {
    const { id } = await invited(world)
    expect((await world.sam.delete(`/api/users/${id}`)).status).toBe(404)
    expect((await world.visitor.delete(`/api/users/${id}`)).status).toBe(401)
    expect((await world.alice.delete(`/api/users/${unknownId}`)).status).toBe(404)
    expect((await world.alice.delete(`/api/users/${id}`, { 'if-match': '"7"' })).status).toBe(412)
    expect((await world.alice.delete(`/api/users/${id}`, { 'if-match': '"1"' })).status).toBe(200)
  })
})

describe('B5: the guards', () => {
  const asIs = (name: Name, more: object = {}) => {
    const { firstName, lastName, role, username } = world.people[name]
    return { email: `${username}@example.com`, firstName, lastName, role, ...more }
  }
  const edit = (who: Name, whom: Name, more: object = {}) =>
    world[who].put(`/api/users/${world.people[whom].id}`, asIs(whom, more))

  it('keep a master-admin for master-admins', async () => {
    expect((await edit('alice', 'mona', { role: 'staff' })).status).toBe(403)
    expect((await edit('alice', 'mona', { firstName: 'Mo' })).status).toBe(403)
    expect((await world.alice.delete(`/api/users/${world.people.mona.id}`)).status).toBe(403)
    expect((await world.alice.get(`/api/users/${world.people.mona.id}`)).body.allowed).toEqual([])
    expect((await edit('mona', 'mona')).status).toBe(200)
  })

  it('make nobody a master-admin', async () => {
    for (const who of ['alice', 'mona'] as const) {
      const answer = await edit(who, 'sam', { role: 'master-admin' })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'role'])
    }
  })

  it('let nobody demote or deactivate themselves', async () => {
    for (const who of ['alice', 'mona'] as const) {
      const demoted = await edit(who, who, { role: 'staff' })
      expect([demoted.status, demoted.body.message]).toEqual([409, expect.stringContaining('your own role')])
      expect((await edit(who, who, { isActive: false })).status).toBe(409)
      expect((await world[who].delete(`/api/users/${world.people[who].id}`)).status).toBe(409)
    }
    expect((await edit('alice', 'alice')).status).toBe(200)
  })
})

describe('B5: two administrators who deactivate each other at the same moment', () => {
  it.each(Array.from({ length: 8 }, (_, i) => i))('leave one (round %i)', async () => {
    const pair = [await invited(world, { role: 'admin' }), await invited(world, { role: 'admin' })]
    const callers = [await world.signIn(pair[0].id, 'admin'), await world.signIn(pair[1].id, 'admin')]
    const tries = await Promise.all([
      callers[0]?.delete(`/api/users/${pair[1].id}`),
      callers[1]?.delete(`/api/users/${pair[0].id}`),
    ])
    const left = await world.db.rows(sql`select id from users where id in (${pair[0].id}, ${pair[1].id}) and is_active`)
    expect(left).toHaveLength(1)
    expect(tries.filter((answer) => answer?.status === 200)).toHaveLength(1)
    for (const { id } of pair) await world.mona.delete(`/api/users/${id}`)
  })

  it('leave one also when they are the only two', async () => {
    const own = await createWorld()
    const { mona, alice } = own.people
    await own.db.run(sql`update users set role = 'admin' where id = ${mona.id}`)
    const two = [await own.signIn(mona.id, 'admin'), own.alice] as const
    await Promise.all([two[0].delete(`/api/users/${alice.id}`), two[1].delete(`/api/users/${mona.id}`)])
    expect(await own.db.rows(sql`select id from users where role = 'admin' and is_active`)).toHaveLength(1)
    await own.close()
  })
})
