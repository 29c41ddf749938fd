import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/event-stream.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { typed } from '../kit/row-types.ts'
import { serviceRateFor } from './queries.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const card = {
  serviceName: 'Handbook review',
  description: 'We read your handbook and mark what Virginia law asks for.',
  serviceType: 'hr-consulting',
  hourlyRate: 12_550,
}
const path = '/api/service-rates'
const added = async (more: object = {}) => (await testApp.alice.post(path, { ...card, ...more })).body
const figures = ({ hourlyRate, projectRate, monthlyRate, isActive }: Record<string, unknown>) => ({
  hourlyRate,
  projectRate,
  monthlyRate,
  isActive,
})
const count = async () =>
  (await testApp.db.one(typed(z.object({ n: z.number() }))`select count(*) as n from service_rates`)).n

describe('a rate card', () => {
  it('is created active by an administrator, and audited', async () => {
    const answer = await testApp.alice.post(path, { ...card, isActive: true })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ ...card, projectRate: null, monthlyRate: null, isActive: true, version: 1 })
    expect(answer.body.allowed).toEqual(['edit', 'deactivate'])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'service-rate.created',
      actorId: testApp.people.alice.id,
      entityId: answer.body.id,
      details: { before: null, after: figures(answer.body) },
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('handbook')
    expect((await testApp.alice.get(`${path}/${answer.body.id}`)).body).toEqual(answer.body)
  })

  it('is changed as the specification says, and fields left out are unchanged', async () => {
    const { id } = await added({ projectRate: 400_000, monthlyRate: 90_000, isActive: false })
    const answer = await testApp.mona.put(`${path}/${id}`, { ...card, hourlyRate: 0 })
    expect([answer.status, answer.body.version]).toEqual([200, 2])
    expect(figures(answer.body)).toEqual({
      hourlyRate: 0,
      projectRate: 400_000,
      monthlyRate: 90_000,
      isActive: false,
    })
    const cleared = await testApp.alice.put(`${path}/${id}`, { ...card, projectRate: null, isActive: true })
    expect(figures(cleared.body)).toEqual({
      hourlyRate: 12_550,
      projectRate: null,
      monthlyRate: 90_000,
      isActive: true,
    })
    const again = await testApp.alice.put(`${path}/${id}`, { ...card, projectRate: null, isActive: true })
    expect(figures(again.body)).toEqual(figures(cleared.body))
  })

  it('has a price history with who and when, latest first', async () => {
    const { id } = await added()
    await testApp.mona.put(`${path}/${id}`, { ...card, hourlyRate: 15_000 })
    await testApp.alice.put(`${path}/${id}`, { ...card, hourlyRate: 15_000, isActive: false })
    const whole = await testApp.sam.get(`${path}/${id}/history`)
    const was = { hourlyRate: 12_550, projectRate: null, monthlyRate: null, isActive: true }
    const raised = { ...was, hourlyRate: 15_000 }
    expect(whole.body).toMatchObject([
      { actorName: 'Alice Moore', before: raised, after: { ...raised, isActive: false } },
      { actorName: 'Mona Reyes', before: was, after: raised },
      { actorName: 'Alice Moore', before: null, after: was },
    ])
    const first = await testApp.sam.get(`${path}/${id}/history?limit=2`)
    expect(first.body).toEqual(whole.body.slice(0, 2))
    const next = /^<(.+)>; rel="next"$/.exec(String(first.headers.link))?.[1] as string
    expect((await testApp.sam.get(next)).body).toEqual(whole.body.slice(2))
  })

  it('has a scheduled hourly rate that applies from its day on, and is replaced or canceled on the same day', async () => {
    const { id } = await added()
    const today = officeDate(testApp.db.now)
    const july = daysAfter(today, 200)
    const answer = await testApp.alice.put(`${path}/${id}`, { ...card, hourlyRate: 15_000, hourlyRateFrom: july })
    expect(answer.body).toMatchObject({ hourlyRate: 12_550, scheduledRates: [{ from: july, hourlyRate: 15_000 }] })
    await testApp.alice.put(`${path}/${id}`, { ...card, hourlyRate: 16_000, hourlyRateFrom: july })
    const { body } = await testApp.alice.put(`${path}/${id}`, { ...card, hourlyRate: 13_000 })
    expect(body).toMatchObject({ hourlyRate: 13_000, scheduledRates: [{ from: july, hourlyRate: 16_000 }] })
    const history = (await testApp.sam.get(`${path}/${id}/history`)).body
    expect(history.map(({ scheduled }: { scheduled: unknown }) => scheduled)).toEqual([
      null,
      { from: july, hourlyRate: 16_000 },
      { from: july, hourlyRate: 15_000 },
      null,
    ])
    const later = {
      now: new Date(testApp.db.now.getTime() + 201 * 86_400_000),
      rows: testApp.db.rows,
      maybe: testApp.db.maybe,
      one: testApp.db.one,
    }
    expect(await serviceRateFor(later, id)).toMatchObject({ hourlyRate: 16_000, scheduledRates: [] })
    await testApp.alice.put(`${path}/${id}`, { ...card, hourlyRate: 13_000, hourlyRateFrom: july })
    expect((await serviceRateFor(later, id)).hourlyRate).toBe(13_000)
  })

  it('refuses an hourly rate that starts in the past', async () => {
    const { id } = await added()
    const hourlyRateFrom = daysAfter(officeDate(testApp.db.now), -1)
    const answer = await testApp.alice.put(`${path}/${id}`, { ...card, hourlyRate: 15_000, hourlyRateFrom })
    expect([answer.status, answer.body.message, answer.body.issues[0].path]).toEqual([
      400,
      'An hourly rate can start today or later.',
      'hourlyRateFrom',
    ])
    expect((await testApp.alice.get(`${path}/${id}`)).body).toMatchObject({ hourlyRate: 12_550, version: 1 })
  })

  it('can be searched by words, and filtered by type and activity', async () => {
    const found = async (query: string) =>
      (await testApp.sam.get(`${path}?${query}`)).body.map(({ serviceName }: typeof card) => serviceName)
    await added({ serviceName: 'Quarry audit', serviceType: 'hr-operations' })
    await added({ serviceName: 'Quarry coaching', serviceType: 'leadership-coaching', isActive: false })
    expect(await found('q=quarry')).toEqual(['Quarry coaching', 'Quarry audit'])
    expect(await found('q=quarry&status=active')).toEqual(['Quarry audit'])
    expect(await found('q=quarry&isActive=false')).toEqual(['Quarry coaching'])
    expect(await found('q=quarry&serviceType=hr-operations')).toEqual(['Quarry audit'])
    expect(await found('q=quarry&status=active&isActive=false')).toEqual([])
    expect(await found('q=q_arry')).toEqual([])
    for (const odd of ['status=gone', 'isActive=perhaps', 'serviceType=gardening'])
      expect((await testApp.sam.get(`${path}?${odd}`)).status, odd).toBe(400)
  })

  it('is refreshed on the open screens of all signed-in users when it changes', async () => {
    await testApp.goLive()
    const [sam, ann] = await Promise.all(
      [testApp.sam, testApp.ann].map(async (who) => openTab(await testApp.address(), who)),
    )
    const { id } = await added()
    for (const tab of [sam, ann])
      await expect.poll(() => tab?.received).toContainEqual({ type: 'service-rates', id, clientFolderId: null })
    sam?.close()
    ann?.close()
  })
})

describe('a rate card', () => {
  it('refuses changes by everyone but administrators: staff and clients may read, visitors may not', async () => {
    const { id, version } = await added()
    const before = await count()
    for (const reader of [testApp.sam, testApp.sue, testApp.ann]) {
      expect((await reader.get(`${path}/${id}`)).body.allowed).toEqual([])
      expect((await reader.post(path, card)).status).toBe(403)
      const answer = await reader.put(`${path}/${id}`, card)
      expect([answer.status, answer.body.message]).toEqual([403, 'Only an administrator can change rate cards.'])
    }
    for (const url of [`${path}/${id}/history`, `${path}/${testApp.people.ann.id}`])
      expect((await testApp.ann.get(url)).status).toBe(404)
    expect((await testApp.visitor.get(path)).status).toBe(401)
    expect(await count()).toBe(before)
    expect((await testApp.alice.get(`${path}/${id}`)).body.version).toBe(version)
  })

  it.each([
    ['a negative price', { hourlyRate: -1 }, 'hourlyRate', 'An amount can’t be negative.'],
    ['a fraction of a cent', { hourlyRate: 125.5 }, 'hourlyRate', 'Enter an amount in whole cents.'],
    ['a price in words', { hourlyRate: '125' }, 'hourlyRate', 'Enter an amount in whole cents.'],
    ['a price past all bounds', { projectRate: 1e10 }, 'projectRate', 'An amount can be at most $99,999,999.99.'],
    ['a monthly price below nothing', { monthlyRate: -5 }, 'monthlyRate', 'An amount can’t be negative.'],
    ['no hourly rate', { hourlyRate: undefined }, 'hourlyRate', 'Hourly rate is required'],
    ['an empty hourly rate', { hourlyRate: null }, 'hourlyRate', 'Hourly rate is required'],
    ['no name', { serviceName: '  ' }, 'serviceName', 'Service name is required'],
    ['no description', { description: '' }, 'description', 'Description is required'],
    ['a type of its own', { serviceType: 'gardening' }, 'serviceType', 'Choose a service from the list.'],
    ['a flag that is none', { isActive: 'yes' }, 'isActive', 'Choose Active or Inactive.'],
    ['a name of 201 letters', { serviceName: 'x'.repeat(201) }, 'serviceName', 'Use at most 200 characters.'],
  ])('refuses %s with a sentence, and stores nothing', async (_what, part, at, sentence) => {
    const { id } = await added()
    const before = await count()
    for (const answer of [
      await testApp.alice.post(path, { ...card, ...part }),
      await testApp.alice.put(`${path}/${id}`, { ...card, ...part }),
    ]) {
      expect(answer.status).toBe(400)
      expect([answer.body.message, answer.body.issues[0].path]).toEqual([sentence, at])
    }
    expect(await count()).toBe(before)
    expect((await testApp.alice.get(`${path}/${id}`)).body.version).toBe(1)
  })

  it('refuses an edit of an outdated version, and unknown fields', async () => {
    const { id } = await added()
    expect((await testApp.alice.put(`${path}/${id}`, card, { 'if-match': '"1"' })).status).toBe(200)
    expect((await testApp.mona.put(`${path}/${id}`, card, { 'if-match': '"1"' })).status).toBe(412)
    expect((await testApp.alice.post(path, { ...card, createdById: testApp.people.mona.id })).status).toBe(400)
    expect((await testApp.alice.put(`${path}/${testApp.people.ann.id}`, card)).status).toBe(404)
  })

  it('refuses one of two concurrent edits of the same version', async () => {
    const { id } = await added()
    const twin = await testApp.twin()
    const elsewhere = twin.caller(testApp.mona.cookie)
    const answers = await Promise.all(
      [testApp.alice, elsewhere].map((who) => who.put(`${path}/${id}`, card, { 'if-match': '"1"' })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412])
  })
})
