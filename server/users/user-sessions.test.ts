// A5 of the trust page: an administrator sees where a user is signed in, and ends it right away.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  await testApp.goLive()
})
afterAll(() => testApp.close())

const sessionsOf = (name: 'sam' | 'ann' | 'alice' | 'mona' | 'sue') => `/api/users/${testApp.people[name].id}/sessions`

/** The id of a caller's session. */
const sessionIn = async (caller: Caller): Promise<string> =>
  ((await caller.get('/api/sessions')).body as { id: string; current: boolean }[]).find(({ current }) => current)?.id ??
  ''

describe('A5: a user’s sessions', () => {
  it('are shown to an administrator with browser, address, and last use, and without secrets', async () => {
    const { status, body } = await testApp.alice.get(sessionsOf('ann'))
    expect(status).toBe(200)
    expect(body[0]).toEqual({
      id: expect.any(String),
      current: false,
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      browser: expect.any(String),
      address: '127.0.0.1',
      hasNotifications: false,
    })
    const own = (await testApp.alice.get(sessionsOf('alice'))).body as { current: boolean }[]
    expect(own.filter(({ current }) => current)).toHaveLength(1)
  })

  it('are ended in all browsers at the same time, with their streams; repeating it is harmless', async () => {
    const [one, two] = [
      await testApp.signIn(testApp.people.ann.id, 'client'),
      await testApp.signIn(testApp.people.ann.id, 'client'),
    ]
    const bystander = await testApp.signIn(testApp.people.eve.id, 'client')
    const tabs = await Promise.all([one, two, bystander].map(async (who) => openTab(await testApp.address(), who)))
    const ended = await testApp.alice.delete(sessionsOf('ann'))
    expect([ended.status, ended.body.ended >= 2]).toEqual([200, true])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'user.sessions-ended',
      actorId: testApp.people.alice.id,
      entityId: testApp.people.ann.id,
    })
    for (const who of [one, two]) expect((await who.get('/api/user')).status).toBe(401)
    await expect.poll(() => tabs.map((tab) => tab.hasEnded()), { timeout: 20_000 }).toEqual([true, true, false])
    expect((await bystander.get('/api/user')).status).toBe(200)
    expect((await testApp.alice.get(sessionsOf('ann'))).body).toEqual([])
    expect((await testApp.alice.delete(sessionsOf('ann'))).body).toEqual({ ended: 0 })
    for (const tab of tabs) tab.close()
    // The account is unchanged: they may sign in again.
    expect((await testApp.signIn(testApp.people.ann.id, 'client').then((ann) => ann.get('/api/user'))).status).toBe(200)
  })

  it('can be ended individually: that browser is signed out right away, the others are not', async () => {
    const [lost, kept] = [
      await testApp.signIn(testApp.people.ann.id, 'client'),
      await testApp.signIn(testApp.people.ann.id, 'client'),
    ]
    const tab = await openTab(await testApp.address(), lost)
    const listed = (await testApp.alice.get(sessionsOf('ann'))).body as { id: string }[]
    const path = `${sessionsOf('ann')}/${await sessionIn(lost)}`
    const ended = await testApp.alice.delete(path)
    expect([ended.status, ended.body]).toEqual([200, listed.find(({ id }) => path.endsWith(id))])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'user.session-ended',
      actorId: testApp.people.alice.id,
      entityId: testApp.people.ann.id,
      details: { sessionId: ended.body.id },
    })
    expect((await lost.get('/api/user')).status).toBe(401)
    await expect.poll(() => tab.hasEnded(), { timeout: 20_000 }).toBe(true)
    expect((await kept.get('/api/user')).status).toBe(200)
    expect((await testApp.alice.delete(path)).status).toBe(404)
    tab.close()
  })

  it('are not ended through another user’s address or with an invalid id', async () => {
    const sams = await sessionIn(testApp.sam)
    for (const id of [sams, 'no-id', '01890000-0000-7000-8000-00000000dead'])
      expect((await testApp.alice.delete(`${sessionsOf('ann')}/${id}`)).status, id).toBe(404)
    expect((await testApp.sam.get('/api/user')).status).toBe(200)
  })

  it('are refused to everyone but administrators', async () => {
    const sues = `${sessionsOf('sue')}/${await sessionIn(testApp.sue)}`
    for (const who of [testApp.sam, testApp.eve]) {
      expect((await who.get(sessionsOf('sue'))).status).toBe(404)
      expect((await who.delete(sessionsOf('sue'))).status).toBe(404)
      expect((await who.delete(sues)).status).toBe(404)
    }
    expect((await testApp.visitor.get(sessionsOf('sue'))).status).toBe(401)
    expect((await testApp.visitor.delete(sessionsOf('sue'))).status).toBe(401)
    expect((await testApp.visitor.delete(sues)).status).toBe(401)
    expect((await testApp.sue.get('/api/user')).status).toBe(200)
  })

  it('are ended only by master administrators if they belong to one, and your own on the account page', async () => {
    expect((await testApp.alice.delete(sessionsOf('mona'))).status).toBe(403)
    expect((await testApp.alice.delete(`${sessionsOf('mona')}/${await sessionIn(testApp.mona)}`)).status).toBe(403)
    for (const path of [sessionsOf('alice'), `${sessionsOf('alice')}/${await sessionIn(testApp.alice)}`]) {
      const own = await testApp.alice.delete(path)
      expect([own.status, own.body.message]).toEqual([409, expect.stringContaining('account settings')])
    }
    expect((await testApp.mona.get('/api/user')).status).toBe(200)
    expect((await testApp.alice.delete('/api/users/01890000-0000-7000-8000-00000000dead/sessions')).status).toBe(404)
  })
})

it('are listed to master administrators only if they belong to one', async () => {
  const url = `/api/users/${testApp.people.mona.id}/sessions`
  expect((await testApp.alice.get(url)).status).toBe(403)
  expect((await testApp.mona.get(url)).status).toBe(200)
  expect((await testApp.sam.get(url)).status).toBe(404)
})
