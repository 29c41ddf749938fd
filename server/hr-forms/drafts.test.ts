// Drafts of forms.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applying } from '../../tests/hr-forms.ts'
import { publishedOwnForm } from '../../tests/own-forms.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

describe('a form draft', () => {
  const draft = '/api/hr-forms/employment-application/draft'

  it('is available on another device, field by field, and deleted when the form is submitted', async () => {
    expect((await testApp.eve.get(draft)).body).toEqual({ formData: {}, savedAt: null })
    await testApp.eve.patch(draft, { formData: { firstName: 'Eve', email: 'eve@' } })
    const later = await testApp.eve.patch(draft, { formData: { email: 'eve@example.com', city: '' } })
    expect(later.body).toEqual({
      formData: { firstName: 'Eve', email: 'eve@example.com', city: '' },
      savedAt: expect.stringMatching(/Z$/),
    })
    const elsewhere = await testApp.signIn(testApp.people.eve.id, 'client')
    expect((await elsewhere.get(draft)).body).toEqual(later.body)
    await testApp.eve.post('/api/hr-forms', applying({ firstName: '' }))
    expect((await testApp.eve.get(draft)).body.savedAt, 'a refusal loses nothing').not.toBeNull()
    await testApp.eve.post('/api/hr-forms', applying())
    expect((await testApp.eve.get(draft)).body).toEqual({ formData: {}, savedAt: null })
  })

  it('is hidden from everyone else, even administrators', async () => {
    await testApp.ann.patch(draft, { formData: { firstName: 'canary' } })
    for (const who of ['eve', 'sam', 'alice', 'mona'] as const)
      expect((await testApp[who].get(draft)).text, who).not.toContain('canary')
    expect((await testApp.visitor.get(draft)).status).toBe(401)
  })

  it('is audited once when it starts and once when it ends', async () => {
    await testApp.ann.delete(draft)
    const lines = async () =>
      (await testApp.auditLog()).filter(({ action }) => action.startsWith('hr-form.draft')).length
    const before = await lines()
    for (const firstName of ['A', 'An', 'Ann']) await testApp.ann.patch(draft, { formData: { firstName } })
    expect(await lines()).toBe(before + 1)
    expect((await testApp.ann.delete(draft)).body).toEqual({ formData: {}, savedAt: null })
    expect(await lines()).toBe(before + 2)
    expect((await testApp.ann.delete(draft)).status).toBe(200)
  })

  it.each([
    [{ formData: { salaryHistory: 'x' } }],
    [{ formData: { firstName: 7 } }],
    [{ formData: { firstName: 'a\u0000b' } }],
    [{ formData: { references: 'x'.repeat(10_001) } }],
    [{ formData: 'x' }],
    [{}],
    [{ formData: {}, userId: 'x' }],
  ])('refuses %j', async (body) => {
    const answer = await testApp.ann.patch(draft, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
  })

  it('can be discarded while its form is archived', async () => {
    const id = await publishedOwnForm(testApp)
    const ofOwn = `/api/hr-forms/${id}/draft`
    for (const who of [testApp.ann, testApp.eve]) await who.patch(ofOwn, { formData: { employeeName: 'Nora' } })
    await testApp.db.run(sql`update own_forms set is_active = false where id = ${id}`)
    expect((await testApp.ann.get(ofOwn)).status).toBe(404)
    expect((await testApp.ann.delete(ofOwn)).body).toEqual({ formData: {}, savedAt: null })
    expect((await testApp.ann.delete(ofOwn)).status, 'twice').toBe(404)
    expect((await testApp.sam.delete(ofOwn)).status).toBe(404)
    await testApp.db.run(sql`update own_forms set is_active = true where id = ${id}`)
    expect((await testApp.ann.get(ofOwn)).body.savedAt).toBeNull()
    expect((await testApp.eve.get(ofOwn)).body.formData).toEqual({ employeeName: 'Nora' })
  })

  it('is deleted when its form is archived, and no other', async () => {
    const [id, other] = [await publishedOwnForm(testApp), await publishedOwnForm(testApp)]
    for (const form of [id, other])
      await testApp.ann.patch(`/api/hr-forms/${form}/draft`, { formData: { employeeName: 'Nora' } })
    for (const isActive of [false, true]) await testApp.alice.patch(`/api/own-forms/${id}`, { isActive })
    expect((await testApp.ann.get(`/api/hr-forms/${id}/draft`)).body.savedAt).toBeNull()
    expect((await testApp.ann.get(`/api/hr-forms/${other}/draft`)).body.savedAt).not.toBeNull()
  })

  it('is limited to forms that are filled in on the portal', async () => {
    for (const id of ['exit-interview', 'tax-form']) {
      expect((await testApp.ann.patch(`/api/hr-forms/${id}/draft`, { formData: {} })).status).toBe(404)
      expect((await testApp.ann.delete(`/api/hr-forms/${id}/draft`)).status).toBe(404)
    }
  })
})
