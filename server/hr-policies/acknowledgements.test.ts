// Who has read which version of a policy, and who still has to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

const path = '/api/hr-policies'
const text = '## In short\n\n- Be civil online.\n\n## Good practice\n\nThink first.'
const publish = (slug: string, more: object = {}) =>
  world.alice.post(`${path}/${slug}/versions`, { content: text, note: 'Shorter.', ...more })

describe('an acknowledgement', () => {
  const acknowledge = (who: Caller, slug: string, version: unknown) =>
    who.post(`${path}/${slug}/acknowledgement`, { version })
  const ofAcme = async (who: Caller, slug: string) =>
    (await who.get(`/api/client-folders/${world.folders.acme.id}/policy-acknowledgements`)).body.find(
      (row: { slug: string }) => row.slug === slug,
    )

  it('is given by a client once, and the team of the folder sees who is missing', async () => {
    expect(await ofAcme(world.sam, 'safety-policy')).toMatchObject({
      personName: 'Ann Keller',
      state: 'missing',
      policyVersion: null,
      currentVersion: 1,
    })
    const answer = await acknowledge(world.ann, 'safety-policy', 1)
    expect([answer.status, answer.body.policyVersion, answer.body.userId]).toEqual([201, 1, world.people.ann.id])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'hr-policy.acknowledged',
      actorId: world.people.ann.id,
      details: { number: 1 },
    })
    expect((await world.ann.get(`${path}/safety-policy`)).body).toMatchObject({ acknowledgedVersion: 1, allowed: [] })
    expect((await world.eve.get(`${path}/safety-policy`)).body.acknowledgedVersion).toBeNull()
    for (const who of [world.sam, world.alice]) expect((await ofAcme(who, 'safety-policy')).state).toBe('acknowledged')
    const trail = await world.sam.get(`/api/client-folders/${world.folders.acme.id}/audit`)
    expect(trail.body.map(({ action }: { action: string }) => action)).toContain('hr-policy.acknowledged')
    const again = await acknowledge(world.ann, 'safety-policy', 1)
    expect([again.status, again.body.message]).toEqual([409, 'You have acknowledged this version already.'])
  })

  it('counts no more when a new version is published, and its client is told by letter', async () => {
    await acknowledge(world.ann, 'data-privacy', 1)
    await world.goLive()
    const tab = await openTab(await world.address(), world.ann)
    const { id } = (await publish('data-privacy')).body
    expect(id).toBeDefined()
    await expect.poll(() => tab.heard.some(({ type }) => type === 'hr-policies')).toBe(true)
    tab.close()
    expect((await world.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'A policy that you acknowledged has a new version',
    })
    expect((await world.mail()).filter(({ to }) => to === 'eve@example.com')).toEqual([])
    expect((await world.ann.get(`${path}/data-privacy`)).body).toMatchObject({
      acknowledgedVersion: 1,
      currentVersion: 2,
      allowed: ['acknowledge'],
    })
    expect(await ofAcme(world.sam, 'data-privacy')).toMatchObject({ state: 'outdated', policyVersion: 1 })
    const old = await acknowledge(world.ann, 'data-privacy', 1)
    expect([old.status, old.body.message]).toEqual([
      409,
      'There is a newer version of this policy, 2. Please read that one.',
    ])
    expect((await acknowledge(world.ann, 'data-privacy', 2)).status).toBe(201)
    expect((await ofAcme(world.sam, 'data-privacy')).state).toBe('acknowledged')
  })

  it('of one version is kept once when it comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => acknowledge(world.eve, 'leave-policy', 1)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('is refused to the team, for a version that is none, and without one', async () => {
    for (const who of [world.sam, world.alice, world.mona])
      expect((await acknowledge(who, 'leave-policy', 1)).body.message).toBe('Policies are acknowledged by clients.')
    for (const version of [0, 2, -1, 1.5, '1', null, undefined])
      expect((await acknowledge(world.ann, 'leave-policy', version)).status).toBe(400)
  })

  it('is seen by those who see the folder, and by no client', async () => {
    const rows = async (who: Caller) => (await who.get(`${path}/safety-policy/acknowledgements`)).body
    const names = async (who: Caller) =>
      (await rows(who)).map((row: { clientFolderName: string }) => row.clientFolderName)
    expect(await names(world.sam)).toEqual(['Acme Tooling'])
    expect(await names(world.sue)).toEqual(['Elmwood Day School'])
    expect(await names(world.alice)).toEqual(['Elmwood Day School', 'Acme Tooling'])
    expect((await rows(world.alice)).map(({ state }: { state: string }) => state)).toEqual(['missing', 'acknowledged'])
    expect((await world.ann.get(`${path}/safety-policy/acknowledgements`)).status).toBe(404)
    const folder = `/api/client-folders/${world.folders.acme.id}/policy-acknowledgements`
    expect((await world.sue.get(folder)).status).toBe(404)
    expect((await world.ann.get(folder)).status).toBe(404)
    expect((await world.visitor.get(folder)).status).toBe(401)
  })

  it('is asked only for policies that concern the client', async () => {
    const of = async () =>
      (await world.sam.get(`/api/client-folders/${world.folders.acme.id}/policy-acknowledgements`)).body
    expect(await of()).toHaveLength(15)
    const folder = `/api/client-folders/${world.folders.acme.id}`
    expect((await world.sam.patch(folder, { headCount: 12, sector: 'private' })).body).toMatchObject({
      headCount: 12,
      sector: 'private',
    })
    expect(await of()).toHaveLength(11)
    for (const odd of [{ headCount: 0 }, { headCount: 1.5 }, { headCount: 'ten' }, { sector: 'garden' }])
      expect((await world.sam.patch(folder, odd)).status).toBe(400)
    expect((await world.ann.patch(folder, { headCount: 3 })).status).toBe(403)
  })
})
