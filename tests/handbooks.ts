// Handbooks of Acme's folder, and the firm's own policies.
import sql from 'sql-template-tag'
import { policyFieldNames } from '../domain/model-policy.ts'
import type { Caller, TestApp } from './test-app.ts'

export const ownPolicy = {
  title: 'Pets at Work',
  appliesTo: 'All employees of [Employer]',
  owner: 'Office manager',
  content: '## Purpose\n\n[Employer] welcomes calm dogs.\n\n::: employees 50+\nAsk [HR contact] first.\n:::\n',
}

/** Every field that a model policy may name. */
export const fields = Object.fromEntries(policyFieldNames.map((field) => [field, `the ${field}`]))

export const handbook = {
  title: 'Acme Employee Handbook',
  items: [
    { source: 'model', id: 'employee-handbook' },
    { source: 'model', id: 'code-of-conduct' },
  ],
  fields: { ...fields, employer: 'Acme Tooling, Inc.' },
  headCount: 60,
  sector: 'private',
}

export const draftedPolicy = async (testApp: TestApp, more: object = {}): Promise<string> =>
  (await testApp.alice.post('/api/own-policies', { ...ownPolicy, ...more })).body.id

export async function publishedPolicy(testApp: TestApp, more: object = {}): Promise<string> {
  const id = await draftedPolicy(testApp, more)
  await testApp.alice.post(`/api/own-policies/${id}/versions`)
  return id
}

/** A folder has one handbook, so it is deleted for the next test. */
export async function withoutHandbook(testApp: TestApp): Promise<void> {
  const { id } = testApp.folders.acme
  await testApp.db.run(sql`delete from employee_acknowledgments where client_folder_id = ${id}`)
  await testApp.db.run(sql`delete from handbook_versions where client_folder_id = ${id}`)
  await testApp.db.run(sql`delete from handbooks where client_folder_id = ${id}`)
}

export const handbooksOf = (clientFolderId: string) => `/api/client-folders/${clientFolderId}/handbooks`

export async function draftedHandbook(testApp: TestApp, more: object = {}, by: Caller = testApp.sam): Promise<string> {
  await withoutHandbook(testApp)
  return (await by.post(handbooksOf(testApp.folders.acme.id), { ...handbook, ...more })).body.id
}

export async function sentHandbook(testApp: TestApp, more: object = {}): Promise<string> {
  const id = await draftedHandbook(testApp, more)
  await testApp.sam.post(`/api/handbooks/${id}/versions`)
  return id
}

let employeeCount = 0

/** An employee of Acme's folder with an address of their own. */
export async function employeeOfAcme(testApp: TestApp, more: object = {}): Promise<string> {
  const number = ++employeeCount
  const employee = {
    name: `Nora Quist ${number}`,
    email: `nora${number}@employees.example`,
    jobTitle: 'Bookkeeper',
    workType: 'full-time',
    startDate: '2026-12-01',
    ...more,
  }
  return (await testApp.sam.post(`/api/client-folders/${testApp.folders.acme.id}/employees`, employee)).body.id
}

/** The token in the latest email to an employee. */
export async function employeeToken(testApp: TestApp): Promise<string> {
  const link = /\/employee-handbook\/([\w-]+)/
  return (await testApp.mail()).map(({ text }) => link.exec(text)?.[1]).findLast((token) => token !== undefined) ?? ''
}

/** A handbook that was just sent to a new employee, with the employee's token. */
export async function handbookOfEmployee(testApp: TestApp): Promise<{ id: string; employeeId: string; token: string }> {
  const id = await handbookOfAcme(testApp)
  const employeeId = await employeeOfAcme(testApp)
  await testApp.sam.post(`/api/handbooks/${id}/acknowledgments`, { employeeIds: [employeeId] })
  return { id, employeeId, token: await employeeToken(testApp) }
}

/** A sent handbook, the same for each call, because uploads per minute are limited. */
export async function handbookOfAcme(testApp: TestApp): Promise<string> {
  const known = (await testApp.alice.get(handbooksOf(testApp.folders.acme.id))).body[0]
  return known?.versions.length > 0 ? known.id : sentHandbook(testApp)
}
