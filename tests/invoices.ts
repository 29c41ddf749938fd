// Invoices to Acme, as administrators make and send them.
import { daysAfter, officeDate } from '../domain/time.ts'
import type { Caller, World } from './world.ts'

export const invoicePath = (id: string, rest = '') => `/api/invoices/${id}${rest}`

/** One line over $100.00, due in thirty days. */
export const invoiceInput = (world: World, more: object = {}) => ({
  clientFolderId: world.folders.acme.id,
  lineItems: [{ description: 'Consulting', quantity: 1, rate: 10_000 }],
  dueDate: daysAfter(officeDate(world.db.now), 30),
  ...more,
})

export async function draftedInvoice(world: World, more: object = {}, by: Caller = world.alice): Promise<string> {
  const { status, body, text } = await by.post('/api/invoices', invoiceInput(world, more))
  if (status !== 201) throw new Error(`The invoice could not be made: ${text}`)
  return body.id
}

export const moveInvoice = (by: Caller, id: string, status: string, more: object = {}) =>
  by.patch(invoicePath(id, '/status'), { status, ...more })

export async function sentInvoice(world: World, more: object = {}, by: Caller = world.alice): Promise<string> {
  const id = await draftedInvoice(world, more, by)
  const { status, text } = await moveInvoice(by, id, 'sent')
  if (status !== 200) throw new Error(`The invoice could not be sent: ${text}`)
  return id
}

/** A folder of Acme's client, apart from what the other stories do. */
export async function folderApart({ alice, people }: World, more: object = {}): Promise<string> {
  const given = { name: 'Apart', services: 'x', assignedStaffId: people.sam.id, clientId: people.ann.id }
  const { id } = (await alice.post('/api/client-folders', given)).body
  if (Object.keys(more).length > 0) await alice.patch(`/api/client-folders/${id}`, more)
  return id
}
