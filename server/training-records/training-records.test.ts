import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employee } from '../../tests/architecture/rights-deadlines.ts'
import { training } from '../../tests/architecture/rights-training.ts'
import { contactIn, documentIn } from '../../tests/contacts.ts'
import { checkAccessible } from '../../tests/pdf/check-accessible.ts'
import { textOf } from '../../tests/pdf/text-of.ts'
import { createTestApp, type TestApp, unknownId } from '../../tests/test-app.ts'
import { at, type Firm, trainingsOf } from '../../tests/trainings.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const { hire, firm, record, change, voidRecord, assign } = trainingsOf(() => testApp)

describe('a training record', () => {
  it('has who recorded it, hours, and a certificate, and is in the list of both sides with its history', async () => {
    const acme = await firm()
    const documentId = await documentIn(testApp, acme.folder)
    const { status, body } = await record(acme, { hours: 1.25, validUntil: today(), documentId })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      employeeName: employee.name,
      hours: 1.25,
      certificate: { id: documentId, name: 'a.pdf' },
      recordedByName: expect.stringContaining('Ann'),
      voidedAt: null,
      allowed: ['edit', 'void', 'print'],
    })
    for (const caller of [testApp.ann, testApp.sam, testApp.alice])
      expect((await caller.get(at(acme.folder, 'training-records'))).body).toEqual([body])
    expect(await testApp.auditLog()).toContainEqual(
      expect.objectContaining({ action: 'training-record.added', entityId: body.id }),
    )
  })

  it('is corrected with an audit entry that names the fields', async () => {
    const acme = await firm()
    const { id, version } = (await record(acme)).body
    const corrected = await change(id, { provider: 'Acme', hours: 2 }, testApp.sam)
    expect(corrected.body).toMatchObject({ provider: 'Acme', hours: 2, version: version + 1 })
    expect((await testApp.auditLog()).at(-1)).toMatchObject({
      action: 'training-record.changed',
      details: { fields: ['provider', 'hours'] },
    })
  })

  it.each([
    ['no training', { training: ' ' }, 'training'],
    ['a training of 5,000 characters', { training: 'x'.repeat(5000) }, 'training'],
    ['a provider of 5,000 characters', { provider: 'x'.repeat(5000) }, 'provider'],
    ['no provider', { provider: '' }, 'provider'],
    ['a Social Security number', { provider: 'Nora 219-09-9999' }, 'provider'],
    ['no date', { completedOn: '' }, 'completedOn'],
    ['a date in the future', { completedOn: '2099-01-01' }, 'completedOn'],
    ['a validity that ends before the completion', { validUntil: '2026-03-01' }, 'validUntil'],
    ['less than a quarter hour', { hours: 0.1 }, 'hours'],
    ['more than 1,000 hours', { hours: 1000.25 }, 'hours'],
    ['hours as text', { hours: '2' }, 'hours'],
    ['an employee who does not exist', { employeeId: unknownId }, 'employeeId'],
    ['a document that does not exist', { documentId: unknownId }, 'documentId'],
    ['an unknown field', { ssn: '219-09-9999' }, ''],
  ])('is refused with %s', async (_what, more, path) => {
    const acme = await firm()
    const answer = await record(acme, more)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.issues[0].path).toBe(path)
    expect(answer.text).not.toContain('219')
    expect((await testApp.ann.get(at(acme.folder, 'training-records'))).body).toEqual([])
  })

  it('is refused with an employee or a certificate of another folder, and with a team-only or a withdrawn one', async () => {
    const [acme, other] = [await firm(), await firm()]
    expect((await record(acme, { employeeId: other.employeeId })).status).toBe(400)
    const foreign = await documentIn(testApp, other.folder)
    const teamOnly = await documentIn(testApp, acme.folder, { visibility: 'team-only' })
    const withdrawn = await documentIn(testApp, acme.folder)
    await testApp.sam.post(`/api/documents/${withdrawn}/withdrawal`, { reason: 'Wrong file.' })
    const { id } = (await record(acme)).body
    for (const documentId of [foreign, teamOnly, withdrawn]) {
      const answers = [await record(acme, { documentId }, testApp.sam), await change(id, { documentId }, testApp.sam)]
      for (const answer of answers) expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'documentId'])
    }
  })

  it('prevents its certificate from becoming team-only, and no longer names one that was withdrawn', async () => {
    const acme = await firm()
    const documentId = await documentIn(testApp, acme.folder)
    const { id } = (await record(acme, { documentId }, testApp.sam)).body
    const hidden = await testApp.sam.patch(`/api/documents/${documentId}/visibility`, { visibility: 'team-only' })
    expect([hidden.status, hidden.text]).toEqual([409, expect.stringContaining('certificate of a training record')])
    await testApp.sam.post(`/api/documents/${documentId}/withdrawal`, { reason: 'Wrong file.' })
    expect((await testApp.ann.get(`/api/training-records/${id}`)).body.certificate).toBeNull()
  })

  it('remembers a certificate that was withdrawn when it is corrected, until another one is chosen', async () => {
    const acme = await firm()
    const documentId = await documentIn(testApp, acme.folder)
    const { id } = (await record(acme, { documentId }, testApp.sam)).body
    await testApp.sam.post(`/api/documents/${documentId}/withdrawal`, { reason: 'Wrong file.' })
    const stored = () => testApp.db.one(sql`select document_id as id from training_records where id = ${id}`)
    expect((await change(id, { provider: 'Acme', documentId: null })).status).toBe(200)
    expect(await stored()).toEqual({ id: documentId })
    const other = await documentIn(testApp, acme.folder)
    expect((await change(id, { documentId: other })).body.certificate).toMatchObject({ id: other })
    expect((await change(id, { documentId: null })).body.certificate).toBeNull()
    expect(await stored()).toEqual({ id: null })
  })

  it('is found by no other client, and by no contact without the right to documents', async () => {
    const acme = await firm()
    const { id } = (await record(acme)).body
    const { cora } = await contactIn(testApp, acme.folder, { money: true, messages: true })
    for (const caller of [testApp.eve, testApp.sue, cora]) {
      const answers = [
        await caller.get(`/api/training-records/${id}`),
        await caller.get(`/api/training-records/${id}/certificate`),
        await change(id, {}, caller),
        await voidRecord(id, 'No.', caller),
        await record(acme, {}, caller),
        await assign(acme.folder, {}, caller),
        await caller.get(at(acme.folder, 'training-records')),
        await caller.get(at(acme.folder, 'training-records/csv')),
        await caller.get(at(acme.folder, 'training-names')),
      ]
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    }
    expect((await contactAnswer(acme)).status).toBe(201)
  })

  it('is void once, with a reason, and can’t be corrected or printed then', async () => {
    const { id } = (await record(await firm())).body
    expect((await voidRecord(id, ' ')).status).toBe(400)
    const answers = await Promise.all([voidRecord(id), voidRecord(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await testApp.ann.get(`/api/training-records/${id}`)).body).toMatchObject({
      voidReason: 'Recorded twice.',
      allowed: [],
    })
    expect((await change(id, {})).status).toBe(409)
    expect((await testApp.ann.get(`/api/training-records/${id}/certificate`)).status).toBe(409)
  })

  it('is refused at an outdated version, and in an archived folder', async () => {
    const acme = await firm()
    const { id, version } = (await record(acme)).body
    const edit = (provider: string) =>
      testApp.ann.patch(`/api/training-records/${id}`, { ...training, provider }, { 'if-match': `"${version}"` })
    const answers = await Promise.all([edit('Acme'), edit('Ladders Inc.')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    await testApp.sam.patch(`/api/client-folders/${acme.folder}`, { status: 'archived' })
    const refused = [await record(acme), await change(id, {}), await voidRecord(id), await assign(acme.folder)]
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect((await testApp.ann.get(`/api/training-records/${id}`)).body.allowed).toEqual(['print'])
  })
})

/** A contact with the right to documents records a training. */
async function contactAnswer(each: Firm) {
  const { cora } = await contactIn(testApp, each.folder, { documents: true })
  return record(each, {}, cora)
}

describe('the list of training records', () => {
  it('is narrowed to an employee, a training, and those that expire within 60 days or have expired', async () => {
    const acme = await firm()
    const theo = await hire(acme.folder, { name: 'Theo Marsh' })
    const soon = daysAfter(today(), 60)
    await record(acme, { validUntil: soon })
    await record(acme, { training: 'First aid', validUntil: daysAfter(today(), 61) })
    await record(acme, { training: 'Ladders', validUntil: '2026-03-04' })
    await record(acme, { employeeId: theo, validUntil: soon })
    await record(acme, { employeeId: theo, completedOn: '2026-04-02', validUntil: '2099-01-01' })
    const listed = async (query: string) =>
      (await testApp.ann.get(at(acme.folder, `training-records?${query}`))).body.map(
        (each: { employeeName: string; training: string }) => `${each.employeeName}: ${each.training}`,
      )
    expect(await listed('view=expiring&order=expires')).toEqual(['Nora Quist: Ladders', 'Nora Quist: Forklift safety'])
    expect(await listed(`employeeId=${theo}`)).toEqual(['Theo Marsh: Forklift safety', 'Theo Marsh: Forklift safety'])
    expect(await listed('training=first%20AID')).toEqual(['Nora Quist: First aid'])
    expect(await listed('q=ladd')).toEqual(['Nora Quist: Ladders'])
    expect(await listed('view=void')).toEqual([])
    expect((await testApp.ann.get(at(acme.folder, 'training-records?view=soon'))).status).toBe(400)
    const { recorded } = (await testApp.ann.get(at(acme.folder, 'training-names'))).body
    expect(recorded).toEqual(['First aid', 'Forklift safety', 'Ladders'])
  })

  it('is exported as CSV with its filters and without formulas, and the audit entry has no typed words', async () => {
    const acme = await firm()
    await record(acme, { provider: '=HYPERLINK("https://example.com")' })
    await record(acme, { training: 'First aid' })
    const { text } = await testApp.ann.get(at(acme.folder, 'training-records/csv?training=forklift%20safety'))
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect(text).toContain(`'=HYPERLINK`)
    const entry = (await testApp.auditLog()).findLast(({ action }) => action === 'training-records.exported')
    expect(JSON.stringify(entry)).not.toContain('forklift')
    expect(entry?.details).toMatchObject({ searched: true, clientFolderId: acme.folder })
  })
})

describe('the certificate of completion', () => {
  it('is an accessible PDF with the facts of the record, and names it as its source', async () => {
    const acme = await firm()
    const { id } = (await record(acme, { hours: 2.5, validUntil: '2099-03-02' })).body
    const headers = { cookie: testApp.ann.cookie ?? '' }
    const url = `/api/training-records/${id}/certificate`
    const { rawPayload, headers: given } = await testApp.app.inject({ url, headers })
    expect(given['content-disposition']).toContain(`Certificate Nora Quist ${training.completedOn}.pdf`)
    const text = await textOf(rawPayload)
    const { name } = (await testApp.ann.get(`/api/client-folders/${acme.folder}`)).body
    const words = ['Nora Quist', training.training, training.provider, 'March 2, 2026', '2.5 hours', 'March 2, 2099']
    for (const each of [...words, `from the training record of the employer, ${name}`]) expect(text).toContain(each)
    expect(await checkAccessible(rawPayload)).toEqual([])
  })
})

describe('retention', () => {
  it('deletes training records with their employees and deadlines', async () => {
    const acme = await firm()
    const documentId = await documentIn(testApp, acme.folder)
    await assign(acme.folder)
    await record(acme, { validUntil: '2099-03-02', documentId })
    await testApp.sam.patch(`/api/client-folders/${acme.folder}`, { status: 'archived' })
    const url = at(acme.folder, 'erasure')
    const plan = (await testApp.alice.get(url)).body
    expect(plan.goes).toContainEqual({ what: 'Training records', count: 1, why: null })
    expect((await testApp.alice.post(url, { confirmation: plan.clientFolderName })).status).toBe(201)
    await testApp.runJobs()
    const left = await testApp.db.rows(sql`select id from training_records where client_folder_id = ${acme.folder}`)
    expect(left).toEqual([])
  })
})
