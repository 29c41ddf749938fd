import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysAfter, officeDate } from '../../domain/time.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
let acme: string
beforeAll(async () => {
  testApp = await createTestApp()
  acme = testApp.folders.acme.id
})
afterAll(() => testApp.close())

const findings = {
  clientNeeds: ['A handbook that managers can use', 'Overtime that is paid right'],
  recommendedServices: [
    { customName: 'Handbook', description: 'Rewritten.', estimatedHours: 20, hourlyRate: 12_550 },
    { customName: 'Training', estimatedHours: 1.5, hourlyRate: 10_001 },
  ],
  timeline: [{ phase: 'Assessment', duration: '1-2 weeks', description: 'Interviews.' }],
  riskAssessment: 'Two wage complaints in one month.',
  budget: 300_000,
}

const reportsOf = (id: string) => `/api/client-folders/${id}/onboarding-reports`
const drafted = async (more: object = {}): Promise<string> =>
  (await testApp.sam.post(reportsOf(acme), { ...findings, ...more })).body.id
const at = (id: string) => `/api/onboarding-reports/${id}`
const share = (id: string, by: Caller = testApp.sam, headers = {}) =>
  by.patch(`${at(id)}/status`, { status: 'shared' }, headers)
const shared = async (more: object = {}) => {
  const id = await drafted(more)
  await share(id)
  return id
}
const auditLogOf = async (id: string) =>
  (await testApp.auditLog()).filter((line) => line.entityId === id).map(({ action }) => action)

describe('creating an onboarding report', () => {
  it('calculates totals, is audited, and hides the draft from the client', async () => {
    const answer = await testApp.sam.post(reportsOf(acme), findings)
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
    expect(await auditLogOf(id)).toEqual(['onboarding-report.created'])
    const unknown = await testApp.ann.get(at('01890000-0000-7000-8000-00000000dead'))
    for (const path of [at(id), `${at(id)}/pdf`]) {
      const draft = await testApp.ann.get(path)
      expect([draft.status, draft.text], path).toEqual([404, unknown.text])
    }
    const listed = (await testApp.ann.get(reportsOf(acme))).body.map((report: { id: string }) => report.id)
    expect(listed).not.toContain(id)
  })

  it('works without a source, and from a rate card by its name', async () => {
    const empty = await testApp.sam.post(reportsOf(acme), {})
    expect(empty.body).toMatchObject({ clientNeeds: [], recommendedServices: [], recommendedTotal: 0, budget: null })
    const rate = { serviceName: 'Compliance audit', serviceType: 'hr-operations', description: 'x', hourlyRate: 15_000 }
    const serviceRateId = (await testApp.alice.post('/api/service-rates', rate)).body.id
    const line = { serviceRateId, estimatedHours: 2, hourlyRate: 15_000 }
    const id = await drafted({ recommendedServices: [line] })
    expect((await testApp.sam.get(at(id))).body.recommendedServices[0].customName).toBe('Compliance audit')
    await testApp.db.run(sql`update service_rates set is_active = false where id = ${serviceRateId}`)
    const refused = await testApp.sam.post(reportsOf(acme), { ...findings, recommendedServices: [line] })
    expect([refused.status, refused.body.issues[0]]).toEqual([
      400,
      { path: 'recommendedServices.0.serviceRateId', message: 'Choose an active rate card.' },
    ])
    expect((await testApp.sam.put(at(id), { ...findings, recommendedServices: [line] })).status).toBe(200)
    expect((await testApp.sam.post(`${at(id)}/proposal`)).status).toBe(201)
  })

  it.each([
    [{ clientNeeds: [' '] }, 'clientNeeds.0', 'Enter what the client needs.'],
    [{ clientNeeds: Array.from({ length: 41 }, () => 'x') }, 'clientNeeds', 'A report can have at most 40 needs.'],
    [{ budget: -1 }, 'budget', 'An amount can’t be negative.'],
    [{ budget: 10.5 }, 'budget', 'Enter an amount in whole cents.'],
    [{ riskAssessment: 'x'.repeat(10_001) }, 'riskAssessment', expect.stringContaining('10,000')],
    [{ timeline: [{ phase: '', duration: '1 week' }] }, 'timeline.0.phase', 'Enter a name for the phase.'],
    [
      { recommendedServices: [{ estimatedHours: 1, hourlyRate: 1 }] },
      'recommendedServices.0.customName',
      'Enter a name for the service.',
    ],
    [
      { recommendedServices: [{ customName: 'x', estimatedHours: 1, hourlyRate: 1, totalCost: 2 }] },
      'recommendedServices.0.totalCost',
      'The total of this line doesn’t equal its hours times its rate.',
    ],
    [{ status: 'shared' }, '', expect.stringContaining('status')],
  ])('refuses invalid input (%j)', async (mistake, path, message) => {
    const answer = await testApp.sam.post(reportsOf(acme), { ...findings, ...mistake })
    expect([answer.status, answer.body.issues[0]]).toEqual([400, { path, message }])
  })

  it('refuses clients, and hides reports from colleagues and other clients', async () => {
    expect((await testApp.ann.post(reportsOf(acme), findings)).status).toBe(403)
    const id = await shared()
    for (const who of [testApp.sue, testApp.eve]) {
      expect((await who.post(reportsOf(acme), findings)).status).toBe(404)
      expect((await who.get(reportsOf(acme))).status).toBe(404)
      expect((await who.get(at(id))).status).toBe(404)
      expect((await who.get(`${at(id)}/pdf`)).status).toBe(404)
      expect((await who.post(`${at(id)}/proposal`)).status).toBe(404)
    }
  })
})

describe('editing a draft report', () => {
  it('requires the version that was read, and is limited to the team', async () => {
    const id = await drafted()
    const after = await testApp.sam.put(at(id), { clientNeeds: ['Another'] }, { 'if-match': '"1"' })
    expect(after.body).toMatchObject({ clientNeeds: ['Another'], recommendedServices: [], budget: null, version: 2 })
    expect((await testApp.sam.put(at(id), findings, { 'if-match': '"1"' })).status).toBe(412)
    expect((await testApp.ann.put(at(id), findings)).status).toBe(404)
  })

  it('is refused once it is shared', async () => {
    const id = await shared()
    const answer = await testApp.sam.put(at(id), findings)
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This report was shared and can’t be changed. Create a new one instead.',
    ])
    expect((await testApp.ann.put(at(id), findings)).status).toBe(403)
  })
})

describe('sharing a report', () => {
  it('lets the client read it, notifies them without its content, and happens once', async () => {
    const id = await drafted()
    const answer = await share(id)
    expect(answer.body).toMatchObject({ status: 'shared', sharedAt: expect.any(String), allowed: ['make-proposal'] })
    expect((await testApp.ann.get(at(id))).body).toMatchObject({
      ...findings,
      recommendedServices: expect.any(Array),
      allowed: [],
    })
    const email = (await testApp.mail()).at(-1)
    expect(email).toMatchObject({ to: 'ann@example.com', subject: 'ProHR shared a report with you' })
    expect(email?.text).toContain(`/onboarding-reports/${id}`)
    expect(email?.text).not.toMatch(/handbook|wage/i)
    const again = await share(id)
    expect([again.status, again.body.message]).toEqual([409, 'A shared report can’t be changed.'])
    expect((await share(id, testApp.ann)).status).toBe(403)
    expect((await auditLogOf(id)).filter((action) => action === 'onboarding-report.shared')).toHaveLength(1)
  })

  it('is refused for an empty report, an outdated version, a shared report, and in an archived folder', async () => {
    const empty = (await testApp.sam.post(reportsOf(acme), { riskAssessment: 'Some.' })).body.id
    const refused = await share(empty)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Enter what the client needs or what you recommend before you share this report.',
    ])
    const id = await drafted()
    expect((await share(id, testApp.sam, { 'if-match': '"7"' })).status).toBe(412)
    expect((await testApp.sam.patch(`${at(id)}/status`, { status: 'draft' })).status).toBe(409)
    expect((await testApp.sam.patch(`${at(id)}/status`, { status: 'lost' })).status).toBe(400)
    const folder = (await testApp.sam.post('/api/client-folders', { name: 'Old', services: 'x' })).body.id
    const old = (await testApp.sam.post(reportsOf(folder), findings)).body.id
    await testApp.sam.patch(`/api/client-folders/${folder}`, { status: 'archived' })
    expect((await share(old)).status).toBe(409)
    expect((await testApp.sam.post(`${at(old)}/proposal`)).status).toBe(409)
    expect((await testApp.sam.get(at(old))).body.allowed).toEqual([])
  })
})

describe('creating a proposal from a report', () => {
  it('copies its services, phases, and needs, and links both', async () => {
    const id = await shared()
    const answer = await testApp.sam.post(`${at(id)}/proposal`)
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
      validUntil: daysAfter(officeDate(testApp.db.now), 30),
      onboardingReportId: id,
    })
    expect(answer.body.description).toContain('• Overtime that is paid right')
    expect((await testApp.sam.get(at(id))).body).toMatchObject({ proposalId: answer.body.id, allowed: [] })
    expect((await testApp.ann.get(at(id))).body.proposalId).toBeNull()
    await testApp.sam.patch(`/api/proposals/${answer.body.id}/status`, { status: 'sent' })
    expect((await testApp.ann.get(at(id))).body.proposalId).toBe(answer.body.id)
    expect((await testApp.ann.get(`/api/proposals/${answer.body.id}`)).body.onboardingReportId).toBe(id)
    const revision = (await testApp.sam.post(`/api/proposals/${answer.body.id}/revision`)).body
    expect(revision.onboardingReportId).toBe(id)
  })

  it('leaves a draft report hidden from the client', async () => {
    const id = await drafted()
    const created = (await testApp.sam.post(`${at(id)}/proposal`, { title: 'Ours', validUntil: '2099-01-31' })).body
    expect(created).toMatchObject({ title: 'Ours', validUntil: '2099-01-31' })
    await testApp.sam.patch(`/api/proposals/${created.id}/status`, { status: 'sent' })
    expect((await testApp.ann.get(`/api/proposals/${created.id}`)).body.onboardingReportId).toBeNull()
    expect(
      (await testApp.ann.get('/api/proposals')).body.find((each: { id: string }) => each.id === created.id),
    ).toMatchObject({ onboardingReportId: null })
  })

  it('creates one for ten concurrent requests, and another after it was withdrawn', async () => {
    const id = await shared()
    const tries = await Promise.all(Array.from({ length: 10 }, () => testApp.sam.post(`${at(id)}/proposal`)))
    const created = tries.filter(({ status }) => status === 201)
    expect([created.length, tries.filter(({ status }) => status === 409).length]).toEqual([1, 9])
    await testApp.sam.patch(`/api/proposals/${created[0]?.body.id}/status`, { status: 'withdrawn' })
    expect((await testApp.sam.get(at(id))).body.allowed).toEqual(['make-proposal'])
    expect((await testApp.sam.post(`${at(id)}/proposal`)).status).toBe(201)
  })

  it('refuses clients, reports without services, and a date in the past', async () => {
    const id = await shared()
    expect((await testApp.ann.post(`${at(id)}/proposal`)).status).toBe(403)
    const bare = await shared({ recommendedServices: [] })
    const over = await testApp.sam.post(`${at(bare)}/proposal`)
    expect([over.status, over.body.message]).toEqual([
      409,
      'This report doesn’t recommend a service yet. Add one before you create a proposal from it.',
    ])
    const past = await testApp.sam.post(`${at(id)}/proposal`, { validUntil: '2020-01-01' })
    expect([past.status, past.body.issues[0].path]).toEqual([400, 'validUntil'])
    expect((await testApp.sam.get(at(id))).body.proposalId).toBeNull()
  })

  it('works for the longest possible report', async () => {
    const id = await drafted({
      clientNeeds: Array.from({ length: 40 }, () => 'x'.repeat(200)),
      recommendedServices: Array.from({ length: 100 }, () => findings.recommendedServices[0]),
    })
    expect((await testApp.sam.post(`${at(id)}/proposal`)).status).toBe(201)
  })
})

it('the PDF of an onboarding report is accessible', async () => {
  const id = await shared()
  const answer = await testApp.ann.send({ method: 'GET', url: `${at(id)}/pdf` })
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toContain('Onboarding report, Acme Tooling.pdf')
  const bytes = (await testApp.app.inject({ url: `${at(id)}/pdf`, headers: { cookie: testApp.ann.cookie ?? '' } }))
    .rawPayload
  expect(await checkAccessible(bytes)).toEqual([])
  const words = await textOf(bytes)
  for (const each of ['A handbook that managers can use', 'Handbook Rewritten. 20 $125.50 $2,510.00', '$2,660.02'])
    expect(words).toContain(each)
  expect(words).not.toContain('Draft')
})

it('the client’s open tab is updated once a report is shared, not before', async () => {
  await testApp.goLive()
  const [ann, sam] = [
    await openTab(await testApp.address(), testApp.ann),
    await openTab(await testApp.address(), testApp.sam),
  ]
  const id = await drafted()
  const change = { type: 'onboarding-reports', id, clientFolderId: acme }
  await expect.poll(() => sam.received).toContainEqual(change)
  expect(ann.received).not.toContainEqual(change)
  await share(id)
  await expect.poll(() => ann.received).toContainEqual(change)
  ann.close()
  sam.close()
})
