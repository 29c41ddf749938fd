// A client of the office who is billed, and invoices for that client.
import { addCompany, type Company } from './people.ts'
import type { Portal } from './portal.ts'

export const billedCompany = (portal: Portal, name: string) =>
  addCompany(portal, { name, ann: 'Marchetti', sam: 'Oduya' })

/** A sent invoice for $1,057.50 including tax. */
export async function sentInvoice({ admin, folderId }: Company, dueDate: string, description = 'Consulting') {
  const created = await admin<{ id: string; invoiceNumber: string }>('POST', '/api/invoices', {
    clientFolderId: folderId,
    description,
    lineItems: [{ description: 'Consulting', quantity: 8, rate: 12_500 }],
    dueDate,
  })
  await admin('PATCH', `/api/invoices/${created.id}/status`, { status: 'sent' })
  return created
}
