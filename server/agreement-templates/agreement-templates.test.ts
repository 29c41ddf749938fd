import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftedTemplate, publishedTemplate, templateInput, templatesPath } from '../../tests/agreement-templates.ts'
import { statusesOf } from '../../tests/proposals.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const at = (id: string) => `${templatesPath}/${id}`
const said = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const idsIn = async (query: string, who = testApp.sam): Promise<string[]> =>
  (await who.get(`${templatesPath}?limit=200&${query}`)).body.map(({ id }: { id: string }) => id)
const actionsOf = async (id: string) =>
  (await testApp.auditLog()).filter((entry) => entry.entityId === id).map(({ action }) => action)

describe('an agreement template', () => {
  it('is drafted, published, edited, and published again, and each version keeps its text', async () => {
    const created = await testApp.alice.post(templatesPath, templateInput())
    expect([created.status, created.body]).toMatchObject([
      201,
      { kind: 'contract', currentVersion: null, hasChanges: true, allowed: ['edit', 'publish', 'archive'] },
    ])
    const { id } = created.body
    const first = await testApp.alice.post(`${at(id)}/versions`)
    expect([first.status, first.body]).toMatchObject([201, { currentVersion: 1, hasChanges: false }])
    const edited = await testApp.mona.put(at(id), templateInput({ name: 'Long retainer' }))
    expect(edited.body).toMatchObject({ name: 'Long retainer', currentVersion: 1, hasChanges: true })
    const second = await testApp.mona.post(`${at(id)}/versions`)
    expect(second.body).toMatchObject({ currentVersion: 2, hasChanges: false, allowed: ['edit', 'archive'] })
    expect((await testApp.sam.get(`${at(id)}/versions`)).body).toMatchObject([
      { number: 2, publishedByName: expect.stringContaining('Mona') },
      { number: 1, publishedByName: 'Alice Moore' },
    ])
    expect((await testApp.sam.get(`${at(id)}/versions/1`)).body).toMatchObject({
      name: 'Retainer',
      introduction: templateInput().introduction,
      clauses: [{ isOptional: false }, { isOptional: true }, { title: 'Total of {{contract number}}' }],
    })
    expect(await actionsOf(id)).toEqual([
      'agreement-template.created',
      'agreement-template.published',
      'agreement-template.changed',
      'agreement-template.published',
    ])
  })

  it('is archived, then neither offered nor changed, and is restored', async () => {
    const { id } = await publishedTemplate(testApp)
    expect(await idsIn('kind=contract&published=1')).toContain(id)
    expect(await idsIn('kind=proposal')).not.toContain(id)
    expect((await testApp.alice.patch(at(id), { isActive: false })).body.allowed).toEqual(['restore'])
    expect(await idsIn('kind=contract&published=1')).not.toContain(id)
    expect(await idsIn('status=archived')).toContain(id)
    const refused = [409, 'This template is archived. Restore it to change it.']
    expect(said(await testApp.alice.put(at(id), templateInput()))).toEqual(refused)
    expect(said(await testApp.alice.post(`${at(id)}/versions`))).toEqual(refused)
    expect(said(await testApp.alice.patch(at(id), { isActive: false }))).toEqual([
      409,
      'This template is already archived.',
    ])
    expect((await testApp.alice.patch(at(id), { isActive: true })).body.isActive).toBe(true)
    expect((await testApp.auditLog()).at(-1)?.action).toBe('agreement-template.restored')
  })

  it('is offered once it is published', async () => {
    const id = await draftedTemplate(testApp)
    expect(await idsIn('kind=contract')).toContain(id)
    expect(await idsIn('kind=contract&published=1')).not.toContain(id)
  })

  it('is published once by two administrators at the same time, on two instances', async () => {
    const id = await draftedTemplate(testApp)
    const twin = (await testApp.twin()).caller(testApp.mona.cookie)
    const answers = await Promise.all([
      testApp.alice.post(`${at(id)}/versions`),
      twin.post(`${at(id)}/versions`),
      testApp.alice.post(`${at(id)}/versions`),
    ])
    expect(statusesOf(answers)).toEqual([201, 409, 409])
    expect((await testApp.alice.get(at(id))).body.currentVersion).toBe(1)
  })

  it('is neither edited nor published at an outdated version', async () => {
    const id = await draftedTemplate(testApp)
    await testApp.alice.put(at(id), templateInput({ name: 'Newer' }), { 'if-match': '"1"' })
    for (const answer of [
      await testApp.mona.put(at(id), templateInput(), { 'if-match': '"1"' }),
      await testApp.mona.post(`${at(id)}/versions`, undefined, { 'if-match': '"1"' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([412, 'stale-version'])
    expect((await testApp.alice.get(at(id))).body).toMatchObject({ name: 'Newer', currentVersion: null })
  })

  it.each([
    ['an unknown field', { introduction: 'For {{customer}}.' }, 'introduction', 'Unknown field {{customer}}.'],
    [
      'a field of proposals',
      { introduction: 'Until {{valid until}}.' },
      'introduction',
      'Unknown field {{valid until}}.',
    ],
    ['half a field', { introduction: 'For {{client}.' }, 'introduction', 'Write a field with two braces'],
    [
      'an unknown field in a clause',
      { clauses: [{ title: 'End', text: '{{end}}' }] },
      'clauses.0.text',
      'Unknown field {{end}}.',
    ],
    ['no name', { name: ' ' }, 'name', 'Enter a name.'],
    ['no clause', { clauses: [] }, 'clauses', 'Add a clause.'],
    ['an unknown kind', { kind: 'invoice' }, 'kind', 'Choose contract or proposal.'],
    ['an unknown key', { mood: 'good' }, '', ''],
  ])('is refused with %s', async (_what, change, path, sentence) => {
    const url = at(await draftedTemplate(testApp))
    for (const answer of [
      await testApp.alice.post(templatesPath, templateInput(change)),
      await testApp.alice.put(url, templateInput(change)),
    ]) {
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
      expect(answer.body.message).toContain(sentence)
    }
  })

  it('can’t be changed to the other kind', async () => {
    const url = at(await draftedTemplate(testApp))
    const clauses = [{ title: 'Offer', text: 'For {{client}}.' }]
    const answer = await testApp.alice.put(url, templateInput({ kind: 'proposal', introduction: null, clauses }))
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'kind'])
  })

  it('is read by the team, hidden from clients, and changed by administrators alone', async () => {
    const { id } = await publishedTemplate(testApp)
    expect((await testApp.sam.get(at(id))).body.allowed).toEqual([])
    expect((await testApp.ann.get(templatesPath)).status).toBe(403)
    for (const url of [at(id), `${at(id)}/versions`, `${at(id)}/versions/1`])
      expect((await testApp.ann.get(url)).status).toBe(404)
    expect((await testApp.sam.post(templatesPath, templateInput())).status).toBe(403)
    for (const answer of [
      await testApp.sam.put(at(id), templateInput()),
      await testApp.sam.post(`${at(id)}/versions`),
      await testApp.sam.patch(at(id), { isActive: false }),
    ])
      expect(answer.status).toBe(404)
  })

  it('returns 404 for an unknown template and for a version that was never published', async () => {
    const { id } = await publishedTemplate(testApp)
    for (const url of [at(unknownId), `${at(unknownId)}/versions`, `${at(id)}/versions/2`, `${at(id)}/versions/x`])
      expect((await testApp.alice.get(url)).status).toBe(404)
    expect((await testApp.alice.post(`${at(unknownId)}/versions`)).status).toBe(404)
  })
})
