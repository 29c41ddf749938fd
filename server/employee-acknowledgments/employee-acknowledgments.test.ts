// Employees acknowledge the handbook of their employer by a private link.
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  draftedHandbook,
  employeeOfAcme,
  employeeToken,
  handbookOfEmployee,
  sentHandbook,
  withoutHandbook,
} from '../../tests/handbooks.ts'
import { openEveryDay } from '../../tests/firm-settings.ts'
import { type Caller, createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { sendAcknowledgmentReminders } from './jobs.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
beforeEach(() => testApp.db.run(sql`delete from rate_limits`))
afterAll(() => testApp.close())

const send = (id: string, employeeIds: unknown, by: Caller = testApp.sam) =>
  by.post(`/api/handbooks/${id}/acknowledgments`, { employeeIds })
const listed = async (id: string, query = '') =>
  (await testApp.sam.get(`/api/handbooks/${id}/acknowledgments?limit=200${query}`)).body as Record<string, unknown>[]
const stateOf = async (id: string, employeeId: string) => (await listed(id)).find((each) => each.id === employeeId)
const read = (token: unknown) => testApp.visitor.post('/api/employee-handbook', { token })
const acknowledge = (token: unknown, name: unknown = 'Nora Quist') =>
  testApp.visitor.post('/api/employee-handbook/acknowledgment', { token, name })
const emailsTo = async (employeeId: string) => {
  const { body } = await testApp.sam.get(`/api/employees/${employeeId}`)
  return (await testApp.mail()).filter(({ to }) => to === body.email)
}

describe('sending the handbook to employees', () => {
  it('emails each a private link and lists them as waiting', async () => {
    const id = await sentHandbook(testApp)
    const [first, second] = [await employeeOfAcme(testApp), await employeeOfAcme(testApp)]
    const answer = await send(id, [first, second])
    expect([answer.status, answer.body]).toEqual([200, { sent: 2, skipped: 0 }])
    const [email] = await emailsTo(first)
    expect(email?.subject).toBe('ProHR: Acme Tooling, Inc. employee handbook')
    expect(email?.text).toMatch(/employee-handbook\/[\w-]{43}/)
    expect(await stateOf(id, second)).toMatchObject({ state: 'sent', acknowledgedAt: null, signedName: null })
    const { body } = await testApp.sam.get(`/api/handbooks/${id}`)
    expect(body.versions[0]).toMatchObject({ askedEmployees: 2, acknowledgedEmployees: 0 })
  })

  it('can be done by the client as well', async () => {
    const id = await sentHandbook(testApp)
    expect((await send(id, [await employeeOfAcme(testApp)], testApp.ann)).body).toEqual({ sent: 1, skipped: 0 })
  })

  it('sends one email to an employee chosen twice, by two concurrent calls, or again on the same day', async () => {
    const id = await sentHandbook(testApp)
    const employeeId = await employeeOfAcme(testApp)
    const answers = await Promise.all([send(id, [employeeId, employeeId]), send(id, [employeeId])])
    expect(answers.reduce((sum, { body }) => sum + body.sent, 0)).toBe(1)
    expect((await send(id, [employeeId])).body).toEqual({ sent: 0, skipped: 1 })
    expect(await emailsTo(employeeId)).toHaveLength(1)
  })

  it('stores only the hash of a link’s token', async () => {
    const { token } = await handbookOfEmployee(testApp)
    const rows = await testApp.db.rows(sql`select row_to_json(a)::text as text from employee_acknowledgments a`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(await testApp.auditLog())).not.toContain(token)
  })

  it.each([
    ['no employees', () => []],
    ['something that is no list', () => 'all'],
    ['an unknown employee', () => [unknownId]],
    ['an employee without an email address', async () => [await employeeOfAcme(testApp, { email: '' })]],
    [
      'an employee who left',
      async () => [await employeeOfAcme(testApp, { startDate: '2020-01-01', endDate: '2020-02-01' })],
    ],
  ])('refuses %s and sends nothing', async (_what, chosen) => {
    const id = await sentHandbook(testApp)
    const before = (await testApp.mail()).length
    const answer = await send(id, await chosen())
    expect(answer.status).toBe(400)
    expect(answer.body.issues[0].path).toMatch(/^employeeIds/)
    expect((await testApp.mail()).length).toBe(before)
  })

  it('refuses an employee of another folder', async () => {
    const id = await sentHandbook(testApp)
    const folder = (await testApp.sue.post('/api/client-folders', { name: 'Other Mill', services: 'HR' })).body.id
    const input = {
      name: 'Eli',
      email: 'eli@other.example',
      jobTitle: 'Cook',
      workType: 'full-time',
      startDate: '2026-01-01',
    }
    const { body } = await testApp.sue.post(`/api/client-folders/${folder}/employees`, input)
    const answer = await send(id, [body.id])
    expect([answer.status, answer.body.message]).toEqual([400, expect.any(String)])
    expect(answer.body.issues).toEqual([{ path: 'employeeIds', message: 'Choose employees of this folder.' }])
  })

  it('refuses a handbook of which no version was sent', async () => {
    const id = await draftedHandbook(testApp)
    const answer = await send(id, [await employeeOfAcme(testApp)])
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Send the handbook to the client before you send it to employees.',
    ])
  })

  it('answers 404 to another client and to staff of other folders', async () => {
    const id = await sentHandbook(testApp)
    const employeeId = await employeeOfAcme(testApp)
    for (const who of [testApp.eve, testApp.sue]) {
      expect((await send(id, [employeeId], who)).status).toBe(404)
      expect((await who.get(`/api/handbooks/${id}/acknowledgments`)).status).toBe(404)
    }
  })
})

describe('the employee’s private link', () => {
  it('shows the handbook of their employer, and nothing of the folder', async () => {
    const { token } = await handbookOfEmployee(testApp)
    const { status, body, headers } = await read(token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      employer: 'Acme Tooling, Inc.',
      title: 'Acme Employee Handbook',
      acknowledgedAt: null,
    })
    expect(body.policies.map(({ title }: { title: string }) => title)).toEqual(['Employment Basics', 'Code of Conduct'])
    expect(Object.keys(body).toSorted()).toEqual([
      'acknowledgedAt',
      'acknowledgment',
      'acknowledgmentInSpanish',
      'employeeName',
      'employer',
      'language',
      'policies',
      'sentAt',
      'shownIn',
      'signedName',
      'title',
      'version',
    ])
    expect(headers['cache-control']).toBe('no-store')
  })

  it('records an acknowledgment once, with the typed name, and shows it afterward', async () => {
    const { id, employeeId, token } = await handbookOfEmployee(testApp)
    const answers = await Promise.all([acknowledge(token, 'Nora A. Quist'), acknowledge(token, 'Someone Else')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [first, second] = answers.map(({ body }) => body)
    expect(first.signedName).toBe(second.signedName)
    expect(await stateOf(id, employeeId)).toMatchObject({ state: 'acknowledged', signedName: first.signedName })
    expect((await read(token)).body.signedName).toBe(first.signedName)
    const entries = (await testApp.auditLog()).filter(({ action }) => action === 'handbook.acknowledged-by-employee')
    expect(entries.filter(({ entityId }) => entityId === id)).toHaveLength(1)
  })

  it.each([
    ['an unknown token', 'a'.repeat(43), 404],
    ['an empty token', '', 404],
    ['a number', 7, 400],
    ['a token that is too long', 'a'.repeat(201), 400],
  ])('refuses %s', async (_what, token, status) => {
    expect([(await read(token)).status, (await acknowledge(token)).status]).toEqual([status, status])
  })

  it.each([
    ['no name', ''],
    ['a name of spaces', '   '],
    ['something that is no text', 5],
  ])('refuses %s', async (_what, name) => {
    const { id, employeeId, token } = await handbookOfEmployee(testApp)
    expect((await acknowledge(token, name)).status).toBe(400)
    expect(await stateOf(id, employeeId)).toMatchObject({ state: 'sent' })
  })

  it('limits wrong tokens per network, but not valid ones', async () => {
    const { token } = await handbookOfEmployee(testApp)
    for (let tries = 0; tries < 31; tries++) await read('b'.repeat(43))
    expect((await read('b'.repeat(43))).status).toBe(429)
    await testApp.db.run(sql`delete from rate_limits`)
    for (let tries = 0; tries < 40; tries++) expect((await read(token)).status).toBe(200)
  })

  it('ends after 30 days, with an archived folder, and with the deletion of the document', async () => {
    const { id, employeeId, token } = await handbookOfEmployee(testApp)
    const of = sql`where employee_id = ${employeeId}`
    await testApp.db.run(
      sql`update employee_acknowledgments set last_sent_at = last_sent_at - interval '31 days' ${of}`,
    )
    expect((await acknowledge(token)).status).toBe(404)
    await testApp.db.run(
      sql`update employee_acknowledgments set last_sent_at = last_sent_at + interval '31 days' ${of}`,
    )
    await testApp.db.run(sql`update client_folders set status = 'archived' where id = ${testApp.folders.acme.id}`)
    expect((await acknowledge(token)).status).toBe(404)
    await testApp.db.run(sql`update client_folders set status = 'active' where id = ${testApp.folders.acme.id}`)
    await testApp.db.run(sql`update handbook_versions set document_id = null where handbook_id = ${id}`)
    expect((await acknowledge(token)).status).toBe(404)
    expect((await send(id, [employeeId])).status).toBe(409)
    await withoutHandbook(testApp)
  })

  it('is replaced by the link of the next email', async () => {
    const { id, employeeId, token } = await handbookOfEmployee(testApp)
    await testApp.db.run(
      sql`update employee_acknowledgments set last_sent_at = last_sent_at - interval '2 days' where employee_id = ${employeeId}`,
    )
    expect((await send(id, [employeeId])).body).toEqual({ sent: 1, skipped: 0 })
    expect((await read(token)).status).toBe(404)
    expect((await read(await employeeToken(testApp))).status).toBe(200)
  })
})

describe('reminders', () => {
  const handbookEmails = async (app: TestApp) =>
    (await app.mail()).filter(({ subject }) => subject.includes('employee handbook'))

  it('are sent 3, 7, and 14 days later, each once on two instances, until the employee acknowledges', async () => {
    const app = await createTestApp({}, { atHour: 10 })
    await openEveryDay(app)
    try {
      const id = await sentHandbook(app)
      const [slow, quick] = [await employeeOfAcme(app), await employeeOfAcme(app)]
      await send(id, [quick], app.sam)
      const token = await employeeToken(app)
      await app.visitor.post('/api/employee-handbook/acknowledgment', { token, name: 'Nora Quist' })
      await send(id, [slow], app.sam)
      const counts: number[] = []
      for (const wait of [2, 1, 4, 7, 30]) {
        app.pass({ days: wait })
        const twin = (await app.twin()).db
        await Promise.all([sendAcknowledgmentReminders(app.db), sendAcknowledgmentReminders(twin)])
        counts.push((await handbookEmails(app)).length)
      }
      expect(counts).toEqual([2, 3, 4, 5, 5])
      expect(new Set((await handbookEmails(app)).slice(1).map(({ to }) => to)).size).toBe(1)
    } finally {
      await app.close()
    }
  })

  it('are not sent for a folder with paused reminders, and not for an earlier version', async () => {
    const app = await createTestApp({}, { atHour: 10 })
    await openEveryDay(app)
    try {
      const id = await sentHandbook(app)
      await send(id, [await employeeOfAcme(app)], app.sam)
      await app.alice.patch(`/api/client-folders/${app.folders.acme.id}`, { remindersPaused: true })
      app.pass({ days: 4 })
      await sendAcknowledgmentReminders(app.db)
      await app.alice.patch(`/api/client-folders/${app.folders.acme.id}`, { remindersPaused: false })
      await app.sam.post(`/api/handbooks/${id}/versions`)
      await sendAcknowledgmentReminders(app.db)
      expect(await handbookEmails(app)).toHaveLength(1)
    } finally {
      await app.close()
    }
  })
})
