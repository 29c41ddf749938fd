import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/tab.ts'
import { createWorld, type World } from '../../tests/world.ts'
import { typed } from '../kit/row-types.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const card = {
  serviceName: 'Handbook review',
  description: 'We read your handbook and mark what Virginia law asks for.',
  serviceType: 'hr-consulting',
  hourlyRate: 12_550,
}
const path = '/api/service-rates'
const added = async (more: object = {}) => (await world.alice.post(path, { ...card, ...more })).body
const figures = ({ hourlyRate, projectRate, monthlyRate, isActive }: Record<string, unknown>) => ({
  hourlyRate,
  projectRate,
  monthlyRate,
  isActive,
})
const count = async () =>
  (await world.db.one(typed(z.object({ n: z.number() }))`select count(*) as n from service_rates`)).n

describe('a rate card', () => {
  it('is added active by an administrator, and leaves its trace', async () => {
    const answer = await world.alice.post(path, { ...card, isActive: true })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...card, projectRate: null, monthlyRate: null, isActive: true, version: 1 })
    expect(answer.body.allowed).toEqual(['edit', 'deactivate'])
    expect((await world.trail()).at(-1)).toMatchObject({
      action: 'service-rate.created',
      actorId: world.people.alice.id,
      entityId: answer.body.id,
      details: { before: null, after: figures(answer.body) },
    })
    expect(JSON.stringify(await world.trail())).not.toContain('handbook')
    expect((await world.alice.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('is changed as the specification sends it, and keeps what was not named', async () => {
    const { id } = await added({ projectRate: 400_000, monthlyRate: 90_000, isActive: false })
    const answer = await world.mona.put(`${path}/${id}`, { ...card, hourlyRate: 0 })
    expect([answer.status, answer.body.version]).toEqual([200, 2])
    expect(figures(answer.body)).toEqual({
      hourlyRate: 0,
      projectRate: 400_000,
      monthlyRate: 90_000,
      isActive: false,
    })
    const cleared = await world.alice.put(`${path}/${id}`, { ...card, projectRate: null, isActive: true })
    expect(figures(cleared.body)).toEqual({
      hourlyRate: 12_550,
      projectRate: null,
      monthlyRate: 90_000,
      isActive: true,
    })
    const again = await world.alice.put(`${path}/${id}`, { ...card, projectRate: null, isActive: true })
    expect(figures(again.body)).toEqual(figures(cleared.body))
  })

  it('tells who changed what price when, latest first', async () => {
    const { id } = await added()
    await world.mona.put(`${path}/${id}`, { ...card, hourlyRate: 15_000 })
    await world.alice.put(`${path}/${id}`, { ...card, hourlyRate: 15_000, isActive: false })
    const whole = await world.sam.get(`${path}/${id}/history`)
    const was = { hourlyRate: 12_550, projectRate: null, monthlyRate: null, isActive: true }
    const raised = { ...was, hourlyRate: 15_000 }
    expect(whole.body).toMatchObject([
      { actorName: 'Alice Moore', before: raised, after: { ...raised, isActive: false } },
      { actorName: 'Mona Reyes', before: was, after: raised },
      { actorName: 'Alice Moore', before: null, after: was },
    ])
    const first = await world.sam.get(`${path}/${id}/history?limit=2`)
    expect(first.body).toEqual(whole.body.slice(0, 2))
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] as string
    expect((await world.sam.get(next)).body).toEqual(whole.body.slice(2))
  })

  it('is found by its words, its type and whether it is active', async () => {
    const found = async (query: string) =>
      (await world.sam.get(`${path}?${query}`)).body.map(({ serviceName }: typeof card) => serviceName)
    await added({ serviceName: 'Quarry audit', serviceType: 'hr-operations' })
    await added({ serviceName: 'Quarry coaching', serviceType: 'leadership-coaching', isActive: false })
    expect(await found('q=quarry')).toEqual(['Quarry coaching', 'Quarry audit'])
    expect(await found('q=quarry&status=active')).toEqual(['Quarry audit'])
    expect(await found('q=quarry&isActive=false')).toEqual(['Quarry coaching'])
    expect(await found('q=quarry&serviceType=hr-operations')).toEqual(['Quarry audit'])
    expect(await found('q=quarry&status=active&isActive=false')).toEqual([])
    expect(await found('q=q_arry')).toEqual([])
    for (const odd of ['status=gone', 'isActive=perhaps', 'serviceType=gardening'])
      expect((await world.sam.get(`${path}?${odd}`)).status, odd).toBe(400)
  })

  it('is looked at again by whoever is signed in when it changes', async () => {
    await world.goLive()
    const [sam, ann] = await Promise.all([world.sam, world.ann].map(async (who) => openTab(await world.address(), who)))
    const { id } = await added()
    for (const tab of [sam, ann])
      await expect.poll(() => tab?.heard).toContainEqual({ type: 'service-rates', id, clientFolderId: null })
    sam?.close()
    ann?.close()
  })
})

describe('a rate card refuses', () => {
  it('whoever is no administrator: staff and clients read, visitors do not', async () => {
    const { id, version } = await added()
    const before = await count()
    for (const reader of [world.sam, world.sue, world.ann]) {
      expect((await reader.get(`${path}/${id}`)).body.allowed).toEqual([])
      expect((await reader.post(path, card)).status).toBe(403)
      const answer = await reader.put(`${path}/${id}`, card)
      expect([answer.status, answer.body.message]).toEqual([403, 'Only an administrator can change the rate cards.'])
    }
    for (const url of [`${path}/${id}/history`, `${path}/${world.people.ann.id}`])
      expect((await world.ann.get(url)).status).toBe(404)
    expect((await world.visitor.get(path)).status).toBe(401)
    expect(await count()).toBe(before)
    expect((await world.alice.get(`${path}/${id}`)).body.version).toBe(version)
  })

  it.each([
    ['a negative price', { hourlyRate: -1 }, 'hourlyRate', 'An amount cannot be negative.'],
    ['a fraction of a cent', { hourlyRate: 125.5 }, 'hourlyRate', 'Please enter an amount in whole cents.'],
    ['a price in words', { hourlyRate: '125' }, 'hourlyRate', 'Please enter an amount in whole cents.'],
    ['a price past all bounds', { projectRate: 1e10 }, 'projectRate', 'An amount can be at most $99,999,999.99.'],
    ['a monthly price below nothing', { monthlyRate: -5 }, 'monthlyRate', 'An amount cannot be negative.'],
    ['no hourly rate', { hourlyRate: undefined }, 'hourlyRate', 'Hourly rate is required'],
    ['an empty hourly rate', { hourlyRate: null }, 'hourlyRate', 'Hourly rate is required'],
    ['no name', { serviceName: '  ' }, 'serviceName', 'Service name is required'],
    ['no description', { description: '' }, 'description', 'Description is required'],
    ['a type of its own', { serviceType: 'gardening' }, 'serviceType', 'Please choose a service type.'],
    ['a flag that is none', { isActive: 'yes' }, 'isActive', 'Please choose Active or Inactive.'],
    ['a name of 201 letters', { serviceName: 'x'.repeat(201) }, 'serviceName', 'Please use at most 200 characters.'],
  ])('%s, in a sentence, and stores nothing', async (_what, part, at, sentence) => {
    const { id } = await added()
    const before = await count()
    for (const answer of [
      await world.alice.post(path, { ...card, ...part }),
      await world.alice.put(`${path}/${id}`, { ...card, ...part }),
    ]) {
      expect(answer.status).toBe(400)
      expect([answer.body.message, answer.body.issues[0].path]).toEqual([sentence, at])
    }
    expect(await count()).toBe(before)
    expect((await world.alice.get(`${path}/${id}`)).body.version).toBe(1)
  })

  it('an edit of an older version, and names that it does not know', async () => {
    const { id } = await added()
    expect((await world.alice.put(`${path}/${id}`, card, { 'if-match': '"1"' })).status).toBe(200)
    expect((await world.mona.put(`${path}/${id}`, card, { 'if-match': '"1"' })).status).toBe(412)
    expect((await world.alice.post(path, { ...card, createdById: world.people.mona.id })).status).toBe(400)
    expect((await world.alice.put(`${path}/${world.people.ann.id}`, card)).status).toBe(404)
  })

  it('one of two edits of the same version made at once', async () => {
    const { id } = await added()
    const twin = await world.twin()
    const elsewhere = twin.caller(world.mona.cookie)
    const answers = await Promise.all(
      [world.alice, elsewhere].map((who) => who.put(`${path}/${id}`, card, { 'if-match': '"1"' })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
  })
})
