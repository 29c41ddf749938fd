// Companies whose client has contacts, and the content of their folders.
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { invoiceOf } from './architecture/rights-invoices.ts'
import { pdf } from './samples.ts'
import { addDocument } from './uploads.ts'
import type { TestApp } from './test-app.ts'

export interface Rights {
  money?: boolean
  documents?: boolean
  messages?: boolean
  sign?: boolean
}

export const noRights = { money: false, documents: false, messages: false }
export const allRights = { money: true, documents: true, messages: true }

let count = 0

/** A separate company for each test: a folder of Sam's whose client is Ann by default. */
export async function company(testApp: TestApp, clientId: string = testApp.people.ann.id): Promise<string> {
  const given = { name: `Company ${++count}`, services: 'x', assignedStaffId: testApp.people.sam.id, clientId }
  return (await testApp.alice.post('/api/client-folders', given)).body.id
}

export const contactsOf = (folderId: string) => `/api/client-folders/${folderId}/contacts`

/** Adds Cora, or the person with this address, as a contact. */
export async function contactIn(
  testApp: TestApp,
  folderId: string,
  rights: Rights,
  email = `cora${++count}@example.com`,
) {
  const body = { name: 'Cora Lind', email, ...noRights, ...rights }
  // An administrator may name anyone; staff need a request for an account of another folder.
  const answer = await testApp.alice.post(contactsOf(folderId), body)
  expect(answer.status, answer.text).toBe(201)
  const { id, userId } = answer.body as { id: string; userId: string }
  // As if they had accepted the invitation.
  await testApp.db.run(sql`
    update users set password = (select password from users where id = ${testApp.people.ann.id}) where id = ${userId}`)
  return { id, userId, email, cora: await testApp.signIn(userId, 'client') }
}

export type Contact = Awaited<ReturnType<typeof contactIn>>

export async function sentInvoiceIn(testApp: TestApp, folderId: string): Promise<string> {
  const { id } = (await testApp.alice.post('/api/invoices', invoiceOf(folderId))).body
  expect((await testApp.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })).status).toBe(200)
  return id
}

export async function sentProposalIn(testApp: TestApp, folderId: string): Promise<string> {
  const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]
  const draft = { clientFolderId: folderId, title: 'Handbook', description: 'x', validUntil: '2099-12-31', services }
  const { id } = (await testApp.sam.post('/api/proposals', draft)).body
  expect((await testApp.sam.patch(`/api/proposals/${id}/status`, { status: 'sent' })).status).toBe(200)
  return id
}

export async function documentIn(testApp: TestApp, folderId: string, more: object = {}): Promise<string> {
  await testApp.db.run(sql`delete from rate_limits`)
  return (await addDocument(testApp.sam, folderId, { name: 'a.pdf', bytes: pdf(), ...more })).body.id
}

export const emailsTo = async (testApp: TestApp, email: string) =>
  (await testApp.mail()).filter(({ to }) => to === email)
