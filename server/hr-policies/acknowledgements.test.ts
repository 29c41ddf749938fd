// Who has acknowledged which version of a policy, and who still has to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTab } from '../../tests/event-stream.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const path = '/api/hr-policies'
const text = '## In short\n\n- Be civil online.\n\n## Good practice\n\nThink first.'
const publish = (slug: string, more: object = {}) =>
  testApp.alice.post(`${path}/${slug}/versions`, { content: text, note: 'Shorter.', ...more })

describe('acknowledging a policy', () => {
  const acknowledge = (who: Caller, slug: string, version: unknown) =>
    who.post(`${path}/${slug}/acknowledgement`, { version })
  const ofAcme = async (who: Caller, slug: string) =>
    (await who.get(`/api/client-folders/${testApp.folders.acme.id}/policy-acknowledgements`)).body.find(
      (row: { slug: string }) => row.slug === slug,
    )

  it('is recorded once per client, and the folder’s team sees who is missing', async () => {
    expect(await ofAcme(testApp.sam, 'safety-policy')).toMatchObject({
      personName: 'Ann Keller',
      state: 'missing',
      policyVersion: null,
      currentVersion: 1,
    })
    const answer = await acknowledge(testApp.ann, 'safety-policy', 1)
    expect([answer.status, answer.body.policyVersion, answer.body.userId]).toEqual([201, 1, testApp.people.ann.id])
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'hr-policy.acknowledged',
      actorId: testApp.people.ann.id,
      details: { number: 1 },
    })
    expect((await testApp.ann.get(`${path}/safety-policy`)).body).toMatchObject({ acknowledgedVersion: 1, allowed: [] })
    expect((await testApp.eve.get(`${path}/safety-policy`)).body.acknowledgedVersion).toBeNull()
    for (const who of [testApp.sam, testApp.alice])
      expect((await ofAcme(who, 'safety-policy')).state).toBe('acknowledged')
    const auditLog = await testApp.sam.get(`/api/client-folders/${testApp.folders.acme.id}/audit`)
    expect(auditLog.body.map(({ action }: { action: string }) => action)).toContain('hr-policy.acknowledged')
    const again = await acknowledge(testApp.ann, 'safety-policy', 1)
    expect([again.status, again.body.message]).toEqual([409, 'You’ve already acknowledged this version.'])
  })

  it('expires when a new version is published, and the client is notified by email', async () => {
    await acknowledge(testApp.ann, 'data-privacy', 1)
    await testApp.goLive()
    const tab = await openTab(await testApp.address(), testApp.ann)
    const { id } = (await publish('data-privacy')).body
    expect(id).toBeDefined()
    await expect.poll(() => tab.received.some(({ type }) => type === 'hr-policies')).toBe(true)
    tab.close()
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'ann@example.com',
      subject: 'ProHR updated a policy that you acknowledged',
    })
    expect((await testApp.mail()).filter(({ to }) => to === 'eve@example.com')).toEqual([])
    expect((await testApp.ann.get(`${path}/data-privacy`)).body).toMatchObject({
      acknowledgedVersion: 1,
      currentVersion: 2,
      allowed: ['acknowledge'],
    })
    expect(await ofAcme(testApp.sam, 'data-privacy')).toMatchObject({ state: 'outdated', policyVersion: 1 })
    const old = await acknowledge(testApp.ann, 'data-privacy', 1)
    expect([old.status, old.body.message]).toEqual([
      409,
      'This policy has a newer version, 2. Read and acknowledge that one.',
    ])
    expect((await acknowledge(testApp.ann, 'data-privacy', 2)).status).toBe(201)
    expect((await ofAcme(testApp.sam, 'data-privacy')).state).toBe('acknowledged')
  })

  it('records one acknowledgment for many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => acknowledge(testApp.eve, 'leave-policy', 1)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  })

  it('refuses the team, an unknown version, and a missing version', async () => {
    for (const who of [testApp.sam, testApp.alice, testApp.mona])
      expect((await acknowledge(who, 'leave-policy', 1)).body.message).toBe('Only clients can acknowledge a policy.')
    for (const version of [0, 2, -1, 1.5, '1', null, undefined])
      expect((await acknowledge(testApp.ann, 'leave-policy', version)).status).toBe(400)
  })

  it('is visible to people who see the folder, but not to other clients', async () => {
    const rows = async (who: Caller) => (await who.get(`${path}/safety-policy/acknowledgements`)).body
    const names = async (who: Caller) =>
      (await rows(who)).map((row: { clientFolderName: string }) => row.clientFolderName)
    expect(await names(testApp.sam)).toEqual(['Acme Tooling'])
    expect(await names(testApp.sue)).toEqual(['Elmwood Day School'])
    expect(await names(testApp.alice)).toEqual(['Elmwood Day School', 'Acme Tooling'])
    expect((await rows(testApp.alice)).map(({ state }: { state: string }) => state)).toEqual([
      'missing',
      'acknowledged',
    ])
    expect((await testApp.ann.get(`${path}/safety-policy/acknowledgements`)).status).toBe(404)
    const folder = `/api/client-folders/${testApp.folders.acme.id}/policy-acknowledgements`
    expect((await testApp.sue.get(folder)).status).toBe(404)
    expect((await testApp.ann.get(folder)).status).toBe(404)
    expect((await testApp.visitor.get(folder)).status).toBe(401)
  })

  it('is required only for policies that apply to the client', async () => {
    const of = async () =>
      (await testApp.sam.get(`/api/client-folders/${testApp.folders.acme.id}/policy-acknowledgements`)).body
    expect(await of()).toHaveLength(15)
    const folder = `/api/client-folders/${testApp.folders.acme.id}`
    expect((await testApp.sam.patch(folder, { headCount: 12, sector: 'private' })).body).toMatchObject({
      headCount: 12,
      sector: 'private',
    })
    expect(await of()).toHaveLength(11)
    for (const odd of [{ headCount: 0 }, { headCount: 1.5 }, { headCount: 'ten' }, { sector: 'garden' }])
      expect((await testApp.sam.patch(folder, odd)).status).toBe(400)
    expect((await testApp.ann.patch(folder, { headCount: 3 })).status).toBe(403)
  })
})
