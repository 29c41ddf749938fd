// Payments and their corrections, as an administrator records them and the client sees them.
import { invoicePath } from './invoices.ts'
import type { Answer, TestApp } from './test-app.ts'

export const reason = 'Typed on the wrong invoice'

/** Records a payment by check; returns its id. */
export const pay = async ({ alice }: TestApp, invoiceId: string, amount: number): Promise<string> =>
  (await alice.post(invoicePath(invoiceId, '/payments'), { amount, method: 'check', reference: 'No. 7' })).body.id

export const reverse = ({ alice }: TestApp, paymentId: string, body: object = { reason }) =>
  alice.post(`/api/payments/${paymentId}/reversal`, body)

export const refund = ({ alice }: TestApp, paymentId: string, body: object) =>
  alice.post(`/api/payments/${paymentId}/refund`, { reason, ...body })

export const credit = ({ alice, folders }: TestApp, body: object) =>
  alice.post('/api/credit-notes', { clientFolderId: folders.acme.id, reason, ...body })

export const invoiceNow = async ({ ann }: TestApp, id: string) => (await ann.get(invoicePath(id))).body

/** Payments and corrections, newest first. */
export const entriesOf = async ({ ann }: TestApp, invoiceId: string) =>
  (await ann.get(invoicePath(invoiceId, '/payments'))).body

export const refusalOf = ({ status, body }: Answer) => [status, body.message]
