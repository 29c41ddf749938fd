import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftedPolicy, ownPolicy, publishedPolicy } from '../../tests/handbooks.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const at = (id: string) => `/api/own-policies/${id}`
const actionsOf = async (id: string) =>
  (await testApp.auditLog()).filter((entry) => entry.entityId === id).map(({ action }) => action)

describe('a policy of the firm', () => {
  it('is drafted, published, edited, and published again by an administrator', async () => {
    const created = await testApp.alice.post('/api/own-policies', ownPolicy)
    expect([created.status, created.body]).toMatchObject([
      201,
      { title: 'Pets at Work', currentVersion: null, hasChanges: true, allowed: ['edit', 'publish', 'retire'] },
    ])
    const { id } = created.body
    const first = await testApp.alice.post(`${at(id)}/versions`)
    expect([first.status, first.body]).toMatchObject([201, { currentVersion: 1, hasChanges: false }])
    const edited = await testApp.alice.put(at(id), { ...ownPolicy, title: 'Dogs at Work' })
    expect(edited.body).toMatchObject({ title: 'Dogs at Work', currentVersion: 1, hasChanges: true })
    const second = await testApp.alice.post(`${at(id)}/versions`)
    expect(second.body).toMatchObject({ currentVersion: 2, hasChanges: false, allowed: ['edit', 'retire'] })
    expect(await actionsOf(id)).toEqual([
      'own-policy.created',
      'own-policy.published',
      'own-policy.changed',
      'own-policy.published',
    ])
  })

  it('is retired, then refuses edits and publishing, and is restored', async () => {
    const id = await publishedPolicy(testApp)
    expect((await testApp.alice.patch(at(id), { isActive: false })).body.allowed).toEqual(['restore'])
    const listed = (await testApp.sam.get('/api/own-policies')).body.map((each: { id: string }) => each.id)
    expect(listed).not.toContain(id)
    const retired = (await testApp.sam.get('/api/own-policies?status=retired')).body
    expect(retired.map((each: { id: string }) => each.id)).toContain(id)
    expect((await testApp.alice.put(at(id), ownPolicy)).status).toBe(409)
    expect((await testApp.alice.post(`${at(id)}/versions`)).status).toBe(409)
    expect((await testApp.alice.patch(at(id), { isActive: false })).status).toBe(409)
    expect((await testApp.alice.patch(at(id), { isActive: true })).status).toBe(200)
  })

  it('is published once with the same text, even by ten concurrent requests', async () => {
    const id = await draftedPolicy(testApp)
    const tries = await Promise.all(Array.from({ length: 10 }, () => testApp.alice.post(`${at(id)}/versions`)))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await testApp.alice.get(at(id))).body.currentVersion).toBe(1)
  })

  it('is not edited at an outdated version', async () => {
    const id = await draftedPolicy(testApp)
    await testApp.alice.put(at(id), { ...ownPolicy, owner: 'Someone else' }, { 'if-match': '"1"' })
    const stale = await testApp.mona.put(at(id), ownPolicy, { 'if-match': '"1"' })
    expect(stale.status).toBe(412)
  })

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['no text', { content: '' }, 'content'],
    ['HTML', { content: '## Purpose\n\n<b>Bold</b>' }, 'content'],
    ['a script as a link', { content: '## Purpose\n\n[x](javascript:alert(1))' }, 'content'],
    ['a variant that is not closed', { content: '## Purpose\n\n::: employees 5+\nText.' }, 'content'],
    ['a variant that cannot be read', { content: '## Purpose\n\n::: dogs 5+\nText.\n:::' }, 'content'],
    ['only text that few employers get', { content: '::: employees 50+\n## Purpose\n\nText.\n:::' }, 'content'],
    ['too much text', { content: `## Purpose\n\n${'x'.repeat(60_001)}` }, 'content'],
    ['an unknown key', { mood: 'good' }, ''],
  ])('is refused with %s', async (_what, change, path) => {
    const answer = await testApp.alice.post('/api/own-policies', { ...ownPolicy, ...change })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  it('is hidden from clients, and cannot be changed by staff', async () => {
    const id = await draftedPolicy(testApp)
    expect((await testApp.ann.get('/api/own-policies')).status).toBe(403)
    expect((await testApp.ann.get(at(id))).status).toBe(404)
    for (const answer of [
      await testApp.sam.post('/api/own-policies', ownPolicy),
      await testApp.sam.put(at(id), ownPolicy),
      await testApp.sam.post(`${at(id)}/versions`),
      await testApp.sam.patch(at(id), { isActive: false }),
    ])
      expect(answer.status).toBe(403)
    expect((await testApp.sam.get(at(id))).body.allowed).toEqual([])
  })
})
