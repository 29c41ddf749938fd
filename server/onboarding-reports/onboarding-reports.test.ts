import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { openTab } from '../../tests/tab.ts'
import { type Caller, createWorld, type World } from '../../tests/world.ts'

let world: World
let acme: string
beforeAll(async () => {
  world = await createWorld()
  acme = world.folders.acme.id
})
afterAll(() => world.close())

const findings = {
  clientNeeds: ['A handbook that managers can use', 'Overtime that is paid right'],
  recommendedServices: [
    { customName: 'Handbook', description: 'Written anew.', estimatedHours: 20, hourlyRate: 12_550 },
    { customName: 'Training', estimatedHours: 1.5, hourlyRate: 10_001 },
  ],
  timeline: [{ phase: 'Assessment', duration: '1-2 weeks', description: 'Interviews.' }],
  riskAssessment: 'Two wage complaints in one month.',
  budget: 300_000,
}

const reportsOf = (id: string) => `/api/client-folders/${id}/onboarding-reports`
const drafted = async (more: object = {}): Promise<string> =>
  (await world.sam.post(reportsOf(acme), { ...findings, ...more })).body.id
const at = (id: string) => `/api/onboarding-reports/${id}`
const share = (id: string, by: Caller = world.sam, headers = {}) =>
  by.patch(`${at(id)}/status`, { status: 'shared' }, headers)
const shared = async (more: object = {}) => {
  const id = await drafted(more)
  await share(id)
  return id
}
const trailOf = async (id: string) =>
  (await world.trail()).filter((line) => line.entityId === id).map(({ action }) => action)

describe('the team writes a report', () => {
  it('which is added up, in the trail, and not there for the client', async () => {
    const answer = await world.sam.post(reportsOf(acme), findings)
    expect(answer.status).toBe(201)
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.body).toMatchObject({
      ...findings,
      recommendedServices: [
        { customName: 'Handbook', totalCost: 251_000, serviceRateId: null },
        { customName: 'Training', totalCost: 15_002, description: null },
      ],
      recommendedTotal: 266_002,
      status: 'draft',
      sharedAt: null,
      createdByName: 'Sam Carter',
      proposalId: null,
      allowed: ['edit', 'share', 'make-proposal'],
    })
    const { id } = answer.body
    expect(await trailOf(id)).toEqual(['onboarding-report.created'])
    const unknown = await world.ann.get(at('01890000-0000-7000-8000-00000000dead'))
    for (const path of [at(id), `${at(id)}/pdf`]) {
      const draft = await world.ann.get(path)
      expect([draft.status, draft.text], path).toEqual([404, unknown.text])
    }
    const listed = (await world.ann.get(reportsOf(acme))).body.map((report: { id: string }) => report.id)
    expect(listed).not.toContain(id)
  })

  it('from nothing, and from a rate card by its name', async () => {
    const empty = await world.sam.post(reportsOf(acme), {})
    expect(empty.body).toMatchObject({ clientNeeds: [], recommendedServices: [], recommendedTotal: 0, budget: null })
    const rate = { serviceName: 'Compliance audit', serviceType: 'hr-operations', description: 'x', hourlyRate: 15_000 }
    const serviceRateId = (await world.alice.post('/api/service-rates', rate)).body.id
    const line = { serviceRateId, estimatedHours: 2, hourlyRate: 15_000 }
    const id = await drafted({ recommendedServices: [line] })
    expect((await world.sam.get(at(id))).body.recommendedServices[0].customName).toBe('Compliance audit')
    await world.db.run(sql`update service_rates set is_active = false where id = ${serviceRateId}`)
    const refused = await world.sam.post(reportsOf(acme), { ...findings, recommendedServices: [line] })
    expect([refused.status, refused.body.issues[0]]).toEqual([
      400,
      { path: 'recommendedServices.0.serviceRateId', message: 'Please choose an active rate card.' },
    ])
    expect((await world.sam.put(at(id), { ...findings, recommendedServices: [line] })).status).toBe(200)
    expect((await world.sam.post(`${at(id)}/proposal`)).status).toBe(201)
  })

  it.each([
    [{ clientNeeds: [' '] }, 'clientNeeds.0', 'Please say what is needed.'],
    [{ clientNeeds: Array.from({ length: 41 }, () => 'x') }, 'clientNeeds', 'A report names at most 40 needs.'],
    [{ budget: -1 }, 'budget', 'An amount cannot be negative.'],
    [{ budget: 10.5 }, 'budget', 'Please enter an amount in whole cents.'],
    [{ riskAssessment: 'x'.repeat(10_001) }, 'riskAssessment', expect.stringContaining('10,000')],
    [{ timeline: [{ phase: '', duration: '1 week' }] }, 'timeline.0.phase', 'Please name the phase.'],
    [
      { recommendedServices: [{ estimatedHours: 1, hourlyRate: 1 }] },
      'recommendedServices.0.customName',
      'Please name the service.',
    ],
    [
      { recommendedServices: [{ customName: 'x', estimatedHours: 1, hourlyRate: 1, totalCost: 2 }] },
      'recommendedServices.0.totalCost',
      'The total of this line is not its hours times its rate.',
    ],
    [{ status: 'shared' }, '', expect.stringContaining('status')],
  ])('not with a mistake (%j)', async (mistake, path, message) => {
    const answer = await world.sam.post(reportsOf(acme), { ...findings, ...mistake })
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
  })

  it('but a client does not, and a colleague and another client see nothing', async () => {
    expect((await world.ann.post(reportsOf(acme), findings)).status).toBe(403)
    const id = await shared()
    for (const who of [world.sue, world.eve]) {
      expect((await who.post(reportsOf(acme), findings)).status).toBe(404)
      expect((await who.get(reportsOf(acme))).status).toBe(404)
      expect((await who.get(at(id))).status).toBe(404)
      expect((await who.get(`${at(id)}/pdf`)).status).toBe(404)
      expect((await who.post(`${at(id)}/proposal`)).status).toBe(404)
    }
  })
})

describe('a draft is rewritten', () => {
  it('at the version that was read, by the team', async () => {
    const id = await drafted()
    const after = await world.sam.put(at(id), { clientNeeds: ['Another'] }, { 'if-match': '"1"' })
    expect(after.body).toMatchObject({ clientNeeds: ['Another'], recommendedServices: [], budget: null, version: 2 })
    expect((await world.sam.put(at(id), findings, { 'if-match': '"1"' })).status).toBe(412)
    expect((await world.ann.put(at(id), findings)).status).toBe(404)
  })

  it('not once it is shared', async () => {
    const id = await shared()
    const answer = await world.sam.put(at(id), findings)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This report was shared and stays as it is. Write a new one to change something.',
    ])
    expect((await world.ann.put(at(id), findings)).status).toBe(403)
  })
})

describe('sharing', () => {
  it('lets the client read it, tells them without a word of it, and happens once', async () => {
    const id = await drafted()
    const answer = await share(id)
    expect(answer.body).toMatchObject({ status: 'shared', sharedAt: expect.any(String), allowed: ['make-proposal'] })
    expect((await world.ann.get(at(id))).body).toMatchObject({
      ...findings,
      recommendedServices: expect.any(Array),
      allowed: [],
    })
    const letter = (await world.mail()).at(-1)
    expect(letter).toMatchObject({ to: 'ann@example.com', subject: 'A report is ready for you' })
    expect(letter?.text).toContain(`/onboarding-reports/${id}`)
    expect(letter?.text).not.toMatch(/handbook|wage/i)
    const again = await share(id)
    expect([again.status, again.body.message]).toEqual([409, 'A shared report stays as it is.'])
    expect((await share(id, world.ann)).status).toBe(403)
    expect((await trailOf(id)).filter((action) => action === 'onboarding-report.shared')).toHaveLength(1)
  })

  it('is refused while it says nothing, of an older version, backwards, and in an archived folder', async () => {
    const empty = (await world.sam.post(reportsOf(acme), { riskAssessment: 'Some.' })).body.id
    const refused = await share(empty)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Write down what the client needs, or what you recommend, before you share this report.',
    ])
    const id = await drafted()
    expect((await share(id, world.sam, { 'if-match': '"7"' })).status).toBe(412)
    expect((await world.sam.patch(`${at(id)}/status`, { status: 'draft' })).status).toBe(409)
    expect((await world.sam.patch(`${at(id)}/status`, { status: 'lost' })).status).toBe(400)
    const folder = (await world.sam.post('/api/client-folders', { name: 'Old', services: 'x' })).body.id
    const old = (await world.sam.post(reportsOf(folder), findings)).body.id
    await world.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await share(old)).status).toBe(409)
    expect((await world.sam.post(`${at(old)}/proposal`)).status).toBe(409)
    expect((await world.sam.get(at(old))).body.allowed).toEqual([])
  })
})

describe('a proposal is made from it', () => {
  it('with its services, phases and needs, and both know of each other', async () => {
    const id = await shared()
    const answer = await world.sam.post(`${at(id)}/proposal`)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      title: 'Proposal for Acme Tooling',
      services: [
        { customName: 'Handbook', estimatedHours: 20, hourlyRate: 12_550, totalCost: 251_000 },
        { customName: 'Training', totalCost: 15_002 },
      ],
      timeline: findings.timeline,
      totalCost: 266_002,
      status: 'draft',
      validUntil: daysAfter(officeDate(world.db.now), 30),
      onboardingReportId: id,
    })
    expect(answer.body.description).toContain('• Overtime that is paid right')
    expect((await world.sam.get(at(id))).body).toMatchObject({ proposalId: answer.body.id, allowed: [] })
    expect((await world.ann.get(at(id))).body.proposalId).toBeNull()
    await world.sam.patch(`/api/proposals/${answer.body.id}/status`, { status: 'sent' })
    expect((await world.ann.get(at(id))).body.proposalId).toBe(answer.body.id)
    expect((await world.ann.get(`/api/proposals/${answer.body.id}`)).body.onboardingReportId).toBe(id)
    const revision = (await world.sam.post(`/api/proposals/${answer.body.id}/revision`)).body
    expect(revision.onboardingReportId).toBe(id)
  })

  it('whose report stays the team’s own while it is a draft', async () => {
    const id = await drafted()
    const made = (await world.sam.post(`${at(id)}/proposal`, { title: 'Ours', validUntil: '2099-01-31' })).body
    expect(made).toMatchObject({ title: 'Ours', validUntil: '2099-01-31' })
    await world.sam.patch(`/api/proposals/${made.id}/status`, { status: 'sent' })
    expect((await world.ann.get(`/api/proposals/${made.id}`)).body.onboardingReportId).toBeNull()
    expect(
      (await world.ann.get('/api/proposals')).body.find((each: { id: string }) => each.id === made.id),
    ).toMatchObject({ onboardingReportId: null })
  })

  it('once of ten at once, and again after it was withdrawn', async () => {
    const id = await shared()
    const tries = await Promise.all(Array.from({ length: 10 }, () => world.sam.post(`${at(id)}/proposal`)))
    const made = tries.filter(({ status }) => status === 201)
    expect([made.length, tries.filter(({ status }) => status === 409).length]).toEqual([1, 9])
    await world.sam.patch(`/api/proposals/${made[0]?.body.id}/status`, { status: 'withdrawn' })
    expect((await world.sam.get(at(id))).body.allowed).toEqual(['make-proposal'])
    expect((await world.sam.post(`${at(id)}/proposal`)).status).toBe(201)
  })

  it('not by the client, not over nothing, not until a day that is past', async () => {
    const id = await shared()
    expect((await world.ann.post(`${at(id)}/proposal`)).status).toBe(403)
    const bare = await shared({ recommendedServices: [] })
    const over = await world.sam.post(`${at(bare)}/proposal`)
    expect([over.status, over.body.message]).toEqual([
      409,
      'This report recommends no service yet. Add one before you make a proposal from it.',
    ])
    const past = await world.sam.post(`${at(id)}/proposal`, { validUntil: '2020-01-01' })
    expect([past.status, past.body.issues[0].path]).toEqual([400, 'validUntil'])
    expect((await world.sam.get(at(id))).body.proposalId).toBeNull()
  })

  it('even from the longest report that there may be', async () => {
    const id = await drafted({
      clientNeeds: Array.from({ length: 40 }, () => 'x'.repeat(200)),
      recommendedServices: Array.from({ length: 100 }, () => findings.recommendedServices[0]),
    })
    expect((await world.sam.post(`${at(id)}/proposal`)).status).toBe(201)
  })
})

it('its paper is one that everybody can read', async () => {
  const id = await shared()
  const answer = await world.ann.send({ method: 'GET', url: `${at(id)}/pdf` })
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toContain('Onboarding report, Acme Tooling.pdf')
  const bytes = (await world.app.inject({ url: `${at(id)}/pdf`, headers: { cookie: world.ann.cookie ?? '' } }))
    .rawPayload
  expect(await checkAccessible(bytes)).toEqual([])
  const words = await textOf(bytes)
  for (const each of ['A handbook that managers can use', 'Handbook Written anew. 20 $125.50 $2,510.00', '$2,660.02'])
    expect(words).toContain(each)
  expect(words).not.toContain('Draft')
})

it('the client’s open tab hears of a report once it is shared, not before', async () => {
  await world.goLive()
  const [ann, sam] = [await openTab(await world.address(), world.ann), await openTab(await world.address(), world.sam)]
  const id = await drafted()
  const change = { type: 'onboarding-reports', id, clientFolderId: acme }
  await expect.poll(() => sam.heard, { timeout: 3000 }).toContainEqual(change)
  expect(ann.heard).not.toContainEqual(change)
  await share(id)
  await expect.poll(() => ann.heard, { timeout: 3000 }).toContainEqual(change)
  ann.close()
  sam.close()
})
