// Invoices to Acme, as administrators create and send them.
import { daysAfter, officeDate } from '../domain/time.ts'
import type { Caller, TestApp } from './test-app.ts'

export const invoicePath = (id: string, rest = '') => `/api/invoices/${id}${rest}`

/** One line of $100.00, due in thirty days. */
export const invoiceInput = (testApp: TestApp, more: object = {}) => ({
  clientFolderId: testApp.folders.acme.id,
  lineItems: [{ description: 'Consulting', quantity: 1, rate: 10_000 }],
  dueDate: daysAfter(officeDate(testApp.db.now), 30),
  ...more,
})

export async function draftedInvoice(testApp: TestApp, more: object = {}, by: Caller = testApp.alice): Promise<string> {
  const { status, body, text } = await by.post('/api/invoices', invoiceInput(testApp, more))
  if (status !== 201) throw new Error(`The invoice could not be made: ${text}`)
  return body.id
}

export const setInvoiceStatus = (by: Caller, id: string, status: string, more: object = {}) =>
  by.patch(invoicePath(id, '/status'), { status, ...more })

export async function sentInvoice(testApp: TestApp, more: object = {}, by: Caller = testApp.alice): Promise<string> {
  const id = await draftedInvoice(testApp, more, by)
  const { status, text } = await setInvoiceStatus(by, id, 'sent')
  if (status !== 200) throw new Error(`The invoice could not be sent: ${text}`)
  return id
}

/** A separate folder of Acme's client, independent of other tests. */
export async function folderApart({ alice, people }: TestApp, more: object = {}): Promise<string> {
  const given = { name: 'Apart', services: 'x', assignedStaffId: people.sam.id, clientId: people.ann.id }
  const { id } = (await alice.post('/api/client-folders', given)).body
  if (Object.keys(more).length > 0) await alice.patch(`/api/client-folders/${id}`, more)
  return id
}
