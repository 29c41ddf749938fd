// How the team writes forms of the firm's own. Who fills them in: own-form-submissions.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftedForm, ownField, ownForm, publishedOwnForm } from '../../tests/own-forms.ts'
import { createTestApp, unknownId, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const at = (id: string) => `/api/own-forms/${id}`
const withFields = (...fields: object[]) => ({ sections: [{ heading: 'Questions', fields }] })
const pay = ownField('pay', 'Previous salary')
const choice = (...choices: [value: string, label: string][]) =>
  ownField('x', 'X', { kind: 'choice', choices: choices.map(([value, label]) => ({ value, label })) })
const isUrgent = ownField('isUrgent', 'Urgent', { kind: 'check' })

describe('a form of the firm', () => {
  it('is drafted, published, edited, and published again by an administrator', async () => {
    const created = await testApp.alice.post('/api/own-forms', ownForm)
    expect([created.status, created.body]).toMatchObject([
      201,
      { title: 'Equipment request', currentVersion: null, hasChanges: true, allowed: ['edit', 'publish', 'archive'] },
    ])
    const { id } = created.body
    const first = await testApp.alice.post(`${at(id)}/versions`)
    expect([first.status, first.body]).toMatchObject([201, { currentVersion: 1, hasChanges: false }])
    const edited = await testApp.alice.put(at(id), { ...ownForm, title: 'Laptop request' })
    expect(edited.body).toMatchObject({ title: 'Laptop request', currentVersion: 1, hasChanges: true })
    expect((await testApp.ann.get(`/api/hr-forms/${id}`)).body).toMatchObject({
      title: 'Equipment request',
      version: 1,
    })
    const second = await testApp.alice.post(`${at(id)}/versions`)
    expect(second.body).toMatchObject({ currentVersion: 2, hasChanges: false, allowed: ['edit', 'archive'] })
    expect((await testApp.ann.get(`/api/hr-forms/${id}`)).body).toMatchObject({ title: 'Laptop request', version: 2 })
    const entries = (await testApp.auditLog()).filter((entry) => entry.entityId === id)
    expect(entries.map(({ action }) => action)).toEqual([
      'own-form.created',
      'own-form.published',
      'own-form.changed',
      'own-form.published',
    ])
    expect(JSON.stringify(entries)).not.toContain('request')
  })

  it('is archived, then leaves the library and refuses edits, and is restored', async () => {
    const id = await publishedOwnForm(testApp)
    expect((await testApp.alice.patch(at(id), { isActive: false })).body.allowed).toEqual(['restore'])
    expect((await testApp.ann.get(`/api/hr-forms/${id}`)).status).toBe(404)
    const listed = async (query: string) =>
      (await testApp.sam.get(`/api/own-forms${query}`)).body.map((each: { id: string }) => each.id)
    expect(await listed('')).not.toContain(id)
    expect(await listed('?status=archived')).toContain(id)
    expect((await testApp.alice.put(at(id), ownForm)).status).toBe(409)
    expect((await testApp.alice.post(`${at(id)}/versions`)).status).toBe(409)
    expect((await testApp.alice.patch(at(id), { isActive: false })).status).toBe(409)
    expect((await testApp.alice.patch(at(id), { isActive: true })).status).toBe(200)
    expect((await testApp.ann.get(`/api/hr-forms/${id}`)).status).toBe(200)
  })

  it('is published once with the same content, even by ten concurrent requests', async () => {
    const id = await draftedForm(testApp)
    const tries = await Promise.all(Array.from({ length: 10 }, () => testApp.alice.post(`${at(id)}/versions`)))
    expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 409)).toHaveLength(9)
    expect((await testApp.alice.get(at(id))).body.currentVersion).toBe(1)
  })

  it('is neither edited nor published at a version that someone else has changed', async () => {
    const id = await draftedForm(testApp)
    await testApp.alice.put(at(id), { ...ownForm, title: 'Someone else’s' }, { 'if-match': '"1"' })
    const stale = { 'if-match': '"1"' }
    expect((await testApp.mona.put(at(id), ownForm, stale)).status).toBe(412)
    expect((await testApp.mona.post(`${at(id)}/versions`, undefined, stale)).status).toBe(412)
    expect((await testApp.alice.get(at(id))).body.title).toBe('Someone else’s')
  })

  it('is shown as a PDF before it is published', async () => {
    const id = await draftedForm(testApp)
    const { status, headers } = await testApp.sam.get(`${at(id)}/pdf?inline=1`)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  })
})

describe('a draft is refused', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => ownField(`field${n}`, `Field ${n}`))
  it.each<[string, object, string]>([
    ['without a title', { title: ' ' }, 'title'],
    ['without a section', { sections: [] }, 'sections'],
    ['without a field', withFields(), 'sections'],
    ['with more than 20 sections', { sections: Array.from({ length: 21 }, () => ownForm.sections[0]) }, 'sections'],
    ['with more than 100 fields', withFields(...names(101)), 'sections'],
    ['with two fields of one name', withFields(...names(1), ...names(1)), 'sections.0.fields.1.name'],
    ['with a name that is not one word', withFields(ownField('a b', 'X')), 'sections.0.fields.0.name'],
    ['with a name that every object has', withFields(ownField('constructor', 'X')), 'sections.0.fields.0.name'],
    ['with a long label', withFields(ownField('x', 'x'.repeat(201))), 'sections.0.fields.0.label'],
    ['with a label of two lines', withFields(ownField('x', 'a\nb')), 'sections.0.fields.0.label'],
    ['with an unknown field type', withFields(ownField('x', 'X', { kind: 'file' })), 'sections.0.fields.0.kind'],
    [
      'with a choice without choices',
      withFields(ownField('x', 'X', { kind: 'choice' })),
      'sections.0.fields.0.choices',
    ],
    ['with two choices of one value', withFields(choice(['a', 'A'], ['a', 'B'])), 'sections.0.fields.0.choices'],
    ['with two choices of one label', withFields(choice(['a', 'Yes'], ['b', ' yes '])), 'sections.0.fields.0.choices'],
    [
      'with a condition on a later field',
      withFields(ownField('x', 'X', { showWhen: { field: 'isUrgent', is: 'yes' } }), isUrgent),
      'sections.0.fields.0.showWhen.field',
    ],
    [
      'with a condition on itself',
      withFields({ ...isUrgent, showWhen: { field: 'isUrgent', is: 'yes' } }),
      'sections.0.fields.0.showWhen.field',
    ],
    [
      'with a condition on a text field',
      withFields(ownField('x', 'X'), ownField('y', 'Y', { showWhen: { field: 'x', is: 'yes' } })),
      'sections.0.fields.1.showWhen.field',
    ],
    [
      'with a condition on a value that the field can’t have',
      withFields(isUrgent, ownField('y', 'Y', { showWhen: { field: 'isUrgent', is: 'maybe' } })),
      'sections.0.fields.1.showWhen.is',
    ],
    ['that asks for an SSN', withFields(ownField('x', 'SSN')), 'sections.0.fields.0.label'],
    ['that names a field for an SSN', withFields(ownField('employeeSsn', 'Number')), 'sections.0.fields.0.label'],
    [
      'that asks for an SSN in a help text',
      withFields(ownField('x', 'Number', { help: 'Your Social Security number.' })),
      'sections.0.fields.0.label',
    ],
    ['for an unknown folder', { clientFolderId: unknownId }, 'clientFolderId'],
    ['with an unknown key', { mood: 'good' }, ''],
  ])('%s', async (_what, change, path) => {
    const { status, body } = await testApp.alice.post('/api/own-forms', { ...ownForm, ...change })
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  it('with more than 30 choices, in a sentence', async () => {
    const choices = Array.from({ length: 31 }, (_, n): [string, string] => [`c-${n}`, `Choice ${n}`])
    const { body } = await testApp.alice.post('/api/own-forms', { ...ownForm, ...withFields(choice(...choices)) })
    expect(body.issues).toEqual([{ path: 'sections.0.fields.0.choices', message: 'Use at most 30 choices.' }])
    const fewer = withFields(choice(...choices.slice(1)))
    expect((await testApp.alice.post('/api/own-forms', { ...ownForm, ...fewer })).status).toBe(201)
  })

  it('but not if it only says that no Social Security number may be entered', async () => {
    const field = ownField('x', 'Employee ID', { help: 'Don’t enter a Social Security number.' })
    expect((await testApp.alice.post('/api/own-forms', { ...ownForm, ...withFields(field) })).status).toBe(201)
  })
})

describe('the checks by Virginia law', () => {
  const warningsOf = async (more: object) => {
    const { status, body } = await testApp.alice.post('/api/own-forms', { ...ownForm, ...more })
    expect(status).toBe(201)
    return body.warnings as { message: string; source: { url: string } }[]
  }

  it('warn about pay history in an application, with the source, and let the form be published', async () => {
    const application = { title: 'Application for drivers', ...withFields(pay, ownField('wish', 'Expected pay')) }
    const [warning, ...others] = await warningsOf(application)
    expect(others).toEqual([])
    expect(warning).toMatchObject({
      message: expect.stringMatching(/^“Previous salary” .* make the field optional and have your lawyer review it\.$/),
      source: { url: 'https://law.lis.virginia.gov/vacode/40.1-28.7:12/' },
    })
    const id = await draftedForm(testApp, application)
    expect((await testApp.alice.post(`${at(id)}/versions`)).status).toBe(201)
  })

  it('warn about a job posting without the pay', async () => {
    const posting = { title: 'Job posting', category: 'Recruiting' }
    expect(await warningsOf({ ...posting, ...withFields(ownField('x', 'Job title')) })).toHaveLength(1)
    expect(await warningsOf({ ...posting, ...withFields(ownField('x', 'Pay range from')) })).toEqual([])
  })

  it('do not warn about the pay in other forms', async () => {
    expect(await warningsOf({ title: 'Pay change', ...withFields(ownField('x', 'Current salary')) })).toEqual([])
    expect(await warningsOf({})).toEqual([])
  })
})

describe('access to the forms of the firm', () => {
  it('is denied to clients, and staff can’t change them', async () => {
    const id = await draftedForm(testApp)
    expect((await testApp.ann.get('/api/own-forms')).status).toBe(403)
    expect((await testApp.ann.post('/api/own-forms', ownForm)).status).toBe(403)
    expect((await testApp.ann.get(at(id))).status).toBe(404)
    expect((await testApp.ann.get(`${at(id)}/pdf`)).status).toBe(404)
    for (const answer of [
      await testApp.sam.post('/api/own-forms', ownForm),
      await testApp.sam.put(at(id), ownForm),
      await testApp.sam.post(`${at(id)}/versions`),
      await testApp.sam.patch(at(id), { isActive: false }),
    ])
      expect(answer.status).toBe(403)
    expect((await testApp.sam.get(at(id))).body.allowed).toEqual([])
  })

  it('is limited to the staff of the folder that a form is for', async () => {
    const id = await draftedForm(testApp, { clientFolderId: testApp.folders.acme.id })
    expect((await testApp.sam.get(at(id))).body.clientFolderName).toBe((await folderName()) as string)
    expect((await testApp.sue.get(at(id))).status).toBe(404)
    expect((await testApp.sue.get(`${at(id)}/pdf`)).status).toBe(404)
    const listed = (await testApp.sue.get('/api/own-forms')).body.map((each: { id: string }) => each.id)
    expect(listed).not.toContain(id)
  })
})

const folderName = async () => (await testApp.sam.get(`/api/client-folders/${testApp.folders.acme.id}`)).body.name
