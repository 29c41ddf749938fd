// Prints the overdue invoices and their total: node overdue-invoices.ts
import { invoices, Portal, PortalError } from 'hr-portal-client'

const { PORTAL_URL = 'http://localhost:3000', PORTAL_KEY = '' } = process.env
const portal = new Portal({ url: PORTAL_URL, key: PORTAL_KEY })

const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

try {
  let total = 0
  for await (const { invoiceNumber, clientFolderName, dueDate, balance } of portal.all(invoices.listInvoices, {
    query: { status: 'overdue' },
  })) {
    total += balance
    console.log(`${invoiceNumber}  ${clientFolderName}  due ${dueDate}  ${dollars(balance)}`)
  }
  console.log(`Total: ${dollars(total)}`)
} catch (error) {
  if (!(error instanceof PortalError)) throw error
  console.error(`The portal refused the call (${error.status}): ${error.message}`)
  process.exitCode = 1
}
