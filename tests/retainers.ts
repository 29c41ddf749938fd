// Retainers of Acme, as administrators bill them.
import { daysAfter, officeDate } from '../domain/time.ts'
import { invoicePath, setInvoiceStatus } from './invoices.ts'
import type { TestApp } from './test-app.ts'

export const retainerPath = ({ folders }: TestApp, rest = '', folderId = folders.acme.id) =>
  `/api/client-folders/${folderId}/retainer${rest}`

/** An invoice for a retainer, due in thirty days. */
export const retainerBill = (testApp: TestApp, amount: number) => ({
  amount,
  description: 'Retainer for the year',
  dueDate: daysAfter(officeDate(testApp.db.now), 30),
})

/** Bills a retainer and sends the invoice, in cents; returns the invoice's id. */
export async function sentRetainer(testApp: TestApp, amount: number, folderId?: string): Promise<string> {
  const bill = retainerBill(testApp, amount)
  const { status, body, text } = await testApp.alice.post(retainerPath(testApp, '/invoices', folderId), bill)
  if (status !== 201) throw new Error(`The retainer could not be billed: ${text}`)
  await setInvoiceStatus(testApp.alice, body.id, 'sent')
  return body.id
}

/** The same, and pays it in full. */
export async function paidRetainer(testApp: TestApp, amount: number, folderId?: string): Promise<string> {
  const id = await sentRetainer(testApp, amount, folderId)
  const paid = await testApp.alice.post(invoicePath(id, '/payments'), { amount })
  if (paid.status !== 201) throw new Error(`The retainer could not be paid: ${paid.text}`)
  return id
}
