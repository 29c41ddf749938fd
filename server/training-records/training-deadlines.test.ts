// The deadlines that training records complete and set, and trainings assigned to employees.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { training } from '../../tests/architecture/rights-training.ts'
import { company } from '../../tests/contacts.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'
import { at, trainingsOf } from '../../tests/trainings.ts'
import { daysAfter, officeDate } from '../../domain/time.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const today = () => officeDate(testApp.db.now)
const { hire, trainingDeadlines, firm, record, change, voidRecord, assign, stateOf } = trainingsOf(() => testApp)

describe('the deadline of a training', () => {
  it('is completed by the record, and the last day of validity is the next one', async () => {
    const acme = await firm()
    await assign(acme.folder)
    expect((await record(acme, { training: ' forklift SAFETY', validUntil: '2099-03-02' })).status).toBe(201)
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', training.completedOn],
      ['2099-03-02', null],
    ])
  })

  it('is completed once by two records at the same time', async () => {
    const acme = await firm()
    await assign(acme.folder)
    const answers = await Promise.all([1, 2, 3].map(() => record(acme, { validUntil: '2099-03-02' })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', training.completedOn],
      ['2099-03-02', null],
    ])
  })

  it('is completed by a record of a suggested training, and stays one of the obligation', async () => {
    const acme = await firm()
    const { suggested } = (await testApp.ann.get(at(acme.folder, 'training-names'))).body
    const { name, guidePath } = suggested.find((each: { name: string }) => each.name.includes('Harassment'))
    expect(guidePath).toContain('/hr-policies/anti-discrimination#')
    await assign(acme.folder, { training: name.toUpperCase() })
    await record(acme, { training: name, validUntil: '2099-03-02' })
    const list = await trainingDeadlines(acme)
    expect(list.map(({ title, status }) => [title, status])).toEqual([
      [name, 'completed'],
      [name, 'open'],
    ])
    expect(list.map((each) => each.guidePath)).toEqual([guidePath, guidePath])
  })

  it('repeats as before if the record has no last day of validity', async () => {
    const acme = await firm()
    const body = { title: training.training, kind: 'training', dueDate: '2026-04-01', employeeId: acme.employeeId }
    await testApp.ann.post(at(acme.folder, 'deadlines'), { ...body, repeatMonths: 12 })
    await record(acme)
    expect(await stateOf(acme)).toEqual([
      ['2026-04-01', training.completedOn],
      ['2027-04-01', null],
    ])
  })

  it('repeats until after the completion if it was completed late', async () => {
    const acme = await firm()
    const body = { title: training.training, kind: 'training', dueDate: '2024-08-31', employeeId: acme.employeeId }
    await testApp.ann.post(at(acme.folder, 'deadlines'), { ...body, repeatMonths: 6 })
    await record(acme)
    expect(await stateOf(acme)).toEqual([
      ['2024-08-31', training.completedOn],
      ['2026-08-31', null],
    ])
  })

  it('is not completed by an older or an expired record, another training, or one of another kind', async () => {
    const acme = await firm()
    const newer = { completedOn: '2026-05-04', validUntil: '2099-05-04' }
    await record(acme, newer)
    await assign(acme.folder, { training: 'Ladder safety' })
    const license = { title: 'Forklift license', kind: 'license', dueDate: '2099-02-01', employeeId: acme.employeeId }
    await testApp.ann.post(at(acme.folder, 'deadlines'), license)
    await record(acme)
    await record(acme, { training: 'Ladder safety', validUntil: '2026-03-03' })
    await record(acme, { training: 'Forklift license' })
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', null],
      ['2099-05-04', null],
    ])
  })

  it('is open again after the record is void, and the next one is deleted', async () => {
    const acme = await firm()
    await assign(acme.folder)
    const { id } = (await record(acme, { validUntil: '2099-03-02' })).body
    await voidRecord(id)
    expect(await stateOf(acme)).toEqual([['2099-01-31', null]])
  })

  it('stays completed after an older record is void or corrected', async () => {
    const acme = await firm()
    await assign(acme.folder)
    const older = (await record(acme, { validUntil: '2099-03-02' })).body
    await record(acme, { completedOn: '2026-05-04', validUntil: '2099-05-04' })
    const state = await stateOf(acme)
    expect(state).toEqual([
      ['2099-01-31', training.completedOn],
      ['2099-03-02', '2026-05-04'],
      ['2099-05-04', null],
    ])
    await change(older.id, { validUntil: '2099-04-02' })
    await voidRecord(older.id)
    expect(await stateOf(acme)).toEqual(state)
  })

  /** Two records with a deadline each: the older one set what the newer one completed. */
  async function twoRecords() {
    const acme = await firm()
    await assign(acme.folder)
    const older = (await record(acme, { validUntil: '2099-03-02' })).body
    const newer = (await record(acme, { completedOn: '2026-05-04', validUntil: '2099-05-04' })).body
    return { acme, older, newer }
  }

  it('follows an older record that is corrected to be the latest, and the other one', async () => {
    const { acme, older, newer } = await twoRecords()
    expect((await change(older.id, { completedOn: '2026-06-01', validUntil: '2099-06-01' })).status).toBe(200)
    const state = [
      ['2099-01-31', '2026-05-04'],
      ['2099-05-04', '2026-06-01'],
      ['2099-06-01', null],
    ]
    expect(await stateOf(acme)).toEqual(state)
    expect((await voidRecord(newer.id)).status).toBe(200)
    expect(await stateOf(acme)).toEqual(state)
    expect((await voidRecord(older.id)).status).toBe(200)
    expect(await stateOf(acme)).toEqual([['2099-01-31', null]])
  })

  it('follows the newest record if an older one is corrected to lie between two newer ones', async () => {
    const { acme, older, newer } = await twoRecords()
    await record(acme, { completedOn: '2026-06-01', validUntil: '2099-06-01' })
    expect((await change(older.id, { completedOn: '2026-05-20', validUntil: '2099-05-20' })).status).toBe(200)
    const state = [
      ['2099-01-31', '2026-05-04'],
      ['2099-05-04', '2026-06-01'],
      ['2099-06-01', null],
    ]
    expect(await stateOf(acme)).toEqual(state)
    // Back to where it was, and the newer one between the others.
    expect((await change(older.id, { validUntil: '2099-03-02' })).status).toBe(200)
    expect(await stateOf(acme)).toEqual(state)
    expect((await change(newer.id, { completedOn: '2026-02-02', validUntil: '2099-02-02' })).status).toBe(200)
    expect((await stateOf(acme)).at(-1)).toEqual(['2099-06-01', null])
    expect((await stateOf(acme)).filter(([, completedOn]) => completedOn === null)).toHaveLength(1)
  })

  it('was completed on the corrected day of an older record that stays the oldest', async () => {
    const { acme, older } = await twoRecords()
    await change(older.id, { completedOn: '2026-03-16', validUntil: '2099-03-02' })
    expect((await testApp.auditLog()).filter(({ action }) => action === 'deadline.completed').at(-1)).toMatchObject({
      details: { trainingRecordId: older.id, before: training.completedOn, after: '2026-03-16' },
    })
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', '2026-03-16'],
      ['2099-03-02', '2026-05-04'],
      ['2099-05-04', null],
    ])
  })

  it('is completed by the newer record alone after the older one is corrected to be of another training', async () => {
    const { acme, older } = await twoRecords()
    await assign(acme.folder, { training: 'Ladder safety', dueDate: '2099-02-28' })
    await change(older.id, { training: 'Ladder safety', validUntil: '2099-03-02' })
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', '2026-05-04'],
      ['2099-02-28', training.completedOn],
      ['2099-03-02', null],
      ['2099-05-04', null],
    ])
  })

  it('is open after all records are void, in any order, although someone opened one of theirs again', async () => {
    const { acme, older, newer } = await twoRecords()
    const newest = (await record(acme, { completedOn: '2026-06-01', validUntil: '2099-06-01' })).body
    await voidRecord(newer.id)
    await voidRecord(newest.id)
    for (const { id, dueDate } of await trainingDeadlines(acme))
      if (dueDate === '2099-03-02') await testApp.ann.patch(`/api/deadlines/${id}/status`, { status: 'open' })
    expect((await voidRecord(older.id)).status).toBe(200)
    expect(await stateOf(acme)).toEqual([['2099-01-31', null]])
  })

  it('is completed by the other of two equal records after one is void', async () => {
    const acme = await firm()
    await assign(acme.folder)
    const { id } = (await record(acme, { validUntil: '2099-03-02' })).body
    await record(acme, { validUntil: '2099-03-02' })
    await voidRecord(id)
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', training.completedOn],
      ['2099-03-02', null],
    ])
  })

  it('follows a corrected date and a corrected name', async () => {
    const acme = await firm()
    await assign(acme.folder)
    const { id } = (await record(acme, { validUntil: '2099-03-02' })).body
    await change(id, { completedOn: '2026-03-05', validUntil: '2099-03-05' })
    expect(await stateOf(acme)).toEqual([
      ['2099-01-31', '2026-03-05'],
      ['2099-03-05', null],
    ])
    await change(id, { training: 'Ladder safety' })
    expect(await stateOf(acme)).toEqual([['2099-01-31', null]])
  })

  it('can be completed by a new record after someone opened it again', async () => {
    const acme = await firm()
    await assign(acme.folder)
    await record(acme)
    const [deadline] = await trainingDeadlines(acme)
    await testApp.ann.patch(`/api/deadlines/${deadline?.id}/status`, { status: 'open' })
    expect((await record(acme, { completedOn: '2026-05-04' })).status).toBe(201)
    expect(await stateOf(acme)).toEqual([['2099-01-31', '2026-05-04']])
  })
})

describe('an assigned training', () => {
  it('is due for every employee who has not left, once, however often and by how many it is assigned', async () => {
    const acme = await firm()
    await hire(acme.folder, { name: 'Theo Marsh' })
    await hire(acme.folder, { name: 'Uma Lake', startDate: '2024-01-08', endDate: '2024-06-28' })
    const answers = await Promise.all([assign(acme.folder), assign(acme.folder, {}, testApp.sam)])
    expect(answers.map(({ body }) => body.created).toSorted((a, b) => a - b)).toEqual([0, 2])
    expect((await assign(acme.folder, { dueDate: '2099-06-30' })).body).toEqual({ created: 0, skipped: 2 })
    expect(await stateOf(acme)).toEqual([['2099-01-31', null]])
    await record(acme)
    expect((await assign(acme.folder)).body).toEqual({ created: 0, skipped: 2 })
    expect((await assign(acme.folder, { dueDate: '2099-06-30' })).body).toEqual({ created: 1, skipped: 1 })
  })

  it('is due only for the chosen employees', async () => {
    const acme = await firm()
    await hire(acme.folder, { name: 'Theo Marsh' })
    const { employeeId } = acme
    expect((await assign(acme.folder, { employeeIds: [employeeId, employeeId] })).body).toEqual({
      created: 1,
      skipped: 0,
    })
    expect(await stateOf(acme)).toEqual([['2099-01-31', null]])
  })

  it('is refused on a past day, for employees of another folder, for one who has left, and without employees', async () => {
    const [acme, other] = [await firm(), await firm()]
    const left = await hire(acme.folder, { startDate: '2024-01-08', endDate: '2024-06-28' })
    const paths = [
      await assign(acme.folder, { dueDate: daysAfter(today(), -1) }),
      await assign(acme.folder, { employeeIds: [acme.employeeId, other.employeeId] }),
      await assign(acme.folder, { employeeIds: [left] }),
      await assign(acme.folder, { employeeIds: [] }),
      await assign(acme.folder, { training: 'x'.repeat(5000) }),
    ].map(({ status, body }) => [status, body.issues[0].path])
    const wrong = ['dueDate', 'employeeIds', 'employeeIds', 'employeeIds', 'training']
    expect(paths).toEqual(wrong.map((path) => [400, path]))
    expect((await assign(await company(testApp))).status).toBe(409)
    expect(await stateOf(acme)).toEqual([])
  })

  it('can be one about child abuse reporting only at a school', async () => {
    const acme = await firm()
    const names = async () =>
      (await testApp.ann.get(at(acme.folder, 'training-names'))).body.suggested.map(
        (each: { name: string }) => each.name,
      )
    await testApp.sam.patch(`/api/client-folders/${acme.folder}`, { sector: 'private' })
    expect(await names()).toEqual(['Harassment prevention training'])
    await testApp.sam.patch(`/api/client-folders/${acme.folder}`, { sector: 'private-school' })
    expect(await names()).toContain('Training on recognizing and reporting child abuse')
  })
})
