// Companies whose client has contacts, and what stands in their folders.
import sql from 'sql-template-tag'
import { expect } from 'vitest'
import { invoiceOf } from './guards/rights-invoices.ts'
import { pdf } from './samples.ts'
import { addDocument } from './uploads.ts'
import type { World } from './world.ts'

export interface Rights {
  money?: boolean
  documents?: boolean
  messages?: boolean
}

export const noRights = { money: false, documents: false, messages: false }
export const allRights = { money: true, documents: true, messages: true }

let count = 0

/** A company of its own for each story: a folder of Sam's whose client is Ann, unless said otherwise. */
export async function company(world: World, clientId: string = world.people.ann.id): Promise<string> {
  const given = { name: `Company ${++count}`, services: 'x', assignedStaffId: world.people.sam.id, clientId }
  return (await world.alice.post('/api/client-folders', given)).body.id
}

export const contactsOf = (folderId: string) => `/api/client-folders/${folderId}/contacts`

/** Cora, or whoever has this address, as a contact. */
export async function contactIn(world: World, folderId: string, rights: Rights, email = `cora${++count}@example.com`) {
  const body = { name: 'Cora Lind', email, ...noRights, ...rights }
  // An administrator may name anyone; staff name an account of another folder by a request.
  const answer = await world.alice.post(contactsOf(folderId), body)
  expect(answer.status, answer.text).toBe(201)
  const { id, userId } = answer.body as { id: string; userId: string }
  // As someone who has accepted the invitation.
  await world.db.run(sql`
    update users set password = (select password from users where id = ${world.people.ann.id}) where id = ${userId}`)
  return { id, userId, email, cora: await world.signIn(userId, 'client') }
}

export type Contact = Awaited<ReturnType<typeof contactIn>>

export async function sentInvoiceIn(world: World, folderId: string): Promise<string> {
  const { id } = (await world.alice.post('/api/invoices', invoiceOf(folderId))).body
  expect((await world.alice.patch(`/api/invoices/${id}/status`, { status: 'sent' })).status).toBe(200)
  return id
}

export async function sentProposalIn(world: World, folderId: string): Promise<string> {
  const services = [{ customName: 'Handbook', estimatedHours: 1, hourlyRate: 100 }]
  const draft = { clientFolderId: folderId, title: 'Handbook', description: 'x', validUntil: '2099-12-31', services }
  const { id } = (await world.sam.post('/api/proposals', draft)).body
  expect((await world.sam.patch(`/api/proposals/${id}/status`, { status: 'sent' })).status).toBe(200)
  return id
}

export async function documentIn(world: World, folderId: string, more: object = {}): Promise<string> {
  await world.db.run(sql`delete from rate_limits`)
  return (await addDocument(world.sam, folderId, { name: 'a.pdf', bytes: pdf(), ...more })).body.id
}

export const lettersTo = async (world: World, email: string) => (await world.mail()).filter(({ to }) => to === email)
