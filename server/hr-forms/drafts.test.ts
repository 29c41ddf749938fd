// What is typed into a form and not sent yet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applying } from '../../tests/hr-forms.ts'
import { createWorld, type World } from '../../tests/world.ts'

let world: World
beforeAll(async () => void (world = await createWorld()))
afterAll(() => world.close())

describe('what is typed and not sent', () => {
  const draft = '/api/hr-forms/employment-application/draft'

  it('is there again elsewhere, field by field, and gone once it is sent', async () => {
    expect((await world.eve.get(draft)).body).toEqual({ formData: {}, savedAt: null })
    await world.eve.patch(draft, { formData: { firstName: 'Eve', email: 'eve@' } })
    const later = await world.eve.patch(draft, { formData: { email: 'eve@example.com', city: '' } })
    expect(later.body).toEqual({
      formData: { firstName: 'Eve', email: 'eve@example.com', city: '' },
      savedAt: expect.stringMatching(/Z$/),
    })
    const elsewhere = await world.signIn(world.people.eve.id, 'client')
    expect((await elsewhere.get(draft)).body).toEqual(later.body)
    await world.eve.post('/api/hr-forms', applying({ firstName: '' }))
    expect((await world.eve.get(draft)).body.savedAt, 'a refusal loses nothing').not.toBeNull()
    await world.eve.post('/api/hr-forms', applying())
    expect((await world.eve.get(draft)).body).toEqual({ formData: {}, savedAt: null })
  })

  it('is nobody else’s to see, not even an administrator’s', async () => {
    await world.ann.patch(draft, { formData: { firstName: 'canary' } })
    for (const who of ['eve', 'sam', 'alice', 'mona'] as const)
      expect((await world[who].get(draft)).text, who).not.toContain('canary')
    expect((await world.visitor.get(draft)).status).toBe(401)
  })

  it('leaves one line in the trail for its beginning, and one for its end', async () => {
    await world.ann.delete(draft)
    const lines = async () => (await world.trail()).filter(({ action }) => action.startsWith('hr-form.draft')).length
    const before = await lines()
    for (const firstName of ['A', 'An', 'Ann']) await world.ann.patch(draft, { formData: { firstName } })
    expect(await lines()).toBe(before + 1)
    expect((await world.ann.delete(draft)).body).toEqual({ formData: {}, savedAt: null })
    expect(await lines()).toBe(before + 2)
    expect((await world.ann.delete(draft)).status).toBe(200)
  })

  it.each([
    [{ formData: { salaryHistory: 'x' } }],
    [{ formData: { firstName: 7 } }],
    [{ formData: { firstName: 'a\u0000b' } }],
    [{ formData: { references: 'x'.repeat(10_001) } }],
    [{ formData: 'x' }],
    [{}],
    [{ formData: {}, userId: 'x' }],
  ])('is not %j', async (body) => {
    const answer = await world.ann.patch(draft, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid'])
  })

  it('is only of the forms that are filled in the portal', async () => {
    for (const id of ['exit-interview', 'tax-form'])
      expect((await world.ann.patch(`/api/hr-forms/${id}/draft`, { formData: {} })).status).toBe(404)
  })
})
