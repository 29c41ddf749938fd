// Money of Acme's client that was received online after the invoice was paid in another way; as in a portal without Stripe.
import sql from 'sql-template-tag'
import { newId } from '../server/kit/id.ts'
import { invoicePath, sentInvoice } from './invoices.ts'
import type { TestApp } from './test-app.ts'

/** All of the $105.75 is not applied; returns the id of the online payment. */
export async function unappliedPayment(testApp: TestApp, more: object = {}): Promise<string> {
  const invoiceId = await sentInvoice(testApp, more)
  const { body } = await testApp.alice.get(invoicePath(invoiceId))
  await testApp.alice.post(invoicePath(invoiceId, '/payments'), { amount: body.total, method: 'check' })
  const id = newId()
  await testApp.db.run(sql`
    insert into online_payments (id, invoice_id, client_folder_id, started_by_id, amount, status, method, payment_intent_id, unapplied,
      created_at, updated_at)
    values (${id}, ${invoiceId}, ${body.clientFolderId}, ${testApp.people.ann.id}, ${body.total}, 'paid', 'card', ${`pi_${id}`},
      ${body.total}, ${testApp.db.now}, ${testApp.db.now})`)
  return id
}

export const unappliedPath = (id: string, rest: '/applications' | '/retainer' | '/refund') =>
  `/api/online-payments/${id}${rest}`
