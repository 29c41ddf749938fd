// Who sees and fills in a form of the firm, online and as a PDF.
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactIn } from '../../tests/contacts.ts'
import {
  draftedForm,
  ownAnswers,
  ownField,
  ownForm,
  publishAgain,
  publishedOwnForm,
  submitOwn,
} from '../../tests/own-forms.ts'
import { filled } from '../../tests/pdf/fill.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const pdfOf = async (who: Caller, url: string): Promise<Buffer> => {
  const answer = await testApp.app.inject({ url, headers: { cookie: who.cookie ?? '' } })
  expect(answer.statusCode, url).toBe(200)
  return answer.rawPayload
}
const sendPdf = (who: Caller, id: string, payload: Buffer) =>
  who.send({
    method: 'POST',
    url: `/api/hr-forms/${id}/filled`,
    headers: { 'content-type': 'application/pdf' },
    payload,
  })
const titlesFor = async (who: Caller) =>
  (await who.get('/api/hr-forms?limit=200')).body.map(({ id }: { id: string }) => id)

describe('a published form of the firm', () => {
  it('is listed after the library’s, and found by its title', async () => {
    const id = await publishedOwnForm(testApp, { title: 'Zircon request' })
    const listed = (await testApp.ann.get('/api/hr-forms?limit=200')).body
    expect(listed.findIndex((form: { id: string }) => form.id === id)).toBeGreaterThan(11)
    expect(listed.find((form: { id: string }) => form.id === id)).toMatchObject({ isOwn: true, fillable: true })
    expect((await testApp.ann.get('/api/hr-forms?q=zircon')).body).toHaveLength(1)
    const { groups } = (await testApp.ann.get('/api/search?q=zircon')).body
    expect(groups).toMatchObject([{ kind: 'hr-forms', items: [{ id, title: 'Zircon request' }] }])
  })

  it('is a draft for the team until it is published', async () => {
    const id = await draftedForm(testApp)
    expect(await titlesFor(testApp.ann)).not.toContain(id)
    expect((await testApp.ann.get(`/api/hr-forms/${id}`)).status).toBe(404)
    expect((await testApp.ann.get(`/api/hr-forms/${id}/pdf`)).status).toBe(404)
    expect((await submitOwn(testApp.ann, id)).status).toBe(404)
  })

  it('is saved while typing, submitted into the sender’s folder, and its draft is deleted', async () => {
    const id = await publishedOwnForm(testApp)
    const draft = `/api/hr-forms/${id}/draft`
    await testApp.ann.patch(draft, { formData: { employeeName: 'Nora' } })
    expect((await testApp.ann.get(draft)).body.formData).toEqual({ employeeName: 'Nora' })
    expect((await testApp.ann.patch(draft, { formData: { salary: 'x' } })).status).toBe(400)
    const { status, body } = await submitOwn(testApp.ann, id)
    expect([status, body.submission]).toMatchObject([
      201,
      {
        formType: id,
        formTitle: 'Equipment request',
        formVersion: 1,
        subjectName: 'Nora Quist',
        source: 'portal',
        clientFolderId: testApp.folders.acme.id,
        formData: { device: 'laptop', model: 'Light one', isUrgent: true, notes: null, signature: 'Ann Keller' },
      },
    ])
    expect((await testApp.ann.get(draft)).body.savedAt).toBeNull()
    const listed = (await testApp.sam.get(`/api/hr-form-submissions?formType=${id}`)).body
    expect(listed.map((each: { id: string }) => each.id)).toEqual([body.submission.id])
    expect((await testApp.eve.get(`/api/hr-form-submissions/${body.submission.id}`)).status).toBe(404)
  })

  it('requires and stores only the fields whose condition is met', async () => {
    const id = await publishedOwnForm(testApp)
    const missing = await submitOwn(testApp.ann, id, { ...ownAnswers, model: '' })
    expect([missing.status, missing.body.issues[0].path]).toEqual([400, 'formData.model'])
    const phone = await submitOwn(testApp.ann, id, { ...ownAnswers, device: 'phone' })
    expect(phone.status).toBe(201)
    expect(phone.body.submission.formData).not.toHaveProperty('model')
  })

  it.each([
    ['no answers', {}, 'formData.employeeName'],
    ['a choice that isn’t one', { ...ownAnswers, device: 'car' }, 'formData.device'],
    ['a date that doesn’t exist', { ...ownAnswers, firstDay: '2026-02-30' }, 'formData.firstDay'],
    ['no signature', { ...ownAnswers, signature: ' ' }, 'formData.signature'],
    ['what it doesn’t ask', { ...ownAnswers, salary: 'x' }, 'formData'],
    ['a text that is too long', { ...ownAnswers, notes: 'x'.repeat(10_001) }, 'formData.notes'],
  ])('is refused with %s', async (_what, answers, path) => {
    const id = await publishedOwnForm(testApp)
    const { status, body } = await submitOwn(testApp.ann, id, answers)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  it('leaves a submission in the version that was filled in', async () => {
    const id = await publishedOwnForm(testApp)
    const { submission } = (await submitOwn(testApp.ann, id)).body
    await publishAgain(testApp, id)
    await testApp.alice.patch(`/api/own-forms/${id}`, { isActive: false })
    const url = `/api/hr-form-submissions/${submission.id}`
    expect((await testApp.ann.get(url)).body).toMatchObject({ formTitle: 'Equipment request', formVersion: 1 })
    const text = await textOf(await pdfOf(testApp.ann, `${url}/pdf`))
    expect(text).toContain('Equipment request')
    expect(text).not.toContain('Other title')
  })

  it('refuses answers to a version that isn’t current, and leaves their draft', async () => {
    const id = await publishedOwnForm(testApp)
    const draft = `/api/hr-forms/${id}/draft`
    await testApp.ann.patch(draft, { formData: ownAnswers, formVersion: 1 })
    await publishAgain(testApp, id)
    for (const formVersion of [1, 3]) {
      const { status, body } = await submitOwn(testApp.ann, id, ownAnswers, { formVersion })
      expect([status, body]).toMatchObject([
        409,
        { code: 'conflict', message: 'This form was changed. Reload it, and check your answers.' },
      ])
    }
    expect((await testApp.ann.get(draft)).body.formData).toEqual(ownAnswers)
    expect((await submitOwn(testApp.ann, id, ownAnswers, { formVersion: 2 })).body.submission.formVersion).toBe(2)
  })

  it.each([undefined, null, 0, 1.5, '1'])('is refused with the version %j', async (formVersion) => {
    const id = await publishedOwnForm(testApp)
    const { status, body } = await submitOwn(testApp.ann, id, ownAnswers, { formVersion })
    expect([status, body.issues[0].path]).toEqual([400, 'formVersion'])
  })

  it('saves what is typed in an earlier version, except what is no longer asked', async () => {
    const id = await publishedOwnForm(testApp)
    const draft = `/api/hr-forms/${id}/draft`
    const sections = [{ heading: 'Request', fields: [ownField('employeeName', 'Employee name')] }]
    await publishAgain(testApp, id, { sections })
    const typed = { employeeName: 'Nora', model: 'Light one' }
    const { status, body } = await testApp.ann.patch(draft, { formData: typed, formVersion: 1 })
    expect([status, body.formData]).toEqual([200, { employeeName: 'Nora' }])
    for (const more of [{}, { formVersion: 2 }])
      expect((await testApp.ann.patch(draft, { formData: typed, ...more })).status).toBe(400)
    for (const formData of ['x', { employeeName: 7 }])
      expect((await testApp.ann.patch(draft, { formData, formVersion: 1 })).status).toBe(400)
  })

  it('is downloaded as a fillable PDF, which is read when it is returned', async () => {
    const id = await publishedOwnForm(testApp)
    const blank = await pdfOf(testApp.ann, `/api/hr-forms/${id}/pdf`)
    expect(await textOf(blank)).toContain('Only if “Device” is “Laptop.”')
    const values = { employeeName: 'Nora Quist', firstDay: '12/01/2026', device: 'phone', signature: 'Ann Keller' }
    const { status, body } = await sendPdf(testApp.ann, id, await filled(blank, values))
    expect([status, body.submission]).toMatchObject([
      201,
      { source: 'pdf', formData: { device: 'phone', firstDay: '2026-12-01', isUrgent: false } },
    ])
    const incomplete = await sendPdf(testApp.ann, id, await filled(blank, { employeeName: 'Nora Quist' }))
    expect(incomplete.status).toBe(400)
  })

  const onPdf = { employeeName: 'Nora Quist', firstDay: '12/01/2026', device: 'phone', signature: 'Ann Keller' }
  const notCurrent = {
    code: 'conflict',
    message:
      'This PDF isn’t the current version of “Other title.” Choose the form that it matches, or download this one again and fill it in.',
  }

  it('refuses a PDF of an earlier version with the same fields', async () => {
    const id = await publishedOwnForm(testApp)
    const file = await filled(await pdfOf(testApp.ann, `/api/hr-forms/${id}/pdf`), onPdf)
    await publishAgain(testApp, id)
    const { status, body } = await sendPdf(testApp.ann, id, file)
    expect([status, body]).toMatchObject([409, notCurrent])
    const current = await filled(await pdfOf(testApp.ann, `/api/hr-forms/${id}/pdf`), onPdf)
    expect((await sendPdf(testApp.ann, id, current)).body.submission).toMatchObject({ source: 'pdf', formVersion: 2 })
  })

  it('refuses a PDF of an unpublished draft, and of a copy with the same fields', async () => {
    const id = await publishedOwnForm(testApp, { title: 'Other title' })
    const preview = `/api/own-forms/${id}/pdf`
    const asPublished = await filled(await pdfOf(testApp.alice, preview), onPdf)
    expect((await sendPdf(testApp.ann, id, asPublished)).status).toBe(201)
    await testApp.alice.put(`/api/own-forms/${id}`, { ...ownForm, title: 'Draft title' })
    const copy = await publishedOwnForm(testApp)
    for (const url of [preview, `/api/hr-forms/${copy}/pdf`]) {
      const { status, body } = await sendPdf(testApp.ann, id, await filled(await pdfOf(testApp.alice, url), onPdf))
      expect([status, body], url).toMatchObject([409, notCurrent])
    }
    const ofLibrary = await pdfOf(testApp.ann, '/api/hr-forms/vacation-request/pdf')
    expect((await sendPdf(testApp.ann, id, ofLibrary)).status).toBe(409)
    expect((await sendPdf(testApp.ann, 'vacation-request', asPublished)).status).toBe(400)
  })

  it('has its version in a PDF as a field that can’t be changed', async () => {
    const id = await publishedOwnForm(testApp)
    const document = await PDFDocument.load(await pdfOf(testApp.ann, `/api/hr-forms/${id}/pdf`))
    const fields = document.getForm().getFields()
    expect(fields.filter((field) => field.isReadOnly()).map((field) => field.getName())).toEqual(['form-version'])
  })

  it('prints HTML and Typst markup literally', async () => {
    const label = '<b>x</b> #read("/etc/passwd") $y$ *z* [a]'
    const sections = [{ heading: `H ${label}`, paragraphs: [label], fields: [ownField('x', label)] }]
    const id = await publishedOwnForm(testApp, { title: `T ${label}`, sections })
    expect((await testApp.ann.get(`/api/hr-forms/${id}`)).body.sections[0].fields[0].label).toBe(label)
    const blank = (await textOf(await pdfOf(testApp.ann, `/api/hr-forms/${id}/pdf`))).replaceAll(/\s+/g, ' ')
    for (const start of ['T ', 'H ']) expect(blank).toContain(`${start}<b>x</b> #read("/etc/passwd") $y$ *z* [a]`)
    const { submission } = (await submitOwn(testApp.ann, id, { x: label })).body
    const record = await textOf(await pdfOf(testApp.ann, `/api/hr-form-submissions/${submission.id}/pdf`))
    expect(record.replaceAll(/\s+/g, ' ')).toContain('#read("/etc/passwd")')
  })
})

describe('a form for one client', () => {
  const forAcme = () => publishedOwnForm(testApp, { clientFolderId: testApp.folders.acme.id })

  it('is seen by that client alone, and by the team of the folder', async () => {
    const id = await forAcme()
    const { cora } = await contactIn(testApp, testApp.folders.acme.id, { documents: true })
    for (const who of [testApp.ann, cora, testApp.sam, testApp.alice]) {
      expect(await titlesFor(who)).toContain(id)
      expect((await who.get(`/api/hr-forms/${id}`)).status).toBe(200)
    }
    const { cora: bookkeeper } = await contactIn(testApp, testApp.folders.acme.id, { money: true })
    for (const who of [testApp.eve, testApp.sue, bookkeeper]) {
      expect(await titlesFor(who)).not.toContain(id)
      for (const path of ['', '/pdf', '/draft']) expect((await who.get(`/api/hr-forms/${id}${path}`)).status).toBe(404)
      expect((await submitOwn(who, id)).status).toBe(404)
      expect((await who.patch(`/api/hr-forms/${id}/draft`, { formData: {} })).status).toBe(404)
    }
  })

  it('is submitted into its folder only', async () => {
    const id = await forAcme()
    const { clientFolderId } = (await submitOwn(testApp.ann, id)).body.submission
    expect(clientFolderId).toBe(testApp.folders.acme.id)
    const other = await submitOwn(testApp.ann, id, ownAnswers, { clientFolderId: testApp.folders.elmwood.id })
    expect([other.status, other.body.issues[0].path]).toEqual([400, 'clientFolderId'])
  })

  it('is shown to the team, which can’t submit it', async () => {
    const id = await forAcme()
    expect((await testApp.sam.get(`/api/hr-forms/${id}`)).body.fillable).toBe(false)
    expect((await submitOwn(testApp.sam, id)).status).toBe(404)
    expect((await sendPdf(testApp.sam, id, await pdfOf(testApp.sam, `/api/hr-forms/${id}/pdf`))).status).toBe(400)
  })
})
