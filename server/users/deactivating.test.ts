// Who may deactivate an account or lower its role, and which accounts must remain.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invited, tokenOf } from '../../tests/newcomers.ts'
import { createTestApp, type Name, unknownId, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('deactivating a user', () => {
  it('A5: signs them out everywhere, and ends their links', async () => {
    const { id, invitationUrl } = await invited(testApp)
    const [phone, desk] = [await testApp.signIn(id, 'client'), await testApp.signIn(id, 'client')]
    const answer = await testApp.alice.delete(`/api/users/${id}`)
    expect([answer.status, answer.body.isActive, answer.body.version]).toEqual([200, false, 2])
    expect([(await phone.get('/api/user')).status, (await desk.get('/api/user')).status]).toEqual([401, 401])
    const body = { token: tokenOf(invitationUrl), password: 'seven kettles near a window' }
    expect((await testApp.visitor.post('/api/invitations/accept', body)).status).toBe(404)
    expect((await testApp.auditLog()).some((line) => line.action === 'user.deactivated' && line.entityId === id)).toBe(
      true,
    )
    expect((await testApp.alice.delete(`/api/users/${id}`)).status).toBe(200)
  })

  it('is limited to administrators, at the version they saw', async () => {
    const { id } = await invited(testApp)
    expect((await testApp.sam.delete(`/api/users/${id}`)).status).toBe(404)
    expect((await testApp.visitor.delete(`/api/users/${id}`)).status).toBe(401)
    expect((await testApp.alice.delete(`/api/users/${unknownId}`)).status).toBe(404)
    expect((await testApp.alice.delete(`/api/users/${id}`, { 'if-match': '"7"' })).status).toBe(412)
    expect((await testApp.alice.delete(`/api/users/${id}`, { 'if-match': '"1"' })).status).toBe(200)
  })
})

describe('B5: protected accounts', () => {
  const asIs = (name: Name, more: object = {}) => {
    const { firstName, lastName, role, username } = testApp.people[name]
    return { email: `${username}@example.com`, firstName, lastName, role, ...more }
  }
  const edit = (who: Name, whom: Name, more: object = {}) =>
    testApp[who].put(`/api/users/${testApp.people[whom].id}`, asIs(whom, more))

  it('only master administrators can change a master administrator', async () => {
    expect((await edit('alice', 'mona', { role: 'staff' })).status).toBe(403)
    expect((await edit('alice', 'mona', { firstName: 'Mo' })).status).toBe(403)
    expect((await testApp.alice.delete(`/api/users/${testApp.people.mona.id}`)).status).toBe(403)
    expect((await testApp.alice.get(`/api/users/${testApp.people.mona.id}`)).body.allowed).toEqual([])
    expect((await edit('mona', 'mona')).status).toBe(200)
  })

  it('no one can be made a master administrator', async () => {
    for (const who of ['alice', 'mona'] as const) {
      const answer = await edit(who, 'sam', { role: 'master-admin' })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'role'])
    }
  })

  it('no one can demote or deactivate themselves', async () => {
    for (const who of ['alice', 'mona'] as const) {
      const demoted = await edit(who, who, { role: 'staff' })
      expect([demoted.status, demoted.body.message]).toEqual([409, expect.stringContaining('your own role')])
      expect((await edit(who, who, { isActive: false })).status).toBe(409)
      expect((await testApp[who].delete(`/api/users/${testApp.people[who].id}`)).status).toBe(409)
    }
    expect((await edit('alice', 'alice')).status).toBe(200)
  })
})

describe('B5: two administrators who deactivate each other at the same time', () => {
  it.each(Array.from({ length: 8 }, (_, i) => i))('leave one active (round %i)', async () => {
    const pair = [await invited(testApp, { role: 'admin' }), await invited(testApp, { role: 'admin' })]
    const callers = [await testApp.signIn(pair[0].id, 'admin'), await testApp.signIn(pair[1].id, 'admin')]
    const tries = await Promise.all([
      callers[0]?.delete(`/api/users/${pair[1].id}`),
      callers[1]?.delete(`/api/users/${pair[0].id}`),
    ])
    const left = await testApp.db.rows(
      sql`select id from users where id in (${pair[0].id}, ${pair[1].id}) and is_active`,
    )
    expect(left).toHaveLength(1)
    expect(tries.filter((answer) => answer?.status === 200)).toHaveLength(1)
    for (const { id } of pair) await testApp.mona.delete(`/api/users/${id}`)
  })

  it('leave one active even if they are the only two', async () => {
    const own = await createTestApp()
    const { mona, alice } = own.people
    await own.db.run(sql`update users set role = 'admin' where id = ${mona.id}`)
    const two = [await own.signIn(mona.id, 'admin'), own.alice] as const
    await Promise.all([two[0].delete(`/api/users/${alice.id}`), two[1].delete(`/api/users/${mona.id}`)])
    expect(await own.db.rows(sql`select id from users where role = 'admin' and is_active`)).toHaveLength(1)
    await own.close()
  })
})
