// A5 of the trust page: an administrator sees where somebody is signed in, and ends it, at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await world.goLive()
})
afterAll(() => world.close())

const sessionsOf = (name: 'sam' | 'ann' | 'alice' | 'mona' | 'sue') => `/api/users/${world.people[name].id}/sessions`

/** The id of the session that a caller is in. */
const sessionIn = async (caller: Caller): Promise<string> =>
  ((await caller.get('/api/sessions')).body as { id: string; current: boolean }[]).find(({ current }) => current)?.id ??
  ''

describe('A5: the sessions of somebody', () => {
  it('are shown to an administrator: browser, address and last use, and nothing that opens one', async () => {
    const { status, body } = await world.alice.get(sessionsOf('ann'))
    expect(status).toBe(200)
    expect(body[0]).toEqual({
      id: expect.any(String),
      current: false,
      createdAt: expect.any(String),
      seenAt: expect.any(String),
      browser: expect.any(String),
      address: '127.0.0.1',
    })
    const own = (await world.alice.get(sessionsOf('alice'))).body as { current: boolean }[]
    expect(own.filter(({ current }) => current)).toHaveLength(1)
  })

  it('are ended in all browsers at once, with the streams that they hold; twice is harmless', async () => {
    const [one, two] = [
      await world.signIn(world.people.ann.id, 'client'),
      await world.signIn(world.people.ann.id, 'client'),
    ]
    const bystander = await world.signIn(world.people.eve.id, 'client')
    const tabs = await Promise.all([one, two, bystander].map(async (who) => openTab(await world.address(), who)))
    const ended = await world.alice.delete(sessionsOf('ann'))
    expect([ended.status, ended.body.ended >= 2]).toEqual([200, true])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'user.sessions-ended',
      actorId: world.people.alice.id,
      entityId: world.people.ann.id,
    })
    for (const who of [one, two]) expect((await who.get('/api/user')).status).toBe(401)
    await expect.poll(() => tabs.map((tab) => tab.hasEnded()), { timeout: 20_000 }).toEqual([true, true, false])
    expect((await bystander.get('/api/user')).status).toBe(200)
    expect((await world.alice.get(sessionsOf('ann'))).body).toEqual([])
    expect((await world.alice.delete(sessionsOf('ann'))).body).toEqual({ ended: 0 })
    for (const tab of tabs) tab.close()
    // The account is as it was: they may come back.
    expect((await world.signIn(world.people.ann.id, 'client').then((ann) => ann.get('/api/user'))).status).toBe(200)
  })

  it('are ended one by one as well: that browser is signed out at once, the others stay', async () => {
    const [lost, kept] = [
      await world.signIn(world.people.ann.id, 'client'),
      await world.signIn(world.people.ann.id, 'client'),
    ]
    const tab = await openTab(await world.address(), lost)
    const listed = (await world.alice.get(sessionsOf('ann'))).body as { id: string }[]
    const path = `${sessionsOf('ann')}/${await sessionIn(lost)}`
    const ended = await world.alice.delete(path)
    expect([ended.status, ended.body]).toEqual([200, listed.find(({ id }) => path.endsWith(id))])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'user.session-ended',
      actorId: world.people.alice.id,
      entityId: world.people.ann.id,
      details: { sessionId: ended.body.id },
    })
    expect((await lost.get('/api/user')).status).toBe(401)
    await expect.poll(() => tab.hasEnded(), { timeout: 20_000 }).toBe(true)
    expect((await kept.get('/api/user')).status).toBe(200)
    expect((await world.alice.delete(path)).status).toBe(404)
    tab.close()
  })

  it('are not ended under the name of another person, nor under what is no id', async () => {
    const sams = await sessionIn(world.sam)
    for (const id of [sams, 'no-id', '01890000-0000-7000-8000-00000000dead'])
      expect((await world.alice.delete(`${sessionsOf('ann')}/${id}`)).status, id).toBe(404)
    expect((await world.sam.get('/api/user')).status).toBe(200)
  })

  it('are nobody else’s to see or to end', async () => {
    const sues = `${sessionsOf('sue')}/${await sessionIn(world.sue)}`
    for (const who of [world.sam, world.eve]) {
      expect((await who.get(sessionsOf('sue'))).status).toBe(404)
      expect((await who.delete(sessionsOf('sue'))).status).toBe(404)
      expect((await who.delete(sues)).status).toBe(404)
    }
    expect((await world.visitor.get(sessionsOf('sue'))).status).toBe(401)
    expect((await world.visitor.delete(sessionsOf('sue'))).status).toBe(401)
    expect((await world.visitor.delete(sues)).status).toBe(401)
    expect((await world.sue.get('/api/user')).status).toBe(200)
  })

  it('of a master-admin are a master-admin’s to end, and one’s own are ended on the account page', async () => {
    expect((await world.alice.delete(sessionsOf('mona'))).status).toBe(403)
    expect((await world.alice.delete(`${sessionsOf('mona')}/${await sessionIn(world.mona)}`)).status).toBe(403)
    for (const path of [sessionsOf('alice'), `${sessionsOf('alice')}/${await sessionIn(world.alice)}`]) {
      const own = await world.alice.delete(path)
      expect([own.status, own.body.message]).toEqual([409, expect.stringContaining('account page')])
    }
    expect((await world.mona.get('/api/user')).status).toBe(200)
    expect((await world.alice.delete('/api/users/01890000-0000-7000-8000-00000000dead/sessions')).status).toBe(404)
  })
})

it('a master-admin’s sessions are listed to master-admins only', async () => {
  const url = `/api/users/${world.people.mona.id}/sessions`
  expect((await world.alice.get(url)).status).toBe(403)
  expect((await world.mona.get(url)).status).toBe(200)
  expect((await world.sam.get(url)).status).toBe(404)
})
