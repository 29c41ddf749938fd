// The twelve form PDFs: accessible blank and filled, read back as filled in, and free of forbidden questions.
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf, formTypeOf } from '../../domain/hr-form.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { everything, filled } from '../../tests/pdf/fill.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { type Caller, createTestApp, type TestApp } from '../../tests/test-app.ts'
import { bundledForms } from './bundled.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const forms = bundledForms().map((form) => [form.id, form] as const)

async function fetched(who: Caller, url: string, headers: Record<string, string> = {}) {
  const cookie: Record<string, string> = who.cookie === null ? {} : { cookie: who.cookie }
  const response = await testApp.app.inject({ method: 'GET', url, headers: { ...cookie, ...headers } })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

const send = (who: Caller, form: string, payload: Buffer | string, type = 'application/pdf') =>
  who.send({ method: 'POST', url: `/api/hr-forms/${form}/filled`, headers: { 'content-type': type }, payload })

const blank = async (id: string) => (await fetched(testApp.ann, `/api/hr-forms/${id}/pdf`)).bytes

describe.each(forms)('the form %s', (id, form) => {
  it('is accessible, can be filled in, and contains the complete text of the form', async () => {
    const bytes = await blank(id)
    expect(await checkAccessible(bytes)).toEqual([])
    // A word may be split at its hyphen.
    const words = (await textOf(bytes)).replaceAll('- ', '-')
    for (const { heading, paragraphs, points } of form.sections)
      for (const part of [heading, ...paragraphs, ...points]) expect(words).toContain(part.replaceAll(/\s+/g, ' '))
    for (const { label } of fieldsOf(form)) expect(words).toContain(label)
    expect(words).toContain('not legal advice')
    const document = await PDFDocument.load(bytes)
    expect(
      document
        .getForm()
        .getFields()
        .map((field) => field.getName())
        .toSorted(),
    ).toEqual(
      fieldsOf(form)
        .map(({ name }) => name)
        .toSorted(),
    )
  })

  it('is accessible after it is filled in, and is read back as filled in', async () => {
    const file = await filled(await blank(id), everything(form))
    expect(await checkAccessible(file)).toEqual([])
    const answer = await send(testApp.ann, id, file)
    expect(answer.status, answer.text).toBe(201)
    const { submission } = answer.body
    expect(submission).toMatchObject({ formType: formTypeOf(id), source: 'pdf', submittedById: testApp.people.ann.id })
    for (const { name, kind } of fieldsOf(form)) {
      const written = everything(form)[name]
      expect(submission.formData[name], name).toBe(kind === 'date' ? '2026-12-31' : written)
    }
    const pdf = await fetched(testApp.sam, `/api/hr-form-submissions/${submission.id}/pdf`)
    expect(await checkAccessible(pdf.bytes)).toEqual([])
    const words = await textOf(pdf.bytes)
    const dates = fieldsOf(form).some(({ kind }) => kind === 'date') ? ['December 31, 2026'] : []
    for (const part of [form.title, 'Ann Keller', 'PDF upload', 'Zoë Łukasz', ...dates]) expect(words).toContain(part)
  })

  it('is refused blank, with an error for each field', async () => {
    const { status, body } = await send(testApp.ann, id, Buffer.from(await blank(id)))
    expect(status).toBe(400)
    const required = fieldsOf(form).filter(
      ({ optional, kind, value }) => !optional && kind !== 'check' && (value === undefined || kind === 'choice'),
    )
    expect(body.issues.map(({ path }: { path: string }) => path).toSorted()).toEqual(
      required.map(({ name }) => `formData.${name}`).toSorted(),
    )
    expect(body.message).toBe(body.issues[0].message)
  })
})

describe('downloading a form', () => {
  it('uses its title as the file name, or shows it', async () => {
    const downloaded = await fetched(testApp.sam, '/api/hr-forms/performance-review/pdf')
    expect(downloaded.headers['content-disposition']).toMatch(/^attachment; filename="performance_review\.pdf"/)
    const shown = await fetched(testApp.sam, '/api/hr-forms/performance-review/pdf?inline')
    expect(shown.headers['content-disposition']).toMatch(/^inline/)
    expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('links to the official addresses of government forms', async () => {
    expect(await textOf(await blank('i9-form'))).toContain('https://www.uscis.gov/i-9')
    const taxes = await textOf(await blank('w4-form'))
    expect(taxes).toContain('https://www.irs.gov/FormW4')
    expect(taxes).toContain('https://www.tax.virginia.gov')
  })

  it('refuses visitors and unknown forms', async () => {
    expect((await fetched(testApp.visitor, '/api/hr-forms/i9-form/pdf')).status).toBe(401)
    const browser = await fetched(testApp.visitor, '/api/hr-forms/i9-form/pdf', { accept: 'text/html' })
    expect(browser.status).toBe(302)
    for (const id of ['tax-form', '..%2f..%2fetc', '%00'])
      expect([404, 400]).toContain((await fetched(testApp.ann, `/api/hr-forms/${id}/pdf`)).status)
  })
})

describe('uploading a filled form', () => {
  it('refuses an invalid date, and says how to write one', async () => {
    const form = bundledForms()[0]!
    const values = { ...everything(form), availableStartDate: 'as soon as possible', phone: '555' }
    const { status, body } = await send(testApp.ann, form.id, await filled(await blank(form.id), values))
    expect(status).toBe(400)
    expect(body.issues).toEqual([
      { path: 'formData.phone', message: 'Phone number is required' },
      { path: 'formData.availableStartDate', message: 'Enter the date as MM/DD/YYYY.' },
    ])
  })

  it('refuses the PDF of another form', async () => {
    const review = bundledForms().find(({ id }) => id === 'performance-review')!
    const file = await filled(await blank('performance-review'), everything(review))
    const { status, body } = await send(testApp.ann, 'exit-interview', file)
    expect([status, body.message]).toEqual([
      400,
      'This PDF isn’t our form “Exit interview.” Choose the form that it matches.',
    ])
  })

  it('refuses a file that is not a PDF, has no fields, or is too large', async () => {
    const refusalOf = async (payload: Buffer | string, type?: string) => {
      const { status, body } = await send(testApp.ann, 'i9-form', payload, type)
      return [status, body.message]
    }
    expect(await refusalOf('')).toEqual([400, expect.stringContaining('can’t be read')])
    expect(await refusalOf('hello', 'text/plain')).toEqual([400, expect.stringContaining('can’t be read')])
    expect(await refusalOf('%PDF-1.7\n%%EOF')).toEqual([400, expect.any(String)])
    const plain = await PDFDocument.create()
    plain.addPage()
    expect(await refusalOf(Buffer.from(await plain.save()))).toEqual([400, expect.stringContaining('no fields')])
    expect((await refusalOf(Buffer.alloc(2 * 1_048_576 + 1)))[0]).toBe(413)
    expect((await send(testApp.visitor, 'i9-form', '')).status).toBe(401)
    expect((await send(testApp.ann, 'tax-form', '')).status).toBe(404)
  })

  it('stops reading a PDF that would exhaust memory', { timeout: 120_000 }, async () => {
    const { deflateSync } = await import('node:zlib')
    const bomb = deflateSync(Buffer.alloc(500 * 2 ** 20), { level: 9 })
    const head = `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n3 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`
    const file = Buffer.concat([Buffer.from(head), bomb, Buffer.from('\nendstream\nendobj\n%%EOF\n')])
    const { status } = await send(testApp.ann, 'i9-form', file)
    expect(status).toBe(400)
    expect((await send(testApp.ann, 'i9-form', '')).status).toBe(400)
  })
})
