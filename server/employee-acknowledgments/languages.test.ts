// Employees read their emails, and the page of their link, in English or Spanish.
import sql from 'sql-template-tag'
import { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { employeeOfAcme, employeeToken, handbookOfAcme, handbookOfEmployee } from '../../tests/handbooks.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { typed } from '../kit/row-types.ts'
import { sendAcknowledgmentReminders } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp({}, { atHour: 10 })))
beforeEach(() => testApp.db.run(sql`delete from rate_limits`))
afterAll(() => testApp.close())

const employees = () => `/api/client-folders/${testApp.folders.acme.id}/employees`
const input = { name: 'Luz Vega', jobTitle: 'Cook', workType: 'full-time', startDate: '2026-12-01' }
const languageOf = async (id: string) => (await testApp.sam.get(`/api/employees/${id}`)).body.language
const read = (token: string) => testApp.visitor.post('/api/employee-handbook', { token })
const acknowledge = (token: string, more: object = {}) =>
  testApp.visitor.post('/api/employee-handbook/acknowledgment', { token, name: 'Luz Vega', ...more })

async function handbookInSpanish() {
  const id = await handbookOfAcme(testApp)
  const employeeId = await employeeOfAcme(testApp, { language: 'es' })
  await testApp.sam.post(`/api/handbooks/${id}/acknowledgments`, { employeeIds: [employeeId] })
  return { id, employeeId, token: await employeeToken(testApp) }
}

const StoredRow = z.object({ language: z.string().nullable(), translation: z.string().nullable() })
const stored = (employeeId: string) =>
  testApp.db.one(
    typed(StoredRow)`select language, translation from employee_acknowledgments where employee_id = ${employeeId}`,
  )

describe('the language of an employee', () => {
  it('is English, unless the client or the team says otherwise', async () => {
    expect(await languageOf(await employeeOfAcme(testApp))).toBe('en')
    const answer = await testApp.ann.post(employees(), { ...input, language: 'es' })
    expect([answer.status, answer.body.language]).toEqual([201, 'es'])
  })

  it('can be changed, and is unchanged by an edit that leaves it out', async () => {
    const id = await employeeOfAcme(testApp)
    await testApp.ann.patch(`/api/employees/${id}`, { ...input, language: 'es' })
    await testApp.sam.patch(`/api/employees/${id}`, { ...input, jobTitle: 'Head cook' })
    expect(await languageOf(id)).toBe('es')
  })

  it.each(['fr', 'ES', '', null, 7])('is not %j', async (language) => {
    const answer = await testApp.sam.post(employees(), { ...input, language })
    expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'language', message: 'Choose a language.' }]])
  })

  it('can’t be changed by another client', async () => {
    const id = await employeeOfAcme(testApp)
    expect((await testApp.eve.patch(`/api/employees/${id}`, { ...input, language: 'es' })).status).toBe(404)
    expect(await languageOf(id)).toBe('en')
  })
})

describe('emails to an employee who reads Spanish', () => {
  it('are in Spanish, in the text and in HTML', async () => {
    await handbookInSpanish()
    const email = (await testApp.mail()).at(-1)
    expect(email?.subject).toBe('ProHR: manual del empleado de Acme Tooling, Inc.')
    expect(email?.text).toMatch(/^Hola:\n/)
    expect(email?.text).toContain('Funciona durante 30 días.')
    expect(email?.text).toContain('Recibe este correo porque')
    expect(email?.html).toContain('<html lang="es">')
    expect(email?.text).not.toMatch(/\b(Hello|Questions|employee handbook)\b/)
  })

  it('are in Spanish when they are reminders, and remain in English for others', async () => {
    const app = await createTestApp({}, { atHour: 10 })
    await openEveryDay(app)
    try {
      const id = await handbookOfAcme(app)
      const employeeIds = [await employeeOfAcme(app, { language: 'es' }), await employeeOfAcme(app)]
      await app.sam.post(`/api/handbooks/${id}/acknowledgments`, { employeeIds })
      app.pass({ days: 3 })
      await sendAcknowledgmentReminders(app.db)
      const subjects = (await app.mail()).map(({ subject }) => subject)
      expect(subjects.slice(-2).toSorted()).toEqual([
        'ProHR reminder: Acme Tooling, Inc. employee handbook',
        'Recordatorio de ProHR: manual de Acme Tooling, Inc.',
      ])
    } finally {
      await app.close()
    }
  })

  it('contain names as they were entered, also those that look like an escape sequence', async () => {
    const employer = String.raw`Taller \u0041`
    const { body } = await testApp.sam.get(`/api/handbooks/${await handbookOfAcme(testApp)}`)
    await testApp.db.run(sql`
      update handbook_versions set content = jsonb_set(content, '{organization}', to_jsonb(${employer}::text))
      where handbook_id = ${body.id}`)
    await handbookInSpanish()
    const email = (await testApp.mail()).at(-1)
    expect(email?.text).toContain(String.raw`Taller \u0041`)
    await testApp.db.run(sql`
      update handbook_versions set content = jsonb_set(content, '{organization}', '"Acme Tooling, Inc."')
      where handbook_id = ${body.id}`)
  })
})

describe('an acknowledgment', () => {
  it('in Spanish stores the language and the translation that was shown, and shows them to the client', async () => {
    const { id, employeeId, token } = await handbookInSpanish()
    const { body: shown } = await read(token)
    expect(shown).toMatchObject({ language: 'es', shownIn: null })
    expect(shown.acknowledgmentInSpanish).toHaveLength(shown.acknowledgment.length)
    expect(shown.acknowledgmentInSpanish[0]).toContain('He recibido el manual del empleado de Acme Tooling, Inc.')
    expect((await acknowledge(token, { language: 'es' })).body.shownIn).toBe('es')
    expect(await stored(employeeId)).toEqual({
      language: 'es',
      translation: shown.acknowledgmentInSpanish.join('\n\n'),
    })
    const { body: list } = await testApp.ann.get(`/api/handbooks/${id}/acknowledgments?limit=200`)
    expect(list.find((each: { id: string }) => each.id === employeeId).shownIn).toBe('es')
    const entry = (await testApp.auditLog()).findLast(({ action }) => action === 'handbook.acknowledged-by-employee')
    expect(entry?.details).toMatchObject({ language: 'es' })
  })

  it('in English stores no translation, whatever the language of the emails', async () => {
    const { employeeId, token } = await handbookInSpanish()
    expect((await acknowledge(token, { language: 'en' })).body.shownIn).toBe('en')
    expect(await stored(employeeId)).toEqual({ language: 'en', translation: null })
  })

  it('of a page that doesn’t say its language was shown in English', async () => {
    const { employeeId, token } = await handbookOfEmployee(testApp)
    expect((await acknowledge(token)).body.shownIn).toBe('en')
    expect(await stored(employeeId)).toEqual({ language: 'en', translation: null })
  })

  it('stores the language of the first of two that arrive at the same time', async () => {
    const { employeeId, token } = await handbookInSpanish()
    const answers = await Promise.all([acknowledge(token, { language: 'es' }), acknowledge(token, { language: 'en' })])
    const [first, second] = answers.map(({ body }) => body.shownIn)
    expect(second).toBe(first)
    expect((await stored(employeeId)).language).toBe(first)
  })

  it.each(['fr', '', null, 7])('is refused in the language %j, and nothing is stored', async (language) => {
    const { employeeId, token } = await handbookInSpanish()
    const answer = await acknowledge(token, { language })
    expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'language', message: 'Choose a language.' }]])
    expect(await stored(employeeId)).toEqual({ language: null, translation: null })
  })

  it('of a text without a translation shows the English one alone, and stores that', async () => {
    const { id, employeeId, token } = await handbookInSpanish()
    const { content } = await testApp.db.one(
      typed(
        z.object({ content: z.unknown() }),
      )`select content from handbook_versions where handbook_id = ${id} limit 1`,
    )
    await testApp.db.run(sql`
      update handbook_versions set content = jsonb_set(content, '{acknowledgment}', '["I have read it."]')
      where handbook_id = ${id}`)
    expect((await read(token)).body.acknowledgmentInSpanish).toBeNull()
    await acknowledge(token, { language: 'es' })
    expect(await stored(employeeId)).toEqual({ language: 'es', translation: null })
    await testApp.db.run(sql`
      update handbook_versions set content = ${JSON.stringify(content)}::jsonb where handbook_id = ${id}`)
  })
})
