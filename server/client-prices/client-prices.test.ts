import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { rateCard, serviceRate } from '../../tests/architecture/rights-time.ts'
import { folderApart } from '../../tests/invoices.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { typed } from '../kit/row-types.ts'
import { hourlyRateFor } from '../service-rates/queries.ts'

let testApp: TestApp
let acme: string
let card: string
beforeAll(async () => {
  testApp = await createTestApp({}, { atHour: 10 })
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())
beforeEach(async () => {
  card = await serviceRate(testApp)
})

const today = () => officeDate(testApp.db.now)
const pathOf = (folderId = acme) => `/api/client-folders/${folderId}/client-prices`
const setPrice = (more: object = {}, who = testApp.alice, folderId = acme) =>
  who.post(pathOf(folderId), { serviceRateId: card, hourlyRate: 9000, ...more })
const record = async (more: object = {}) => {
  const input = { clientFolderId: acme, serviceRateId: card, date: today(), minutes: 10, ...more }
  const { status, body, text } = await testApp.sam.post('/api/time-entries', input)
  if (status !== 201) throw new Error(text)
  return body
}
const rateOn = (date: string, clientFolderId = acme) =>
  hourlyRateFor(testApp.db, { serviceRateId: card, clientFolderId, date })
const said = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const CountRow = z.object({ n: z.number() })
const count = async () => {
  const { n } = await testApp.db.one(typed(CountRow)`
    select count(*) as n from client_prices where service_rate_id = ${card} and client_folder_id = ${acme}`)
  return n
}

describe('a client price', () => {
  it('prices the client’s time instead of the rate card, from its first day on, and is audited', async () => {
    const before = await record()
    const { status, body } = await setPrice()
    expect([status, body]).toMatchObject([
      201,
      {
        serviceName: 'HR advice',
        hourlyRate: 9000,
        cardRate: 12_000,
        effectiveFrom: today(),
        status: 'current',
        allowed: ['end'],
      },
    ])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'client-price.set',
      entityId: body.id,
      details: { serviceRateId: card, hourlyRate: 9000, effectiveFrom: today() },
    })
    const after = await record()
    expect([before, after].map(({ hourlyRate, rateSource, amount }) => [hourlyRate, rateSource, amount])).toEqual([
      [12_000, 'card', 2000],
      [9000, 'client', 1500],
    ])
    const yesterday = await record({ date: daysAfter(today(), -1) })
    expect(yesterday).toMatchObject({ hourlyRate: 12_000, rateSource: 'card' })
    expect((await testApp.sam.get(`/api/time-entries/${before.id}`)).body.hourlyRate).toBe(12_000)
    const csv = await testApp.sam.get(`/api/time-entries/csv?clientFolderId=${acme}`)
    expect(csv.text).toContain('90.00,15.00,,Client price')
  })

  it('applies to its client only; time that is moved to another client is priced again', async () => {
    await setPrice()
    const other = await folderApart(testApp)
    const entry = await record()
    const elsewhere = await record({ clientFolderId: other })
    expect(elsewhere).toMatchObject({ hourlyRate: 12_000, rateSource: 'card' })
    const input = { clientFolderId: other, serviceRateId: card, date: today(), minutes: 10 }
    const moved = await testApp.sam.put(`/api/time-entries/${entry.id}`, input)
    expect(moved.body).toMatchObject({ hourlyRate: 12_000, rateSource: 'card' })
    const back = await testApp.sam.put(`/api/time-entries/${entry.id}`, { ...input, clientFolderId: acme })
    expect(back.body).toMatchObject({ hourlyRate: 9000, rateSource: 'client' })
  })

  it('agrees with an independent calculation for every day of a history of both prices', async () => {
    const at = (days: number) => daysAfter(today(), days)
    const ofClient: [days: number, rate: number | null][] = [
      [2, 9000],
      [5, null],
      [9, 0],
      [12, 11_111],
    ]
    const ofCard: [days: number, rate: number][] = [
      [4, 13_000],
      [10, 14_001],
    ]
    for (const [days, hourlyRate] of ofClient) await setPrice({ hourlyRate, effectiveFrom: at(days) })
    for (const [days, hourlyRate] of ofCard)
      await testApp.alice.put(`/api/service-rates/${card}`, { ...rateCard, hourlyRate, hourlyRateFrom: at(days) })
    for (let days = 0; days <= 14; days++) {
      let [clientRate, cardRate]: [number | null, number] = [null, 12_000]
      for (let day = 0; day <= days; day++) {
        const client = ofClient.find(([from]) => from === day)
        if (client !== undefined) clientRate = client[1]
        cardRate = ofCard.find(([from]) => from === day)?.[1] ?? cardRate
      }
      expect(await rateOn(at(days)), `day ${days}`).toEqual(
        clientRate === null
          ? { hourlyRate: cardRate, rateSource: 'card' }
          : { hourlyRate: clientRate, rateSource: 'client' },
      )
    }
  })

  it('is replaced on the same day, ended by the rate card’s price, and listed with its status', async () => {
    await setPrice()
    await setPrice({ hourlyRate: 8000 })
    await setPrice({ hourlyRate: 7000, effectiveFrom: daysAfter(today(), 30) })
    expect(await count()).toBe(2)
    expect(await rateOn(today())).toEqual({ hourlyRate: 8000, rateSource: 'client' })
    await setPrice({ hourlyRate: null })
    expect(await rateOn(today())).toEqual({ hourlyRate: 12_000, rateSource: 'card' })
    const listed = (await testApp.sam.get(pathOf())).body as { serviceRateId: string }[]
    expect(listed.filter(({ serviceRateId }) => serviceRateId === card)).toMatchObject([
      { status: 'scheduled', hourlyRate: 7000, allowed: [] },
      { status: 'current', hourlyRate: null, version: 3, allowed: [] },
    ])
  })

  it('applies to a rate card without an hourly rate of its own', async () => {
    await testApp.db.run(sql`update service_rates set hourly_rate = null where id = ${card}`)
    expect(await rateOn(today())).toBeNull()
    await setPrice()
    expect(await record()).toMatchObject({ hourlyRate: 9000, rateSource: 'client' })
  })

  it('can be deleted until it starts', async () => {
    const { id } = (await setPrice({ effectiveFrom: daysAfter(today(), 1) })).body
    expect((await testApp.alice.delete(`/api/client-prices/${id}`)).body).toMatchObject({ id, allowed: [] })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({ action: 'client-price.deleted', entityId: id })
    expect((await testApp.alice.get(`/api/client-prices/${id}`)).status).toBe(404)
    const started = (await setPrice()).body
    expect(said(await testApp.alice.delete(`/api/client-prices/${started.id}`))).toEqual([
      409,
      'This price has already started. To replace it, add a price that starts today.',
    ])
    expect(await count()).toBe(1)
  })
})

describe('setting a client price', () => {
  it.each([
    ['a past day', () => ({ effectiveFrom: daysAfter(today(), -1) }), 'A client price can start today or later.'],
    ['a negative price', () => ({ hourlyRate: -1 }), 'An amount can’t be negative.'],
    ['a fraction of a cent', () => ({ hourlyRate: 1.5 }), 'Enter an amount in whole cents.'],
    ['no price', () => ({ hourlyRate: undefined }), 'Enter an amount in whole cents.'],
    ['no rate card', () => ({ serviceRateId: '' }), 'Choose a rate card.'],
    ['an unknown rate card', () => ({ serviceRateId: unknownId }), 'Choose an active rate card.'],
  ])('refuses %s', async (_what, part, sentence) => {
    expect(said(await setPrice(part()))).toEqual([400, sentence])
    expect(await count()).toBe(0)
  })

  it('refuses an inactive rate card, an unknown field, and an archived folder', async () => {
    const inactive = await serviceRate(testApp, { isActive: false })
    expect((await setPrice({ serviceRateId: inactive })).status).toBe(400)
    expect((await setPrice({ clientFolderId: acme })).status).toBe(400)
    const archived = await folderApart(testApp)
    const { id } = (await setPrice({ effectiveFrom: daysAfter(today(), 3) }, testApp.alice, archived)).body
    await testApp.alice.patch(`/api/client-folders/${archived}`, { status: 'archived' })
    expect((await setPrice({}, testApp.alice, archived)).status).toBe(409)
    expect((await testApp.alice.delete(`/api/client-prices/${id}`)).status).toBe(409)
  })

  it('refuses staff, the client, and the client and staff of another company', async () => {
    const { id } = (await setPrice({ effectiveFrom: daysAfter(today(), 3) })).body
    expect((await testApp.sam.get(`/api/client-prices/${id}`)).body.allowed).toEqual([])
    expect(said(await testApp.sam.delete(`/api/client-prices/${id}`))).toEqual([
      403,
      'Only an administrator can change client prices.',
    ])
    expect((await setPrice({}, testApp.sam)).status).toBe(404)
    for (const stranger of [testApp.ann, testApp.eve, testApp.sue]) {
      expect((await setPrice({}, stranger)).status).toBe(404)
      expect((await stranger.get(pathOf())).status).toBe(404)
      expect((await stranger.get(`/api/client-prices/${id}`)).status).toBe(404)
      expect((await stranger.delete(`/api/client-prices/${id}`)).status).toBe(404)
    }
    expect(await count()).toBe(1)
  })

  it('stores one price when two administrators set it for the same day at the same time', async () => {
    const twin = (await testApp.twin()).caller(testApp.mona.cookie)
    const answers = await Promise.all([setPrice({ hourlyRate: 8000 }), setPrice({ hourlyRate: 7000 }, twin)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await count()).toBe(1)
    const stored = (await rateOn(today()))?.hourlyRate
    const last = answers.find(({ body }) => body.version === 2)
    expect(stored).toBe(last?.body.hourlyRate)
  })

  it('refuses to delete an outdated version', async () => {
    const effectiveFrom = daysAfter(today(), 3)
    const { id } = (await setPrice({ effectiveFrom })).body
    await setPrice({ effectiveFrom, hourlyRate: 5000 })
    expect((await testApp.alice.delete(`/api/client-prices/${id}`, { 'if-match': '"1"' })).status).toBe(412)
    expect(await count()).toBe(1)
  })
})
