import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application, applying } from '../../tests/hr-forms.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { installForms } from './install.ts'
import { typed } from '../kit/row-types.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())
const acknowledgment = {
  employeeName: 'Ulla Meyer',
  employeeId: 'E-17',
  department: 'Office',
  supervisor: 'Sam Carter',
  acknowledgmentDate: '2026-11-20',
  signature: 'Ulla Meyer',
}
const sent = async (who: 'ann' | 'eve' | 'sam' | 'alice', body: object = applying()) =>
  (await testApp[who].post('/api/hr-forms', body)).body.submission.id as string
const ids = async (who: 'ann' | 'eve' | 'sam' | 'sue' | 'alice' | 'mona', query = '') =>
  (await testApp[who].get(`/api/hr-form-submissions?limit=200${query}`)).body.map(({ id }: { id: string }) => id)

describe('the form catalog', () => {
  it('is stored in the database once, however often the portal starts', async () => {
    const rows = () =>
      testApp.db.rows(typed(z.object({ formType: z.string(), downloadUrl: z.string(), isRequired: z.boolean() }))`
        select form_type as "formType", download_url as "downloadUrl", is_required as "isRequired" from hr_forms order by form_type`)
    const before = await rows()
    expect(before).toHaveLength(12)
    expect(before).toContainEqual({
      formType: 'handbook-acknowledgment',
      downloadUrl: '/api/hr-forms/employee-handbook-ack/pdf',
      isRequired: true,
    })
    await testApp.db.run(sql`update hr_forms set form_name = 'Old', version = 0 where form_type = 'i9-form'`)
    await installForms(testApp.db)
    await installForms(testApp.db)
    expect(await rows()).toEqual(before)
    expect(await testApp.db.rows(sql`select from hr_forms where form_name = 'Old'`)).toEqual([])
  })

  it('contains twelve forms, each with its tab, category, and whether it is required', async () => {
    const { status, body } = await testApp.ann.get('/api/hr-forms')
    expect(status).toBe(200)
    expect(
      body.map((form: Record<string, unknown>) => [form.id, form.businessLevel, form.category, form.isRequired]),
    ).toEqual([
      ['employment-application', 'startup', 'Hiring', true],
      ['employee-handbook-ack', 'startup', 'Onboarding', true],
      ['i9-form', 'startup', 'Compliance', true],
      ['w4-form', 'startup', 'Payroll', true],
      ['performance-review', 'growth', 'Performance', false],
      ['disciplinary-action', 'growth', 'HR Management', false],
      ['vacation-request', 'growth', 'Time Off', false],
      ['job-description', 'growth', 'Hiring', false],
      ['exit-interview', 'expansion', 'Separation', false],
      ['policy-acknowledgment', 'expansion', 'Compliance', true],
      ['training-record', 'expansion', 'Development', false],
      ['incident-report', 'expansion', 'Safety', true],
    ])
    expect(body.filter(({ fillable }: { fillable: boolean }) => fillable).map(({ id }: { id: string }) => id)).toEqual([
      'employment-application',
      'employee-handbook-ack',
      'performance-review',
    ])
  })

  it('can be searched by title and description, and by level', async () => {
    const found = async (query: string) =>
      (await testApp.sam.get(`/api/hr-forms?${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await found('q=HANDBOOK')).toEqual(['employee-handbook-ack'])
    expect(await found('level=growth&q=vacation')).toEqual(['vacation-request'])
    expect(await found('level=startup&q=vacation')).toEqual([])
    expect(await found('q=%25')).toEqual([])
    expect((await testApp.sam.get('/api/hr-forms?level=giant')).status).toBe(400)
    expect((await testApp.visitor.get('/api/hr-forms')).status).toBe(401)
  })

  it('lists the fields of a form', async () => {
    const { body } = await testApp.ann.get('/api/hr-forms/handbook-acknowledgment')
    expect(body.id).toBe('employee-handbook-ack')
    const fields = body.sections.flatMap(({ fields: asked }: { fields: { name: string }[] }) => asked)
    expect(fields.map(({ name }: { name: string }) => name).toSorted()).toEqual(Object.keys(acknowledgment).toSorted())
    expect((await testApp.ann.get('/api/hr-forms/tax-form')).status).toBe(404)
  })
})

describe('submitting a form', () => {
  it('stores it, notifies the staff responsible for the client, and audits it without its answers', async () => {
    const answer = await testApp.ann.post('/api/hr-forms', applying())
    expect([answer.status, answer.body.message]).toEqual([201, 'Form submitted successfully'])
    expect(answer.body.submission).toMatchObject({
      formType: 'employment-application',
      formTitle: 'Employment application',
      formData: { ...application, references: null },
      subjectName: 'Nora Quist',
      submittedById: testApp.people.ann.id,
      submittedByName: 'Ann Keller',
      source: 'portal',
      version: 1,
    })
    expect((await testApp.mail()).at(-1)).toMatchObject({
      to: 'sam@example.com',
      subject: 'ProHR portal: a client submitted a form',
    })
    expect(JSON.stringify(await testApp.mail())).not.toContain('Quist')
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'hr-form.submitted',
      actorId: testApp.people.ann.id,
      entityId: answer.body.submission.id,
      details: { formType: 'employment-application', source: 'portal' },
    })
    expect(JSON.stringify(await testApp.auditLog())).not.toContain('Quist')
    const read = await testApp.ann.get(`/api/hr-form-submissions/${answer.body.submission.id}`)
    expect(read.body).toEqual(answer.body.submission)
    expect(read.headers.etag).toBe('"1"')
  })

  it('creates one submission for two requests with the same key', async () => {
    const before = (await ids('ann')).length
    const key = { 'idempotency-key': 'one-application' }
    const first = await testApp.ann.post('/api/hr-forms', applying(), key)
    const again = await testApp.ann.post('/api/hr-forms', applying(), key)
    expect(again.text).toBe(first.text)
    expect(await ids('ann')).toHaveLength(before + 1)
    expect((await testApp.ann.post('/api/hr-forms', applying({ city: 'Norfolk' }), key)).status).toBe(422)
  })

  it('accepts the current version and none, but no other', async () => {
    const { version: formVersion } = (await testApp.ann.get('/api/hr-forms/employment-application')).body
    expect((await testApp.ann.post('/api/hr-forms', { ...applying(), formVersion })).status).toBe(201)
    const { status, body } = await testApp.ann.post('/api/hr-forms', { ...applying(), formVersion: formVersion + 1 })
    expect([status, body.message]).toEqual([409, 'This form was changed. Reload it, and check your answers.'])
  })

  it('reports each mistake in form order, and stores nothing', async () => {
    const before = (await ids('ann')).length
    const { status, body } = await testApp.ann.post(
      '/api/hr-forms',
      applying({ firstName: '', email: 'nora', zipCode: '23' }),
    )
    expect([status, body.message]).toEqual([400, 'First name is required'])
    expect(body.issues).toEqual([
      { path: 'formData.firstName', message: 'First name is required' },
      { path: 'formData.email', message: 'Valid email is required' },
      { path: 'formData.zipCode', message: 'ZIP code is required' },
    ])
    expect(await ids('ann')).toHaveLength(before)
  })

  it.each([
    [{ formData: {} }, 'formType'],
    [{ formType: 'exit-interview', formData: {} }, 'formType'],
    [{ formType: 'employment-application' }, 'formData'],
    [{ formType: 'employment-application', formData: [] }, 'formData'],
    [applying({ currentSalary: '$50,000' }), 'formData'],
    [applying({ dateOfBirth: '1990-01-01' }), 'formData'],
    [{ ...applying(), submittedById: 'somebody else' }, ''],
    [applying({ references: 'a\u0000b' }), 'formData.references'],
    [applying({ firstName: 7 }), 'formData.firstName'],
    [applying({ references: 'x'.repeat(10_001) }), 'formData.references'],
  ])('refuses %j', async (body, path) => {
    const answer = await testApp.ann.post('/api/hr-forms', body)
    expect([answer.status, answer.body.issues[0]?.path]).toEqual([400, path])
    expect(answer.body.message).toMatch(/^\p{Lu}/u)
  })

  it('refuses a signed-out visitor', async () => {
    expect((await testApp.visitor.post('/api/hr-forms', applying())).status).toBe(401)
  })
})

describe('submitted forms', () => {
  it('are visible to their sender, the staff of their folder, and administrators', async () => {
    const id = await sent('ann')
    for (const who of ['ann', 'sam', 'alice', 'mona'] as const) {
      expect(await ids(who), who).toContain(id)
      expect((await testApp[who].get(`/api/hr-form-submissions/${id}`)).status, who).toBe(200)
      expect((await testApp[who].get(`/api/hr-form-submissions/${id}/pdf`)).status, who).toBe(200)
    }
  })

  it('are hidden from other clients, colleagues, and visitors', async () => {
    const id = await sent('ann')
    const unknown = await testApp.eve.get('/api/hr-form-submissions/01890000-0000-7000-8000-00000000dead')
    for (const who of ['eve', 'sue'] as const) {
      expect(await ids(who), who).not.toContain(id)
      for (const path of [id, `${id}/pdf`]) {
        const { status, text } = await testApp[who].get(`/api/hr-form-submissions/${path}`)
        expect([status, text], who).toEqual([404, unknown.text])
      }
    }
    for (const path of ['', `/${id}`, `/${id}/pdf`])
      expect((await testApp.visitor.get(`/api/hr-form-submissions${path}`)).status).toBe(401)
    expect(await ids('sue')).toEqual([])
  })

  it('are private for team members: hidden from clients and colleagues', async () => {
    const id = await sent('sam')
    expect(await ids('sam')).toContain(id)
    expect(await ids('alice')).toContain(id)
    for (const who of ['ann', 'sue'] as const) expect(await ids(who), who).not.toContain(id)
  })

  it('follow the folder when it is reassigned', async () => {
    const id = await sent('eve')
    expect(await ids('sue')).toContain(id)
    const folder = `/api/client-folders/${testApp.folders.elmwood.id}`
    await testApp.alice.patch(folder, { assignedStaffId: testApp.people.sam.id })
    expect(await ids('sam')).toContain(id)
    await testApp.alice.patch(folder, { assignedStaffId: testApp.people.sue.id })
  })

  it('can be searched by name and form, and are listed page by page, newest first', async () => {
    const named = await sent('ann', {
      formType: 'handbook-acknowledgment',
      formData: { ...acknowledgment, employeeName: '100% Ulla_' },
    })
    expect(await ids('sam', `&q=${encodeURIComponent('100% ulla_')}`)).toEqual([named])
    expect(await ids('sam', '&q=100_')).toEqual([])
    expect(await ids('sam', '&formType=handbook-acknowledgment')).toEqual([named])
    expect(await ids('sam', '&formType=employee-handbook-ack')).toEqual([named])
    expect(await ids('sam', '&formType=exit-interview')).toEqual([])
    const all = await ids('ann')
    const first = await testApp.ann.get('/api/hr-form-submissions?limit=2')
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await testApp.ann.get(next)
    expect([...first.body, ...second.body].map(({ id }: { id: string }) => id)).toEqual(all.slice(0, 4))
    expect((await testApp.ann.get('/api/hr-form-submissions?color=red')).status).toBe(400)
  })

  it('accept long and unusual words, and print them', async () => {
    const id = await sent('ann', applying({ firstName: 'Łukasz 人事 שלום', references: 'W'.repeat(10_000) }))
    const answer = await testApp.ann.get(`/api/hr-form-submissions/${id}/pdf`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="employment_application_/)
  })
})
