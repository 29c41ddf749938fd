// The acknowledgments of a handbook as a CSV file.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvRows } from '../../tests/csv-rows.ts'
import { draftedHandbook, employeeOfAcme, employeeToken, sentHandbook } from '../../tests/handbooks.ts'
import { createTestApp, type TestApp } from '../../tests/test-app.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await createTestApp()))
afterAll(() => testApp.close())

const csvOf = (id: string, query = '') => `/api/handbooks/${id}/acknowledgments/csv${query}`

it('lists who acknowledged which version, when, and under which name, and is audited', async () => {
  const id = await sentHandbook(testApp)
  const waiting = await employeeOfAcme(testApp, { name: 'Waits Quist' })
  const done = await employeeOfAcme(testApp, { name: 'Acks Quist', email: 'acks@employees.example' })
  await employeeOfAcme(testApp, { name: '=Left()', email: '' })
  await testApp.sam.post(`/api/handbooks/${id}/acknowledgments`, { employeeIds: [waiting, done] })
  const email = (await testApp.mail()).findLast(({ to }) => to === 'acks@employees.example')
  const token = /\/employee-handbook\/([\w-]+)/.exec(email?.text ?? '')?.[1]
  const input = { token, name: 'Acks Q. Quist', language: 'es' }
  expect((await testApp.visitor.post('/api/employee-handbook/acknowledgment', input)).status).toBe(200)

  for (const caller of [testApp.ann, testApp.alice, testApp.sam]) {
    const answer = await caller.get(csvOf(id))
    expect(answer.headers['content-disposition']).toContain('employee-acknowledgments.csv')
    expect(csvRows(answer.text)).toMatchObject([
      { Employee: "'=Left()", Status: 'Not sent', Email: '', 'Acknowledged on': '' },
      {
        Handbook: 'Acme Employee Handbook',
        Version: '1',
        Employee: 'Acks Quist',
        Status: 'Acknowledged',
        'Acknowledged on': expect.stringMatching(/^20.*Z$/),
        'Signed as': 'Acks Q. Quist',
        'Shown in': 'Spanish',
      },
      { Employee: 'Waits Quist', Status: 'Waiting', 'Signed as': '' },
    ])
  }
  expect(csvRows((await testApp.sam.get(csvOf(id, '?state=sent'))).text).map((row) => row['Employee'])).toEqual([
    'Waits Quist',
  ])
  const entry = (await testApp.auditLog()).findLast(({ action }) => action === 'employee-acknowledgments.exported')
  expect(entry?.details).toMatchObject({ handbookId: id, state: 'sent' })
  expect(JSON.stringify(await testApp.auditLog())).not.toContain(await employeeToken(testApp))
})

it('is not found by another client or staff of other folders, nor by a client before a version was sent', async () => {
  const sent = await sentHandbook(testApp)
  for (const caller of [testApp.eve, testApp.sue]) expect((await caller.get(csvOf(sent))).status).toBe(404)
  expect((await testApp.visitor.get(csvOf(sent))).status).toBe(401)
  const drafted = await draftedHandbook(testApp)
  expect((await testApp.ann.get(csvOf(drafted))).status).toBe(404)
  expect((await testApp.sam.get(csvOf(sent, '?state=lost'))).status).toBe(400)
})
